import { LAYER_NAMES } from '../../../../ask/knowledge/layers.ts';
import { isDataError, ProvError } from '../../../../errors.ts';
import type { Layer } from '../../../../model/model.ts';
import { traceAnswer } from '../../../../ask/knowledge/trace-answer.ts';
import { trace, type Direction, withPresent } from '../../../../ask/knowledge/trace.ts';
import { define, json, minConfidence, reference } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { ask } from '../../reading/with-graph.ts';
import { finish, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderTrace } from '../../render/knowledge/lineage.ts';

export interface TraceOptions {
  readonly reference: string;
  readonly direction: Direction | 'both';
  readonly depth: number;
  readonly layer?: readonly Layer[] | undefined;
  readonly minConfidence?: number | undefined;
  /** The revision of the code; only with the layer `code`. */
  readonly rev?: string | undefined;
  readonly json: boolean;
}

/** Maximum value of --depth, in edges from the start. */
const MAX_DEPTH = 100;

/**
 * `git prov trace`: the origin and the results of something.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when the reference is ambiguous or means nothing
 */
export async function runTrace(options: TraceOptions, ctx: ReadingContext): Promise<number> {
  const { reference, direction, depth, layer, minConfidence, rev, json } = options;
  if (!Number.isInteger(depth) || depth < 0 || depth > MAX_DEPTH)
    throw new ProvError('usage', `--depth needs a number from 0 to ${MAX_DEPTH}.`, {
      hint: 'Use for example --depth 3.',
    });
  checkShare(minConfidence);
  const isCode = layer?.length === 1 && layer[0] === 'code';
  if (isCode || (layer === undefined && /^(?:external|module|service|tool):/.test(reference))) {
    const { runCodeTrace } = await import('./code/trace-code.ts');
    const done = await runCodeTrace(options, ctx).catch(async (error: unknown) => {
      if (isCode || rev !== undefined || !isDataError(error)) throw error;
      // A deleted service may be in the record.
      await ask(ctx, ({ target }) => target(reference)).catch((other: unknown) => {
        throw isDataError(other) ? error : other;
      });
      return undefined;
    });
    if (done !== undefined) return done;
  }
  if (rev !== undefined)
    throw new ProvError('usage', '--rev needs --layer code: other layers belong to no revision.', {
      hint: 'Add --layer code.',
    });
  return ask(ctx, async ({ history, sources, world, weighing, target }) => {
    const directions: Direction[] = direction === 'both' ? ['backward', 'forward'] : [direction];
    const query = { directions, depth, layers: layer, minConfidence };
    const meant = await target(reference).catch(async (error: unknown) => {
      const [{ symbolInstead }, { symbolId }] = await Promise.all([
        import('../../reading/with-symbol.ts'),
        import('../../../../code/symbols.ts'),
      ]);
      return target(symbolId(await symbolInstead(ctx, reference, {}, error)));
    });
    const traced = await withPresent(await trace(world, meant, query, weighing), history, sources);
    const { output, style } = await openFor('trace', ctx, json);
    await output.write(json ? jsonAnswer(traceAnswer(traced)) : renderTrace(traced, style));
    return finish(output, history, ctx);
  });
}

/** @throws ProvError `usage` for a number that is not from 0 to 1 */
export function checkShare(value: number | undefined): void {
  if (value !== undefined && !(value >= 0 && value <= 1))
    throw new ProvError('usage', '--min-confidence needs a number from 0 to 1.', {
      hint: 'Use for example --min-confidence 0.7.',
    });
}

/** At most one of `trace --evidence`, `--raw-sources` and `--history` is allowed. */
const ONE = ['evidence', 'raw-sources', 'history'];

export const command = define({
  usage: 'trace <reference> [edge] [to]',
  example: 'src/a.js:12',
  about: 'Follow something to causes and effects; --evidence, --history',
  options: (c) =>
    c
      .positional('reference', reference)
      .positional('edge', { type: 'string', describe: 'With --history: the kind of an edge that starts there' })
      .positional('to', { type: 'string', describe: 'With --history: the node where the edge ends' })
      .options({
        direction: { choices: ['backward', 'forward', 'both'] as const, default: 'both', describe: 'Which way' },
        depth: { type: 'number', default: 3, describe: 'How many edges' },
        layer: { choices: LAYER_NAMES, array: true, nargs: 1, describe: 'Only nodes of this layer; may be repeated' },
        'min-confidence': {
          ...minConfidence,
          describe:
            'Only edges with at least this confidence, from 0 to 1, which fades by prov.decay (half in 347 days)',
        },
        rev: {
          type: 'string',
          describe: 'With --layer code: the revision; by default the work tree',
        },
        evidence: { type: 'boolean', describe: 'Show what supports it and what contradicts it' },
        'raw-sources': { type: 'boolean', describe: 'List the raw entries that it comes from' },
        history: { type: 'boolean', describe: 'Show who changed it, when, and how' },
        json,
      }),
  run: async ({ direction, evidence, rawSources, history, edge, to, ...args }, ctx) => {
    const chosen = [evidence, rawSources, history].filter(Boolean).length;
    if (chosen > 1)
      throw new ProvError('usage', `Only one of ${ONE.map((name) => `--${name}`).join(', ')} is possible.`, {
        hint: 'Run the command once for each.',
      });
    if (edge !== undefined && !history)
      throw new ProvError('usage', 'EDGE and TO need --history.', { hint: 'Add --history, or leave them out.' });
    return withReading(ctx, async (read) => {
      if (evidence) return (await import('../aliases/evidence.ts')).runEvidence(args, read);
      if (rawSources) return (await import('../aliases/raw-sources.ts')).runRawSources(args, read);
      if (history) return (await import('../aliases/history.ts')).runHistory({ ...args, edge, to }, read);
      return runTrace({ ...args, direction: direction as Direction | 'both' }, read);
    });
  },
});
