import { ProvError } from '../errors.ts';
import { git } from '../git/process/process.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import { readAllSettings } from '../git/repository/settings.ts';
import { isSamePlace, nameOf, withoutPassword } from './address.ts';

/** Whether a remote gets the notes of what is pushed to it: with `git push`, only with `git prov push`, or not at all. */
export type PushMode = 'auto' | 'manual' | 'never';

/** All values by name, the one that counts last. */
export type SyncSettings = ReadonlyMap<string, readonly string[]>;

/** Where notes are fetched from or pushed to. */
export interface Place {
  /** The remote's name, or one made of its address: under it the notes are kept that were fetched. */
  readonly name: string;
  /** What git is given: the name or the address. */
  readonly to: string;
  /** Its address as it is set up. */
  readonly address: string;
  /** What the user is told: without a password that the address may hold. */
  readonly shown: string;
}

/** Where the notes of what is pushed to a remote go. */
export interface Destination extends Place {
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
const STRICTNESS: readonly PushMode[] = ['auto', 'manual', 'never'];

/** The settings that decide where notes go. */
export const readSyncSettings = (repo: Repo): Promise<SyncSettings> =>
  readAllSettings(SECTIONS, { cwd: repo.cwd, env: repo.env });

/**
 * Where the notes go of what is pushed to a remote: there, or to where `prov.<remote>.notesRemote` or `prov.notesRemote`
 * says. A remote of which one fetches elsewhere than one pushes, or that is pushed to several places, has a history of
 * notes for each place.
 */
export function destinationOf(settings: SyncSettings, { remote, url }: Pushed): Destination {
  const name = isRemote(settings, remote) ? remote : remoteWith(settings, remote);
  const other = notesRemoteOf(settings, name);
  if (other === undefined || other === '' || other === name) {
    const by = { mode: modeOf(settings, name), branchesOf: name === undefined ? [] : [name] };
    return at(settings, name ?? remote, { url, ...by });
  }
  const known = isRemote(settings, other) ? other : undefined;
  const branchesOf = [name, known].filter((one) => one !== undefined);
  // What is forbidden for either is forbidden.
  const modes = [modeOf(settings, name), ...(known === undefined ? [] : [modeOf(settings, known)])];
  const mode = modes.reduce((a, b) => (STRICTNESS.indexOf(b) > STRICTNESS.indexOf(a) ? b : a));
  return at(settings, other, { url: undefined, mode, branchesOf });
}

/** Every place that gets the notes of what is pushed to a remote: more than one where it has several addresses. */
export function destinationsOf(settings: SyncSettings, remote: string): Destination[] {
  const urls = isRemote(settings, remote) ? pushPlaces(settings, remote) : [];
  const found = (urls.length > 0 ? urls : [undefined]).map((url) => destinationOf(settings, { remote, url }));
  return found.filter((one, i) => found.findIndex(({ name }) => name === one.name) === i);
}

/** Where the notes come from that belong to a remote: git fetches from the first address, whatever it pushes to. */
export function sourceOf(settings: SyncSettings, remote: string): Place {
  const name = isRemote(settings, remote) ? remote : remoteWith(settings, remote);
  const from = notesRemoteOf(settings, name) || (name ?? remote);
  if (!isRemote(settings, from)) return { name: nameOf(from), to: from, address: from, shown: withoutPassword(from) };
  const address = last(settings, `remote.${from}.url`, 0) ?? from;
  return { name: isRefName(from) ? from : nameOf(address), to: from, address, shown: from };
}

function at(
  settings: SyncSettings,
  remote: string,
  { url, mode, branchesOf }: { url: string | undefined; mode: PushMode; branchesOf: readonly string[] },
): Destination {
  if (!isRemote(settings, remote))
    return { name: nameOf(remote), to: remote, address: remote, shown: withoutPassword(remote), mode, branchesOf };
  const places = pushPlaces(settings, remote);
  const fetched = last(settings, `remote.${remote}.url`, 0);
  const place = (places.length > 1 ? url : undefined) ?? places[0] ?? remote;
  const isOwn = isRefName(remote) && (fetched === undefined || isSamePlace(fetched, place));
  // By its address where the name would mean another one as well, or more than this ref.
  const isMirror = /^(?:true|yes|on|1)$/i.test(last(settings, `remote.${remote}.mirror`) ?? '');
  const to = places.length > 1 || isMirror || !isOwn ? (url ?? place) : remote;
  const shown = places.length > 1 ? `${remote} (${withoutPassword(place)})` : remote;
  return { name: isOwn ? remote : nameOf(place), to, address: place, shown, mode, branchesOf };
}

/** The setting for a remote. A word that means nothing is `never`: nothing leaves the machine by a slip of the pen. */
function modeOf(settings: SyncSettings, remote: string | undefined): PushMode {
  const own = remote === undefined ? undefined : last(settings, `prov.${remote}.push`);
  const value = (own ?? last(settings, 'prov.push') ?? 'auto').toLowerCase();
  return value === 'auto' || value === 'manual' ? value : 'never';
}

/** The settings of prov.push whose value means nothing, and so counts as `never`. */
export const unknownModes = (settings: SyncSettings): { setting: string; value: string }[] =>
  [...settings]
    .map(([setting, values]) => ({ setting, value: values.at(-1)! }))
    .filter(({ setting, value }) => /^prov\.(?:.+\.)?push$/s.test(setting) && !/^(?:auto|manual|never)$/i.test(value));

/** The names of all remotes. */
export function remotesOf(settings: SyncSettings): string[] {
  const names = [...settings.keys()].flatMap((key) => /^remote\.(.+)\.(?:url|pushurl)$/s.exec(key)?.[1] ?? []);
  return [...new Set(names)];
}

/**
 * The remote that `git push` would push to here.
 * @throws ProvError `usage` when that cannot be told
 */
export async function defaultRemote(repo: Repo, settings: SyncSettings): Promise<string> {
  const { stdout } = await git(['symbolic-ref', '-q', '--short', 'HEAD'], inRepo(repo, { accept: [0, 1, 128] }));
  const branch = stdout.toString('utf8').trim();
  const remotes = remotesOf(settings);
  const set =
    last(settings, `branch.${branch}.pushremote`) ??
    last(settings, 'remote.pushdefault') ??
    last(settings, `branch.${branch}.remote`);
  if (set !== undefined && set !== '.') return set;
  if (remotes.includes('origin')) return 'origin';
  if (remotes.length === 1) return remotes[0]!;
  throw new ProvError('usage', remotes.length === 0 ? 'This repository has no remote.' : 'Which remote?', {
    hint: remotes.length === 0 ? 'Add one with git remote add, or give an address.' : `One of ${remotes.join(', ')}.`,
  });
}

/** Whether there is a remote of this name. */
export const isRemote = (settings: SyncSettings, name: string): boolean =>
  settings.has(`remote.${name}.url`) || settings.has(`remote.${name}.pushurl`);

/** The value that counts, or the first one (`which` 0). */
export const last = (settings: SyncSettings, key: string, which = -1): string | undefined =>
  settings.get(key)?.at(which);

const pushPlaces = (settings: SyncSettings, remote: string): readonly string[] =>
  settings.get(`remote.${remote}.pushurl`) ?? settings.get(`remote.${remote}.url`) ?? [];

const notesRemoteOf = (settings: SyncSettings, remote: string | undefined): string | undefined =>
  (remote === undefined ? undefined : last(settings, `prov.${remote}.notesremote`)) ??
  last(settings, 'prov.notesremote');

const remoteWith = (settings: SyncSettings, url: string): string | undefined =>
  remotesOf(settings).find((name) =>
    [`remote.${name}.url`, `remote.${name}.pushurl`].some((key) => settings.get(key)?.includes(url)),
  );

// A section of the configuration may have any name; what is kept of a remote lies in refs.
const isRefName = (name: string): boolean =>
  !/[\s~^:?*[\\\u0000-\u001f\u007f]|(?:^|\/)\.|\.\.|\/\/|@\{|\.lock(?:\/|$)|^\/|[/.]$/.test(name);
