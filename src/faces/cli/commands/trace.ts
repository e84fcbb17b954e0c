import { ProvError } from '../../../errors.ts';
import type { Layer } from '../../../model/model.ts';
import { traceJson } from '../../../ask/knowledge/trace-json.ts';
import { trace, type Direction } from '../../../ask/knowledge/trace.ts';
import { ask } from '../asking.ts';
import { finish, jsonText, openFor, type ReadingContext } from '../reading.ts';
import { renderTrace } from '../render/lineage.ts';

export interface TraceOptions {
  readonly reference: string;
  readonly direction: Direction | 'both';
  readonly depth: number;
  readonly layer?: readonly Layer[] | undefined;
  readonly minConfidence?: number | undefined;
  readonly json: boolean;
}

/** Farther than this nothing is followed. */
const DEEPEST = 100;

/**
 * `git prov trace`: where something came from, and what came of it.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when the reference means several things, or nothing
 */
export async function runTrace(options: TraceOptions, ctx: ReadingContext): Promise<number> {
  const { reference, direction, depth, layer, minConfidence, json } = options;
  if (!Number.isInteger(depth) || depth < 0 || depth > DEEPEST)
    throw new ProvError('usage', `--depth needs a number from 0 to ${DEEPEST}.`, {
      hint: 'Say for example --depth 3.',
    });
  checkShare(minConfidence);
  return ask(ctx, async ({ history, world, weighing, target }) => {
    const directions: Direction[] = direction === 'both' ? ['backward', 'forward'] : [direction];
    const query = { directions, depth, layers: layer, minConfidence };
    const traced = await trace(world, await target(reference), query, weighing);
    const { output, look } = await openFor('trace', ctx, json);
    await output.write(json ? jsonText(traceJson(traced)) : renderTrace(traced, look));
    return finish(output, history, ctx);
  });
}

/** @throws ProvError `usage` for what is no share */
export function checkShare(value: number | undefined): void {
  if (value !== undefined && !(value >= 0 && value <= 1))
    throw new ProvError('usage', '--min-confidence needs a number from 0 to 1.', {
      hint: 'Say for example --min-confidence 0.7.',
    });
}
