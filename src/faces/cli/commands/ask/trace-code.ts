import { traceCode } from '../../../../ask/code/code-trace.ts';
import { jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { symbolNamed, tellingParsing } from '../../reading/with-symbol.ts';
import { renderCodeTrace } from '../../render/ask/code-trace.ts';
import type { TraceOptions } from './trace.ts';

/**
 * `git prov trace function:FILE#NAME --layer code`: what a function or type calls and extends, and what calls it.
 * @returns the exit code; undefined when the reference names no function or type
 */
export async function runCodeTrace(options: TraceOptions, ctx: ReadingContext): Promise<number | undefined> {
  const { reference, direction, depth, minConfidence, json } = options;
  if (!/^(?:function|type):|#/.test(reference)) return undefined;
  const named = await symbolNamed(ctx, reference, undefined);
  if (!named) return undefined;
  const directions = direction === 'both' ? (['backward', 'forward'] as const) : [direction];
  const traced = await tellingParsing(ctx, (tell) =>
    traceCode(ctx.repo, named.symbol, { directions, depth, minConfidence, tell }),
  );
  const { output, look } = await openFor('trace', ctx, json);
  await output.write(json ? jsonAnswer(traced) : renderCodeTrace(traced, look));
  return output.close();
}
