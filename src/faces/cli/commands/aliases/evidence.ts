import { evidenceFor } from '../../../../ask/knowledge/evidence.ts';
import { evidenceAnswer } from '../../../../ask/knowledge/trace-answer.ts';
import { define, json, reference } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { ask } from '../../reading/with-graph.ts';
import { finish, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderEvidence } from '../../render/knowledge/lineage.ts';

export interface EvidenceOptions {
  readonly reference: string;
  readonly json: boolean;
}

/**
 * `git prov evidence`: the episodes, notes, raw entries and checks that support something.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when the reference is ambiguous or means nothing
 */
export async function runEvidence({ reference, json }: EvidenceOptions, ctx: ReadingContext): Promise<number> {
  return ask(ctx, async ({ history, world, weighing, target }) => {
    const evidence = await evidenceFor(world, await target(reference), weighing);
    const { output, style } = await openFor('evidence', ctx, json);
    await output.write(json ? jsonAnswer(evidenceAnswer(evidence)) : renderEvidence(evidence, style));
    return finish(output, history, ctx);
  });
}

export const command = define({
  usage: 'evidence <reference>',
  example: 'src/a.js:12',
  about: 'Show what supports something and what contradicts it (same as trace --evidence)',
  options: (c) => c.positional('reference', reference).options({ json }),
  run: async (args, ctx) => withReading(ctx, (read) => runEvidence(args, read)),
});
