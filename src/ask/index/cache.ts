import { rmSync } from 'node:fs';
import { lockKept } from '../../recorder/spool/lock-kept.ts';
import { binaryReader, type GitReader } from '../../git/objects/port.ts';
import type { Repo } from '../../git/repository/repo.ts';
import {
  buildKept,
  canKeep,
  type KeptFile,
  markKept,
  openFile,
  openKept,
  unmarkKept,
  writeKept,
} from '../../sqlite/kept-file.ts';
import { openDatabase, type Db } from '../../sqlite/sqlite.ts';
import { RankedReader, StandingContext } from '../../notes/standing/judged.ts';
import { weighGraphs } from './build/weigh-graphs.ts';
import { pending, refresh, type TellProgress } from './build/refresh.ts';
import { APPLICATION_ID, INDEXES, SCHEMA_VERSION, TABLES } from './build/schema.ts';
import { filesOf } from '../../git/repository/local-files.ts';

/** How long to wait for another process that uses the index, in milliseconds. Then one is built in memory. */
const LOCK_TIMEOUT_MS = 5000;
/** Changed notes. From this number on, a new index is built beside the old one and replaces it. */
const MIN_CHANGED_NOTES_FOR_NEW_INDEX = 20_000;

export interface CacheOptions {
  /** Reports the progress of building. */
  readonly onProgress?: TellProgress | undefined;
  /** Prints a message to the user, separate from the output. */
  readonly warn: (message: string) => void;
  readonly patience?: number | undefined;
}

/** The folder of a repository's index. It is a cache and may be deleted at any time. */
export const indexDirOf = (repo: Repo): string => filesOf(repo).index;

/** Removes the index with every word in it. The next query rebuilds it. */
export const dropIndex = (repo: Repo): void => rmSync(indexDirOf(repo), { recursive: true, force: true });

type Failed = { readonly why: 'unwritable' | 'newer' };

/**
 * Runs `work` on an up-to-date index. The index is kept in the git dir; a missing, damaged or older one is rebuilt. If that is
 * impossible (a read-only git dir, a full disk, an index of a newer version, another process that holds it for long), an index is built
 * in memory.
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

const keptIn = (repo: Repo): KeptFile => ({
  dir: indexDirOf(repo),
  name: 'index.db',
  applicationId: APPLICATION_ID,
  version: SCHEMA_VERSION,
});

async function withReader<T>(place: IndexPlace, work: IndexWork<T>): Promise<T> {
  const kept = keptIn(place.repo);
  let failed: Failed = { why: 'unwritable' };
  if (canKeep(kept)) {
    const done = await lockKept(kept, place.patience ?? LOCK_TIMEOUT_MS, () => onDisk(place, kept, work));
    if (done && 'value' in done) return done.value;
    if (done) failed = done;
  }
  if (failed.why === 'newer') place.warn(NEWER);
  return inMemory(place, work);
}

const NEWER = 'the index is of a newer git prov and is left alone; one is made in memory, which takes longer.';

async function onDisk<T>(place: IndexPlace, kept: KeptFile, work: IndexWork<T>): Promise<{ value: T } | Failed> {
  const opened = await openKept(kept);
  if (opened === 'newer') return { why: 'newer' };
  let db = opened;
  const { repo, reader, onProgress } = place;
  try {
    const todo = db && (await pending(db, repo, reader));
    if (!db || (todo && todo.changed.size >= MIN_CHANGED_NOTES_FOR_NEW_INDEX)) {
      db?.close();
      db = undefined;
      await buildKept(kept, (fresh) => fill(fresh, place));
      db = await openFile(kept);
    } else if (todo) {
      const old = db;
      await writeKept(kept, () => refresh(old, reader, todo, { fresh: false, tell: onProgress }));
    }
    const isChanged = await weighGraphs(db, place.judge, rankedReader(place), () => markKept(kept));
    if (isChanged) unmarkKept(kept);
    return { value: await work(db, reader, place.judge) };
  } finally {
    db?.close();
  }
}

const rankedReader = ({ repo, reader, judge }: IndexPlace): RankedReader => new RankedReader(repo, reader, judge);

async function fill(db: Db, place: IndexPlace): Promise<void> {
  const { repo, reader, judge, onProgress } = place;
  db.exec(TABLES);
  const todo = await pending(db, repo, reader);
  if (todo) await refresh(db, reader, todo, { fresh: true, tell: onProgress });
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
