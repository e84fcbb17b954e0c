import type { Attribution, Edge } from './model.ts';

const DAY = 86_400_000;

// The third seed gives ast 1.0 and (LLM-)inferred 0.6; the others are placed between by how they are known.
const SOURCES: ReadonlyMap<string, number> = new Map([
  ['ast', 1],
  ['observed', 1],
  ['declared', 0.9],
  ['inferred', 0.6],
  ['imported', 0.5],
]);
const EVIDENCES: ReadonlyMap<string, number> = new Map([
  ['exact', 1],
  ['moved', 0.95],
  ['reformatted', 0.95],
  ['restored', 0.9],
  ['carried', 0.9],
  ['imported', 0.6],
  ['inferred', 0.6],
  ['likely', 0.3],
  ['unsure', 0],
]);
/** For what a newer writer names and this version does not know: no more than the least of its sources. */
const UNKNOWN = 0.5;

/** The confidence of an edge when it is new, from 0 to 1, by where it is known from. */
export const sourceBase = (source: Edge['source']): number => SOURCES.get(source) ?? UNKNOWN;

/** The confidence of an attribution, from 0 to 1, by its evidence. It does not fade: what was written stays written. */
export const evidenceBase = (evidence: Attribution['evidence']): number => EVIDENCES.get(evidence) ?? UNKNOWN;

/**
 * The confidence of an edge as it is shown: `base · e^(−λ·age)` (third seed). Computed when read, never stored.
 * @param at when the edge was last known to hold, ms since the epoch; a time after `now` counts as now
 * @param now ms since the epoch
 * @param lambdaPerDay λ, per day of age; 0 for no decay
 */
export function confidence(source: Edge['source'], at: number, now: number, lambdaPerDay: number): number {
  const days = Math.max(0, now - at) / DAY;
  return sourceBase(source) * Math.exp(-lambdaPerDay * days);
}
