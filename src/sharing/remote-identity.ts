import { readFileSync } from 'node:fs';
import { isEnabled } from '../recorder/repo-state.ts';
import { forgetAnswers } from '../git/process/ask-once.ts';
import { git } from '../git/process/process.ts';
import { dropRefs, moveRefs } from '../git/history/ref-updates.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import { isOid, type Oid } from '../model/ids.ts';
import { joinedRef, notesRefspec, trackedBy, trackingRef } from '../notes/transport/tracking.ts';
import { nameOf, placeOf, withoutPassword } from './address.ts';
import { isRemote, type NotesPlace, type SyncSettings } from './sync-settings.ts';
import { filesOf } from '../git/repository/local-files.ts';
import { replaceFile } from '../git/repository/replace-file.ts';

/**
 * What is known of a remote's notes comes from the repository at its address at that time. If that may have been another
 * repository (`git remote set-url`, or no check yet), it is dropped: the notes of one repository must not go to
 * another.
 * @returns whether it was dropped, so the remote must be asked
 */
export async function forgetFormer(repo: Repo, { name, address }: NotesPlace): Promise<boolean> {
  if (name === nameOf(address) || read(repo).get(name)?.place === keyOf(address)) return false;
  await dropRefs(repo, [trackingRef(name)]);
  return true;
}

/**
 * Records the repository that a remote's notes come from. The first time, `git fetch` is set up to fetch them: `init` did that
 * for the existing remotes, and a user who removes the refspec does not get it again. Never fails: it is only a service.
 */
export async function rememberPlace(repo: Repo, settings: SyncSettings, { name, address }: NotesPlace): Promise<void> {
  if (!isEnabled(repo) || !isRemote(settings, name)) return;
  const places = read(repo);
  const known = places.get(name);
  const place = keyOf(address);
  const stale = staleSpecs(settings, name);
  if (known?.place === place && stale.length === 0) return;
  try {
    if (known === undefined || stale.length > 0) await adopt(repo, settings, name);
    const former = known ? await branchesOf(repo, [name]) : [];
    for (const one of places.keys()) if (!isRemote(settings, one)) places.delete(one);
    save(repo, places.set(name, { place, former }));
  } catch {
    // The next call does it.
  }
}

/**
 * The remote-tracking branches of these remotes, which show the commits known there. Branches from the
 * time when a remote was another repository do not count until git moves them.
 */
export async function knownTips(repo: Repo, remotes: readonly string[]): Promise<Oid[]> {
  const places = read(repo);
  const former = new Set(remotes.flatMap((name) => places.get(name)?.former ?? []));
  return (await branchesOf(repo, remotes)).filter((id) => !former.has(id));
}

/** Records that the remote has the pushed commits, even if its former repository had them too. */
export function nowKnown(repo: Repo, { name }: NotesPlace, tips: readonly Oid[]): void {
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

// Our refspecs with another name, which `git remote rename` leaves unchanged, or in the form of earlier versions. With the name in each.
function staleSpecs(settings: SyncSettings, name: string): (readonly [spec: string, former: string])[] {
  return (settings.get(`remote.${name}.fetch`) ?? []).flatMap((spec) => {
    const former = trackedBy(spec);
    if (former === undefined || spec === notesRefspec(name)) return [];
    return former === name || !isRemote(settings, former) ? [[spec, former] as const] : [];
  });
}

/** Makes `git fetch` fetch the notes of a remote that was added after `init`, or renamed. */
async function adopt(repo: Repo, settings: SyncSettings, name: string): Promise<void> {
  const specs = settings.get(`remote.${name}.fetch`) ?? [];
  // A remote without refspecs is only pushed to.
  if (specs.length === 0) return;
  for (const [spec, former] of staleSpecs(settings, name)) {
    const exactly = `^${spec.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
    await git(['config', '--local', '--unset-all', `remote.${name}.fetch`, exactly], inRepo(repo, { accept: [0, 5] }));
    forgetAnswers();
    if (former === name) continue;
    await moveRefs(repo, [
      [trackingRef(former), trackingRef(name)],
      [joinedRef(former), joinedRef(name)],
    ]);
  }
  if (specs.includes(notesRefspec(name))) return;
  await git(['config', '--local', '--add', `remote.${name}.fetch`, notesRefspec(name)], inRepo(repo));
  forgetAnswers();
}

const keyOf = (address: string): string => placeOf(withoutPassword(address));
const fileOf = (repo: Repo): string => filesOf(repo).remotes;

/** The repository of a remote's notes, and the tips of its branches while it was another repository. */
interface RemotePlace {
  readonly place: string;
  readonly former: readonly Oid[];
}

function read(repo: Repo): Map<string, RemotePlace> {
  try {
    const found: unknown = JSON.parse(readFileSync(fileOf(repo), 'utf8'));
    if (typeof found !== 'object' || found === null) return new Map();
    return new Map(Object.entries(found).filter((one): one is [string, RemotePlace] => isKnown(one[1])));
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

function save(repo: Repo, places: ReadonlyMap<string, RemotePlace>): void {
  replaceFile(fileOf(repo), `${JSON.stringify(Object.fromEntries(places))}\n`);
}
