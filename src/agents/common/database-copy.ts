import { closeSync, existsSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRegular } from '../../git/objects/regular-file.ts';
import { type Db, isSqliteError, openForeign } from '../../sqlite/sqlite.ts';
import type { TranscriptFault } from './transcript-event.ts';

/** Size limit in bytes of a database with its log. */
const MAX_DATABASE_BYTES = 8 * 1024 * 1024 * 1024;
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Reads an agent's database from a copy, because the agent may be writing. The latest changes are in a log file beside the
 * database, which is copied too. Its schema runs no functions with side effects.
 * @param read reads the copy. What SQLite throws meanwhile is a fault of the file, so nothing may use it from outside
 */
export async function* fromCopy<T>(
  path: string,
  fault: TranscriptFault,
  read: (db: Db) => Generator<T>,
): AsyncGenerator<T> {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-database-'));
  try {
    const copy = join(dir, 'copy.db');
    let left = MAX_DATABASE_BYTES;
    for (const end of ['', '-wal']) if (existsSync(path + end)) left = copyFile(path + end, copy + end, left);
    if (left < 0) return fault('databases that are too large', path);
    const db = await openForeign(copy);
    try {
      db.exec('PRAGMA locking_mode = EXCLUSIVE'); // otherwise SQLite needs shared memory for the log
      db.exec('PRAGMA trusted_schema = OFF');
      yield* read(db);
    } finally {
      db.close();
    }
  } catch (cause) {
    if (!isSqliteError(cause) && !isFileError(cause)) throw cause;
    fault('databases that cannot be read', path);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

// Copies a regular file. Returns the bytes left of the limit; negative when it is larger, and then copies nothing.
function copyFile(from: string, to: string, most: number): number {
  const source = openRegular(from);
  try {
    const { size } = fstatSync(source);
    if (size > most) return -1;
    const target = openSync(to, 'wx', 0o600);
    try {
      const bytes = Buffer.alloc(Math.min(PART_BYTES, Math.max(size, 1)));
      let rest = size; // an agent may append meanwhile
      for (let read = 1; rest > 0 && read > 0; rest -= read) {
        read = readSync(source, bytes, 0, Math.min(bytes.length, rest), null);
        writeSync(target, bytes, 0, read);
      }
    } finally {
      closeSync(target);
    }
    return most - size;
  } finally {
    closeSync(source);
  }
}

const isFileError = (cause: unknown): boolean =>
  cause instanceof Error && ('syscall' in cause || cause.message.endsWith('is not a regular file.'));
