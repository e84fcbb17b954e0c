import type { Repo } from '../../git/repository/repo.ts';
import { isTrue, readSettings } from '../../git/repository/settings.ts';
import { DECAY } from '../knowledge/knowledge-graph.ts';

/** Default size of the context in bytes (`prov.contextBudget`). */
export const BUDGET = 4096;
/** Minimum size in bytes. A smaller one only has room for the frame. */
export const LEAST_BUDGET = 512;
/** Maximum size in bytes. */
export const MOST_BUDGET = 1 << 20;
/** Agents' entries of these kinds wait for a person's review. */
const REVIEWED = 'memory,decision';

/** The configuration of context. */
export interface ContextSettings {
  /** `prov.context`: whether hooks print context. */
  readonly on: boolean;
  /** `prov.contextBudget`: bytes. */
  readonly budget: number;
  /** `prov.decay`: λ for each day. */
  readonly decay: number;
  /** `prov.review`: whether an agent's entry of this kind only counts after a person accepted it. */
  readonly isReviewed: (kind: string) => boolean;
}

/** Reads the configuration. Invalid values are ignored. */
export async function readContextSettings({ cwd, env }: Pick<Repo, 'cwd' | 'env'>): Promise<ContextSettings> {
  const settings = await readSettings(['prov'], { cwd, env });
  const budget = numberOf(settings.get('prov.contextbudget'));
  const decay = numberOf(settings.get('prov.decay'));
  const kinds = (settings.get('prov.review') ?? REVIEWED).split(/[\s,]+/);
  return {
    on: isTrue(settings.get('prov.context'), true) !== false,
    budget: budget !== undefined && budget >= LEAST_BUDGET ? Math.min(Math.floor(budget), MOST_BUDGET) : BUDGET,
    decay: decay ?? DECAY,
    isReviewed: (kind) => kinds.includes(kind) || kinds.includes('all'),
  };
}

function numberOf(value: string | undefined): number | undefined {
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
