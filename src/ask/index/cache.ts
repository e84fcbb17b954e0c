import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  existsSync,
} from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../recorder/spool/lock.ts';
import { binaryReader, type GitReader } from '../../git/objects/port.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { isSqliteError, openDatabase, type Db } from '../../sqlite/sqlite.ts';
import { RankedReader, StandingContext } from '../../notes/standing/judged.ts';
import { weighGraphs } from './build/weigh-graphs.ts';
import { pending, refresh, type Pending, type TellProgress } from './build/refresh.ts';
import { APPLICATION_ID, INDEXES, SCHEMA_VERSION, TABLES } from './build/schema.ts';
import { filesOf } from '../../git/repository/local-files.ts';

/** How long to wait for another process that uses the index, in milliseconds. Then one is built in memory. */
const LOCK_TIMEOUT_MS = 5000;
/** Changed notes. From this number on, a new index is built beside the old one and replaces it. */
const MIN_CHANGED_NOTES_FOR_NEW_INDEX = 20_000;

export interface CacheOptions {
  /** Reports the progress of building. */
  readonly tell?: TellProgress | undefined;
  /** Prints a message to the user, separate from the output. */
  readonly warn: (message: string) => void;
  readonly patience?: number | undefined;
}

/** The folder of a repository's index. It is a cache and may be deleted at any time. */
export const indexDirOf = (repo: Repo): string => filesOf(repo).index;

/** Removes the index with every word in it. The next query rebuilds it. */
export const dropIndex = (repo: Repo): void => rmSync(indexDirOf(repo), { recursive: true, force: true });

type Failed = { readonly why: 'unwritable' | 'busy' | 'newer' };

/**
 * Runs `work` on an up-to-date index. The index is kept in the git dir; a missing, damaged or older one is rebuilt. If that is
 * impossible (a read-only git dir, an index of a newer version, another process that holds it for long), an index is built in memory.
 * An index that turns out to be damaged while it is read is rebuilt once.
 */
export async function withDatabase<T>(repo: Repo, options: CacheOptions, work: IndexWork<T>): Promise<T> {
  const reader = binaryReader(repo);
  const judge = new StandingContext(repo);
  judge.trust().catch(() => undefined); // git reads the settings while SQLite is loaded
  try {
    return await withReader({ repo, reader, judge, ...options }, work);
  } finally {
    await reader.close();
  }
}

/** Works with an open index. The reader reads the repository's objects. */
export type IndexWork<T> = (db: Db, reader: GitReader, judge: StandingContext) => Promise<T>;

interface IndexPlace extends CacheOptions {
  readonly repo: Repo;
  readonly reader: GitReader;
  readonly judge: StandingContext;
}

async function withReader<T>(place: IndexPlace, work: IndexWork<T>): Promise<T> {
  const dir = indexDirOf(place.repo);
  let failed: Failed = { why: 'unwritable' };
  if (canWrite(dir)) {
    const done = await withLock(dir, place.patience ?? LOCK_TIMEOUT_MS, async () => {
      try {
        return await onDisk(place, dir, work);
      } catch (error) {
        if (!isSqliteError(error)) throw error;
        clear(dir);
        return onDisk(place, dir, work);
      }
    });
    if (done && 'value' in done) return done.value;
    failed = done ?? { why: 'busy' };
  }
  if (failed.why === 'newer') place.warn(NEWER);
  return inMemory(place, work);
}

const NEWER = 'the index is of a newer git prov and is left alone; one is made in memory, which takes longer.';

