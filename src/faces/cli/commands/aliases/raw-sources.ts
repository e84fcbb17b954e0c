import { rawSources } from '../../../../ask/knowledge/evidence.ts';
import { rawSourcesAnswer } from '../../../../ask/knowledge/trace-answer.ts';
import { define, json, reference } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { ask } from '../../reading/with-graph.ts';
import { finish, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderRawSources } from '../../render/knowledge/lineage.ts';
import type { EvidenceOptions } from './evidence.ts';

/**
 * `git prov raw-sources`: the raw entries at the origin of something.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when the reference is ambiguous or means nothing
 */
export async function runRawSources({ reference, json }: EvidenceOptions, ctx: ReadingContext): Promise<number> {
  return ask(ctx, async ({ history, world, weighing, target }) => {
    const found = await target(reference);
    const raws = await rawSources(world, found, weighing);
    const { output, style } = await openFor('raw-sources', ctx, json);
    await output.write(json ? jsonAnswer(rawSourcesAnswer(found, raws)) : renderRawSources(found, raws, style));
    return finish(output, history, ctx);
  });
}

export const command = define({
  usage: 'raw-sources <reference>',
  example: 'claim:8f3a21c0-4',
  about: 'List the raw entries that something comes from (same as trace --raw-sources)',
  options: (c) => c.positional('reference', reference).options({ json }),
  run: async (args, ctx) => withReading(ctx, (read) => runRawSources(args, read)),
});
