import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isSqliteError, openDatabase, type Db } from './sqlite.ts';

/** A database that is a cache, in a folder of its own. Callers hold a lock of ours while they use it. */
export interface KeptFile {
  readonly dir: string;
  /** The name of the file in the folder. */
  readonly name: string;
  /** Says which kind of database it is, and the version of its tables. */
  readonly applicationId: number;
  readonly version: number;
}

const fileOf = ({ dir, name }: KeptFile): string => join(dir, name);

/** The mark file exists while tables are written. If it remains, the writing process was killed. */
const markOf = ({ dir }: KeptFile): string => join(dir, 'writing');

/** Makes the folder, and says whether files can be written there. */
export function canKeep({ dir }: KeptFile): boolean {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const probe = join(dir, `probe.${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens the database. One that is damaged, of an older version, or half written is removed.
 * @returns undefined without a usable one, `newer` for that of a newer version, which is left alone
 */
export async function openKept(kept: KeptFile): Promise<Db | 'newer' | undefined> {
  const file = fileOf(kept);
  // All processes that use it hold our own lock, so SQLite's lock is left from a killed process.
  rmSync(`${file}.lock`, { recursive: true, force: true });
  if (existsSync(markOf(kept))) removeKept(kept);
  removeLeft(kept);
  if (!existsSync(file)) return undefined;
  let db: Db | undefined;
  try {
    db = await openFile(kept);
    const version = Number(db.get('PRAGMA user_version')?.['user_version']);
    const isOurs = Number(db.get('PRAGMA application_id')?.['application_id']) === kept.applicationId;
    if (isOurs && version > kept.version) {
      db.close();
      return 'newer';
    }
    if (isOurs && version === kept.version && db.get('SELECT count(*) AS n FROM meta')) return db;
  } catch (error) {
    if (!isSqliteError(error)) throw error;
  }
  db?.close();
  removeKept(kept);
  return undefined;
}

/**
 * Opens a database that was built. SQLite's journal is not used for recovery: its build in WebAssembly takes its own lock for
 * another's, and would not roll back.
 */
export async function openFile(kept: KeptFile): Promise<Db> {
  const db = await openDatabase(fileOf(kept));
  // Data is on the disk at the end of a transaction, and only then the mark is removed.
  db.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768',
  );
  return db;
}

/** Writes to the tables. After a failure the mark stays, because the state of the tables is unknown. */
export async function writeKept<T>(kept: KeptFile, work: () => Promise<T>): Promise<T> {
  markKept(kept);
  const result = await work();
  unmarkKept(kept);
  return result;
}

/** Marks the tables as being written. */
export const markKept = (kept: KeptFile): void => writeFileSync(markOf(kept), `${process.pid}\n`);

/** The tables are complete again. */
export const unmarkKept = (kept: KeptFile): void => rmSync(markOf(kept), { force: true });

/** What a disk that is full or has a fault answers. */
const DISK_FAULTS: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EFBIG']);

/** Whether an error says that the disk does not take a database, or that the database is damaged. */
export const isKeptFault = (error: unknown): boolean =>
  isSqliteError(error) || DISK_FAULTS.has(String((error as NodeJS.ErrnoException | undefined)?.code));

/**
 * Runs `work`, which opens and uses the database. A damaged one is removed, and `work` runs once more.
 * @returns undefined when that fails too, because the disk is full or has a fault. Nothing of the database is left there then
 */
export async function onKept<T>(kept: KeptFile, work: () => Promise<T>): Promise<T | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isKeptFault(error)) throw error;
      removeKept(kept);
      if (attempt === MAX_ATTEMPTS) return undefined;
    }
  }
}

const MAX_ATTEMPTS = 2;

/** Builds a database beside the old one, which it replaces: no other process sees it before it is complete and on the disk. */
export async function buildKept(kept: KeptFile, fill: (db: Db) => Promise<void>): Promise<void> {
  const beside = join(kept.dir, `new.${process.pid}.db`);
  const db = await openDatabase(beside);
  try {
    db.exec(
      'PRAGMA page_size = 16384; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -131072',
    );
    await fill(db);
  } catch (error) {
    db.close();
    rmSync(beside, { force: true }); // on a full disk, others need the space
    throw error;
  }
  db.close();
  const fd = openSync(beside, 'r+');
  fsyncSync(fd);
  closeSync(fd);
  renameSync(beside, fileOf(kept));
}

/** Removes the database and what belongs to it. */
export function removeKept(kept: KeptFile): void {
  for (const name of [kept.name, `${kept.name}.lock`, `${kept.name}-journal`, 'writing'])
    rmSync(join(kept.dir, name), { recursive: true, force: true });
}

// Deletes files of killed builders.
function removeLeft({ dir }: KeptFile): void {
  for (const name of readdirSync(dir))
    if (name.startsWith('new.')) rmSync(join(dir, name), { recursive: true, force: true });
}
