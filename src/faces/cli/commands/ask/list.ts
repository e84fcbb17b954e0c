import { KIND_NAMES } from '../../../../ask/knowledge/layers.ts';
import { CODE_KINDS, type CodeKind } from '../../../../ask/code/code-kinds.ts';
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
import { renderList } from '../../render/knowledge/statements.ts';
import { checkLimit, choosing, isChosen, type ChoosingOptions } from './search.ts';
import { checkShare } from './trace.ts';

export interface ListOptions extends ChoosingOptions {
  readonly kind: string;
  readonly status?: Status | undefined;
  readonly state?: TaskState | undefined;
  /** Only functions and types with lines of agents that no check ran after. */
  readonly unverified?: boolean | undefined;
  /** The revision of the code; only for kinds of the code. */
  readonly rev?: string | undefined;
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
  if (CODE_KINDS.some((one) => one === kind)) {
    const { runCodeList } = await import('./code/list-code.ts');
    return runCodeList({ ...options, kind: kind as CodeKind }, ctx);
  }
  if (options.unverified)
    throw new ProvError('usage', `--unverified does not apply to a ${kind}: it is about lines.`, {
      hint: 'List functions or types.',
    });
  if (options.rev !== undefined)
    throw new ProvError('usage', `--rev does not apply to a ${kind}: entries belong to no revision.`, {
      hint: 'List functions, types, modules, externals, services or tools.',
    });
  return ask(ctx, async (asking) => {
    const chosen = await choosing(options, ctx, asking);
    const declaredOnly = status === 'accepted';
    const query = { ...chosen, kind, status, state, provenance, limit, minConfidence, declaredOnly };
    const found = await list(asking.world, asking.sources, query);
    const { output, style } = await openFor('list', ctx, json);
    const data: ListAnswer = { schema: LIST_SCHEMA, kind, items: found.map(statementAnswer) };
    await output.write(
      json
        ? jsonAnswer(data)
        : renderList(
            kind,
            found,
            style,
            isChosen([options.session, options.path, options.since, minConfidence, status, state]),
          ),
    );
    return finish(output, asking.history, ctx);
  });
}

const STATUSES = ['proposed', 'accepted', 'rejected', 'superseded', 'retracted', 'completed'] as const;

export const command = define({
  usage: 'list <kind>',
  example: 'decisions',
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
        unverified: {
          type: 'boolean',
          default: false,
          describe: "Only functions and types with agents' lines that were never checked",
        },
        rev: { type: 'string', describe: 'The revision of the code; by default the work tree' },
        ...CHOOSING,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runList(args, read)),
});
