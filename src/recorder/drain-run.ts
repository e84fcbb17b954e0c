import { OpenCalls } from './step/open-calls.ts';
import { UnnamedSubagents } from './step/unnamed-subagent.ts';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Repo } from '../git/repository/repo.ts';
import type { NodeId } from '../model/ids.ts';
import { markActive } from './active-marker.ts';
import { TranscriptPrompts } from './session/transcript-prompts.ts';
import { RetryLimit } from './spool/retry-limit.ts';
import { NoteMaker } from './commit/note-maker.ts';
import { PromptsElsewhere } from './session/prompts-elsewhere.ts';
import { CommitRecorder, type NewCommits, NO_NEW_COMMITS, unexplainedMoves } from './commit/new-commits.ts';
import { RecordedContents } from './worktree/recorded-contents.ts';
import { dropSecrets } from './worktree/removed-lines.ts';
import { Graphs } from './ledger/session-graphs.ts';
import { HeadMoves } from './worktree/head/head-moves.ts';
import { type HeadMove } from './worktree/head/head-move.ts';
import { takeRound } from './spool/take-round.ts';
import { LostEvents } from './spool/lost-events.ts';
import { treePairs, withTrees } from './worktree/snapshot-trees.ts';
import { markDeclared } from './context-marker.ts';
import { OwnerCache } from './worktree/blob-owners.ts';
import { WorkTreeTracker } from './worktree/worktree-tracker.ts';
import { scanWritten, sendNotes } from './commit/note-outbox.ts';
import { haveMoved } from './repo-state.ts';
import { Recorder } from './step/recorder.ts';
import { Losses } from './losses.ts';
import type { Drained, DrainOptions } from './drain-options.ts';
import { recordEvent, type EventStages } from './record-event.ts';
import { movesOf, observedCommits, observedNow } from './worktree/head/reflog.ts';
import type { ObservedCommit, ReflogMark } from './worktree/head/reflog.ts';
import { Pairs } from './commit/rewrite-pairs.ts';
import { realPath } from './spool/event-paths.ts';
import { Sessions } from './session/sessions.ts';
import { clearSnapshotIndexes } from './worktree/snapshots.ts';
import { Spool, type SpooledEvent } from './spool/spool.ts';
import { addFault, type FaultKind, saveState, type State } from './state/state.ts';
import { loadState, markDamaged } from './state/load-state.ts';
import { joinFetched } from '../notes/transport/merge-fetched.ts';
import { TranscriptResults } from './session/transcript-results.ts';
import { WorkTrees } from './worktree/worktrees.ts';
import { localFiles, provDirOf } from '../git/repository/local-files.ts';

/** One drain: reads what waits, and brings each event and each commit on its way. */
export class DrainRun {
  readonly #repo: Repo;
  readonly #dir: string;
  readonly #committed: boolean;
  readonly #notePatience: number | undefined;
  readonly #later: DrainOptions['later'];
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
  readonly #stages: EventStages;
  readonly #losses: Losses;
  readonly #commits: CommitRecorder;
  readonly #declared = new Map<string, NodeId>();
  readonly #moves: HeadMoves;
  readonly #tracker: WorkTreeTracker;

