import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { indexFolders } from '../../capture/snapshots.ts';
import { isStale } from '../../capture/lock.ts';
import { NOTES_REF } from '../../store/notes.ts';
import { fine, FIX, type Finding, type Patient } from './finding.ts';

/** Nobody holds the lock of a ref, or the private index, for longer than this. */
const REF_LOCK_MS = 60_000;
const INDEX_MS = 10 * 60_000;

/** Locks of processes that are gone: of recording, of the notes' ref, of the private indexes. */
export function checkLocks({ repo, dir, now }: Patient): Finding[] {
  const found = [
    ...drainLock(dir),
    ...refLocks(repo.commonDir, now),
    ...indexFolders(dir).flatMap((wt) => indexLock(wt, now)),
  ];
  return found.length > 0 ? found : [fine('locks', 'No process that is gone holds a lock.')];
}

function drainLock(dir: string): Finding[] {
  const file = join(dir, 'lock');
  if (!existsSync(file) || !isStale(file)) return [];
  return [
    {
      name: 'locks',
      state: 'warning',
      what: `${file} is of a process that is gone.`,
      why: 'It was killed while it recorded; the next one takes the lock over.',
      todo: FIX,
      mend: () => rmSync(file, { force: true }),
    },
  ];
}

// That of the reftables is in the way of all refs.
function refLocks(commonDir: string, now: number): Finding[] {
  const locks = [`${NOTES_REF}.lock`, 'reftable/tables.list.lock'].map((name) => join(commonDir, name));
  return locks
    .filter((file) => age(file, now) >= REF_LOCK_MS)
    .map((file) => ({
      name: 'locks',
      state: 'problem',
      what: `${file} is in the way: no note can be written.`,
      why: 'A git process was killed while it wrote the ref.',
      todo: FIX,
      mend: () => rmSync(file, { force: true }),
    }));
}

function indexLock(wt: string, now: number): Finding[] {
  const busy = join(wt, 'busy');
  if (!existsSync(busy)) return [];
  const owner = Number(readFileSync(busy, 'utf8'));
  if (isAlive(owner) && age(busy, now) < INDEX_MS) return [];
  return [
    {
      name: 'locks',
      state: 'warning',
      what: `${busy} is of a hook that is gone.`,
      why: 'It was killed while it looked at the work tree; the next one takes the index over.',
      todo: FIX,
      mend: () => {
        for (const name of readdirSync(wt))
          if (name === 'busy' || /\.lock$|^(?:index|tree)\.\d/.test(name)) rmSync(join(wt, name), { force: true });
      },
    },
  ];
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function age(file: string, now: number): number {
  const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return at === undefined ? -1 : now - at;
}
