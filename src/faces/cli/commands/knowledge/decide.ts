import { define, ENTRY, references } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import type { ReadingContext } from '../../reading/reading-context.ts';
import { type DecisionOptions, declareAs, type EntryOptions } from './add.ts';

export interface DecideOptions extends EntryOptions, DecisionOptions {
  readonly decision: string;
}

/**
 * `git prov decide`: declares a decision. A decision of an agent also explains the later changes in its turn.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when a reference means nothing, or the text is empty or too long
 */
export const runDecide = (options: DecideOptions, ctx: ReadingContext): Promise<number> =>
  declareAs('decision', options.decision, 'git prov decide', options, ctx);

export const command = define({
  usage: 'decide <decision>',
  example: '"Keep the cache in memory"',
  about: 'Record a decision, its reason, and what it ruled out',
  options: (c) =>
    c
      .positional('decision', { type: 'string', demandOption: true, describe: 'The decision, or - for standard input' })
      .options({
        'ruled-out': { ...references('An alternative that it ruled out; may be repeated'), alias: 'rejected' },
        risk: references('A risk of the decision; may be repeated'),
        ...ENTRY,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runDecide(args, read)),
});
