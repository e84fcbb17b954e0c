import { NOTES_REF } from '../notes/refs.ts';
import { git } from '../git/process/process.ts';
import { gitNetwork, type NetworkOptions, type Transferred } from '../git/process/network.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import { NOTES_MESSAGE } from '../notes/repair/notes-commits.ts';
import type { Oid } from '../model/ids.ts';
import { notesRefspec } from '../notes/transport/tracking.ts';
import { plain } from './address.ts';
import type { NotesPlace } from './sync-settings.ts';

/**
 * Why a transfer failed: `refused` when the remote does not accept our notes, `failed` when it was unreachable or
 * asked for a password, `late` when it took too long.
 */
export interface Failure {
  readonly kind: 'refused' | 'failed' | 'late';
  readonly why: string;
}

/** A remote's answer to a push; `moved` when another clone was quicker, or the remote reports that. */
export type PushAnswer = { readonly kind: 'done' } | { readonly kind: 'moved'; readonly why: string } | Failure;

// The user's own push settings must not apply to ours: signing would ask for a password again, and push options
// may start a job there. `--no-verify`: our own hook runs this command.
const PUSH = [
  '-c',
  'push.pushOption=',
  'push',
  '--porcelain',
  '--no-verify',
  '--no-signed',
  '--no-follow-tags',
  '--no-recurse-submodules',
];
const FETCH = [
  'fetch',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
  '--no-prune',
  '--refmap=',
];

/** Pushes a commit of notes, never by force. */
export async function pushNotes(
  repo: Repo,
  { to }: NotesPlace,
  tip: Oid,
  options: NetworkOptions,
): Promise<PushAnswer> {
  const progress = options.interactive && process.stderr.isTTY ? '--progress' : '--no-progress';
  const done = await gitNetwork(repo, [...PUSH, progress, '--', to, `${tip}:${NOTES_REF}`], options);
  if (done.code === 0) return { kind: 'done' };
  if (done.late) return late;
  const rejected = /^!\t\S+\t\[(remote )?rejected\](?: \((.*)\))?$/m.exec(done.stdout.toString('utf8'));
  if (!rejected) return { kind: 'failed', why: reason(done) };
  const [, byRemote, why = ''] = rejected;
  // The remote's lock, or another push between its answer and our update.
  const isRace =
    /fetch first|non-fast-forward|stale info|needs force|cannot lock|failed to update|incorrect old value/i;
  if (isRace.test(why) || (!byRemote && why === '')) return { kind: 'moved', why: plain(why) || reason(done) };
  return { kind: 'refused', why: plain(why) || reason(done) };
}

/**
 * The branch or other ref that a remote's notes ref points to, if it is a symbolic ref there: a push would move that ref. The remote is
 * asked only if the last commit that was fetched is not one of ours.
 */
export async function symbolicTarget(
  repo: Repo,
  { to }: NotesPlace,
  fetched: Oid,
  options: NetworkOptions,
): Promise<string | undefined> {
  const { stdout } = await git(['log', '-1', '--format=%s', fetched, '--'], inRepo(repo, { accept: [0, 128] }));
  if (NOTES_MESSAGE.test(stdout.toString('utf8'))) return undefined;
  const listed = await gitNetwork(repo, ['ls-remote', '--symref', '--', to, NOTES_REF], options);
  const [, target] = /^ref: (\S+)\t/m.exec(listed.stdout.toString('utf8')) ?? [];
  return target === undefined ? undefined : plain(target).slice(0, 100);
}

/** Fetches a remote's notes; a remote without notes is not an error. */
export async function fetchNotes(
  repo: Repo,
  { to, name }: NotesPlace,
  options: NetworkOptions,
): Promise<{ readonly kind: 'done' } | Failure> {
  const progress = options.interactive && process.stderr.isTTY ? '--progress' : '--quiet';
  const done = await gitNetwork(repo, [...FETCH, progress, '--', to, notesRefspec(name)], options);
  if (done.code === 0) return { kind: 'done' };
  return done.late ? late : { kind: 'failed', why: reason(done) };
}

const late: Failure = { kind: 'late', why: 'it took too long' };

// `color.remote=always` and the like.
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');

// Consequential messages without information.
const EMPTY =
  /failed to push some refs|Could not read from remote repository|Please make sure you have the correct|and the repository exists\.|the remote end hung up|^hint: /;

// The most informative line: git's own, or that of a program that it started.
function reason({ stderr, code }: Transferred): string {
  const all = stderr.replaceAll(COLOUR, '').split(/[\r\n]+/);
  const lines = all.filter((line) => line.trim() !== '');
  const messages = lines.filter((line) => !EMPTY.test(line));
  const denied = messages.find((line) =>
    /Permission denied|terminal prompts disabled|Authentication failed/i.test(line),
  );
  const fatal = messages.findLast((line) => /^(?:fatal|error): /.test(line));
  const line = denied ?? fatal ?? messages.at(-1) ?? lines[0] ?? `git ended with exit code ${code}`;
  return plain(line)
    .replace(/^(?:fatal|error|remote): */, '')
    .replaceAll(/\/\/[^/\s]*@/g, '//')
    .replace(/\.$/, '')
    .slice(0, 300);
}
