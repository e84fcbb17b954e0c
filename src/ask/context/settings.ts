import type { Repo } from '../../git/repository/repo.ts';
import { isTrue, readSettings } from '../../git/repository/git-settings.ts';
import { reviewPolicy, type ReviewPolicy } from '../../model/knowledge/review.ts';
import { DEFAULT_DECAY_PER_DAY } from '../../model/knowledge/link.ts';

/** Default size of the context in bytes (`prov.contextBudget`). */
export const DEFAULT_BUDGET_BYTES = 4096;
/** Minimum size in bytes. A smaller one only has room for the frame. */
export const MIN_BUDGET_BYTES = 512;
/** Maximum size in bytes. */
export const MAX_BUDGET_BYTES = 1 << 20;

/** Questions in a session, unless `prov.askBudget` has another number. */
const DEFAULT_QUESTIONS = 3;

/** The configuration of context. */
export interface ContextSettings {
  /** `prov.context`: whether hooks print context. */
  readonly on: boolean;
  /** `prov.contextBudget`: bytes. */
  readonly budget: number;
  /** `prov.ask`: whether agents are asked for the reasons of their changes. */
  readonly asks: boolean;
  /** `prov.askBudget`: questions in a session, at most. */
  readonly questions: number;
  /** `prov.decay`: λ for each day. */
  readonly decay: number;
  /** `prov.review`: whether an agent's entry of this kind only counts after a person accepted it. */
  readonly isReviewed: ReviewPolicy;
}

/** Reads the configuration. Invalid values are ignored. */
export async function readContextSettings({ cwd, env }: Pick<Repo, 'cwd' | 'env'>): Promise<ContextSettings> {
  const settings = await readSettings(['prov'], { cwd, env });
  const budget = numberOf(settings.get('prov.contextbudget'));
  const decay = numberOf(settings.get('prov.decay'));
  return {
    on: isTrue(settings.get('prov.context'), true) !== false,
    budget:
      budget !== undefined && budget >= MIN_BUDGET_BYTES
        ? Math.min(Math.floor(budget), MAX_BUDGET_BYTES)
        : DEFAULT_BUDGET_BYTES,
    asks: isTrue(settings.get('prov.ask'), false) === true,
    questions: Math.floor(numberOf(settings.get('prov.askbudget')) ?? DEFAULT_QUESTIONS),
    decay: decay ?? DEFAULT_DECAY_PER_DAY,
    isReviewed: reviewPolicy(settings.get('prov.review')),
  };
}

function numberOf(value: string | undefined): number | undefined {
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
