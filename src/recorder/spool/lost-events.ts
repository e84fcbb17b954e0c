import { setTimeout as sleep } from 'node:timers/promises';
import { sessionId } from '../../model/ids.ts';
import type { OpenStep, State } from '../state/state.ts';
import type { Spool } from './spool.ts';

/** How long a hook may take between drawing a number and writing its event, in milliseconds. */
const DRAWN_MS = 200;
/** A larger gap between two numbers means that the counter began again from the clock. */
const MAX_NUMBER_GAP = 10_000_000;

/**
 * Finds events that were never written. A hook draws its number by overwriting a file in place, which needs no space: on a full disk
 * the number is drawn and the event is missing. The same happens to a hook that is killed in between.
 */
export class LostEvents {
  readonly #state: State;
  readonly #spool: Spool;
  /** Whether the last event has a lower number than one that was recorded before: the counter was lost and began again. */
  isBackward = false;
  /** Nothing was ever recorded: the events begin with number 1. */
  readonly #isFirst: boolean;

  constructor(state: State, spool: Spool) {
    this.#state = state;
    this.#spool = spool;
    this.#isFirst =
      state.whole === true &&
      spool.lastNumber() !== undefined &&
      Object.keys(state.sessions).length + Object.keys(state.workTrees).length === 0;
  }

  /**
   * Whether the counter of the events is behind the last recorded number, so it was lost; the numbers begin again then, and events
   * from before may be lost too.
   */
  get isCounterLost(): boolean {
    const last = this.#spool.lastNumber();
    return last !== undefined && this.#state.seen !== undefined && last < this.#state.seen;
  }

  /** Checks an event that is about to be recorded. @returns whether events before it are lost */
  see(number: number): boolean {
    const seen = this.#state.seen ?? (this.#isFirst ? 0 : undefined);
    const isRestarted = seen !== undefined && number - seen > MAX_NUMBER_GAP; // the counter was lost, and events may have been
    // Or it is the event of a hook that was slow; the gap was reported then.
    this.isBackward = seen !== undefined && number < seen && seen - number <= MAX_NUMBER_GAP;
    const isGap = isRestarted || this.isBackward || (seen !== undefined && this.#isMissing(seen + 1, number - 1));
    // After a slow hook's event the numbers go on where they were.
    if (!this.isBackward || this.isCounterLost) this.#state.seen = number;
    if (isGap) this.abstain();
    return isGap;
  }

  /**
   * Checks for lost events after the last one. A hook that is still writing its event gets a moment to finish.
   * @param taken the events that are being recorded
   */
  async atEnd(taken: ReadonlySet<string>): Promise<boolean> {
    const { seen } = this.#state;
    const last = this.#spool.lastNumber();
    if (seen === undefined || last === undefined || !this.#isMissing(seen + 1, last)) return false;
    const isWaiting = (): boolean => this.#spool.names().some((name) => !taken.has(name));
    if (!isWaiting()) await sleep(DRAWN_MS);
    if (isWaiting()) return false; // the next drain sees them, and the gap before them
    this.#state.seen = last;
    this.abstain();
    return true;
  }

  // An event that could not be used was set aside: it is not lost.
  #isMissing(from: number, to: number): boolean {
    if (from > to || to - from > MAX_NUMBER_GAP) return false;
    const aside = new Set(this.#spool.setAsides().map(({ name }) => Number.parseInt(name, 10)));
    let count = 0;
    for (const number of aside) if (number >= from && number <= to) count++;
    return count < to - from + 1;
  }

  /** Until the next snapshot, an unknown step may have written anything: differences are then unknown, and not a person's. */
  abstain(): void {
    for (const workTree of Object.values(this.#state.workTrees))
      if (!workTree.dropped.some(({ key }) => key === LOST.key)) workTree.dropped.push({ ...LOST });
  }
}

/** Whether a step represents lost events. A snapshot of a single file says nothing about what they changed elsewhere. */
export const isLost = ({ key }: OpenStep): boolean => key === LOST.key;

/** Represents the steps of lost events. */
export const LOST: OpenStep = {
  session: sessionId('lost'),
  key: 'lost',
  tool: 'lost',
  action: 'unknown',
  summary: 'a step whose event could not be written',
  paths: [],
  at: 0,
  gated: false,
};
