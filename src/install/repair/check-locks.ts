import { NOTES_REF } from '../../notes/refs.ts';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isStale } from '../../recorder/spool/lock.ts';
import { fine, FIX, type DoctorFinding, type CheckContext } from './doctor-finding.ts';
import { refFiles } from './check-refs.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** A ref lock older than this was left by a killed process. */
const REF_LOCK_MS = 60_000;

/** Locks of dead processes: the recording lock, and locks of the notes ref. */
export function checkLocks({ repo, dir, now }: CheckContext): DoctorFinding[] {
  const found = [...drainLock(dir), ...refLocks(repo.commonDir, now)];
  return found.length > 0 ? found : [fine('locks', 'No lock was left by a dead process.')];
}

function drainLock(dir: string): DoctorFinding[] {
  const file = localFiles(dir).lock;
  if (!existsSync(file) || !isStale(file)) return [];
  return [
    {
      name: 'locks',
      state: 'warning',
      what: `${file} was left by a dead process.`,
      why: 'The process was killed while it recorded. The next one takes over the lock.',
      todo: FIX,
      mend: () => rmSync(file, { force: true }),
    },
  ];
}

// The lock of the reftables blocks all refs.
function refLocks(commonDir: string, now: number): DoctorFinding[] {
  const names = refFiles(commonDir).filter((name) => name.endsWith('.lock'));
  const locks = [`${NOTES_REF}.lock`, 'reftable/tables.list.lock', ...names].map((name) => join(commonDir, name));
  return locks
    .filter((file) => age(file, now) >= REF_LOCK_MS)
    .map((file) => ({
      name: 'locks',
      state: 'problem',
      what: `${file} blocks writing and joining notes.`,
      why: 'A git process was killed while it wrote the ref.',
      todo: FIX,
      mend: () => rmSync(file, { force: true }),
    }));
}

function age(file: string, now: number): number {
  const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return at === undefined ? -1 : Math.abs(now - at); // the clock may have been set back since
}
