import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEnabled, provDirOf } from '../recorder/repo-state.ts';
import { git } from '../git/process/process.ts';
import { dropRefs, moveRefs } from '../git/history/refs.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import { isOid, type Oid } from '../model/ids.ts';
import { joinedRef, notesRefspec, trackedBy, trackingRef } from '../notes/transport/tracking.ts';
import { nameOf, placeOf, withoutPassword } from './address.ts';
import { isRemote, type Place, type SyncSettings } from './settings.ts';

/**
 * What is known of a remote's notes was said by the repository that its address named then. When that may have been
 * another one (`git remote set-url`, or nobody has looked yet), it is forgotten: the notes of the one are nobody's
 * business at the other.
 * @returns whether it was forgotten, so that the remote is to be asked
 */
export async function forgetFormer(repo: Repo, { name, address }: Place): Promise<boolean> {
  if (name === nameOf(address) || read(repo).get(name)?.place === keyOf(address)) return false;
  await dropRefs(repo, [trackingRef(name)]);
  return true;
}

/**
 * Keeps where a remote's notes are from. The first time, a plain `git fetch` is told to bring them: `init` has done so
 * for the remotes that were there, and whoever takes it out again is not told twice. Never fails: it is a service.
 */
export async function rememberPlace(repo: Repo, settings: SyncSettings, { name, address }: Place): Promise<void> {
  if (!isEnabled(repo) || !isRemote(settings, name)) return;
  const places = read(repo);
  const known = places.get(name);
  const place = keyOf(address);
  if (known?.place === place) return;
  try {
    if (known === undefined) await adopt(repo, settings, name);
    const former = known ? await branchesOf(repo, [name]) : [];
    for (const one of places.keys()) if (!isRemote(settings, one)) places.delete(one);
    save(repo, places.set(name, { place, former }));
  } catch {
    // The next time does it.
  }
}

/**
 * What the remote-tracking branches of these remotes point at, which tells what is known there. Those that are from the
 * time when a remote was another repository do not count until git moves them.
 */
export async function knownTips(repo: Repo, remotes: readonly string[]): Promise<Oid[]> {
  const places = read(repo);
  const former = new Set(remotes.flatMap((name) => places.get(name)?.former ?? []));
  return (await branchesOf(repo, remotes)).filter((id) => !former.has(id));
}

/** What was pushed to a remote is known there, also where it was known to its former repository. */
export function nowKnown(repo: Repo, { name }: Place, tips: readonly Oid[]): void {
  const places = read(repo);
  const known = places.get(name);
  if (!known?.former.some((id) => tips.includes(id))) return;
  save(repo, places.set(name, { ...known, former: known.former.filter((id) => !tips.includes(id)) }));
}

async function branchesOf(repo: Repo, remotes: readonly string[]): Promise<Oid[]> {
  if (remotes.length === 0) return [];
  const args = ['for-each-ref', '--format=%(objectname)', ...remotes.map((name) => `refs/remotes/${name}/`)];
  const { stdout } = await git(args, inRepo(repo));
  return stdout.toString('latin1').split('\n').filter(isOid);
}

/** Has `git fetch` bring the notes of a remote that was added after `init`, or renamed. */
async function adopt(repo: Repo, settings: SyncSettings, name: string): Promise<void> {
  const specs = settings.get(`remote.${name}.fetch`) ?? [];
  // One that fetches nothing is only pushed to.
  if (specs.length === 0) return;
  for (const spec of specs) {
    const former = trackedBy(spec);
    if (former === undefined || former === name || isRemote(settings, former)) continue;
    // `git remote rename` leaves our refspec as it is.
    const exactly = `^${spec.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
    await git(['config', '--local', '--unset-all', `remote.${name}.fetch`, exactly], inRepo(repo, { accept: [0, 5] }));
    await moveRefs(repo, [
      [trackingRef(former), trackingRef(name)],
      [joinedRef(former), joinedRef(name)],
    ]);
  }
  if (!specs.includes(notesRefspec(name)))
    await git(['config', '--local', '--add', `remote.${name}.fetch`, notesRefspec(name)], inRepo(repo));
}

const keyOf = (address: string): string => placeOf(withoutPassword(address));
const fileOf = (repo: Repo): string => join(provDirOf(repo), 'places.json');

/** Where a remote's notes are from, and what its branches pointed at when it was another repository. */
interface Known {
  readonly place: string;
  readonly former: readonly Oid[];
}

function read(repo: Repo): Map<string, Known> {
  try {
    const found: unknown = JSON.parse(readFileSync(fileOf(repo), 'utf8'));
    if (typeof found !== 'object' || found === null) return new Map();
    return new Map(Object.entries(found).filter((one): one is [string, Known] => isKnown(one[1])));
  } catch {
    return new Map();
  }
}

function isKnown(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { place, former } = value as Record<string, unknown>;
  return (
    typeof place === 'string' && Array.isArray(former) && former.every((id) => typeof id === 'string' && isOid(id))
  );
}

function save(repo: Repo, places: ReadonlyMap<string, Known>): void {
  const file = fileOf(repo);
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(Object.fromEntries(places))}\n`, { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
}
