import { decodeCommit, type GitReader } from '../../../git/objects/port.ts';
import { type Repo } from '../../../git/repository/repo.ts';
import { isOid, type Oid } from '../../../model/ids.ts';
import { differing, listAll, locate, type Trees } from '../../../notes/fanout.ts';
import { NOTE_LIMIT, NoteReader } from '../../../notes/note-reader.ts';
import { openDecoding, type Decoding } from './decoding.ts';
import type { Db } from '../../../sqlite/sqlite.ts';
import type { NoteRows, RawNote } from './rows.ts';
import { INDEXES } from './schema.ts';
import { Writer } from './index-writer.ts';
import { commitsIn } from '../../../git/history/rev-list.ts';

/** Notes read from git, decoded and written per batch. */
const NOTES_PER_BATCH = 128;
/** Batches decoded ahead of the one being written. */
const MAX_BATCHES_AHEAD = 12;
/** Bytes of notes decoded ahead. Decoded, they take several times as much. */
const MAX_BYTES_AHEAD = 8 * 1024 * 1024;
/** Notes up to this size are read and decoded together. */
const MAX_BATCHED_BYTES = 64 * 1024;

/** Bytes of new words that FTS5 collects in memory before it sorts them: during a build, and its default. */
const BUILD_HASH_BYTES = 32 * 1024 * 1024;
const USUAL_HASH_BYTES = 1024 * 1024;

/** Reports the progress of building. */
export type TellProgress = (done: number, all: number) => void;

/** The work that brings an index up to date. */
export interface Pending {
  /** The commit of the notes that the index will reflect. */
  readonly tip: Oid | undefined;
  readonly changed: ReadonlyMap<Oid, readonly Oid[]>;
  readonly removed: readonly Oid[];
}

/** The difference between notes and index; undefined when the index is up to date. */
export async function pending(db: Db, repo: Repo, reader: GitReader): Promise<Pending | undefined> {
  const tip = await new NoteReader(reader).tip();
  const at = db.get("SELECT value FROM meta WHERE name = 'tip'")?.['value'] ?? '';
  if (at === (tip ?? '')) return undefined;
  const trees: Trees = new Map();
  const root = tip && (await rootOf(reader, tip));
  const base = isOid(String(at)) ? await rootOf(reader, String(at) as Oid).catch(() => undefined) : undefined;
  if (!root) return { tip, changed: new Map(), removed: all(db) };
  if (base) {
    const [to, from] = [await differing(reader, root, base, trees), await differing(reader, base, root, trees)];
    const commits = new Set([...to.keys(), ...from.keys()]);
    const changed = await locate(reader, root, commits, trees);
    return { tip, changed, removed: [...commits].filter((commit) => !changed.has(commit)) };
  }
  const listed = await listAll(reader, root);
  const changed = new Map<Oid, readonly Oid[]>(listed);
  const removed: Oid[] = [];
  for (const row of db.each('SELECT oid, blobs FROM note')) {
    const commit = row['oid'] as Oid;
    const blobs = listed.get(commit);
    if (!blobs) removed.push(commit);
    else if (namesOf(blobs) === row['blobs']) changed.delete(commit);
  }
  return { tip, changed: await oldestFirst(repo, changed), removed };
}

const all = (db: Db): Oid[] => db.all('SELECT oid FROM note').map((row) => row['oid'] as Oid);
const namesOf = (blobs: readonly Oid[]): string => [...new Set(blobs)].sort().join(' ');

async function rootOf(reader: GitReader, tip: Oid): Promise<Oid> {
  const [object] = await reader.readObjects([tip], NOTE_LIMIT);
  return decodeCommit(object).tree;
}

// Later rows belong to later commits, because the search reads only the last of very many matching steps.
async function oldestFirst(repo: Repo, notes: ReadonlyMap<Oid, readonly Oid[]>): Promise<Map<Oid, readonly Oid[]>> {
  if (notes.size < 2) return new Map(notes);
  const there = await commitsIn(repo, { flags: ['--no-walk=sorted', '--ignore-missing'], from: notes.keys() });
  const known = new Set(there);
  const gone = [...notes.keys()].filter((commit) => !known.has(commit)).sort();
  return new Map([...gone, ...there.reverse()].map((commit) => [commit, notes.get(commit)!]));
}

/**
 * Updates the index in one transaction.
 * @param fresh the tables are empty and have no indexes yet
 */
