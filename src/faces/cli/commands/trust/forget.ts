import { NOTES_REF } from '../../../../notes/refs.ts';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { withLock } from '../../../../recorder/spool/lock.ts';
import { isEnabled } from '../../../../recorder/repo-state.ts';
import { ProvError } from '../../../../errors.ts';
import { git } from '../../../../git/process/process.ts';
import { inRepo, openRepo, type Repo } from '../../../../git/repository/repo.ts';
import type { Oid } from '../../../../model/ids.ts';
import { joinFetched } from '../../../../notes/transport/merge-fetched.ts';
import { clearWithheld } from '../../../../notes/withheld.ts';
import type { Dropped } from '../../../../notes/repair/history-rewrite.ts';
import { isRemote, readSyncSettings } from '../../../../sharing/sync-settings.ts';
import { forgetText, type Forgotten } from '../../../../trust/forget/forget.ts';
import { define, json } from '../../command.ts';
import { type CliContext, stdinOf } from '../../context.ts';
import { readInput } from '../../output/input.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { renderForget } from '../../render/trust/forget.ts';
import { term } from '../../render/term.ts';
import { jsonText } from '../../render/json-text.ts';
import type { ForgetReport } from '../../render/trust/forget-report.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';

export interface ForgetArguments {
  /** The text itself. It then remains in the history of the user's shell. */
  readonly text?: string | undefined;
  /** A file that contains only the text. */
  readonly file?: string | undefined;
  readonly stdin: boolean;
  /** Apply the changes. Without it the command only shows them. */
  readonly yes: boolean;
  /** The remotes with notes to replace by force. Naming a remote is the confirmation. */
  readonly push?: readonly string[] | undefined;
  /** Let git delete packed and all other unreachable objects. */
  readonly prune?: boolean | undefined;
  readonly json: boolean;
}

const LOCK_TIMEOUT_MS = 5000;

/**
 * `git prov forget`: finds a text that should never have been recorded, and removes it from notes, their history and the
 * local state. Never prints it.
 * @returns the exit code: 1 when the text still occurs somewhere
 * @throws ProvError `usage` when the text is not clear; `git` when others are recording, or nothing can be written
 */
export async function runForget(
  args: ForgetArguments,
  ctx: CliContext,
  stdin: NodeJS.ReadableStream = stdinOf(ctx),
): Promise<number> {
  check(args);
  const text = await textOf(args, ctx.cwd, stdin);
  const repo = await openRepo(ctx.cwd, ctx.env);
  await recordFirst(repo, args.yes);
  const forget = (): Promise<Forgotten> => forgetText(repo, text, args.yes);
  const done = isEnabled(repo) ? await withLock(provDirOf(repo), LOCK_TIMEOUT_MS, forget) : await forget();
  if (!done) throw new ProvError('git', 'Another process is recording; nothing was done.', { hint: 'Run it again.' });
  if (done.done) {
    clearWithheld(provDirOf(repo));
    await joinFetched(repo);
  }
  const pushed = await replaceRemotes(repo, done, args, ctx);
  const dropped = args.prune === true && done.dropped ? await pruned(repo, done.dropped) : done.dropped;
  const report = await reportOf(repo, { ...done, dropped }, pushed, args.text !== undefined);
  const { output, style } = await openUnpaged(ctx, args.json);
  await output.write(args.json ? `${jsonText(report, 2)}\n` : renderForget(report, style));
  return (
    (await output.close()) || (report.remains.length > 0 || report.remotes.some(({ why }) => why !== null) ? 1 : 0)
  );
}

function check({ push = [], prune, yes }: ForgetArguments): void {
  if (!yes && (push.length > 0 || prune === true))
    throw new ProvError('usage', '--push and --prune need --yes: without it nothing is changed.', {
      hint: 'Check the result first, then add --yes.',
    });
}

