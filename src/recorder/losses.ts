import type { LostEvents } from './spool/lost-events.ts';
import type { State } from './state/state.ts';
import type { OwnerCache } from './worktree/blob-owners.ts';
import { abstainFromUncommitted } from './worktree/lost-owners.ts';
import type { RecordedContents } from './worktree/recorded-contents.ts';
import type { WorkTreeTracker } from './worktree/worktree-tracker.ts';
import type { WorkTrees } from './worktree/worktrees.ts';

/** Shown by `git prov status`. */
const LOST =
  'Hooks could not write some events, as on a full disk: lines that changed meanwhile are unknown. Free some space.';

const DAMAGED =
  'A part of the local state was damaged or lost: uncommitted lines without a known writer are unknown now.';

const NO_SNAPSHOT = 'The last snapshot of the work tree is damaged: uncommitted lines of agents may be unknown.';

/** What a loss makes unknown. */
export interface LossDeps {
  readonly state: State;
  readonly tracker: WorkTreeTracker;
  readonly lost: LostEvents;
  readonly workTrees: WorkTrees;
  readonly memo: OwnerCache;
  readonly files: RecordedContents;
  /** Reports a problem to `git prov status`. */
  readonly fault: (what: string) => void;
}

/** Abstains from owners that were lost, or that lost events may have changed. */
export class Losses {
  readonly #deps: LossDeps;

  constructor(deps: LossDeps) {
    this.#deps = deps;
  }

  /** An event is missing: what changed until the next snapshot is unknown. */
  missEvent(): void {
    this.#deps.tracker.abstain();
    this.#deps.fault(LOST);
  }

  /** Events are lost: until the next snapshot, an unknown step may have written anything. */
  abstain(): void {
    const { tracker, lost, workTrees } = this.#deps;
    tracker.doubt();
    lost.abstain();
    workTrees.abstains = true;
  }

  /** The last snapshot of the work tree cannot be read. */
  missSnapshot(): Promise<void> {
    return this.#doubt(NO_SNAPSHOT);
  }

  /** The state or the counter of events is damaged. */
  async doubtDamaged(): Promise<void> {
    const { state, lost } = this.#deps;
    if (state.damaged) await this.#doubt(DAMAGED);
    if (!lost.isCounterLost) return;
    delete state.seen;
    await this.#doubt(LOST);
  }

  /** A part of the owners of blobs is lost. @param save writes the state at once, and not with the next event: `status` reports it */
  async abstainFromOwners(save: () => void): Promise<void> {
    const { state, workTrees, memo, files, fault } = this.#deps;
    const lost = await abstainFromUncommitted(workTrees, memo, files);
    const lines = lost.length > 0 ? `: uncommitted lines of ${lost.slice(0, 3).join(', ')} are unknown now` : '';
    const what = memo.isShort ? 'The end of owners.jsonl is lost, as after a power cut' : 'owners.jsonl is damaged';
    fault(`${what}${lines}`);
    const { damaged } = state;
    save();
    if (damaged) state.damaged = true;
  }

  // Something is lost that may have had the writers of uncommitted lines, too.
  async #doubt(what: string): Promise<void> {
    const { workTrees, memo, files, fault } = this.#deps;
    fault(what);
    this.abstain();
    await abstainFromUncommitted(workTrees, memo, files);
  }
}
