import { join } from 'node:path';
import { ProvError } from '../errors.ts';
import type { Oid, RepoPath } from '../graph/ids.ts';
import { ObjectReader } from './objects.ts';
import { hashObject } from './pack.ts';
import { PatchParser, type FileChange, type LineRange } from './patch.ts';
import { decodeCommit } from './port.ts';
import type { Repo } from './repo.ts';
import { startGit } from './stream.ts';

export type { FileChange, LineRange } from './patch.ts';

/** How a commit differs from one of its parents; without `parent`, from nothing. */
export interface ParentChange {
  readonly parent: Oid | undefined;
  readonly files: readonly FileChange[];
}

/** What a commit changed, for each parent in its order. A root commit (or the end of a shallow clone) has one entry. */
export interface CommitChange {
  readonly commit: Oid;
  readonly tree: Oid;
  readonly parents: readonly ParentChange[];
}

/**
 * The diff that `git blame` uses, whatever the user's configuration: Myers with the indent heuristic, whole-file renames
 * found, nothing by attributes (blame ignores `-diff`).
 */
const FLAGS = [
  '-r',
  '-M',
  '--root',
  '--raw',
  '-p',
  '-z',
  '-U0',
  '--inter-hunk-context=0',
  '--full-index',
  '--no-abbrev',
  '--diff-algorithm=default',
  '--indent-heuristic',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--submodule=short',
  '--ignore-submodules=none',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--no-relative',
];
const SETTINGS = ['-c', 'core.quotePath=true', '-c', 'core.attributesFile=/dev/null'];

/**
 * What each commit changed, by a constant number of git processes however many there are. A commit that is not there
 * (or is no commit) is not in the answer; nor are submodules.
 * @param objects read with; one of its own when absent
 * @throws ProvError `git` when git fails, `data` when a tree of theirs is missing
 */
export async function changesOf(
  repo: Repo,
  commits: Iterable<Oid>,
  objects?: ObjectReader,
): Promise<Map<Oid, CommitChange>> {
  const reader = objects ?? new ObjectReader(repo);
  try {
    const found = await readCommits(reader, [...new Set(commits)]);
    const trees = await readTreeIds(reader, found);
    const nothing = hashObject(repo.hash, { type: 'tree', bytes: new Uint8Array() });
    const plans = found.map(({ commit, tree, parents }) => {
      const known = parents.filter((parent) => trees.has(parent)); // a shallow clone lacks the others
      const pairs: [Oid | undefined, Oid][] = known.map((parent) => [parent, trees.get(parent)!]);
      return { commit, tree, pairs: pairs.length > 0 ? pairs : [[undefined, nothing] as const] };
    });
    const diffs = await diffTrees(
      repo,
      plans.flatMap(({ tree, pairs }) => pairs.map(([, from]): TreePair => [from, tree])),
    );
    return new Map(
      plans.map(({ commit, tree, pairs }) => {
        const parents = pairs.map(([parent, from]) => ({ parent, files: diffs.get(`${from} ${tree}`) ?? [] }));
        return [commit, { commit, tree, parents }];
      }),
    );
  } finally {
    if (!objects) await reader.close();
  }
}

/**
 * The lines that a commit added, by path, ascending: for a merge, those that no parent has. These are the lines that
 * `git blame` on that commit says are its own.
 */
export function addedLines(change: CommitChange): Map<RepoPath, LineRange[]> {
  const [first, ...others] = change.parents.map(
    ({ files }) => new Map(files.map((file) => [file.path, file.added] as const)),
  );
  const lines = new Map<RepoPath, LineRange[]>();
  for (const [path, added] of first ?? []) {
    let left: readonly LineRange[] = added;
    for (const other of others) left = intersect(left, other.get(path) ?? []);
    if (left.length > 0) lines.set(path, [...left]);
  }
  return lines;
}

/** Two trees to be compared, the old one first. */
export type TreePair = readonly [from: Oid, to: Oid];

/**
 * Compares pairs of trees by one git process.
 * @returns the changes by `<old> <new>`
 * @throws ProvError `data` when a tree is not there, `git` when git fails
 */
export async function diffTrees(repo: Repo, pairs: readonly TreePair[]): Promise<Map<string, FileChange[]>> {
  const wanted = [...new Set(pairs.map((pair) => pair.join(' ')))];
  const parser = new PatchParser();
  if (wanted.length === 0) return parser.pairs;
  const args = [...SETTINGS, 'diff-tree', '--stdin', ...FLAGS];
  let misread: unknown;
  const stream = startGit(args, { cwd: repo.gitDir, env: withoutAttributes(repo) }, (chunk) => {
    try {
      if (!misread) parser.take(chunk);
    } catch (error) {
      misread = error;
    }
  });
  stream.write(Buffer.from(`${wanted.join('\n')}\n`));
  stream.end();
  const error = await stream.ended;
  if (error) throw error;
  if (misread) throw new ProvError('bug', 'The output of git diff-tree was not understood.', { cause: misread });
  const absent = wanted.find((pair) => !parser.pairs.has(pair)); // git passes over what it does not find, with code 0
  if (absent) throw new ProvError('data', `git could not compare the trees ${absent}.`, { hint: 'Run git fsck.' });
  return parser.pairs;
}

// Git looks for .gitattributes in the work tree and in the index. Here it is told of an empty one and of none.
function withoutAttributes(repo: Repo): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...repo.env, GIT_DIR: repo.gitDir, GIT_WORK_TREE: repo.gitDir };
  env['GIT_INDEX_FILE'] = join(repo.gitDir, 'no-such-index');
  env['GIT_ATTR_NOSYSTEM'] = '1';
  for (const name of ['GIT_DIFF_OPTS', 'GIT_EXTERNAL_DIFF', 'GIT_PREFIX', 'GIT_ATTR_SOURCE']) delete env[name];
  return env;
}

interface ReadCommit {
  readonly commit: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
}

async function readCommits(reader: ObjectReader, commits: readonly Oid[]): Promise<ReadCommit[]> {
  const found = await reader.read(commits);
  return commits.flatMap((commit, i) => {
    const object = found[i];
    return object && 'bytes' in object && object.type === 'commit' ? [{ commit, ...decodeCommit(object) }] : [];
  });
}

async function readTreeIds(reader: ObjectReader, commits: readonly ReadCommit[]): Promise<Map<Oid, Oid>> {
  const trees = new Map(commits.map(({ commit, tree }) => [commit, tree]));
  const missing = [...new Set(commits.flatMap(({ parents }) => parents))].filter((parent) => !trees.has(parent));
  const infos = await reader.info(missing.map((parent) => `${parent}^{tree}`));
  for (const [i, info] of infos.entries()) if (info) trees.set(missing[i]!, info.oid);
  return trees;
}

function intersect(a: readonly LineRange[], b: readonly LineRange[]): LineRange[] {
  const both: LineRange[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [[startA, countA], [startB, countB]] = [a[i]!, b[j]!];
    const start = Math.max(startA, startB);
    const end = Math.min(startA + countA, startB + countB);
    if (start < end) both.push([start, end - start]);
    if (startA + countA < startB + countB) i++;
    else j++;
  }
  return both;
}
