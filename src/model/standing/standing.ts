import type { Graph } from '../model.ts';
import type { RecordStanding } from './level.ts';

export type { RecordStanding } from './level.ts';

const RANK: Readonly<Record<RecordStanding, number>> = { claimed: 0, vouched: 1, recorded: 2 };

/** Compares standings: positive when `a` is higher, 0 when they are equal. */
export const compareStandings = (a: RecordStanding, b: RecordStanding): number => RANK[a] - RANK[b];

const standings = new WeakMap<Graph, RecordStanding>();

/** The standing of a graph, set by `rememberStanding`; `claimed` for any other graph. */
export const standingOfGraph = (graph: Graph): RecordStanding => standings.get(graph) ?? 'claimed';

/** Whether a graph was read from a note and is only claimed. False for a graph that this process made. */
export const isReadAsClaimed = (graph: Graph): boolean => standings.get(graph) === 'claimed';

/** Remembers the standing of a graph for all its readers. */
export const rememberStanding = (graph: Graph, standing: RecordStanding): void => void standings.set(graph, standing);
