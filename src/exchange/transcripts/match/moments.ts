/** Clocks of the machine that wrote and of the one that committed may differ by this much, in milliseconds. */
export const SLACK_MS = 60_000;
/** Git's times are whole seconds. */
export const SECOND_MS = 1000;

/** A time from and to, both included, in milliseconds since the epoch. */
export type Span = readonly [from: number, to: number];

/** The last moment at which something can have been written that a commit of this time has. */
export const lastMoment = (committedAt: number): number => committedAt + SECOND_MS + SLACK_MS;

/** Whether a commit of this time was made in a span. */
export const isWithin = ([from, to]: Span, at: number): boolean => at >= from - SECOND_MS && at <= to + SECOND_MS;

/** The first of ascending times that is later than `at`. */
export function firstAfter(times: readonly number[], at: number): number | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > at) high = middle;
    else low = middle + 1;
  }
  return times[low];
}