function canWrite(dir: string): boolean {
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

async function onDisk<T>(place: IndexPlace, dir: string, work: IndexWork<T>): Promise<{ value: T } | Failed> {
  const file = join(dir, 'index.db');
  const opened = await openOld(dir, file);
  if (opened === 'newer') return { why: 'newer' };
  let db = opened;
  try {
    const todo = db && (await pending(db, place.repo, place.reader));
    if (!db || (todo && todo.changed.size >= MIN_CHANGED_NOTES_FOR_NEW_INDEX)) {
      db?.close();
      db = undefined;
      await buildBeside(place, dir, file);
      db = await openFile(file);
    } else if (todo) await bringUp(db, place, dir, todo);
    const isChanged = await weighGraphs(db, place.judge, rankedReader(place), () =>
      writeFileSync(markOf(dir), `${process.pid}\n`),
    );
    if (isChanged) rmSync(markOf(dir), { force: true });
    return { value: await work(db, place.reader, place.judge) };
  } finally {
    db?.close();
  }
}

/** The mark file exists while tables are written. If it remains, the writing process was killed. */
const markOf = (dir: string): string => join(dir, 'writing');

// Undefined without a usable index.
async function openOld(dir: string, file: string): Promise<Db | 'newer' | undefined> {
  // All processes that use the index hold our own lock, so SQLite's lock is left from a killed process.
  rmSync(`${file}.lock`, { recursive: true, force: true });
  if (existsSync(markOf(dir))) clear(dir);
  removeLeft(dir);
  if (!existsSync(file)) return undefined;
  let db: Db | undefined;
  try {
    db = await openFile(file);
    const version = Number(db.get('PRAGMA user_version')?.['user_version']);
    const ours = Number(db.get('PRAGMA application_id')?.['application_id']) === APPLICATION_ID;
    if (ours && version > SCHEMA_VERSION) {
      db.close();
      return 'newer';
    }
    if (ours && version === SCHEMA_VERSION && db.get('SELECT count(*) AS n FROM meta')) return db;
  } catch (error) {
    if (!isSqliteError(error)) throw error;
  }
  db?.close();
  clear(dir);
  return undefined;
}

// SQLite's journal is not used for recovery, because this build takes its own lock for another's and would not roll back.
async function openFile(file: string): Promise<Db> {
  const db = await openDatabase(file);
  // Data is on the disk at the end of a transaction, and only then the mark is removed.
  db.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768',
  );
  return db;
}

async function bringUp(db: Db, { reader, tell }: IndexPlace, dir: string, todo: Pending): Promise<void> {
  writeFileSync(markOf(dir), `${process.pid}\n`);
  await refresh(db, reader, todo, { fresh: false, tell });
  rmSync(markOf(dir), { force: true }); // after a failure the mark stays, because the state of the tables is unknown
}

// No other process sees the file before it is complete and on the disk.
async function buildBeside(place: IndexPlace, dir: string, file: string): Promise<void> {
  const beside = join(dir, `new.${process.pid}.db`);
  const db = await openDatabase(beside);
  try {
    db.exec(
      'PRAGMA page_size = 16384; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -131072',
    );
    await fill(db, place);
  } finally {
    db.close();
  }
  const fd = openSync(beside, 'r+');
  fsyncSync(fd);
  closeSync(fd);
  renameSync(beside, file);
}

const rankedReader = ({ repo, reader, judge }: IndexPlace): RankedReader => new RankedReader(repo, reader, judge);

async function fill(db: Db, place: IndexPlace): Promise<void> {
  const { repo, reader, judge, tell } = place;
  db.exec(TABLES);
  const todo = await pending(db, repo, reader);
  if (todo) await refresh(db, reader, todo, { fresh: true, tell });
  else db.exec(INDEXES);
  await weighGraphs(db, judge, rankedReader(place));
}

async function inMemory<T>(place: IndexPlace, work: IndexWork<T>): Promise<T> {
  const db = await openDatabase(':memory:');
  try {
    await fill(db, place);
    return await work(db, place.reader, place.judge);
  } finally {
    db.close();
  }
}

// Deletes files of killed builders.
function removeLeft(dir: string): void {
  for (const name of readdirSync(dir))
    if (name.startsWith('new.')) rmSync(join(dir, name), { recursive: true, force: true });
}

function clear(dir: string): void {
  for (const name of ['index.db', 'index.db.lock', 'index.db-journal', 'writing'])
    rmSync(join(dir, name), { recursive: true, force: true });
}
