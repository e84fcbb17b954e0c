import { addedLines, readableChangesOf, type CommitChange, type FileChange } from '../../git/history/commit-changes.ts';
import { records } from '../../git/process/records.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { isOid, type Oid, type RepoPath } from '../../model/ids.ts';
import { RecordedContents } from '../../recorder/worktree/recorded-contents.ts';
import { squeeze } from '../../lines/text.ts';
import { People } from './match/commit-authors.ts';
import { isBot } from './match/bots.ts';
import { type NeighbourLines, aroundIn, EDGE } from './edit-lines.ts';
import type { LandedCommit } from './match/landed.ts';
import type { LandedHunk } from './match/landed.ts';
import type { LandedFile } from './match/landed.ts';

/** Commits compared per call. */
const COMMITS_PER_CALL = 200;
/** In a commit with more files, only those that sessions wrote are read. */
const MANY_FILES = 2000;
/** All branches, tags and fetched refs, except notes, checkpoints of Entire and the like. */
const ALL = [
  ...['notes/*', 'prov/*', 'stash', 'heads/entire/*', 'remotes/*/entire/*', 'entire/*'].map(
    (one) => `--exclude=refs/${one}`,
  ),
  '--all',
];
const FORMAT = '%H%n%P%n%at%n%ct%n%aN <%aE>%n%s';

/** A commit in the list of all. Times in milliseconds since the epoch. */
export interface ListedCommit {
  readonly commit: Oid;
  readonly parents: readonly Oid[];
  readonly authoredAt: number;
  readonly committedAt: number;
  readonly subject: string;
  /** In the form `Name <address>`, after the repository's mailmap. */
  readonly author: string;
  readonly bot: boolean;
}

/** All commits of a repository, parents before children. */
export class CommitHistory {
  readonly #repo: Repo;
  readonly #all = new Map<Oid, ListedCommit>();
  #people: People | undefined;

  constructor(repo: Repo) {
    this.#repo = repo;
  }

  /** Lists all commits, except those that only these refs lead to. @throws ProvError `git` when git fails */
  async load(without: readonly string[] = []): Promise<void> {
    const excluded = without.map((pattern) => `--exclude=${pattern}`);
    const refs = [...excluded, ...ALL, '--'];
    const args = ['log', '--topo-order', '--reverse', '--no-show-signature', '-z', `--format=${FORMAT}`, ...refs];
    for await (const record of records(args, { cwd: this.#repo.cwd, env: this.#repo.env })) {
      const [id = '', parents = '', authored, committed, author = '', ...subject] = record.split('\n');
      if (!isOid(id)) continue;
      this.#all.set(id, {
        commit: id,
        parents: parents.split(' ').filter(isOid),
        authoredAt: Number(authored) * 1000,
        committedAt: Number(committed) * 1000,
        subject: subject.join(' '),
        author,
        bot: isBot(author),
      });
    }
  }