  constructor(repo: Repo, { by, committedAt, notePatience, later }: DrainOptions) {
    this.#repo = repo;
    this.#committed = committedAt !== undefined;
    this.#notePatience = notePatience;
    this.#later = later;
    this.#dir = provDirOf(repo);
    this.#state = loadState(this.#dir);
    this.#spool = new Spool(this.#dir);
    this.#lost = new LostEvents(this.#state, this.#spool);
    this.#attempts = new RetryLimit(this.#dir);
    const last = this.#spool.lastNumber(); // a counter below a recorded number was lost: the numbers began again at 0
    for (const one of Object.values(this.#state.workTrees)) if (last !== undefined && last < one.number) one.number = 0;
    this.#files = new RecordedContents(repo);
    const start = { since: this.#since(), committed: this.#committed };
    this.#workTrees = new WorkTrees(repo, this.#state, this.#files, start);
    this.#memo = new OwnerCache(localFiles(this.#dir).owners, this.#state.memoBytes, this.#state.memoHash);
    this.#sessions = new Sessions(this.#state, this.#dir);
    this.#graphs = new Graphs(this.#dir, this.#sessions);
    this.#moves = new HeadMoves(this.#files, this.#state.moves);
    this.#moves.take(movesOf(repo.commonDir, this.#state.reflogs, this.#since()));
    const tracker = new WorkTreeTracker(this.#files, this.#memo, this.#moves);
    this.#tracker = tracker;
    const results = new TranscriptResults();
    this.#stages = {
      repo,
      workTrees: this.#workTrees,
      unnamed: new UnnamedSubagents(this.#sessions, new OpenCalls(this.#workTrees)),
      sessions: this.#sessions,
      files: this.#files,
      results,
      prompts: new TranscriptPrompts(this.#sessions),
      graphs: this.#graphs,
      elsewhere: new PromptsElsewhere(repo.env, (dir) => dir.startsWith(realPath(repo.commonDir))),
      recorder: new Recorder(this.#sessions, tracker, this.#files, this.#workTrees, results),
    };
    this.#losses = new Losses({
      state: this.#state,
      tracker,
      lost: this.#lost,
      workTrees: this.#workTrees,
      memo: this.#memo,
      files: this.#files,
      fault: (what) => this.#fault(what),
    });
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
      if (this.#memo.isShort || this.#memo.isDamaged) await this.#losses.abstainFromOwners(() => this.#save([]));
      await this.#joinFetched();
      for (;;) {
        // In this order: of each commit that the reflogs have, all earlier events are taken; of each pair, its commit is known.
        const pairs = new Pairs(this.#dir);
        const reading = await this.#readReflogs();
        const { events: taken, more, unfinished, unread } = await takeRound(this.#spool, this.#state.recorded);
        const events = await withTrees(this.#repo, this.#dir, taken);
        const { observed, unexplained } = more ? NO_NEW_COMMITS : this.#newCommits(reading);
        const moved = !more && (unexplained.to.length > 0 || pairs.of.size > 0 || haveMoved(this.#repo, this.#state));
        const waits = events.length > 0 || observed.length > 0 || this.#state.outgoing.length > 0 || moved;
        if (!more && !waits) {
          // Reflogs that grew without a commit must not be read again.
          if (this.#marks() !== marks) saveState(this.#dir, this.#state);
          return { events: count, notes: 0, declared: this.#declared };
        }
        // Only here: a run with nothing to record starts no process for it.
        if (isFirst && (await this.#workTrees.restart())) await this.#losses.missSnapshot();
        if (isFirst) await this.#losses.doubtDamaged();
        if (unread) this.#losses.abstain(); // status lists events that were set aside
        isFirst = false;
        await Promise.all([this.#sessions.prepare(this.#repo), this.#prepare(events)]);
        for (const event of events) {
          if (this.#lost.see(event.number)) this.#losses.missEvent();
          // Otherwise the snapshots of the new numbers would count as older ones.
          if (this.#lost.isBackward) for (const workTree of this.#workTrees.all()) workTree.number = 0;
          await this.#record(event);
        }
        if (!more && (await this.#lost.atEnd(new Set(events.map(({ name }) => name))))) this.#losses.missEvent();
        if (unfinished) this.#tracker.abstain(); // a commit may have taken up what these events are about
        this.#commits.outgoLate();
        // After the events, even if a commit was made before some of them: snapshots have its blobs by then, or none ever had them.
        await this.#commits.made(observed, pairs);
        if (moved) await this.#commits.found(observed, unexplained, pairs, this.#committed);
        await dropSecrets(Object.values(this.#state.workTrees), (text) => this.#sessions.redact(text));
        if (!more) await this.#stages.prompts.recordAll();
        this.#save(events.map(({ name }) => name));
        if (!more) pairs.remove();
        count += events.length;
        if (!more) break;
      }
      const notes = this.#state.outgoing.length;
      await this.#send();
      return { events: count, notes, declared: this.#declared, last: this.#commits.last };
    } catch (error) {
      if (this.#files.isDamaged) markDamaged(this.#dir); // this drain saves nothing, and the object is removed
      throw error;
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
  }

  // Compares all trees in one process, and reads new parts of the transcripts.
  async #prepare(events: readonly SpooledEvent[]): Promise<void> {
    const pairs = treePairs(events, this.#state.workTrees);
    try {
      await this.#files.prepare(pairs);
    } catch (cause) {
      if (this.#attempts.again('looks', cause)) throw cause;
      this.#files.giveUp(pairs);
    }
  }

  async #record(spooled: SpooledEvent): Promise<void> {
    try {
      const recorded = await recordEvent(spooled, this.#stages);
      if (recorded.kind === 'unreadable') this.#spool.setAside(spooled.name);
      else if (recorded.step) this.#declared.set(spooled.name, recorded.step);
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
    const { left, faults, written } = await sendNotes(
      this.#repo,
      this.#state.outgoing,
      this.#files.objects,
      this.#notePatience,
      // Git ran this hook for that commit, in the same environment.
      this.#committed ? this.#commits.last?.committer : undefined,
    );
    this.#state.outgoing = left;
    if (left.length === 0) this.#resolved('writing');
    this.#resolved('signing');
    for (const { what, kind } of faults) this.#fault(what, kind);
    saveState(this.#dir, this.#state);
    if (!written) return;
    const scan = (): Promise<void> => scanWritten(this.#repo, written);
    if (this.#later) this.#later(scan);
    else await scan();
  }

  #resolved(kind: FaultKind): void {
    this.#state.faults = this.#state.faults.filter((fault) => fault.kind !== kind);
  }

  readonly #fault = (what: string, kind?: FaultKind): void => addFault(this.#state, what, kind);

  // Commits from before git prov was enabled have no owner that we name. In a repository that the agent's hook enabled, only the
  // age of the spool marks that moment.
  #since(): number {
    return this.#state.watched ? 0 : Math.floor(statSync(localFiles(this.#dir).spool).birthtimeMs / 1000);
  }

  readonly #marks = (): string => JSON.stringify(this.#state.reflogs);

  // Changes nothing that is kept: commits are for the last round, when all events before them are recorded.
  async #readReflogs(): Promise<ReflogReading> {
    const marks = { ...this.#state.reflogs };
    const moves = new Map<string, HeadMove[]>();
    const observed = observedCommits(this.#repo.commonDir, marks, this.#since(), moves);
    if (observed.length > 0 || !this.#committed || marks[this.#repo.gitDir]) return { marks, moves, observed };
    // Without reflogs (core.logAllRefUpdates), the hook is the only report of a commit.
    const [head] = await this.#files.objects.info(['HEAD']);
    const made = head && { ...observedNow(head.oid, this.#repo.gitDir), message: 'commit' };
    return { marks, moves, observed: made ? [made] : [] };
  }

  #newCommits({ marks, moves, observed }: ReflogReading): NewCommits {
    Object.assign(this.#state.reflogs, marks);
    this.#state.watched = true;
    this.#moves.take(moves);
    // The events may be younger than the commits: git may have changed files meanwhile.
    this.#moves.takeLater(movesOf(this.#repo.commonDir, marks, this.#since()));
    return { observed, unexplained: unexplainedMoves(moves, observed, this.#state.tips) };
  }
}

/** The new entries of the reflogs of HEAD. */
interface ReflogReading {
  /** How far they are read now. */
  readonly marks: Record<string, ReflogMark>;
  readonly moves: ReadonlyMap<string, readonly HeadMove[]>;
  readonly observed: readonly ObservedCommit[];
}
