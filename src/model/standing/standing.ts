import type { RecordStanding } from './level.ts';

export type { RecordStanding } from './level.ts';

const RANK: Readonly<Record<RecordStanding, number>> = { claimed: 0, vouched: 1, recorded: 2 };

/**
 * Whether a review, a link or another statement of an author may change an entry. Such statements may cross sessions, so
 * an allowed signer may make them about what was recorded here.
 */
export const mayChangeEntry = (statement: RecordStanding = 'claimed', entry: RecordStanding = 'claimed'): boolean =>
  statement !== 'claimed' || entry === 'claimed';

/** A standing as a number, 0 the lowest. */
export const rankOfStanding = (standing: RecordStanding): number => RANK[standing];

/** Compares standings: positive when `a` is higher, 0 when they are equal. */
export const compareStandings = (a: RecordStanding, b: RecordStanding): number => RANK[a] - RANK[b];

/** The higher of two standings; any standing is higher than none. */
export const higherStanding = (a: RecordStanding | undefined, b: RecordStanding): RecordStanding =>
  a !== undefined && compareStandings(a, b) > 0 ? a : b;

// Keyed by the graph, or by the part of it that a reader has.
const standings = new WeakMap<object, RecordStanding>();

/** The standing of a graph, set by `rememberStanding`; `claimed` for any other graph. */
export const standingOfGraph = (graph: object): RecordStanding => standings.get(graph) ?? 'claimed';

/** Whether a graph was read from a note and is only claimed. False for a graph that this process made. */
export const isReadAsClaimed = (graph: object): boolean => standings.get(graph) === 'claimed';

/** Gives a copy of a graph the standing of the graph. */
export function copyStanding(graph: object, copy: object): void {
  const standing = standings.get(graph);
  if (standing !== undefined) standings.set(copy, standing);
}

/** Remembers the standing of a graph for all its readers. */
export const rememberStanding = (graph: object, standing: RecordStanding): void => void standings.set(graph, standing);