export async function refresh(
  db: Db,
  reader: GitReader,
  { tip, changed, removed }: Pending,
  { fresh, tell }: { readonly fresh: boolean; readonly tell?: TellProgress | undefined },
): Promise<void> {
  const decoding = openDecoding(changed.size);
  const writer = new Writer(db, fresh);
  db.exec('BEGIN');
  try {
    if (fresh)
      for (const table of ['said', 'done'])
        db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${BUILD_HASH_BYTES})`);
    for (const commit of removed) writer.remove(commit);
    let written = 0;
    for await (const rows of decoded([...changed], reader, decoding)) {
      for (const note of rows) writer.put(note);
      tell?.((written += rows.length), changed.size);
    }
    if (fresh) {
      db.exec(INDEXES);
      for (const table of ['said', 'done'])
        db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${USUAL_HASH_BYTES})`);
    }
    db.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('tip', ?)", tip ?? '');
    db.exec('COMMIT');
  } catch (error) {
    db.rollBack();
    throw error;
  } finally {
    await decoding.close();
  }
}

// Reads and decodes some batches ahead, so that git, the threads and the writer work in parallel. Keeps the order.
async function* decoded(
  notes: readonly (readonly [Oid, readonly Oid[]])[],
  reader: GitReader,
  decoding: Decoding,
): AsyncGenerator<readonly NoteRows[]> {
  const under: { rows: Promise<readonly NoteRows[]>; size: number }[] = [];
  let ahead = 0;
  const batches = rawBatches(notes, reader);
  for (let next = batches.next(); ;) {
    const { value: raw, done } = await next;
    if (done) break;
    const size = sizeOf(raw);
    while (under.length > 0 && (under.length > MAX_BATCHES_AHEAD || ahead + size > MAX_BYTES_AHEAD)) {
      const first = under.shift()!;
      yield await first.rows;
      ahead -= first.size;
    }
    const rows = decoding.rows(raw);
    rows.catch(() => undefined); // reported when its turn comes
    under.push({ rows, size });
    ahead += size;
    next = batches.next();
  }
  for (const { rows } of under) yield await rows;
}

const sizeOf = (raw: readonly RawNote[]): number =>
  raw.reduce((sum, { bytes }) => sum + bytes.reduce((own, one) => own + (one?.length ?? 0), 0), 0);

// Small notes together, and each large one alone: a stranger can put several hundred MiB of notes on the commits of a batch.
async function* rawBatches(
  notes: readonly (readonly [Oid, readonly Oid[]])[],
  reader: GitReader,
): AsyncGenerator<RawNote[], undefined> {
  for (let at = 0; at < notes.length; at += NOTES_PER_BATCH) {
    const batch = notes.slice(at, at + NOTES_PER_BATCH);
    const small = await readBlobs([...new Set(batch.flatMap(([, blobs]) => blobs))], reader, MAX_BATCHED_BYTES);
    let ready: RawNote[] = [];
    for (const [commit, blobs] of batch) {
      if (blobs.every((blob) => small.has(blob))) {
        ready.push(rawOf(commit, blobs, small));
        continue;
      }
      if (ready.length > 0) yield ready;
      ready = [];
      yield [rawOf(commit, blobs, await readBlobs([...new Set(blobs)], reader, NOTE_LIMIT))];
    }
    if (ready.length > 0) yield ready;
  }
  return undefined;
}

const rawOf = (commit: Oid, blobs: readonly Oid[], bytes: ReadonlyMap<Oid, Uint8Array>): RawNote => ({
  commit,
  blobs: namesOf(blobs),
  bytes: [...new Set(blobs)].map((blob) => bytes.get(blob) ?? null),
});

async function readBlobs(names: readonly Oid[], reader: GitReader, limit: number): Promise<Map<Oid, Uint8Array>> {
  const found = new Map<Oid, Uint8Array>();
  const keep = (blob: Oid, object: Awaited<ReturnType<GitReader['readObjects']>>[number]): void => {
    if (object && 'bytes' in object && object.type === 'blob') found.set(blob, object.bytes);
  };
  try {
    for (const [i, object] of (await reader.readObjects(names, limit)).entries()) keep(names[i]!, object);
  } catch {
    // A corrupt object ends git, so each object is requested alone.
    for (const blob of names) keep(blob, (await reader.readObjects([blob], limit).catch(() => []))[0]);
  }
  return found;
}
