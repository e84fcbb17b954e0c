import { numberOf, sessionPrefix, type PrefixedSession } from '../model/ids.ts';
import type { Graph } from '../model/model.ts';

/** Steps of imported graphs are numbered by the time of their commit, in seconds since this time: 2020-01-01T00:00:00Z. */
const EPOCH_S = 1_577_836_800;
/** Lower numbers belong to steps recorded here, which count from 1, and to those that are read from an agent's own record. */
const FIRST_IMPORTED_STEP = 1_000_000;
/** The number of a session's first step in an agent's own record that another tool kept. Hooks never count as far. */
export const FIRST_KEPT_STEP = 500_000;
/** A time after 2048 is wrong and is reduced to this. It leaves room below the limit of nine digits. */
const LATEST_STEP_TIME_S = 900_000_000;

type Span = readonly [from: number, to: number];

/** Whether a graph has one step for the work of a session in a commit, with a number from the commit's time. */
export const isOneStep = ({ nodes: [first] }: Pick<Graph, 'nodes'>): boolean =>
  first !== undefined && numberOf(first.id) >= FIRST_IMPORTED_STEP;

/**
 * Numbers the steps of imported graphs. The numbers follow from the commit's time, so the place and order of imports do not matter.
 */
export class StepNumbers {
  /** Used numbers, by the id prefix of a session's nodes. Another session may have the same prefix. */
  readonly #taken = new Map<string, Span[]>();

  /** Adds the numbers of an existing graph. */
  know({ session, nodes }: Graph): void {
    const all = nodes.map(({ id }) => numberOf(id));
    if (all.length > 0) this.#take(sessionPrefix(session), [Math.min(...all), Math.max(...all)]);
  }

  /**
   * Chooses numbers for the steps of a session's graph. They come after those of another graph of the session if they would
   * overlap.
   * @param authoredAt the commit's author time, in seconds since the epoch
   * @param lead how many numbers to skip first
   * @returns the first number
   */
  place(session: PrefixedSession, authoredAt: number, count: number, lead = 0): number {
    const prefix = sessionPrefix(session);
    let start = Math.min(Math.max(FIRST_IMPORTED_STEP, authoredAt - EPOCH_S), LATEST_STEP_TIME_S) + lead;
    // In order, because each can only move the start further.
    for (const [from, to] of this.#taken.get(prefix) ?? []) if (start <= to && start + count > from) start = to + 1;
    this.#take(prefix, [start, start + count - 1]);
    return start;
  }

  #take(prefix: string, span: Span): void {
    const spans = this.#taken.get(prefix);
    if (!spans) return void this.#taken.set(prefix, [span]);
    let at = spans.length;
    while (at > 0 && spans[at - 1]![0] > span[0]) at--;
    spans.splice(at, 0, span);
  }
}
