import { ProvError } from '../../../../errors.ts';
import {
  actionsOf,
  behaviourAnswers,
  declaredAnswer,
  BEHAVIOURS_SCHEMA,
  type BehavioursAnswer,
  plannedAnswer,
  recordedAnswer,
} from '../../../../behaviours/answer.ts';
import { BUILT_IN } from '../../../../behaviours/built-in/all.ts';
import { loadDeclared } from '../../../../behaviours/declared/load.ts';
import { RAN } from '../../../../behaviours/actions.ts';
import { allOf, runCommands } from '../../../../behaviours/run.ts';
import { areOn, BACKGROUND_MS, canReact } from '../../../../behaviours/settings.ts';
import { dispatch, resume } from '../../../../behaviours/dispatch.ts';
import { define, dryRun, json } from '../../command.ts';
import { type ReadingContext } from '../../reading/reading-context.ts';
import { withReading } from '../../reading/with-reading.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { renderBehaviours } from '../../render/knowledge/behaviours.ts';
import { jsonText } from '../../render/json-text.ts';
import { term } from '../../render/term.ts';
import { checkLimit } from '../ask/search.ts';
import { acceptDeclared } from './accept-declared.ts';

export interface BehavioursOptions {
  /** React now, and not only at the end of a turn. */
  readonly run?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  /** Behaviours that were stopped and shall run again. */
  readonly resume?: readonly string[] | undefined;
  /** Run what the repository declares, in this clone. */
  readonly accept?: boolean | undefined;
  readonly yes?: boolean | undefined;
  /** Actions in the list, at most. */
  readonly limit?: number | undefined;
  readonly json: boolean;
}

/** Actions in the list, unless the user asks for more. */
const SHOWN_ACTIONS = 10;

/**
 * `git prov behaviours`: lists the behaviours and what they did, lets them react now, or shows what they would do.
 * @returns the exit code
 * @throws ProvError `usage` where nothing is recorded, or behaviours are off, or for `accept` by anyone but a person; `data` while
 * another process runs them, or without a file to accept
 */
export async function runBehaviours(options: BehavioursOptions, ctx: ReadingContext): Promise<number> {
  const { run = false, dryRun: isDry = false, limit = SHOWN_ACTIONS } = options;
  checkLimit(limit);
  const { repo } = ctx;
  if (!canReact(repo))
    throw new ProvError('usage', 'Nothing is recorded in this repository.', { hint: 'Run git prov init first.' });
  const on = await areOn(repo);
  if (run && !isDry && !on)
    throw new ProvError('usage', 'Behaviours are off here.', { hint: 'Run git config prov.behaviours true.' });
  let declared = await loadDeclared(repo);
  const accepted = options.accept ? await acceptDeclared({ declared, yes: options.yes ?? false, on }, ctx) : undefined;
  if (accepted) declared = await loadDeclared(repo);
  for (const name of options.resume ?? []) {
    if (![...BUILT_IN, ...declared.behaviours].some((one) => one.name === name))
      throw new ProvError('usage', `There is no behaviour '${term(name, 80)}'.`, {
        hint: 'git prov behaviours lists them.',
      });
    if (!(await resume(repo, name))) throw busy();
  }
  const done = run || isDry ? await dispatch(repo, { ...allOf(declared), isDry, patience: BACKGROUND_MS }) : undefined;
  if ((run || isDry) && !done) throw busy();
  const ended = new Set(run && !isDry ? await runCommands(repo) : []);
  const ran = actionsOf(repo).filter(({ action, key }) => action === RAN && ended.has(key));
  const all = done
    ? [...done.actions.map(plannedAnswer), ...ran.map(recordedAnswer)]
    : actionsOf(repo).map(recordedAnswer).reverse();
  const answer: BehavioursAnswer = {
    schema: BEHAVIOURS_SCHEMA,
    on,
    declared: declaredAnswer(declared),
    behaviours: behaviourAnswers(repo, BUILT_IN, declared),
    actions: all.slice(0, limit),
    more: Math.max(0, all.length - limit),
  };
  const { output, style } = await openUnpaged(ctx, options.json);
  const mode = isDry ? 'dry' : run ? 'run' : 'list';
  await output.write(
    options.json
      ? `${jsonText(answer, 2)}\n`
      : renderBehaviours(answer, { mode, isFirst: done?.isFirst ?? false, accepted }, style),
  );
  return output.close();
}

const busy = (): ProvError =>
  new ProvError('data', 'Another process runs the behaviours, or records.', { hint: 'Try again in a moment.' });

export const command = define({
  usage: 'behaviours',
  about: 'List what reacts to changes, and what it did',
  options: (c) =>
    c.options({
      run: { type: 'boolean', default: false, describe: 'React now; otherwise it happens at the end of a turn' },
      'dry-run': dryRun,
      resume: {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Run this behaviour again after it reached a limit; may be repeated',
      },
      accept: {
        type: 'boolean',
        default: false,
        describe: 'Show what .gitprov.toml declares, and run it in this clone if you agree; people only',
      },
      yes: { type: 'boolean', default: false, describe: 'Accept without a terminal; never in the shell of an agent' },
      limit: { type: 'number', describe: 'At most this many actions; 10 by default' },
      json,
    }),
  run: async (args, ctx) => withReading(ctx, (read) => runBehaviours(args, read)),
});
