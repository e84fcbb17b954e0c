import { ProvError } from '../../../../errors.ts';
import { statsOf } from '../../../../ask/report/stats.ts';
import { define, json } from '../../command.ts';
import { finish, historyOf, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderBadge, renderStats } from '../../render/ask/stats.ts';
import { withReading } from '../../reading/with-reading.ts';

export interface StatsOptions {
  readonly range?: string | undefined;
  /** Print an SVG badge. */
  readonly badge?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `git prov stats`: how much agents, people and unknown writers wrote of the lines that stand.
 * @returns the exit code
 * @throws ProvError `usage` or `data` for an invalid range
 */
export async function runStats(
  { range, badge = false, json = false }: StatsOptions,
  ctx: ReadingContext,
): Promise<number> {
  if (badge && json)
    throw new ProvError('usage', '--badge and --json exclude each other.', { hint: 'Run the command once for each.' });
  const history = historyOf(ctx);
  const stats = await statsOf(history, range, Date.now());
  const { output, style } = await openFor('stats', ctx, json || badge);
  await output.write(json ? jsonAnswer(stats) : badge ? renderBadge(stats) : renderStats(stats, style));
  return finish(output, history, ctx);
}

export const command = define({
  usage: 'stats [range]',
  about: 'Show the share of agents, by agent, model, folder and month',
  options: (c) =>
    c
      .positional('range', {
        type: 'string',
        describe: 'A..B, A...B or a branch, as for report; by default everything that HEAD contains',
      })
      .options({ badge: { type: 'boolean', default: false, describe: 'Print an SVG badge with the share' }, json }),
  run: async (args, ctx) => withReading(ctx, (read) => runStats(args, read)),
});
