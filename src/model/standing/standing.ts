import type { RecordStanding } from './level.ts';

export type { RecordStanding } from './level.ts';

const RANK: Readonly<Record<RecordStanding, number>> = { claimed: 0, vouched: 1, recorded: 2 };

/**
 * Whether a review, a link or another statement of an author may change an entry. Such statements are meant to cross sessions, so
 * an allowed signer may make them about what was recorded here.
 */
export const mayChangeEntry = (statement: RecordStanding = 'claimed', entry: RecordStanding = 'claimed'): boolean =>
  statement !== 'claimed' || entry === 'claimed';

/** Orders standings: positive when `a` is the higher one, 0 when they are equal. */
export const compareStandings = (a: RecordStanding, b: RecordStanding): number => RANK[a] - RANK[b];

// Keyed by the graph, or by the part of it that a reader has.
const standings = new WeakMap<object, RecordStanding>();

/** The standing of a graph, as `rememberStanding` set it; `claimed` for any other graph. */
export const standingOfGraph = (graph: object): RecordStanding => standings.get(graph) ?? 'claimed';

/** Whether a graph was read from a note and is only claimed. A graph that was made in this process was not read. */
export const isReadAsClaimed = (graph: object): boolean => standings.get(graph) === 'claimed';

/** Remembers the standing of a graph for every reader that has the graph. */
export const rememberStanding = (graph: object, standing: RecordStanding): void => void standings.set(graph, standing);
