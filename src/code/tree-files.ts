import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid } from '../model/ids.ts';
import { CHANGED_QUESTION, TRACKED_QUESTION } from '../git/process/ask-ahead.ts';
import { git } from '../git/process/process.ts';
import { hashObject } from '../git/objects/pack.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import { MAX_FILE_BYTES } from './parse/parser.ts';

/** The files of a commit, or of the work tree. */
export interface TreeFiles {
  /** The id of each file's content. */
  readonly oids: ReadonlyMap<string, Oid>;
  /** Names the set of files without the changed ones: the id of a commit's tree, or a hash of git's list. */
  readonly key: string;
  /** Contents that are not among git's objects, by their id; undefined for those that are too large. */
  readonly changed: ReadonlyMap<Oid, Uint8Array | undefined>;
}

/** The largest number of changed files of a work tree that are read. */
const MAX_CHANGED_FILES = 5000;

/**
 * The files of a commit.
 * @param commit its id
 */
export async function filesOfCommit(repo: Repo, commit: Oid): Promise<TreeFiles> {
  const [listed, named] = await Promise.all([
    git(['ls-tree', '-r', '-z', '--full-tree', commit], inRepo(repo)),
    git(['rev-parse', '--verify', '--quiet', `${commit}^{tree}`], inRepo(repo)),
  ]);
  const oids = new Map<string, Oid>();
  for (const line of linesOf(listed.stdout)) put(oids, line, `${LINK} blob `.length);
  return { oids, key: named.stdout.toString('latin1').trim(), changed: new Map() };
}

/**
 * The files of the work tree as they are: those that git tracks, and new ones that it does not ignore.
 * @param workTree its top folder
 */
export async function filesOfWorkTree(repo: Repo, workTree: string): Promise<TreeFiles> {
  const here = inRepo(repo, { cwd: workTree });
  const [staged, changes] = await Promise.all([git(TRACKED_QUESTION, here), git(CHANGED_QUESTION, here)]);
  const oids = new Map<string, Oid>();
  for (const line of linesOf(staged.stdout)) put(oids, line, MODE_DIGITS + 1);
  const changed = new Map<Oid, Uint8Array | undefined>();
  const removed = new Set<string>();
  for (const line of linesOf(changes.stdout)) {
    const [tag, path] = [line[0], line.slice(2)];
    if (tag === 'R') removed.add(path);
    else if (!removed.has(path) && changed.size < MAX_CHANGED_FILES) readChanged(repo, workTree, path, oids, changed);
  }
  for (const path of removed) oids.delete(path);
  return { oids, key: createHash('sha256').update(staged.stdout).digest('hex'), changed };
}

/** How git marks a symbolic link and a submodule. */
const LINK = '120000';
const SUBMODULE = '160000';
const MODE_DIGITS = 6;

// `100644 blob ID<tab>PATH` or `100644 ID STAGE<tab>PATH`. Git has always written modes with six digits here. Cutting at known
// places takes a quarter of the time of a regular expression, which large repositories notice.
function put(oids: Map<string, Oid>, line: string, at: number): void {
  const mode = line.slice(0, MODE_DIGITS);
  if (mode === LINK || mode === SUBMODULE) return;
  const tab = line.indexOf('\t', at);
  const space = line.indexOf(' ', at);
  const end = space > 0 && space < tab ? space : tab;
  oids.set(line.slice(tab + 1), line.slice(at, end) as Oid);
}

function readChanged(
  repo: Repo,
  top: string,
  path: string,
  oids: Map<string, Oid>,
  changed: Map<Oid, Uint8Array | undefined>,
): void {
  oids.delete(path);
  try {
    const place = join(top, path);
    const stat = lstatSync(place);
    if (!stat.isFile()) return;
    // A large file is not parsed, so its id only has to differ from those of others.
    const isLarge = stat.size > MAX_FILE_BYTES;
    const bytes = isLarge ? Buffer.from(`${stat.size} ${stat.mtimeMs}`) : readFileSync(place);
    const oid = hashObject(repo.hash, { type: 'blob', bytes });
    oids.set(path, oid);
    changed.set(oid, isLarge ? undefined : bytes);
  } catch {
    // it was removed meanwhile, or cannot be read
  }
}

const linesOf = (output: Buffer): string[] => output.toString('utf8').split('\0').filter(Boolean);
