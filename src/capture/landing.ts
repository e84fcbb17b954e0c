import { changesOf } from '../git/diff.ts';
import type { Repo } from '../git/repo.ts';
import type { Oid, SessionId } from '../graph/ids.ts';
import type { Note } from '../graph/model.ts';
import type { Attempts } from './attempts.ts';
import { joinBorn } from './beside.ts';
import { expire } from './calls.ts';
import type { Committer } from './commit.ts';
import type { Files } from './files.ts';
import type { Graphs } from './graphs.ts';
import type { Memo } from './memo.ts';
import { markMoved } from './marker.ts';
import { outgo } from './outgoing.ts';
import { provDirOf } from './pending.ts';
import type { Pairs } from './pairs.ts';
import type { Landing } from './reflog.ts';
import { Rewrites } from './rewrites.ts';
import type { State } from './state.ts';
import { afterCommit, newCommits, readTips } from './tips.ts';
import type { WorkTrees } from './worktrees.ts';

/** A reflog tells seconds only. */
const SECOND_MS = 1000;
/** So many commits are worked on at once. */
const CHUNK = 200;

/** What the notes of commits are made with. */
export interface Around {
  readonly repo: Repo;
  /** The session in whose shell git ran the hook. */
  readonly by: SessionId | undefined;
  readonly state: State;
  readonly files: Files;
  readonly workTrees: WorkTrees;
  readonly memo: Memo;
  readonly graphs: Graphs;
  readonly committer: Committer;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => Promise<string>;
  /** Is told what went wrong; the other commits get their notes. */
  readonly fault: (what: string) => void;
  /** Tells whether a commit is to be left to the next drain. */
  readonly attempts: Attempts;
}

/** Makes the notes of commits that came to be in this repository, and puts them among the outgoing ones. */
export class Commits {
  readonly #around: Around;
  readonly #rewrites: Rewrites;

  constructor(around: Around) {
    this.#around = around;
    this.#rewrites = new Rewrites(around.repo, around.files, around.state.outgoing);
  }

  /** Commits that a reflog of HEAD tells of. */
  async made(landed: readonly Landing[], pairs: Pairs): Promise<void> {
    for (let at = 0; at < landed.length; at += CHUNK) await this.#chunk(landed.slice(at, at + CHUNK), pairs);
  }

  /**
   * Commits that came with a fetch, or that no reflog of HEAD tells of.
   * @param hurry somebody waits for a commit of theirs
   */
  async found(landed: readonly Landing[], pairs: Pairs, hurry: boolean): Promise<void> {
    const { repo, state } = this.#around;
    if (!landed.some(({ message }) => message.startsWith('commit'))) markMoved(provDirOf(repo));
    const before = state.tips;
    const mine = this.#rewrites.parentsOf(landed.map(({ commit }) => commit));
    const quick = before && hurry && pairs.of.size === 0 ? afterCommit(repo.commonDir, before, mine) : undefined;
    const now = quick ?? (await readTips(repo));
    state.tips = now;
    if (quick || !before || !(await this.#rewrites.hasNotes())) return;
    const fresh = await newCommits(repo, before, now, mine);
    const commits = [...new Set([...fresh, ...pairs.of.keys()])].filter((commit) => !mine.has(commit)).reverse();
    if (commits.length === 0) return;
    const notes = await this.#rewrites.notesFor(commits, pairs.of);
    for (const [commit, note] of notes) this.#outgo(commit, note);
    for (const commit of commits) if (!notes.has(commit)) await this.#clear(commit);
    await this.made(await this.#ownWork(commits.filter((commit) => !notes.has(commit))), pairs);
  }

  /** Takes over what tells how lines of earlier commits were verified. At once: what is made from these commits is to have it too. */
  outgoLate(): void {
    for (const { commit, bytes } of this.#around.graphs.takeLate())
      this.#around.state.outgoing.push({ commit, note: Buffer.from(bytes).toString('base64'), joins: true });
  }

  async #chunk(landed: readonly Landing[], pairs: Pairs): Promise<void> {
    const { repo, by, workTrees, committer, redact, fault, attempts } = this.#around;
    const { changes, objects } = await this.#rewrites.prepare(landed, pairs.of);
    for (const { commit, gitDir, time, timely } of landed) {
      const [change, object] = [changes.get(commit), objects.get(commit)];
      if (!change || !object) continue;
      try {
        const workTree = await workTrees.get(gitDir);
        expire(workTree, Date.now());
        const isLast = gitDir === repo.gitDir && commit === landed.at(-1)!.commit;
        if (isLast && by) joinBorn(workTree, workTrees.all(), by);
        const summary = await redact(object.message.trimStart().split('\n')[0] ?? '');
        const origins = await this.#rewrites.originsOf(commit);
        const at = time * 1000;
        const madeBy = timely && !(isLast && by) ? at + SECOND_MS : undefined;
        const committed = { commit, at, summary, change, workTree, by: isLast ? by : undefined, madeBy, origins };
        const note = await committer.note(committed, {
          search: () => this.#rewrites.search(change),
          noted: async () => (await this.#rewrites.readNotes([commit])).get(commit),
        });
        if (note) this.#outgo(commit, note);
        else await this.#clear(commit);
        this.outgoLate();
      } catch (cause) {
        if (attempts.again(commit, cause)) throw cause;
        fault(`No note could be made for commit ${commit}: ${String(cause)}`);
      }
    }
  }

  // Commits of what an agent was seen to write here, of which no reflog tells: that of a work tree goes with it.
  async #ownWork(commits: readonly Oid[]): Promise<Landing[]> {
    const { repo, files, memo } = this.#around;
    const noted = await this.#rewrites.readNotes(commits);
    const rest = commits.filter((commit) => !noted.has(commit));
    const changes = await changesOf(repo, rest, files.objects);
    const found: Landing[] = [];
    for (const commit of rest) {
      const changed = changes.get(commit)?.parents[0]?.files ?? [];
      const gitDir = changed.map(({ path, newBlob }) => newBlob && memo.madeIn(path, newBlob)).find(Boolean);
      if (gitDir) found.push({ commit, gitDir, time: Math.floor(Date.now() / 1000), message: '' });
    }
    return found;
  }

  // Takes away what git has put there (notes.rewriteRef), where nothing else is known: to nothing, nothing is joined.
  async #clear(commit: Oid): Promise<void> {
    if (!(await this.#rewrites.hasStray(commit))) return;
    const nothing = outgo(commit, { graphs: [], lines: new Map(), carried: [] });
    this.#around.state.outgoing.push({ ...nothing, joins: true });
  }

  #outgo(commit: Oid, note: Note): void {
    this.#around.state.outgoing.push(outgo(commit, note));
    this.#around.graphs.wentTo(commit, note.graphs);
  }
}
