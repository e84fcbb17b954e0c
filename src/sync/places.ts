import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEnabled, provDirOf } from '../capture/pending.ts';
import { git } from '../git/process.ts';
import { dropRefs, moveRefs } from '../git/refs.ts';
import { inRepo, type Repo } from '../git/repo.ts';
import { joinedRef, notesRefspec, trackedBy, trackingRef } from '../store/tracking.ts';
import { nameOf, placeOf, withoutPassword } from './address.ts';
import { isRemote, type Place, type SyncSettings } from './settings.ts';

/**
 * What is known of a remote's notes was said by the repository that its address named then. When that may have been
 * another one (`git remote set-url`, or nobody has looked yet), it is forgotten: the notes of the one are nobody's
 * business at the other.
 * @returns whether it was forgotten, so that the remote is to be asked
 */
export async function forgetFormer(repo: Repo, { name, address }: Place): Promise<boolean> {
  if (name === nameOf(address) || read(repo).get(name) === keyOf(address)) return false;
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
  if (known === keyOf(address)) return;
  try {
    if (known === undefined) await adopt(repo, settings, name);
    const file = fileOf(repo);
    const rest = [...places].filter(([one]) => one !== name && isRemote(settings, one));
    const next = Object.fromEntries([...rest, [name, keyOf(address)]]);
    writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(next)}\n`, { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The next time does it.
  }
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

function read(repo: Repo): Map<string, string> {
  try {
    const found: unknown = JSON.parse(readFileSync(fileOf(repo), 'utf8'));
    if (typeof found !== 'object' || found === null) return new Map();
    return new Map(Object.entries(found).filter((one): one is [string, string] => typeof one[1] === 'string'));
  } catch {
    return new Map();
  }
}
