import { ObjectReader } from '../git/objects/objects.ts';
import type { Repo } from '../git/repository/repo.ts';
import { filesOf } from '../git/repository/local-files.ts';
import type { Oid } from '../model/ids.ts';
import { lockKept } from '../recorder/spool/lock-kept.ts';
import { canKeep, buildKept, type KeptFile, openFile, openKept, writeKept } from '../sqlite/kept-file.ts';
import { loadSqlite, openDatabase, type Db } from '../sqlite/sqlite.ts';
import type { FileFacts } from './facts.ts';
import { grammarOf } from './languages/all.ts';
import { LateContents } from './late-contents.ts';
import { refreshNames } from './names/known-names.ts';
import { MAX_FILE_BYTES, ParserLost } from './parse/parser.ts';
import { openParsing } from './parse/parsing.ts';
import type { RawContent } from './parse/read-contents.ts';
import { CODE_APPLICATION_ID, CODE_SCHEMA_VERSION, CodeStore, type Content, keyOf } from './store/code-store.ts';
import { filesOfCommit, filesOfWorkTree, type TreeFiles } from './tree-files.ts';
import { foldersOf, type TreeTexts, type TreeView } from './tree-view.ts';

/** How long to wait for another process that uses the cache, in milliseconds. Then one is built in memory. */
const LOCK_TIMEOUT_MS = 5000;
/** Files that are read from git and parsed together. */
const FILES_PER_BATCH = 64;
/** With so many files to parse at most, a question parses those that it needs. Fewer than the file of names may lack. */
const MAX_LATE = 40;
/** Files such as `package.json` are read up to this size, in bytes. Lock files are long. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

export interface CodeOptions {
  /** The commit to ask about; undefined for the work tree. */
  readonly commit?: Oid | undefined;
  /** Reports how many files were parsed, of how many. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

/** The code of a tree, with the files that use a name. */
export interface CodeTree extends TreeView {
  /** The files that may call or extend something of this name. */
  using(name: string): readonly string[];
  /** The id of a file's content. */
  oid(path: string): Oid | undefined;
}

/**
 * Runs `work` on the code of a commit or of the work tree. Files that were never parsed are parsed first; the rest is read from
 * `.git/prov/code`. Where that folder cannot be used, all is parsed again in memory.
 */
export function withCode<T>(repo: Repo, options: CodeOptions, work: Work<T>): Promise<T> {
  const found = withFiles(repo, options, (place) => withStore(place, work));
  loadSqlite().catch(() => undefined); // while git lists the files; opening the database says what is wrong
  return found;
}

/** Runs `work` on the files of a commit or of the work tree. Nothing is parsed. */
export const withTexts = <T>(
  repo: Repo,
  options: Pick<CodeOptions, 'commit'>,
  work: (tree: TreeTexts) => Promise<T>,
): Promise<T> =>
  withFiles(repo, options, (place) => work({ paths: new Set(place.files.oids.keys()), texts: textsOf(place) }));

/** Runs `work` on the list of files of a commit or of the work tree. */
export async function withFiles<T>(repo: Repo, options: CodeOptions, work: (place: Place) => Promise<T>): Promise<T> {
  const objects = new ObjectReader(repo);
  try {
    const files = options.commit ? await filesOfCommit(repo, options.commit) : await filesOfWorkTree(repo, topOf(repo));
    return await work({ repo, objects, files, ...options });
  } finally {
    await objects.close();
  }
}

const topOf = (repo: Repo): string => repo.workTree ?? repo.cwd;

/** A tree with its files. */
export interface Place extends CodeOptions {
  readonly repo: Repo;
  readonly objects: ObjectReader;
  readonly files: TreeFiles;
  /** Whether the file of names has to be looked at, although no file of the tree is new. */
  readonly names?: boolean;
  /** Whether all files are parsed before the question is answered. */
  readonly isWhole?: boolean;
}

type Work<T> = (tree: CodeTree) => Promise<T>;

