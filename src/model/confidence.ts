import type { Attribution, Edge } from './model.ts';

const DAY_MS = 86_400_000;

// The third seed sets ast to 1.0 and (LLM-)inferred to 0.6. The others are placed by how they were obtained.
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
/** For values of a newer version: as low as the lowest known source. */
const UNKNOWN_CONFIDENCE = 0.5;

/** The initial confidence of an edge, from 0 to 1, by its source. */
export const sourceBase = (source: Edge['source']): number => SOURCES.get(source) ?? UNKNOWN_CONFIDENCE;

/** The confidence of an attribution, from 0 to 1, by its evidence. It does not decay, because a write stays a fact. */
export const evidenceBase = (evidence: Attribution['evidence']): number =>
  EVIDENCES.get(evidence) ?? UNKNOWN_CONFIDENCE;

/**
 * A confidence after some time: `base · e^(−λ·age)` (third seed). Computed when read, never stored.
 * @param base from 0 to 1
 * @param touched t0, when the thing was last touched, in ms since the epoch; a later time than `now` counts as now
 * @param now ms since the epoch
 * @param lambdaPerDay λ for each day of age; 0 for no decay. Half is left after ln 2 / λ days.
 */
export function faded(base: number, touched: number, now: number, lambdaPerDay: number): number {
  const days = Math.max(0, now - touched) / DAY_MS;
  return base * Math.exp(-lambdaPerDay * days);
}
