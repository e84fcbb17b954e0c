import { changesOf, type CommitChange } from '../../git/history/commit-changes.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { isZero, type Oid, type SessionId } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import type { RetryLimit } from '../spool/retry-limit.ts';
import { joinBorn } from '../worktree/other-worktrees.ts';
import { expire } from '../step/open-calls.ts';
import type { NoteMaker } from './note-maker.ts';
import type { RecordedContents } from '../worktree/recorded-contents.ts';
import type { Graphs } from '../ledger/session-graphs.ts';
import type { HeadMove } from '../worktree/head/head-move.ts';
import type { OwnerCache } from '../worktree/blob-owners.ts';
import { arrivalMark } from '../../notes/transport/arrivals.ts';
import { markMoved } from '../context-marker.ts';
import { toOutgoing } from './note-outbox.ts';
import type { Pairs, PairsOf } from './rewrite-pairs.ts';
import { commitMapMark } from '../rewrite/commit-map.ts';
import { type ObservedCommit, observedCommits } from '../worktree/head/reflog.ts';
import { Rewrites } from './rewrites.ts';
import type { State } from '../state/state.ts';
import { findOwnWork, findSeenWork } from './own-work.ts';
import { afterCommit, newCommits, readTips, type Tips, youngestCommits } from '../worktree/head/branch-tips.ts';
import type { WorkTrees } from '../worktree/worktrees.ts';
import { provDirOf } from '../../git/repository/local-files.ts';

/** Reflogs have a resolution of one second. */
const SECOND_MS = 1000;
/** Commits per batch. */
const COMMITS_PER_BATCH = 200;
const NO_PAIRS: PairsOf = new Map();

/** Moves of HEAD without an explanation in a reflog message. */
interface UnexplainedMoves {
  /** HEAD before the move, by git dir. */
  readonly from: ReadonlyMap<string, Oid>;
  /** The commits that HEAD moved to and no branch had, without those that the reflog reports as made then. */
  readonly to: readonly Oid[];
}

/** New entries in the reflogs of HEAD since the last reading. */
export interface NewCommits {
  /** The commits that they report as made. */
  readonly observed: readonly ObservedCommit[];
  readonly unexplained: UnexplainedMoves;
}

export const NO_NEW_COMMITS: NewCommits = { observed: [], unexplained: { from: new Map(), to: [] } };

/**
 * @param moves of HEAD, by git dir, the oldest first
 * @param tips the previous tips of branches
 */
export function unexplainedMoves(
  moves: ReadonlyMap<string, readonly HeadMove[]>,
  observed: readonly ObservedCommit[],
  tips: Tips | undefined,
): UnexplainedMoves {
  const made = new Set([...observed.map(({ commit }) => commit), ...(tips?.oids ?? [])]);
  const to = [...moves.values()].flat().map((move) => move.to);
  return {
    from: new Map([...moves].flatMap(([gitDir, [first]]) => (first ? [[gitDir, first.from]] : []))),
    to: [...new Set(to)].filter((commit) => !made.has(commit) && !isZero(commit)),
  };
}

/** What making notes of commits needs. */
export interface CommitDeps {
  readonly repo: Repo;
  /** The session that started the shell where git ran the hook. */
  readonly by: SessionId | undefined;
  /** When git ran the post-commit hook, in milliseconds since the epoch; undefined in other drains. */
  readonly hookAt: number | undefined;
  readonly state: State;
  readonly files: RecordedContents;
  readonly workTrees: WorkTrees;
  readonly memo: OwnerCache;
  readonly graphs: Graphs;
  readonly committer: NoteMaker;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => Promise<string>;
  /** Reports a problem; the other commits get their notes. */
  readonly fault: (what: string) => void;
  /** Decides whether a commit is left to the next drain. */
  readonly attempts: RetryLimit;
}

/** A commit that got a note. */
export interface RecordedCommit {
  readonly change: CommitChange;
  readonly note: Note;
  /** Name and address of its committer, one character a byte; undefined where they are in another encoding than UTF-8. */
  readonly committer: string | undefined;
}

/** Makes the notes of new commits in this repository, and adds them to the outgoing ones. */
export class CommitRecorder {
  /** The last commit that was made in this work tree, when it got a note. */
  last: RecordedCommit | undefined;
  readonly #deps: CommitDeps;
  readonly #rewrites: Rewrites;

