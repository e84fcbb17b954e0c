import type { Usage } from '../../model/model.ts';
import type { TranscriptPart } from '../spool/event.ts';
import { table } from '../state/state-schema.ts';
import type { SessionState } from '../state/state.ts';

/** The key of the whole session's tokens among those of its messages. */
const WHOLE = '(whole)';
const FIELDS = ['input', 'output', 'cacheRead', 'cacheWrite', 'cost'] as const;

/** Adds the tokens from a transcript: by message, or for the whole session until now. */
export function addUsage(state: SessionState, { usage, total }: Pick<TranscriptPart, 'usage' | 'total'>): void {
  Object.assign(state.usage, usage);
  if (!total) return;
  const since = (field: (typeof FIELDS)[number]): number =>
    Math.max(0, (total[field] ?? 0) - (state.counted?.[field] ?? 0));
  state.usage[WHOLE] = usageOf(since);
}

/** The sum of the tokens since the last graph; undefined without any. They are not counted again. */
export function takeUsage(state: SessionState): Usage | undefined {
  const all = sum(Object.values(state.usage));
  const whole = state.usage[WHOLE];
  if (whole) state.counted = sum([whole, ...(state.counted ? [state.counted] : [])])!;
  state.usage = table();
  return all;
}

function sum(all: readonly Usage[]): Usage | undefined {
  if (all.length === 0) return undefined;
  return usageOf((field) => all.reduce((n, usage) => Math.min(n + (usage[field] ?? 0), Number.MAX_SAFE_INTEGER), 0));
}

const usageOf = (field: (name: (typeof FIELDS)[number]) => number): Usage => ({
  input: field('input'),
  output: field('output'),
  cacheRead: field('cacheRead'),
  cacheWrite: field('cacheWrite'),
  ...(field('cost') > 0 && { cost: field('cost') }),
});
