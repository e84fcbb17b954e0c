import { type CommitObject, readCommitObjects } from '../../git/history/commit-objects.ts';
import type { CommitChange, FileChange, LineRange } from '../../git/history/commit-changes.ts';
import { gitText } from '../../git/process/process.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { weight } from '../../lines/text.ts';
import type { RecordedContents } from '../worktree/recorded-contents.ts';
import type { OwnerCache } from '../worktree/blob-owners.ts';
import { observedNow, type ObservedCommit, moversIn } from '../worktree/head/reflog.ts';
import { fetchedAmong, type Tips } from '../worktree/head/branch-tips.ts';

/** A line with fewer letters and digits may be equal by chance. */
const MIN_LINE_WEIGHT = 4;

export interface OwnWorkDeps {
  readonly repo: Repo;
  readonly files: RecordedContents;
  readonly memo: OwnerCache;
}

/** New commits on branches or HEAD, and what is known of them. */
export interface FoundCommits {
  readonly before: Tips;
  readonly changes: ReadonlyMap<Oid, CommitChange>;
  /** HEAD before it moved, by git dir; absent where it did not move. */
  readonly heads: ReadonlyMap<string, Oid>;
}

/**
 * Finds commits with lines that an agent wrote here and that HEAD did not have, among commits that no reflog message reports as
 * made: `git commit-tree`, or a tool that writes refs itself.
 */
export async function findOwnWork(
  deps: OwnWorkDeps,
  commits: readonly Oid[],
  found: FoundCommits,
): Promise<ObservedCommit[]> {
  const search = new Search(deps, found);
  const own: ObservedCommit[] = [];
  for (const commit of commits) {
    const gitDir = await search.workTreeOf(commit);
    if (gitDir) own.push(observedNow(commit, gitDir));
  }
  return withoutForeign(deps, own, found.before);
}

/** Finds the commits with a file exactly as an agent left it here: a removed work tree leaves no reflog. */
export async function findSeenWork(
  deps: OwnWorkDeps,
  commits: readonly Oid[],
  { before, changes }: Omit<FoundCommits, 'heads'>,
): Promise<ObservedCommit[]> {
  const seen: ObservedCommit[] = [];
  for (const commit of commits) {
    const changed = changes.get(commit)?.parents[0]?.files ?? [];
    const gitDir = changed.map(({ path, newBlob }) => newBlob && deps.memo.madeIn(path, newBlob)).find(Boolean);
    if (gitDir) seen.push(observedNow(commit, gitDir));
  }
  return withoutForeign(deps, seen, before);
}

// Fetched commits and those of another committer are not work of this clone, even with the same lines.
async function withoutForeign(
  { repo, files }: OwnWorkDeps,
  own: readonly ObservedCommit[],
  before: Tips,
): Promise<ObservedCommit[]> {
  if (own.length === 0) return [];
  const objects = await readCommitObjects(
    files.objects,
    own.map(({ commit }) => commit),
  );
  const fetched = await fetchedAmong(repo, before, [...objects.keys()]);
  const committers = await committersHere(repo);
  const isLocal = (object: CommitObject | undefined): boolean =>
    object !== undefined && committers.has(object.committer);
  return own.filter(({ commit }) => !fetched.has(commit) && isLocal(objects.get(commit)));
}

// The committer names of this clone; without reflogs, the identity for a commit made now.
async function committersHere({ commonDir, cwd, env }: Repo): Promise<ReadonlySet<string>> {
  const movers = moversIn(commonDir);
  if (movers.size > 0) return movers;
  const ident = await gitText(['var', 'GIT_COMMITTER_IDENT'], { cwd, env, accept: [0, 128] });
  return new Set([Buffer.from(ident.replace(/ \d+ [+-]\d{4}$/, ''), 'utf8').toString('latin1')]);
}

class Search {
  readonly #files: RecordedContents;
  readonly #memo: OwnerCache;
  readonly #found: FoundCommits;
  readonly #written = new Map<RepoPath, Promise<ReadonlyMap<string, string>>>();
  readonly #old = new Map<string, Promise<ReadonlySet<string>>>();

  constructor({ files, memo }: OwnWorkDeps, found: FoundCommits) {
    this.#files = files;
    this.#memo = memo;
    this.#found = found;
  }

  /** The work tree where an agent wrote a line of a commit; undefined when HEAD had all these lines already. */
  async workTreeOf(commit: Oid): Promise<string | undefined> {
    for (const file of this.#found.changes.get(commit)?.parents[0]?.files ?? []) {
      const workTree = file.binary ? undefined : await this.#workTreeOf(commit, file);
      if (workTree !== undefined) return workTree;
    }
    return undefined;
  }

  async #workTreeOf(commit: Oid, { path, oldPath, newBlob, added }: FileChange): Promise<string | undefined> {
    const written = new Map([...(await this.#writtenAt(path)), ...(oldPath ? await this.#writtenAt(oldPath) : [])]);
    if (written.size === 0 || !newBlob) return undefined;
    for (const line of pick((await this.#files.lines(newBlob)) ?? [], added)) {
      const workTree = written.get(line);
      if (workTree === undefined) continue;
      const before = await Promise.all(
        this.#headsBefore(workTree, commit).map((head) => this.#linesAt(head, oldPath ?? path)),
      );
      if (!before.some((lines) => lines.has(line))) return workTree;
    }
    return undefined;
  }

  // Where no reflog of HEAD moved: the parents of the new commits.
  #headsBefore(workTree: string, commit: Oid): readonly Oid[] {
    const head = this.#found.heads.get(workTree);
    if (head) return [head];
    const below = new Set<Oid>();
    const todo = [commit];
    for (let next = todo.pop(); next; next = todo.pop())
      for (const { parent } of this.#found.changes.get(next)?.parents ?? []) {
        if (!parent) continue;
        if (this.#found.changes.has(parent)) todo.push(parent);
        else below.add(parent);
      }
    return [...below];
  }

  /** The lines of steps in the last texts of a path, with the work tree of each. */
  #writtenAt(path: RepoPath): Promise<ReadonlyMap<string, string>> {
    const known = this.#written.get(path) ?? this.#readWritten(path);
    this.#written.set(path, known);
    return known;
  }

  async #readWritten(path: RepoPath): Promise<ReadonlyMap<string, string>> {
    const written = new Map<string, string>();
    for (const { blob, workTree, owners } of this.#memo.recent(path)) {
      if (!owners.some(({ kind }) => kind === 'node')) continue;
      const lines = (await this.#files.lines(blob)) ?? [];
      for (const [i, line] of lines.entries())
        if (owners[i]?.kind === 'node' && weight(line) >= MIN_LINE_WEIGHT && !written.has(line))
          written.set(line, workTree);
    }
    return written;
  }

  #linesAt(commit: Oid, path: RepoPath): Promise<ReadonlySet<string>> {
    const key = `${commit}:${path}`;
    const known =
      this.#old.get(key) ??
      this.#files.blobAt(commit, path).then(async (blob) => new Set(blob ? await this.#files.lines(blob) : []));
    this.#old.set(key, known);
    return known;
  }
}

const pick = (lines: readonly string[], ranges: readonly LineRange[]): string[] =>
  ranges.flatMap(([start, count]) => lines.slice(start - 1, start - 1 + count));
