import type { RepoPath } from '../../model/ids.ts';
import { isTextPath, pathFromBytes } from '../../model/path.ts';
import { git } from '../process/process.ts';
import { inRepo, type Repo } from '../repository/repo.ts';

/** Renames that are followed from an old name to the present one. */
const MAX_RENAMES = 20;
const NUL = 0;

/**
 * All names that a file has had, by git's own detection of renames in HEAD's history and in the index: the given one first, then
 * the present one, then earlier ones. A former name that is a file again belongs to that file, and is left out.
 * @param path any of its names, from the top of the repository
 */
export async function fileNames(repo: Repo, path: RepoPath): Promise<readonly RepoPath[]> {
  if (!isTextPath(path) || path === '' || path.includes('\0')) return [path];
  const present = await presentName(repo, path);
  if (present === undefined) return [path];
  const names = new Set([path, present, ...(await formerNames(repo, present))]);
  const taken = await tracked(repo, [...names]);
  return [...names].filter((name) => name === path || name === present || !taken.has(name));
}

/** Paths in one call of git. */
const MAX_PATHS_PER_CALL = 500;

/**
 * The present paths of files that were renamed, as far as git finds it in HEAD's history and in the index.
 * @param paths from the top of the repository
 * @param most how many former paths are followed; each takes several calls of git
 * @returns by the former path; without those that are files, and those that were only removed
 */
export async function presentNames(
  repo: Repo,
  paths: readonly RepoPath[],
  most: number,
): Promise<ReadonlyMap<RepoPath, RepoPath>> {
  const usable = paths.filter((path) => isTextPath(path) && path !== '' && !path.includes('\0'));
  const found = new Map<RepoPath, RepoPath>();
  let followed = 0;
  for (let at = 0; at < usable.length; at += MAX_PATHS_PER_CALL) {
    const some = usable.slice(at, at + MAX_PATHS_PER_CALL);
    const taken = await tracked(repo, some);
    for (const path of some) {
      if (taken.has(path) || followed++ >= most) continue;
      const name = await presentName(repo, path);
      if (name !== undefined) found.set(path, name);
    }
  }
  return found;
}

async function presentName(repo: Repo, path: RepoPath): Promise<RepoPath | undefined> {
  const seen = new Set<RepoPath>();
  for (let name = path; seen.size < MAX_RENAMES && !seen.has(name);) {
    if ((await tracked(repo, [name])).has(name)) return name;
    seen.add(name);
    const next = await renamedTo(repo, name);
    if (next === undefined) return undefined;
    name = next;
  }
  return undefined;
}

async function renamedTo(repo: Repo, path: RepoPath): Promise<RepoPath | undefined> {
  const staged = (await stagedRenames(repo)).find(([from]) => from === path);
  if (staged) return staged[1];
  const removal = ['--format=%H', '-1', '--diff-filter=D', '--no-renames', 'HEAD', ...only(path)];
  const commit = (await ask(repo, ['log', '--no-show-signature', ...removal])).toString('latin1').trim();
  if (commit === '') return undefined;
  const output = await ask(repo, ['diff-tree', '-r', '-z', '--no-commit-id', ...RENAMES, commit]);
  return renamesIn(output).find(([from]) => from === path)?.[1];
}

async function formerNames(repo: Repo, path: RepoPath): Promise<RepoPath[]> {
  const staged = (await stagedRenames(repo)).find(([, to]) => to === path);
  const last = staged?.[0] ?? path;
  const flags = ['--no-show-signature', '--format=', '--follow', '-z', ...RENAMES];
  const output = await ask(repo, ['log', ...flags, 'HEAD', ...only(last)]);
  return [last, ...renamesIn(output).map(([from]) => from)];
}

// Renames that are in the index and in no commit.
const stagedRenames = async (repo: Repo): Promise<[from: RepoPath, to: RepoPath][]> =>
  repo.workTree === undefined ? [] : renamesIn(await ask(repo, ['diff', '--cached', '-z', ...RENAMES]));

/** Those of some paths that are files in the index, or in HEAD without a work tree. */
async function tracked(repo: Repo, paths: readonly RepoPath[]): Promise<ReadonlySet<RepoPath>> {
  const output =
    repo.workTree === undefined
      ? await ask(repo, ['ls-tree', '-z', '--full-tree', '--name-only', 'HEAD', '--', ...paths])
      : await ask(repo, ['ls-files', '-z', '--full-name', '--', ...paths.map(literal)]);
  return new Set(fieldsOf(output));
}

const RENAMES = ['--name-status', '--diff-filter=R', '-M'];
const literal = (path: RepoPath): string => `:(top,literal)${path}`;
const only = (path: RepoPath): string[] => ['--', literal(path)];

// Nothing in a repository without a commit.
const ask = async (repo: Repo, args: readonly string[]): Promise<Buffer> =>
  (await git(args, inRepo(repo, { accept: [0, 128] }))).stdout;

function renamesIn(output: Buffer): [from: RepoPath, to: RepoPath][] {
  const fields = fieldsOf(output).map((field) => field.replace(/^\n/, '') as RepoPath);
  const found: [RepoPath, RepoPath][] = [];
  for (let i = 0; i + 2 < fields.length;) {
    if (/^R[0-9]{1,3}$/.test(fields[i]!)) {
      found.push([fields[i + 1]!, fields[i + 2]!]);
      i += 3;
    } else i++;
  }
  return found;
}

function fieldsOf(output: Buffer): RepoPath[] {
  const fields: RepoPath[] = [];
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(NUL, start);
    const stop = end < 0 ? output.length : end;
    fields.push(pathFromBytes(output.subarray(start, stop)));
    start = stop + 1;
  }
  return fields;
}