/** Runs `work` on the code of these files, as `withCode` does. */
export async function withStore<T>(place: Place, work: Work<T>): Promise<T> {
  const kept: KeptFile = {
    dir: filesOf(place.repo).code,
    name: 'code.db',
    applicationId: CODE_APPLICATION_ID,
    version: CODE_SCHEMA_VERSION,
  };
  if (canKeep(kept)) {
    const done = await lockKept(kept, LOCK_TIMEOUT_MS, () =>
      onDisk(place, kept, work).catch((error: unknown) => {
        if (error instanceof ParserLost) return onDisk({ ...place, isWhole: true }, kept, work);
        throw error;
      }),
    );
    if (done) return done.value;
  }
  return inMemory(place, work);
}

async function onDisk<T>(place: Place, kept: KeptFile, work: Work<T>): Promise<{ readonly value: T } | undefined> {
  const opened = await openKept(kept);
  if (opened === 'newer') return undefined;
  let db = opened;
  try {
    if (db && !new CodeStore(db).isCurrent()) {
      db.close();
      db = undefined;
    }
    const isNew = !db;
    if (!db) {
      await buildKept(kept, (fresh) => fill(fresh, place));
      db = await openFile(kept);
    }
    const store = new CodeStore(db);
    const missing = missingIn(store, place.files);
    const late = await lateOf(place, missing);
    if (missing.length > 0 && !late) await writeKept(kept, () => readInto(store, place, missing));
    if (isNew || (missing.length > 0 && !late) || place.names)
      refreshNames(kept.dir, place.files, place.names === true, (content) => store.facts(content));
    const value = await work(treeOf(store, place, late));
    if (late) await keepLate(kept, store, place.files, late);
    return { value };
  } finally {
    db?.close();
  }
}

/** The contents that a tree lacks, if they are few enough to be read when they are needed. */
async function lateOf(place: Place, missing: readonly Omit<RawContent, 'bytes'>[]): Promise<LateContents | undefined> {
  if (missing.length === 0 || missing.length > MAX_LATE || place.isWhole) return undefined;
  const { objects, files, onProgress } = place;
  const contents = withBytes(objects, files, missing);
  return LateContents.of(
    contents,
    missing.map(({ path }) => path),
    onProgress,
  );
}

// What was parsed for a question is kept, and the tree is known, so that the next question does not look all its files up.
async function keepLate(
  kept: KeptFile,
  store: CodeStore,
  { key, changed }: TreeFiles,
  late: LateContents,
): Promise<void> {
  late.readSome();
  const { read, unread } = late;
  const isKnown = store.lateIn(key) !== undefined;
  if (isKnown && read.length === 0) return;
  const inTree = unread.filter(({ oid }) => !changed.has(oid as Oid));
  await writeKept(kept, async () => store.add(read, isKnown ? undefined : { oid: key, late: inTree }));
}

async function inMemory<T>(place: Place, work: Work<T>): Promise<T> {
  const db = await openDatabase(':memory:');
  try {
    await fill(db, place);
    return await work(treeOf(new CodeStore(db), place));
  } finally {
    db.close();
  }
}

async function fill(db: Db, place: Place): Promise<void> {
  CodeStore.create(db);
  const store = new CodeStore(db);
  await readInto(store, place, missingIn(store, place.files));
}

/** Contents of a tree that the store does not have. */
function missingIn(store: CodeStore, { oids, key, changed }: TreeFiles): Omit<RawContent, 'bytes'>[] {
  const late = store.lateIn(key);
  if (late?.length === 0 && changed.size === 0) return [];
  const requested = late && new Set([...changed.keys(), ...late.map((one) => one.slice(0, one.indexOf(' ')))]);
  const wanted = new Map<string, Omit<RawContent, 'bytes'>>();
  for (const [path, oid] of oids) {
    if (requested && !requested.has(oid)) continue;
    const grammar = grammarOf(path)?.file;
    if (grammar !== undefined) wanted.set(keyOf({ oid, grammar }), { oid, grammar, path });
  }
  const known = store.known([...wanted.values()]);
  return [...wanted].filter(([content]) => !known.has(content)).map(([, content]) => content);
}