  /** The authors of all commits. */
  get people(): People {
    return (this.#people ??= new People([...this.#all.values()].map(({ author }) => author)));
  }

  /** The commits made since a time, in milliseconds since the epoch. */
  since(at: number): ListedCommit[] {
    return [...this.#all.values()].filter(({ committedAt }) => committedAt >= at);
  }

  /**
   * Yields what each commit added, for the commits that touch a file that `knows` accepts.
   * @param progress receives the number of commits processed
   * @param unreadable receives commits whose changes need an object that cannot be read
   */
  async *landed(
    commits: readonly ListedCommit[],
    knows: (path: RepoPath) => boolean,
    progress: (done: number) => void,
    unreadable: (commit: Oid) => void = () => undefined,
  ): AsyncGenerator<{ readonly landed: LandedCommit; readonly listed: ListedCommit; readonly change: CommitChange }> {
    for (let at = 0; at < commits.length; at += COMMITS_PER_CALL) {
      progress(at);
      const files = new RecordedContents(this.#repo);
      try {
        const chunk = commits.slice(at, at + COMMITS_PER_CALL);
        const ids = chunk.map(({ commit }) => commit);
        const changes = await readableChangesOf(this.#repo, ids, files.objects, unreadable);
        for (const listed of chunk) {
          const change = changes.get(listed.commit);
          const first = change?.parents[0]?.files ?? [];
          if (!change || !first.some(({ path, oldPath }) => knows(path) || (oldPath && knows(oldPath)))) continue;
          yield { landed: await this.#read(listed, change, files, knows), listed, change };
        }
      } finally {
        await files.close();
      }
    }
  }

  async #read(
    { commit, parents, author, authoredAt, committedAt }: ListedCommit,
    change: CommitChange,
    files: RecordedContents,
    knows: (path: RepoPath) => boolean,
  ): Promise<LandedCommit> {
    const added = addedLines(change);
    const all = (change.parents[0]?.files ?? []).filter(({ binary }) => !binary);
    const isWanted = ({ path, oldPath }: FileChange): boolean =>
      all.length <= MANY_FILES || knows(path) || (oldPath !== undefined && knows(oldPath));
    const wanted = all.filter(isWanted);
    await files.load(wanted.flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob].filter((blob) => blob !== undefined)));
    const landed: LandedFile[] = [];
    for (const file of wanted) {
      const before = (await files.lines(file.oldBlob ?? null)) ?? [];
      const after = (await files.lines(file.newBlob ?? null)) ?? [];
      const isMerge = change.parents.length > 1;
      const hunks = isMerge
        ? mergeHunks(added.get(file.path) ?? [], after)
        : file.hunks.map((hunk) => read(hunk, before, after));
      landed.push({ path: file.path, oldPath: file.oldPath, hunks });
    }
    return {
      commit,
      authoredAt,
      committedAt,
      since: Math.max(0, ...parents.map((parent) => this.#all.get(parent)?.committedAt ?? 0)),
      author: this.people.of(author),
      files: landed,
      buildsOn: this.#ancestry(commit),
    };
  }

  #ancestry(commit: Oid): (other: Oid) => boolean {
    let below: Set<Oid> | undefined;
    return (other) => {
      if (!below) {
        below = new Set();
        const open = [commit];
        for (let next = open.pop(); next; next = open.pop())
          for (const parent of this.#all.get(next)?.parents ?? [])
            if (!below.has(parent)) {
              below.add(parent);
              open.push(parent);
            }
      }
      return below.has(other);
    };
  }
}

function read(
  { oldStart, oldCount, newStart, newCount }: FileChange['hunks'][number],
  before: readonly string[],
  after: readonly string[],
): LandedHunk {
  return {
    start: newStart,
    added: newCount > 0 ? after.slice(newStart - 1, newStart - 1 + newCount).map(squeeze) : [],
    removed: oldCount > 0 ? before.slice(oldStart - 1, oldStart - 1 + oldCount).map(squeeze) : [],
    around: squeezed(aroundIn(after, newStart - 1, newStart - 1 + newCount)),
  };
}

const mergeHunks = (ranges: readonly (readonly [number, number])[], after: readonly string[]): LandedHunk[] =>
  ranges.map(([start, count]) => ({
    start,
    added: after.slice(start - 1, start - 1 + count).map(squeeze),
    removed: [],
    around: {},
  }));

const squeezed = ({ before, after }: NeighbourLines): NeighbourLines => ({
  before: edgeOr(before),
  after: edgeOr(after),
});
const edgeOr = (line: string | undefined): string | undefined =>
  line === undefined || line === EDGE ? line : squeeze(line);

/**
 * Sorts commits by time, as hooks would record them. Git lists the commits of a branch where it was merged. Ancestors come first, also
 * when a clock was wrong.
 * @param all these and others, parents before children
 */
export function inTime<T extends { readonly listed: ListedCommit }>(
  some: readonly T[],
  all: readonly ListedCommit[],
): T[] {
  const times = new Map<Oid, number>();
  for (const { commit, parents, authoredAt } of all)
    times.set(commit, Math.max(authoredAt, ...parents.map((parent) => times.get(parent) ?? 0)));
  return some.toSorted((a, b) => times.get(a.listed.commit)! - times.get(b.listed.commit)!);
}
