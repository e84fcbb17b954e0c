import { OpenCalls } from './step/open-calls.ts';
import { UnnamedSubagents } from './step/unnamed-subagent.ts';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Repo } from '../git/repository/repo.ts';
import type { NodeId, Oid, SessionId } from '../model/ids.ts';
import { markActive } from './active-marker.ts';
import { agents, loadAgents } from './agent-port.ts';
import { TranscriptPrompts } from './session/transcript-prompts.ts';
import { RetryLimit } from './spool/retry-limit.ts';
import { NoteMaker } from './commit/commit.ts';
import { concerns, PromptsElsewhere } from './session/prompts-elsewhere.ts';
import {
  CommitRecorder,
  type NewCommits,
  NO_NEW_COMMITS,
  type RecordedCommit,
  unexplainedMoves,
} from './commit/new-commits.ts';
import { text } from './spool/json-fields.ts';
import { highestStep, mayContinue } from './session/continuing.ts';
import { RecordedContents } from './worktree/recorded-contents.ts';
import { abstainFromUncommitted } from './worktree/lost-owners.ts';
import { dropSecrets } from './worktree/removed-lines.ts';
import { Graphs } from './ledger/session-graphs.ts';
import { HeadMoves } from './worktree/head/head-moves.ts';
import { type HeadMove } from './worktree/head/head-move.ts';
import { takeRound } from './spool/take-round.ts';
import { LostEvents } from './spool/lost-events.ts';
import { withLock } from './spool/lock.ts';
import { withTrees } from './worktree/snapshot-trees.ts';
import { markDeclared } from './context-marker.ts';
import { OwnerCache } from './worktree/blob-owners.ts';
import { WorkTreeTracker } from './worktree/worktree-tracker.ts';
import { sendNotes } from './commit/note-outbox.ts';
import { haveMoved, isEnabled } from './repo-state.ts';
import { Recorder } from './step/recorder.ts';
import { type ObservedEvent } from './step/observed-event.ts';
import { readRecord } from './session/session-record.ts';
import { observedNow, observedCommits, movesOf } from './worktree/head/reflog.ts';
import { Pairs } from './commit/rewrite-pairs.ts';
import { realPath } from './spool/event-paths.ts';
import { Sessions } from './session/sessions.ts';
import { clearSnapshotIndexes, hasManySnapshots, pruneSnapshots } from './worktree/snapshots.ts';
import { Spool, type SpooledEvent } from './spool/spool.ts';
import { keepOwner } from './keep-owner.ts';
import { finishStaged } from './state/atomic-files.ts';
import { addFault, type FaultKind, hasState, saveState, type State } from './state/state.ts';
import { loadState } from './state/load-state.ts';
import { joinFetched } from '../notes/transport/merge-fetched.ts';
import { TranscriptResults } from './session/transcript-results.ts';
import { isVerified } from './commit/late-verification.ts';
import { refsMark } from './worktree/head/branch-tips.ts';
import type { WorkTreeSnapshot } from './step/observed-event.ts';
import { WorkTrees } from './worktree/worktrees.ts';
import { localFiles, provDirOf } from '../git/repository/local-files.ts';

export type { RecordedCommit };

export interface DrainOptions {
  /** How long to wait for another process that drains, in milliseconds. */
  readonly patience: number;
  /** The session that started the shell where git ran the hook, and the commit that it made. */
  readonly by?: SessionId | undefined;
  /** No user waits for a command: there is time to clear what is no longer needed. */
  readonly tidy?: boolean;
  /** When git ran the hook after a commit, in milliseconds since the epoch: HEAD was made just before. */
  readonly committedAt?: number;
  /** How long to wait for other writers of notes, in milliseconds; notes that could not be written wait for the next drain. */
  readonly notePatience?: number;
}

export interface Drained {
  readonly events: number;
  readonly notes: number;
  /** The last commit that was made in this work tree, when it got a note. */
  readonly last?: RecordedCommit | undefined;
  /** The steps of the events that our own commands spooled, by event name. */
  readonly said: ReadonlyMap<string, NodeId>;
}

/**
 * Records what waits: events of agents in the order of their time, and new commits. Writes the notes of these commits in
 * one transaction. If it is killed at any moment, the next drain does the rest, and nothing twice: the state is replaced as a
 * whole, together with the notes to write, before the events are removed.
 * Returns undefined when another process is draining.
 */
export function drain(repo: Repo, options: DrainOptions): Promise<Drained | undefined> {
  if (!isEnabled(repo)) return Promise.resolve({ events: 0, notes: 0, said: new Map() });
  const dir = provDirOf(repo);
  return withLock(dir, options.patience, async () => {
    await loadAgents();
    const began = Date.now();
    finishStaged(dir);
    // Shows that this drain was the first, if it is killed.
    if (!hasState(dir)) saveState(dir, loadState(dir));
    try {
      const drained = await new Drain(repo, options).run();
      if (options.tidy && hasManySnapshots(dir)) await pruneSnapshots(repo, dir, Date.now());
      return drained;
    } finally {
      keepOwner(repo.commonDir, began);
    }
  });
}

