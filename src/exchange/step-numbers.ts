import { numberOf, sessionPrefix, type SessionId } from '../model/ids.ts';
import type { Graph } from '../model/model.ts';

/** Steps of imported graphs are numbered from the time of their commit on, in seconds since this one: 2020-01-01T00:00:00Z. */
const EPOCH = 1_577_836_800;
/** Below are the steps that were recorded here, which count from 1. */
const FIRST = 1_000_000;
/** A clock that is later than 2048 is wrong; behind it is room, as ids have nine digits. */
const LATEST = 900_000_000;

type Span = readonly [from: number, to: number];

/**
 * Numbers the steps of imported graphs. The numbers follow from the commit's time, so the place and order of imports do not matter.
 */
export class Numbers {
  /** By the id prefix that a session's nodes share: another session may have the same prefix. */
  readonly #taken = new Map<string, Span[]>();

  /** Learns the numbers of a graph that is there. */
  know({ session, nodes }: Graph): void {
    const all = nodes.map(({ id }) => numberOf(id));
    if (all.length > 0) this.#take(sessionPrefix(session.id), [Math.min(...all), Math.max(...all)]);
  }

  /**
   * Numbers for the steps of a session's graph: behind those of another one of the session where they would overlap.
   * @param authoredAt the commit's author time, in seconds since the epoch
   * @param lead how many numbers are left out first
   * @returns the first number
   */
  place(session: SessionId, authoredAt: number, count: number, lead = 0): number {
    const prefix = sessionPrefix(session);
    let start = Math.min(Math.max(FIRST, authoredAt - EPOCH), LATEST) + lead;
    // In their order: each can only push it further.
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
