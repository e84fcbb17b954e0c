import { KIND_NAMES } from '../../../../ask/knowledge/layers.ts';
import { CODE_KINDS, type CodeKind } from '../../../../ask/code/code-kinds.ts';
import { resolveCommit } from '../../../../ask/history/commit-info.ts';
import { ProvError } from '../../../../errors.ts';
import { COMPLETABLE } from '../../../../model/knowledge/kinds.ts';
import type { Status } from '../../../../model/knowledge/status.ts';
import { TASK_STATES, type TaskState } from '../../../../model/knowledge/task-state.ts';
import { list } from '../../../../ask/knowledge/list.ts';
import { LIST_SCHEMA, statementAnswer, type ListAnswer } from '../../../../ask/knowledge/statement-answer.ts';
import { CHOOSING, define } from '../../command.ts';
import { kindNamed } from './kind-names.ts';
import { withReading } from '../../reading/with-reading.ts';
import { ask } from '../../reading/with-graph.ts';
import { finish, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderCodeList } from '../../render/ask/code-list.ts';
import { renderList } from '../../render/knowledge/statements.ts';
import { checkLimit, choosing, type ChoosingOptions, insideOf } from './search.ts';
import { checkShare } from './trace.ts';

export interface ListOptions extends ChoosingOptions {
  readonly kind: string;
  readonly status?: Status | undefined;
  readonly state?: TaskState | undefined;
}

/**
 * `git prov list`: all nodes of a kind, the newest first.
 * @returns the exit code
 */
export async function runList(options: ListOptions, ctx: ReadingContext): Promise<number> {
  const { kind, status, state, provenance, limit, minConfidence, json } = options;
  if (state !== undefined && !COMPLETABLE.has(kind))
    throw new ProvError('usage', `A ${kind} has no state.`, { hint: 'List tasks or goals, or use --status.' });
  checkLimit(limit);
  checkShare(minConfidence);
  if (isCodeKind(kind)) return runCodeList({ ...options, kind }, ctx);
  return ask(ctx, async (asking) => {
    const chosen = await choosing(options, ctx, asking);
    const query = { ...chosen, kind, status, state, provenance, limit, minConfidence };
    const found = await list(asking.world, asking.sources, query);
    const { output, look } = await openFor('list', ctx, json);
    const data: ListAnswer = { schema: LIST_SCHEMA, kind, items: found.map(statementAnswer) };
    await output.write(json ? jsonAnswer(data) : renderList(kind, found, look));
    return finish(output, asking.history, ctx);
  });
}

const isCodeKind = (kind: string): kind is CodeKind => CODE_KINDS.some((one) => one === kind);

/** Functions, types, modules and packages from outside are not in notes: the code itself tells them. */
async function runCodeList(options: ListOptions & { readonly kind: CodeKind }, ctx: ReadingContext): Promise<number> {
  const { kind, path, limit, json } = options;
  const without = (['session', 'since', 'status'] as const).find((name) => options[name] !== undefined);
  if (without !== undefined)
    throw new ProvError('usage', `--${without} does not apply to a ${kind}: it is read from the code.`, {
      hint: `Use git prov list ${kind}, with --path or --limit.`,
    });
  const [{ listCode }, { tellingParsing }] = await Promise.all([
    import('../../../../ask/code/code-list.ts'),
    import('../../reading/with-symbol.ts'),
  ]);
  const inside = path === undefined ? undefined : insideOf(ctx, path);
  const commit = ctx.repo.workTree === undefined ? await resolveCommit(ctx.repo, 'HEAD') : undefined;
  const found = await tellingParsing(ctx, (tell) => listCode(ctx.repo, { kind, path: inside, limit, commit, tell }));
  const { output, look } = await openFor('list', ctx, json);
  await output.write(json ? jsonAnswer(found) : renderCodeList(found, look));
  return output.close();
}

const STATUSES = ['proposed', 'accepted', 'rejected', 'superseded', 'retracted', 'completed'] as const;

export const command = define({
  usage: 'list <kind>',
  about: 'List all decisions, claims, beliefs, goals …, newest first',
  options: (c) =>
    c
      .positional('kind', {
        choices: KIND_NAMES,
        coerce: kindNamed,
        demandOption: true,
        describe: 'The kind of node; plurals are accepted',
      })
      .options({
        status: { choices: STATUSES, describe: 'Only entries with this status' },
        state: { choices: TASK_STATES, describe: 'Only tasks or goals in this state' },
        ...CHOOSING,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runList(args, read)),
});
