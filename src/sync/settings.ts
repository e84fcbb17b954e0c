import { createHash } from 'node:crypto';
import { ProvError } from '../errors.ts';
import { git } from '../git/process.ts';
import { inRepo, type Repo } from '../git/repo.ts';
import { readSettings, type Settings } from '../git/settings.ts';

/** Whether a remote gets the notes of what is pushed to it: with `git push`, only with `git prov push`, or not at all. */
export type PushMode = 'auto' | 'manual' | 'never';

/** Where the notes of what is pushed to a remote go. */
export interface Destination {
  /** The remote's name, or one made of its address: under it the notes are kept that were fetched. */
  readonly name: string;
  /** What git is given: the name or the address. */
  readonly to: string;
  /** What the user is told: without a password that the address may hold. */
  readonly shown: string;
  readonly mode: PushMode;
  /** The remotes whose branches tell which commits are known there. */
  readonly branchesOf: readonly string[];
}

/** A remote as the hook was told of it. */
export interface Pushed {
  readonly remote: string;
  /** The address; absent when it is not known which of several. */
  readonly url?: string | undefined;
}

const SECTIONS = ['prov', 'remote', 'branch'];

/** The settings that decide where notes go. */
export const readSyncSettings = (repo: Repo): Promise<Settings> =>
  readSettings(SECTIONS, { cwd: repo.cwd, env: repo.env });

/**
 * Where the notes go of what is pushed to a remote: there, or to where `prov.<remote>.notesRemote` or `prov.notesRemote`
 * says.
 */
export function destinationOf(settings: Settings, { remote, url }: Pushed): Destination {
  const name = isRemote(settings, remote) ? remote : (remoteWith(settings, remote) ?? undefined);
  const own = name === undefined ? undefined : settings.get(`prov.${name}.notesremote`);
  const other = own ?? settings.get('prov.notesremote');
  const mode = modeOf(settings, name);
  if (other === undefined || other === '' || other === name)
    return at(settings, name ?? remote, { url, mode, branchesOf: name === undefined ? [] : [name] });
  const branchesOf = [name, isRemote(settings, other) ? other : undefined].filter((one) => one !== undefined);
  return at(settings, other, { url: undefined, mode, branchesOf });
}

function at(
  settings: Settings,
  remote: string,
  { url, mode, branchesOf }: { url: string | undefined; mode: PushMode; branchesOf: readonly string[] },
): Destination {
  if (!isRemote(settings, remote)) {
    const id = createHash('sha256').update(remote).digest('hex').slice(0, 16);
    return { name: `url-${id}`, to: remote, shown: withoutPassword(remote), mode, branchesOf };
  }
  // By its address where the name would mean another one as well, or more than this ref.
  const isMirror = /^(?:true|yes|on|1)$/i.test(settings.get(`remote.${remote}.mirror`) ?? '');
  const to = isMirror ? (url ?? settings.get(`remote.${remote}.url`) ?? remote) : remote;
  return { name: remote, to, shown: remote, mode, branchesOf };
}

/** The setting for a remote. A word that means nothing is `never`: nothing leaves the machine by a slip of the pen. */
function modeOf(settings: Settings, remote: string | undefined): PushMode {
  const own = remote === undefined ? undefined : settings.get(`prov.${remote}.push`);
  const value = (own ?? settings.get('prov.push') ?? 'auto').toLowerCase();
  return value === 'auto' || value === 'manual' ? value : 'never';
}

/** The names of all remotes. */
export function remotesOf(settings: Settings): string[] {
  const names = [...settings.keys()].flatMap((key) => /^remote\.(.+)\.(?:url|pushurl)$/s.exec(key)?.[1] ?? []);
  return [...new Set(names)];
}

/**
 * The remote that `git push` would push to here.
 * @throws ProvError `usage` when that cannot be told
 */
export async function defaultRemote(repo: Repo, settings: Settings): Promise<string> {
  const { stdout } = await git(['symbolic-ref', '-q', '--short', 'HEAD'], inRepo(repo, { accept: [0, 1, 128] }));
  const branch = stdout.toString('utf8').trim();
  const remotes = remotesOf(settings);
  const set =
    settings.get(`branch.${branch}.pushremote`) ??
    settings.get('remote.pushdefault') ??
    settings.get(`branch.${branch}.remote`);
  if (set !== undefined && set !== '.') return set;
  if (remotes.includes('origin')) return 'origin';
  if (remotes.length === 1) return remotes[0]!;
  throw new ProvError('usage', remotes.length === 0 ? 'This repository has no remote.' : 'Which remote?', {
    hint: remotes.length === 0 ? 'Add one with git remote add, or give an address.' : `One of ${remotes.join(', ')}.`,
  });
}

/** An address as it may be shown. */
export const withoutPassword = (url: string): string => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');

const isRemote = (settings: Settings, name: string): boolean =>
  settings.has(`remote.${name}.url`) || settings.has(`remote.${name}.pushurl`);

const remoteWith = (settings: Settings, url: string): string | undefined =>
  remotesOf(settings).find((name) =>
    [settings.get(`remote.${name}.url`), settings.get(`remote.${name}.pushurl`)].includes(url),
  );
