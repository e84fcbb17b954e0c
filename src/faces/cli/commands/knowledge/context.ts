import { agentOf } from '../../../../agents/registry.ts';
import { ProvError } from '../../../../errors.ts';
import { type ContextRequest, contextFor } from '../../../../ask/context/context.ts';
import { contextJson } from '../../../../ask/context/json.ts';
import { filesAtHand } from '../../../../ask/context/at-hand.ts';
import { pathFrom } from '../../../../ask/context/paths.ts';
import { MIN_BUDGET_BYTES, MAX_BUDGET_BYTES, readContextSettings } from '../../../../ask/context/settings.ts';
import { readSessionStory } from '../../../../ask/history/sessions.ts';
import { define, json, minConfidence } from '../../command.ts';
import { checkShare } from '../ask/trace.ts';
import { withReading } from '../../reading/with-reading.ts';
import { withSources } from '../../reading/with-graph.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { finish, historyOf, jsonAnswer, type ReadingContext } from '../../reading/reading-context.ts';
import { renderContext } from '../../render/knowledge/context.ts';
import { sessionIn } from '../../reading/session-named.ts';

export interface ContextOptions {
  readonly session?: string | undefined;
  readonly paths?: readonly string[] | undefined;
  /** Bytes. */
  readonly budget?: number | undefined;
  readonly minConfidence?: number | undefined;
  /** Also print where each entry comes from. */
  readonly verbose?: boolean | undefined;
  readonly json: boolean;
}

/**
 * `git prov context`: what an agent should know before it continues.
 * @returns the exit code
 * @throws ProvError `usage` for an invalid budget, a path outside of the work tree, or an ambiguous session; `data` for an
 * unknown session
 */
export async function runContext(options: ContextOptions, ctx: ReadingContext): Promise<number> {
  const history = historyOf(ctx);
  const { minConfidence } = options;
  checkShare(minConfidence);
  const settings = await readContextSettings(ctx);
  const budget = budgetOf(options.budget) ?? settings.budget;
  const paths = (options.paths ?? []).map((path) => pathFrom(ctx.repo, ctx.cwd, path));
  const ownSession = await sessionOf(ctx, options.session);
  const atHand = paths.length > 0 ? undefined : await filesAtHand(ctx.repo);
  const context = await contextFor(history, { ...ownSession, paths, atHand, minConfidence, budget }, settings);
  const { output } = await openUnpaged(ctx, options.json);
  await output.write(options.json ? jsonAnswer(contextJson(context, budget)) : renderContext(context, options.verbose));
  return finish(output, history, ctx);
}

// A named session is included as a whole, on any branch.
async function sessionOf(
  ctx: ReadingContext,
  named: string | undefined,
): Promise<Pick<ContextRequest, 'session' | 'graphs'>> {
  if (named === undefined) return { session: agentOf(ctx.env)?.id };
  return withSources(ctx, historyOf(ctx), async (sourced) => {
    const session = await sessionIn(sourced, named);
    return { session, graphs: (await readSessionStory(sourced, session))?.graphs };
  });
}

function budgetOf(bytes: number | undefined): number | undefined {
  if (bytes === undefined || (Number.isInteger(bytes) && bytes >= MIN_BUDGET_BYTES && bytes <= MAX_BUDGET_BYTES))
    return bytes;
  throw new ProvError('usage', `--budget must be a number of bytes from ${MIN_BUDGET_BYTES} to ${MAX_BUDGET_BYTES}.`, {
    hint: 'Use for example --budget 8192.',
  });
}

export const command = define({
  usage: 'context',
  about: 'Print what an agent should know before it continues',
  options: (c) =>
    c.options({
      session: { type: 'string', describe: "The agent's session (an id or a prefix); by default that of this shell" },
      for: { type: 'string', array: true, describe: 'Entries about these files and folders come first' },
      'min-confidence': {
        ...minConfidence,
        describe: 'Only entries with at least this confidence now, from 0 to 1; it fades by prov.decay',
      },
      verbose: { type: 'boolean', default: false, describe: 'Also print where each entry comes from' },
      budget: { type: 'number', describe: 'At most this many bytes; 4096, or prov.contextBudget' },
      json,
    }),
  run: async ({ for: paths, ...args }, ctx) => withReading(ctx, (read) => runContext({ ...args, paths }, read)),
});
