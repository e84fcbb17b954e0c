/** Maximum difference in milliseconds between the clocks of the writing and the committing machine. */
export const SLACK_MS = 60_000;
/** Git's times are whole seconds. */
export const SECOND_MS = 1000;

/** A period, both ends included, in milliseconds since the epoch. */
export type Span = readonly [from: number, to: number];

/** The last time at which a line in a commit of this time can have been written. */
export const lastMoment = (committedAt: number): number => committedAt + SECOND_MS + SLACK_MS;

/** Whether a commit of this time was made in a period. */
export const isWithin = ([from, to]: Span, at: number): boolean => at >= from - SECOND_MS && at <= to + SECOND_MS;

/** The first of ascending times after `at`. */
export function firstAfter(times: readonly number[], at: number): number | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > at) high = middle;
    else low = middle + 1;
  }
  return times[low];
}