  constructor(deps: CommitDeps) {
    this.#deps = deps;
    this.#rewrites = new Rewrites(deps.repo, deps.files, deps.state.outgoing, deps.memo);
  }

  /** Makes the notes of commits that a reflog of HEAD reports as made, the oldest first. */
  async made(observed: readonly ObservedCommit[], pairs: Pairs): Promise<void> {
    await this.#make(observed, pairs, this.#deps.by);
  }

  /**
   * Makes the notes of new commits on branches and HEAD that no reflog message reports as made here.
   * @param observed the commits that were made here
   * @param unexplained moves of HEAD meanwhile
   * @param hurry a user waits for a commit
   */
  async found(
    observed: readonly ObservedCommit[],
    unexplained: UnexplainedMoves,
    pairs: Pairs,
    hurry: boolean,
  ): Promise<void> {
    const { repo, state } = this.#deps;
    if (!observed.some(({ message }) => message.startsWith('commit'))) markMoved(provDirOf(repo));
    const before = state.tips;
    const mine = this.#rewrites.parentsOf(observed.map(({ commit }) => commit));
    const isQuick = before && hurry && pairs.of.size === 0 && unexplained.to.length === 0;
    const quick = isQuick ? afterCommit(repo.commonDir, before, mine) : undefined;
    const now = quick ?? (await readTips(repo));
    state.tips = now;
    const isEmpty = Object.keys(state.sessions).length === 0 && !(await this.#rewrites.hasNotes());
    if (quick) return;
    const arrived = arrivalMark(repo);
    if (before && !isEmpty) {
      await this.#filtered();
      // A branch may have moved after the reflogs were read: those commits are for the next drain, with the events before them.
      const later = observedCommits(repo.commonDir, { ...state.reflogs }, 0).map(({ commit }) => commit);
      const not = new Set([...mine.keys(), ...later]);
      const fresh = await newCommits(repo, before, { ...now, oids: [...now.oids, ...unexplained.to] }, mine);
      const commits = [...new Set([...fresh, ...pairs.of.keys()])].filter((commit) => !not.has(commit)).reverse();
      await this.#fresh(commits, { before, heads: unexplained.from, pairs });
      if (arrived !== (state.arrived ?? '')) await this.#lookAgain(now, not);
    }
    state.arrived = arrived;
  }

  async #fresh(
    commits: readonly Oid[],
    { before, heads, pairs }: { before: Tips; heads: UnexplainedMoves['from']; pairs: Pairs },
  ): Promise<void> {
    if (commits.length === 0) return;
    const own = await this.#ownWork(commits, before, heads);
    await this.#make(own, pairs);
    const rest = commits.filter((commit) => !own.some((one) => one.commit === commit));
    const notes = await this.#rewrites.notesFor(rest, pairs.of);
    for (const [commit, note] of notes) this.#outgo(commit, note);
    for (const commit of rest) if (!notes.has(commit)) await this.#clear(commit);
    await this.#make(
      await this.#seenWork(
        rest.filter((commit) => !notes.has(commit)),
        before,
      ),
      pairs,
    );
  }

  // Notes of others may be those of commits that commits here were made from before.
  async #lookAgain({ oids }: Tips, not: ReadonlySet<Oid>): Promise<void> {
    const commits = (await youngestCommits(this.#deps.repo, oids)).filter((commit) => !not.has(commit)).reverse();
    for (const [commit, note] of await this.#rewrites.notesFor(commits, NO_PAIRS)) this.#outgo(commit, note);
  }

  /** Takes over late verifications of earlier commits. At once, because commits that are rewritten from these need them too. */
  outgoLate(): void {
    for (const { commit, bytes } of this.#deps.graphs.takeLate())
      this.#deps.state.outgoing.push({ commit, note: Buffer.from(bytes).toString('base64'), joins: true });
  }

  // All commits that git-filter-repo made since the last reading, at once.
  async #filtered(): Promise<void> {
    const { repo, state } = this.#deps;
    const mark = commitMapMark(repo.commonDir);
    if (mark === (state.filtered ?? '')) return;
    const commits = await this.#rewrites.filtered();
    for (let at = 0; at < commits.length; at += COMMITS_PER_BATCH)
      for (const [commit, note] of await this.#rewrites.notesFor(commits.slice(at, at + COMMITS_PER_BATCH), NO_PAIRS))
        this.#outgo(commit, note);
    state.filtered = mark;
  }

  // If a session is given, the last commit was made in its shell.
  async #make(observed: readonly ObservedCommit[], pairs: Pairs, by?: SessionId): Promise<void> {
    for (let at = 0; at < observed.length; at += COMMITS_PER_BATCH)
      await this.#chunk(observed.slice(at, at + COMMITS_PER_BATCH), pairs, by);
  }

  async #chunk(observed: readonly ObservedCommit[], pairs: Pairs, by: SessionId | undefined): Promise<void> {
    const { repo, workTrees, hookAt, committer, redact, fault, attempts } = this.#deps;
    const { changes, objects } = await this.#rewrites.prepare(observed, pairs.of);
    for (const { commit, gitDir, time, timely } of observed) {
      const [change, object] = [changes.get(commit), objects.get(commit)];
      if (!change || !object) continue;
      try {
        const workTree = await workTrees.get(gitDir);
        expire(workTree, Date.now());
        const isLast = gitDir === repo.gitDir && commit === observed.at(-1)!.commit;
        if (isLast && by) joinBorn(workTree, workTrees.all(), by);
        const summary = await redact(object.message.trimStart().split('\n')[0] ?? '');
        const origins = await this.#rewrites.originsOf(commit);
        const at = time * 1000;
        const madeBy = timely && !(isLast && by) ? at + SECOND_MS : undefined;
        const made = { at, madeBy, hookAt: isLast && hookAt !== undefined && at <= hookAt ? hookAt : undefined };
        const committed = { ...made, commit, summary, change, workTree, by: isLast ? by : undefined, origins };
        const note = await committer.note(committed, {
          search: () => this.#rewrites.search(change, leftBefore(commit, this.#deps.state.moves[gitDir])),
          moved: (commits) => this.#rewrites.moved(change, commits),
          noted: async () => (await this.#rewrites.readNotes([commit])).get(commit),
        });
        if (note) this.#outgo(commit, note);
        else await this.#clear(commit);
        if (isLast) this.last = note && { change, note, committer: (object.isUtf8 && object.committer) || undefined };
        this.outgoLate();
      } catch (cause) {
        if (attempts.again(commit, cause)) throw cause;
        fault(`No note could be made for commit ${commit}: ${String(cause)}`);
      }
    }
  }

  // Work of agents in commits that no reflog message reports as made here.
  async #ownWork(commits: readonly Oid[], before: Tips, heads: UnexplainedMoves['from']): Promise<ObservedCommit[]> {
    const { repo, files, memo } = this.#deps;
    if (before.oids.length === 0) return []; // all commits would count as new
    const unnoted = await this.#unnoted(commits);
    const changes = await changesOf(repo, unnoted, files.objects);
    return findOwnWork({ repo, files, memo }, unnoted, { before, changes, heads });
  }

  async #seenWork(commits: readonly Oid[], before: Tips): Promise<ObservedCommit[]> {
    const { repo, files, memo } = this.#deps;
    const unnoted = await this.#unnoted(commits);
    const changes = await changesOf(repo, unnoted, files.objects);
    return findSeenWork({ repo, files, memo }, unnoted, { before, changes });
  }

  async #unnoted(commits: readonly Oid[]): Promise<readonly Oid[]> {
    const noted = await this.#rewrites.noted(commits);
    return commits.filter((commit) => !noted.has(commit));
  }

  // Removes a note that git copied there (notes.rewriteRef), if nothing else is known: nothing is joined to an empty note.
  async #clear(commit: Oid): Promise<void> {
    if (!(await this.#rewrites.hasStray(commit))) return;
    const nothing = toOutgoing(commit, { graphs: [], lines: new Map(), carried: [] });
    this.#deps.state.outgoing.push({ ...nothing, joins: true });
  }

  #outgo(commit: Oid, note: Note): void {
    this.#deps.state.outgoing.push(toOutgoing(commit, note));
    this.#deps.graphs.wentTo(commit, note.graphs);
  }
}

// The commits that HEAD left without git changing the files of the work tree, before it came to this one.
function leftBefore(commit: Oid, moves: readonly HeadMove[] = []): Oid[] {
  const before = moves.slice(
    0,
    Math.max(
      0,
      moves.findLastIndex(({ to }) => to === commit),
    ),
  );
  return [...new Set(before.filter(({ brings, hand }) => !brings && !hand).map(({ from }) => from))];
}
