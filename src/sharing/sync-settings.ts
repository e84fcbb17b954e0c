import { ProvError } from '../errors.ts';
import { currentBranch } from '../git/repository/current-branch.ts';
import type { Repo } from '../git/repository/repo.ts';
import { readAllSettings, type Section } from '../git/repository/git-settings.ts';
import { isSamePlace, nameOf, withoutPassword } from './address.ts';

/** When a remote gets the notes of pushed commits: with `git push`, after it, only with `git prov push`, or never. */
export type PushMode = 'auto' | 'background' | 'manual' | 'never';

/** All values by name, the effective one last. */
export type SyncSettings = ReadonlyMap<string, readonly string[]>;

/** A source or target of notes. */
export interface NotesPlace {
  /** The remote's name, or one made from its address: fetched notes are stored under it. */
  readonly name: string;
  /** The argument for git: the name or the address. */
  readonly to: string;
  /** Its configured address. */
  readonly address: string;
  /** The name for the user: without a password that the address may contain. */
  readonly shown: string;
}

/** The target for the notes of commits that are pushed to a remote. */
export interface Destination extends NotesPlace {
  readonly mode: PushMode;
  /** The remotes with branches that show which commits are known there. */
  readonly branchesOf: readonly string[];
}

/** A remote as git named it to the hook. */
export interface Pushed {
  readonly remote: string;
  /** The address; absent when it is one of several and unknown. */
  readonly url?: string | undefined;
}

const SECTIONS: readonly Section[] = ['prov', 'remote', 'branch'];
const STRICTNESS: readonly PushMode[] = ['auto', 'background', 'manual', 'never'];

/** The settings that decide where notes go. */
export const readSyncSettings = (repo: Repo): Promise<SyncSettings> =>
  readAllSettings(SECTIONS, { cwd: repo.cwd, env: repo.env });

/**
 * The target for the notes of commits that are pushed to a remote: the remote itself, or `prov.<remote>.notesRemote` or
 * `prov.notesRemote`. A remote with different addresses for fetching and pushing, or with several push addresses, has a separate
 * history of notes for each address.
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
  // If either forbids it, it is forbidden.
  const modes = [modeOf(settings, name), ...(known === undefined ? [] : [modeOf(settings, known)])];
  const mode = modes.reduce((a, b) => (STRICTNESS.indexOf(b) > STRICTNESS.indexOf(a) ? b : a));
  return at(settings, other, { url: undefined, mode, branchesOf });
}

/** All targets for the notes of commits that are pushed to a remote: several where it has several push addresses. */
export function destinationsOf(settings: SyncSettings, remote: string): Destination[] {
  const urls = isRemote(settings, remote) ? pushPlaces(settings, remote) : [];
  const found = (urls.length > 0 ? urls : [undefined]).map((url) => destinationOf(settings, { remote, url }));
  return found.filter((one, i) => found.findIndex(({ name }) => name === one.name) === i);
}

/** The source of a remote's notes: git fetches from the first address, whatever the push addresses. */
export function sourceOf(settings: SyncSettings, remote: string): NotesPlace {
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
  // By its address where the name would also mean another one, or push more than this ref.
  const isMirror = /^(?:true|yes|on|1)$/i.test(last(settings, `remote.${remote}.mirror`) ?? '');
  const to = places.length > 1 || isMirror || !isOwn ? (url ?? place) : remote;
  const shown = places.length > 1 ? `${remote} (${withoutPassword(place)})` : remote;
  return { name: isOwn ? remote : nameOf(place), to, address: place, shown, mode, branchesOf };
}

/** The setting for a remote. An unknown word counts as `never`, so that a typing error publishes nothing. */
function modeOf(settings: SyncSettings, remote: string | undefined): PushMode {
  const own = remote === undefined ? undefined : last(settings, `prov.${remote}.push`);
  const value = (own ?? last(settings, 'prov.push') ?? 'auto').toLowerCase();
  return STRICTNESS.find((mode) => mode === value) ?? 'never';
}

/** Whether `git push` sends the notes. */
export const goesWithPush = (mode: PushMode): boolean => mode === 'auto' || mode === 'background';

/** The prov.push settings with an unknown value, which counts as `never`. */
export const unknownModes = (settings: SyncSettings): { setting: string; value: string }[] =>
  [...settings]
    .map(([setting, values]) => ({ setting, value: values.at(-1)! }))
    .filter(
      ({ setting, value }) =>
        /^prov\.(?:.+\.)?push$/s.test(setting) && !/^(?:auto|background|manual|never)$/i.test(value),
    );

/** The names of all remotes. */
export function remotesOf(settings: SyncSettings): string[] {
  const names = [...settings.keys()].flatMap((key) => /^remote\.(.+)\.(?:url|pushurl)$/s.exec(key)?.[1] ?? []);
  return [...new Set(names)];
}

/**
 * The default remote of `git push` here.
 * @throws ProvError `usage` when it is not determined
 */
export async function defaultRemote(repo: Repo, settings: SyncSettings): Promise<string> {
  const branch = (await currentBranch(repo)) ?? '';
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

/** Whether a remote has this name. */
export const isRemote = (settings: SyncSettings, name: string): boolean =>
  settings.has(`remote.${name}.url`) || settings.has(`remote.${name}.pushurl`);

/** The effective value, or the first one (`which` 0). */
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

// A section of the configuration may have any name, but a remote's state is stored in refs.
const isRefName = (name: string): boolean =>
  !/[\s~^:?*[\\\u0000-\u001f\u007f]|(?:^|\/)\.|\.\.|\/\/|@\{|\.lock(?:\/|$)|^\/|[/.]$/.test(name);
