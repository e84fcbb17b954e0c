import type { Detail, Usage } from '../../model/model.ts';
import { MODEL_CALL, type Step } from '../../model/step.ts';
import type { TranscriptPart } from '../spool/event.ts';
import { table } from '../state/state-schema.ts';
import type { SessionState } from '../state/state.ts';

/** The key of the whole session's tokens among those of its messages. */
const WHOLE = '(whole)';
/** Costs are in millionths of a US dollar. */
const MICRO = 1e6;
const FIELDS = ['input', 'output', 'cacheRead', 'cacheWrite', 'cost'] as const;

/** Adds the tokens from a transcript: by message, or for the whole session until now. */
export function addUsage(state: SessionState, { usage, total }: Pick<TranscriptPart, 'usage' | 'total'>): void {
  Object.assign(state.usage, usage);
  if (!total) return;
  const since = (field: (typeof FIELDS)[number]): number =>
    Math.max(0, (total[field] ?? 0) - (state.counted?.[field] ?? 0));
  state.usage[WHOLE] = usageOf(since);
}

/** Tokens, and the calls of the model that used them. */
export interface TakenUsage {
  /** The sum of the tokens; undefined without any. */
  readonly usage: Usage | undefined;
  /** Undefined where the agent reports only a sum for the whole session. */
  readonly calls: number | undefined;
}

/** Takes the tokens since the last graph. They are not counted again. */
export function takeUsage(state: SessionState): TakenUsage {
  const usage = sum(Object.values(state.usage));
  const { [WHOLE]: whole, ...messages } = state.usage;
  if (whole) state.counted = sum([whole, ...(state.counted ? [state.counted] : [])])!;
  state.usage = table();
  return { usage, calls: whole ? undefined : Object.keys(messages).length };
}

/**
 * The step of the model's calls that a graph contains: one for all of them, because a step for each call would double the ledger
 * ([decision 142](../../../docs/decisions/0142-one-step-for-the-calls-of-a-model.md)).
 */
export const modelStep = (state: SessionState, usage: Usage, calls: number | undefined): Step => ({
  type: 'model',
  tool: MODEL_CALL,
  // A graph is cut after its last step, and a repeated cut of the same steps must give the same graph.
  at: state.nodes.at(-1)!.at,
  summary: summaryOf(state.session.model, usage, calls),
  detail: { ...(calls !== undefined && { calls }), ...usageDetail(usage) },
});

// "model-1, 2 calls, 2200 tokens in, 100 out, $0.50".
function summaryOf(
  model: string | undefined,
  { input, output, cacheRead = 0, cacheWrite = 0, cost = 0 }: Usage,
  calls: number | undefined,
): string {
  return [
    ...(model === undefined ? [] : [model]),
    ...(calls === undefined ? [] : [`${calls} call${calls === 1 ? '' : 's'}`]),
    `${input + cacheRead + cacheWrite} tokens in`,
    `${output} out`,
    ...(cost > 0 ? [`$${(cost / MICRO).toFixed(2)}`] : []),
  ].join(', ');
}

// The names are those of `usage` in the note format.
const usageDetail = ({ input, output, cacheRead = 0, cacheWrite = 0, cost = 0 }: Usage): Detail => ({
  input,
  output,
  ...(cacheRead > 0 && { cache_read: cacheRead }),
  ...(cacheWrite > 0 && { cache_write: cacheWrite }),
  ...(cost > 0 && { cost }),
});

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