async function textOf(
  { text, file, stdin: fromInput }: ForgetArguments,
  cwd: string,
  stdin: NodeJS.ReadableStream,
): Promise<string> {
  const given = [text !== undefined && text !== '-', file !== undefined, fromInput || text === '-'].filter(
    Boolean,
  ).length;
  if (given !== 1)
    throw new ProvError('usage', given === 0 ? 'Which text?' : 'One text at a time.', {
      hint: 'Run git prov forget --stdin and type it there, or git prov forget --file FILE.',
    });
  if (file !== undefined) return readText(resolve(cwd, file));
  return text !== undefined && text !== '-' ? text : readInput(stdin);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ProvError('usage', `${file} cannot be read.`, { cause, hint: 'Name a file that holds the text.' });
  }
}

// Waiting events would bring the text back, so they are recorded first. Without --yes this writes no more than any reading
// command.
async function recordFirst(repo: Repo, isMeant: boolean): Promise<void> {
  try {
    if (!isEnabled(repo)) await joinFetched(repo);
    else await (await import('../../../../recorder/drain.ts')).drain(repo, { patience: LOCK_TIMEOUT_MS });
  } catch (cause) {
    if (isMeant)
      throw new ProvError('git', 'The latest events of agents could not be recorded; nothing was changed.', {
        cause,
        hint: 'Run git prov doctor.',
      });
  }
}

// The only forced push that we do, because nothing else removes the text from a remote. It fails when the remote's notes
// changed since they were examined.
async function replaceRemotes(
  repo: Repo,
  { holders, done }: Forgotten,
  { push = [] }: ForgetArguments,
  ctx: CliContext,
): Promise<Map<string, string | undefined>> {
  const outcomes = new Map<string, string | undefined>();
  for (const remote of new Set(push)) {
    const holder = holders.find((one) => one.remote === remote);
    if (!holder) {
      ctx.warn(`no note of ${term(remote)} that was fetched holds the text: nothing was pushed there.`);
      continue;
    }
    if (!done || !holder.next) continue;
    const { code, stderr } = await git(
      argumentsOf(remote, holder.before, holder.next),
      inRepo(repo, { accept: [0, 1, 128] }),
    );
    outcomes.set(remote, code === 0 ? undefined : (stderr.trim().split('\n').at(-1) ?? 'git push failed'));
  }
  return outcomes;
}

const argumentsOf = (remote: string, before: Oid, next: Oid): string[] => [
  'push',
  '--no-verify',
  `--force-with-lease=${NOTES_REF}:${before}`,
  remote,
  `${next}:${NOTES_REF}`,
];

async function pruned(repo: Repo, dropped: Dropped): Promise<Dropped> {
  if (dropped.packed === 0) return dropped;
  await git(['gc', '--quiet', '--prune=now'], inRepo(repo));
  return { ...dropped, gone: dropped.gone + dropped.packed, packed: 0 };
}

async function reportOf(
  repo: Repo,
  found: Forgotten,
  pushed: ReadonlyMap<string, string | undefined>,
  typed: boolean,
): Promise<ForgetReport> {
  const settings = await readSyncSettings(repo);
  const { holders, dropped, ...rest } = found;
  return {
    schema: 'git-prov/forget/1',
    ...rest,
    dropped: dropped ?? null,
    remotes: holders.map(({ remote, before, next }) => ({
      remote,
      command: next
        ? ['git', ...argumentsOf(isRemote(settings, remote) ? remote : 'ADDRESS', before, next)].join(' ')
        : null,
      replaced: pushed.has(remote) && pushed.get(remote) === undefined,
      why: pushed.get(remote) ?? null,
    })),
    typed,
  };
}

export const command = define({
  usage: 'forget [text]',
  about: 'Find a text in all notes and their history; --yes removes it',
  options: (c) =>
    c
      .positional('text', { type: 'string', describe: 'The text; --stdin or --file keep it out of your history' })
      .options({
        stdin: { type: 'boolean', default: false, describe: 'Read it from standard input' },
        file: { type: 'string', describe: 'Read it from this file' },
        yes: { type: 'boolean', default: false, describe: 'Apply (default: dry run)' },
        push: {
          type: 'string',
          array: true,
          describe: 'With --yes: also replace the notes of this remote, by force',
        },
        prune: { type: 'boolean', default: false, describe: 'With --yes: also delete unreachable objects at once' },
        json,
      }),
  run: async (args, ctx) => runForget(args, ctx),
});
