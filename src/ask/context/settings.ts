import type { Repo } from '../../git/repository/repo.ts';
import { isTrue, readSettings } from '../../git/repository/settings.ts';
import { DECAY } from '../knowledge/knowledge-graph.ts';

/** How many bytes an agent is given unless `prov.contextBudget` says otherwise. */
export const BUDGET = 4096;
/** Less than this has no room for anything but the frame. */
export const LEAST_BUDGET = 512;
/** More than this is no context but a flood. */
export const MOST_BUDGET = 1 << 20;
/** What an agent says of these kinds waits for a person's review. */
const REVIEWED = 'memory,decision';

/** What the repository's configuration says of context. */
export interface ContextSettings {
  /** `prov.context`: whether hooks give any. */
  readonly on: boolean;
  /** `prov.contextBudget`: bytes. */
  readonly budget: number;
  /** `prov.decay`: λ a day. */
  readonly decay: number;
  /** `prov.review`: what an agent says of this kind counts once a person has accepted it. */
  readonly isReviewed: (kind: string) => boolean;
}

/** Reads the configuration. A value that makes no sense is as good as none. */
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