/** Shown by `git prov status`. */
const LOST =
  'Hooks could not write some events, as on a full disk: lines that changed meanwhile are unknown. Free some space.';

const DAMAGED =
  'A part of the local state was damaged or lost: uncommitted lines without a known writer are unknown now.';

const NO_SNAPSHOT = 'The last snapshot of the work tree is damaged: uncommitted lines of agents may be unknown.';

class Drain {
  readonly #repo: Repo;
  readonly #dir: string;
  readonly #committed: boolean;
  readonly #notePatience: number | undefined;
  readonly #state: State;
  readonly #spool: Spool;
  readonly #lost: LostEvents;
  /** A passing fault ends the drain instead of setting an event aside: nothing is saved then, and the next drain repeats all of it. */
  readonly #attempts: RetryLimit;
  readonly #files: RecordedContents;
  readonly #workTrees: WorkTrees;
  readonly #memo: OwnerCache;
  readonly #sessions: Sessions;
  readonly #graphs: Graphs;
  readonly #recorder: Recorder;
  readonly #told = new TranscriptResults();
  readonly #asked: TranscriptPrompts;
  readonly #elsewhere: PromptsElsewhere;
  readonly #commits: CommitRecorder;
  readonly #said = new Map<string, NodeId>();
  readonly #unnamed: UnnamedSubagents;
  readonly #moves: HeadMoves;
  readonly #tracker: WorkTreeTracker;