async function readInto(store: CodeStore, place: Place, missing: readonly Omit<RawContent, 'bytes'>[]): Promise<void> {
  const { objects, files, onProgress } = place;
  const parsing = openParsing(missing.length);
  const running = new Set<Promise<void>>();
  let done = 0;
  try {
    for (let at = 0; at < missing.length; at += FILES_PER_BATCH) {
      const batch = missing.slice(at, at + FILES_PER_BATCH);
      const reading = parsing.read(await withBytes(objects, files, batch)).then((read) => {
        store.add(read);
        onProgress?.((done += batch.length), missing.length);
        running.delete(reading);
      });
      running.add(reading);
      if (running.size >= parsing.width) await Promise.race(running);
    }
    await Promise.all(running);
    store.addTree(files.key, []);
  } finally {
    await parsing.close();
  }
}

async function withBytes(
  objects: ObjectReader,
  { changed }: TreeFiles,
  batch: readonly Omit<RawContent, 'bytes'>[],
): Promise<RawContent[]> {
  const requested = batch.filter(({ oid }) => !changed.has(oid as Oid)).map(({ oid }) => oid);
  const found = requested.length > 0 ? await objects.read(requested, { limit: MAX_FILE_BYTES }) : [];
  const read = new Map(requested.map((oid, i) => [oid, bytesOf(found[i])]));
  return batch.map((content) => ({ ...content, bytes: changed.get(content.oid as Oid) ?? read.get(content.oid) }));
}

/** The bytes of a blob that was read; undefined for others. */
export const bytesOf = (object: Awaited<ReturnType<ObjectReader['read']>>[number]): Uint8Array | undefined =>
  object && 'bytes' in object && object.type === 'blob' ? object.bytes : undefined;

const textsOf =
  ({ objects, files: { oids, changed } }: Place): TreeTexts['texts'] =>
  async (paths) => {
    const contents = paths.flatMap((path) => (oids.has(path) ? [{ oid: oids.get(path)!, path }] : []));
    const stored = contents.filter(({ oid }) => !changed.has(oid));
    const found = await objects.read(
      stored.map(({ oid }) => oid),
      { limit: MAX_TEXT_BYTES },
    );
    const bytes = new Map(stored.map(({ path }, i) => [path, bytesOf(found[i])]));
    const texts = new Map<string, string>();
    for (const { path, oid } of contents) {
      const content = changed.get(oid) ?? bytes.get(path);
      if (content) texts.set(path, Buffer.from(content).toString('utf8'));
    }
    return texts;
  };

function treeOf(store: CodeStore, place: Place, late?: LateContents): CodeTree {
  const { oids } = place.files;
  const known = new Map<string, FileFacts | undefined>();
  const factsOf = (content: Content): FileFacts | undefined => late?.facts(content) ?? store.facts(content);
  const lateWith = (name: string): Content[] => late?.naming(name) ?? [];
  let pathsByOid: Map<string, string[]> | undefined;
  const pathsOf = (contents: readonly Content[]): string[] =>
    contents.flatMap(({ oid, grammar }) =>
      ((pathsByOid ??= byOid(oids)).get(oid) ?? []).filter((path) => grammarOf(path)?.file === grammar),
    );
  let folders: ReadonlySet<string> | undefined;
  return {
    paths: new Set(oids.keys()),
    get folders() {
      return (folders ??= foldersOf(oids.keys()));
    },
    oid: (path) => oids.get(path),
    facts: (path) => {
      if (!known.has(path)) {
        const [oid, grammar] = [oids.get(path), grammarOf(path)?.file];
        known.set(path, oid === undefined || grammar === undefined ? undefined : factsOf({ oid, grammar }));
      }
      return known.get(path);
    },
    defining: (name) => pathsOf([...store.defining(name), ...lateWith(name)]),
    using: (name) => pathsOf([...store.using(name), ...lateWith(name)]),
    texts: textsOf(place),
  };
}

function byOid(oids: ReadonlyMap<string, Oid>): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const [path, oid] of oids) {
    const same = paths.get(oid);
    if (same) same.push(path);
    else paths.set(oid, [path]);
  }
  return paths;
}