  constructor(repo: Repo, { by, committedAt, notePatience }: DrainOptions) {
    this.#repo = repo;
    this.#committed = committedAt !== undefined;
    this.#notePatience = notePatience;
    this.#dir = provDirOf(repo);
    this.#state = loadState(this.#dir);
    this.#spool = new Spool(this.#dir);
    this.#lost = new LostEvents(this.#state, this.#spool);
    this.#attempts = new RetryLimit(this.#dir);
    const last = this.#spool.lastNumber(); // a counter below a recorded number was lost: the numbers began again at 0
    for (const one of Object.values(this.#state.workTrees)) if (last !== undefined && last < one.number) one.number = 0;
    this.#files = new RecordedContents(repo);
    this.#workTrees = new WorkTrees(repo, this.#state, this.#files, this.#since());
    this.#memo = new OwnerCache(localFiles(this.#dir).owners, this.#state.memoBytes, this.#state.memoHash);
    this.#sessions = new Sessions(this.#state, this.#dir);
    this.#asked = new TranscriptPrompts(this.#sessions);
    this.#elsewhere = new PromptsElsewhere(repo.env, (dir) => dir.startsWith(realPath(repo.commonDir)));
    this.#graphs = new Graphs(this.#dir, this.#sessions);
    this.#moves = new HeadMoves(this.#files, this.#state.moves);
    this.#moves.take(movesOf(repo.commonDir, this.#state.reflogs, this.#since()));
    const tracker = new WorkTreeTracker(this.#files, this.#memo, this.#moves);
    this.#tracker = tracker;
    this.#recorder = new Recorder(this.#sessions, tracker, this.#files, this.#workTrees, this.#told);
    this.#unnamed = new UnnamedSubagents(this.#sessions, new OpenCalls(this.#workTrees));
    this.#commits = new CommitRecorder({
      repo,
      by,
      hookAt: committedAt,
      state: this.#state,
      files: this.#files,
      workTrees: this.#workTrees,
      memo: this.#memo,
      graphs: this.#graphs,
      committer: new NoteMaker(this.#sessions, tracker, this.#files, this.#graphs),
      redact: (text) => this.#sessions.redact(text),
      fault: (what) => this.#fault(what),
      attempts: this.#attempts,
    });
  }

  async run(): Promise<Drained> {
    try {
      let count = 0;
      const marks = this.#marks();
      let isFirst = true;
      if (this.#memo.isShort || this.#memo.isDamaged) await this.#abstainFromOwners();
      await this.#joinFetched();
      for (;;) {
        const { events: taken, more, unfinished, unread } = await takeRound(this.#spool, this.#state.recorded);
        const events = await withTrees(this.#repo, this.#dir, taken);
        const { landed, strays } = more ? NO_NEW_COMMITS : await this.#landed();
        const pairs = new Pairs(this.#dir);
        const moved = !more && (strays.to.length > 0 || haveMoved(this.#repo, this.#state));
        const waits =
          events.length > 0 || landed.length > 0 || this.#state.outgoing.length > 0 || moved || pairs.of.size > 0;
        if (!more && !waits) {
          // Reflogs that grew without a commit must not be read again.
          if (this.#marks() !== marks) saveState(this.#dir, this.#state);
          return { events: count, notes: 0, said: this.#said };
        }
        // Only here: a run with nothing to record starts no process for it.
        if (isFirst && (await this.#workTrees.restart())) await this.#doubt(NO_SNAPSHOT);
        if (isFirst) await this.#doubtDamaged();
        if (unread) this.#abstain(); // status lists events that were set aside
        isFirst = false;
        await Promise.all([this.#sessions.prepare(this.#repo), this.#prepare(events)]);
        for (const event of events) {
          if (this.#lost.see(event.number)) this.#miss(LOST);
          // Otherwise the snapshots of the new numbers would count as older ones.
          if (this.#lost.isBackward) for (const workTree of this.#workTrees.all()) workTree.number = 0;
          await this.#record(event);
        }
        if (!more && (await this.#lost.atEnd(new Set(events.map(({ name }) => name))))) this.#miss(LOST);
        if (unfinished) this.#tracker.abstain(); // a commit may have taken up what these events are about
        this.#commits.outgoLate();
        // After the events, even if a commit was made before some of them: snapshots have its blobs by then, or none ever had them.
        await this.#commits.made(landed, pairs);
        if (moved) await this.#commits.found(landed, strays, pairs, this.#committed);
        await dropSecrets(Object.values(this.#state.workTrees), (text) => this.#sessions.redact(text));
        if (!more) await this.#asked.recordAll();
        this.#save(events.map(({ name }) => name));
        if (!more) pairs.remove();
        count += events.length;
        if (!more) break;
      }
      const notes = this.#state.outgoing.length;
      await this.#send();
      return { events: count, notes, said: this.#said, last: this.#commits.last };
    } finally {
      await this.#files.close();
    }
  }

  // First of all, because rewritten commits need the notes that others wrote for their source commits.
  async #joinFetched(): Promise<void> {
    const { notes, faults } = await joinFetched(this.#repo, this.#notePatience);
    if (faults.length === 0) this.#resolved('joining');
    for (const fault of faults) this.#fault(fault, 'joining');
    if (notes > 0) markDeclared(this.#dir);
    // Notes without a branch may belong to source commits of commits that were here before.
    if (notes > 0 && this.#state.tips?.mark === refsMark(this.#repo.commonDir))
      this.#state.tips = { mark: '', oids: [] };
  }

  // Compares all trees in one process, and reads new parts of the transcripts.
  async #prepare(events: readonly SpooledEvent[]): Promise<void> {
    const last = new Map<string, Oid>();
    const pairs: [Oid, Oid][] = [];
    for (const { gitDir, tree } of events.flatMap(({ observation }) =>
      observation ? [observation, ...observation.beside] : [],
    )) {
      if (!tree) continue;
      const before = last.get(gitDir) ?? this.#state.workTrees[gitDir]?.tree;
      if (before) pairs.push([before, tree]);
      last.set(gitDir, tree);
    }
    try {
      await this.#files.prepare(pairs);
    } catch (cause) {
      if (this.#attempts.again('looks', cause)) throw cause;
      this.#files.giveUp(pairs);
    }
  }

  async #record(spooled: SpooledEvent): Promise<void> {
    try {
      const told = agents().readEvent(spooled.payload, spooled.observation?.teller, this.#repo.env);
      if (!told) {
        this.#spool.setAside(spooled.name);
        return;
      }
      const { observation, at, number } = spooled;
      const workTree = observation && (await this.#workTrees.get(observation.gitDir, observation.workTree));
      const beside: WorkTreeSnapshot[] = [];
      for (const seen of observation?.beside ?? []) {
        const other = await this.#workTrees.beside(seen.gitDir, seen.workTree);
        if (other) beside.push({ workTree: other, seen });
      }
      const cwd = told.cwd ?? text(spooled.payload, 'cwd');
      const reported: ObservedEvent = { event: told, at, number, cwd, observation, workTree, beside };
      if (!concerns(told.body, reported, this.#workTrees.all())) return;
      const record = (one: ObservedEvent): Promise<NodeId | undefined | void> => this.#recorder.record(one);
      const observed = await this.#unnamed.named(reported, record);
      const { event } = observed;
      if (!this.#sessions.get(event.session) && mayContinue(event))
        this.#sessions.continueAfter(event.session, await highestStep(this.#repo, this.#files.objects, event.session));
      const session = this.#sessions.of(event, at);
      await readRecord(session, this.#sessions, this.#told, this.#asked);
      const isAsked = event.body.type === 'prompt' || this.#asked.isDue(session, at);
      if (isAsked) this.#graphs.cutVerified(session); // an interrupted turn has no end event
      await this.#asked.record(session, at);
      const isCall = event.body.type === 'before' || event.body.type === 'after';
      const elsewhere = isCall ? this.#elsewhere.take(session, at) : undefined;
      if (elsewhere) await this.#sessions.addPrompt(session, elsewhere.at, elsewhere.text);
      const said = await record(observed);
      await this.#unnamed.endAfter(reported, record);
      if (said) this.#said.set(spooled.name, said);
      const of = event.body.type === 'subagent_end' ? this.#sessions.get(event.body.child) : session;
      if (of && isVerified(event.body, of)) this.#graphs.cutVerified(of);
    } catch (cause) {
      if (this.#attempts.again(spooled.name, cause)) throw cause;
      this.#fault(`Event ${spooled.name} could not be recorded: ${String(cause)}`);
      if (existsSync(join(localFiles(this.#dir).spooled, spooled.name))) this.#spool.setAside(spooled.name);
    }
  }

  #save(done: readonly string[]): void {
    this.#state.memoBytes = this.#memo.save();
    this.#state.memoHash = this.#memo.hash;
    delete this.#state.damaged;
    const lost = this.#sessions.save(Date.now());
    if (lost !== undefined) this.#fault(lost);
    this.#graphs.save();
    this.#state.recorded = [...done];
    saveState(this.#dir, this.#state);
    this.#sessions.saved();
    for (const name of done) this.#spool.remove(name);
    this.#attempts.forget();
    clearSnapshotIndexes(this.#dir, Date.now());
    markActive(this.#dir, this.#state, this.#sessions.all());
  }

  async #send(): Promise<void> {
    if (this.#state.outgoing.length === 0) return;
    const { left, faults } = await sendNotes(this.#repo, this.#state.outgoing, this.#files.objects, this.#notePatience);
    this.#state.outgoing = left;
    if (left.length === 0) this.#resolved('writing');
    this.#resolved('signing');
    for (const { what, kind } of faults) this.#fault(what, kind);
    saveState(this.#dir, this.#state);
  }

  #resolved(kind: FaultKind): void {
    this.#state.faults = this.#state.faults.filter((fault) => fault.kind !== kind);
  }

  #miss(what: string): void {
    this.#tracker.abstain();
    this.#fault(what);
  }

  // Events are lost: until the next snapshot, an unknown step may have written anything.
  #abstain(): void {
    this.#tracker.abstain();
    this.#lost.abstain();
    this.#workTrees.abstains = true;
  }

  // Something is lost that may have had the writers of uncommitted lines, too.
  async #doubt(what: string): Promise<void> {
    this.#fault(what);
    this.#abstain();
    await abstainFromUncommitted(this.#workTrees, this.#memo, this.#files);
  }

  // At once, and not with the next event: `status` reports it.
  async #abstainFromOwners(): Promise<void> {
    const lost = await abstainFromUncommitted(this.#workTrees, this.#memo, this.#files);
    const files = lost.length > 0 ? `: uncommitted lines of ${lost.slice(0, 3).join(', ')} are unknown now` : '';
    const what = this.#memo.isShort
      ? 'The end of owners.jsonl is lost, as after a power cut'
      : 'owners.jsonl is damaged';
    this.#fault(`${what}${files}`);
    const { damaged } = this.#state;
    this.#save([]);
    if (damaged) this.#state.damaged = true;
  }

  async #doubtDamaged(): Promise<void> {
    if (this.#state.damaged) await this.#doubt(DAMAGED);
    if (!this.#lost.isCounterLost) return;
    delete this.#state.seen;
    await this.#doubt(LOST);
  }

  readonly #fault = (what: string, kind?: FaultKind): void => addFault(this.#state, what, kind);

  // Commits from before git prov was enabled have no owner that we name. In a repository that the agent's hook enabled, only the
  // age of the spool marks that moment.
  #since(): number {
    return this.#state.watched ? 0 : Math.floor(statSync(localFiles(this.#dir).spool).birthtimeMs / 1000);
  }

  readonly #marks = (): string => JSON.stringify(this.#state.reflogs);

  async #landed(): Promise<NewCommits> {
    const moves = new Map<string, HeadMove[]>();
    const landed = observedCommits(this.#repo.commonDir, this.#state.reflogs, this.#since(), moves);
    this.#moves.take(moves); // HEAD may have moved meanwhile: take the moves from the same bytes as the commits
    this.#state.watched = true;
    const strays = unexplainedMoves(moves, landed, this.#state.tips);
    if (landed.length > 0 || !this.#committed || this.#state.reflogs[this.#repo.gitDir]) return { landed, strays };
    // Without reflogs (core.logAllRefUpdates), the hook is the only report of a commit.
    const [head] = await this.#files.objects.info(['HEAD']);
    return { landed: head ? [{ ...observedNow(head.oid, this.#repo.gitDir), message: 'commit' }] : [], strays };
  }
}
