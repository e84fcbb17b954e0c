import type { Argv } from 'yargs';
import { type Bind, dryRun, json } from './word.ts';

/** The commands that set up, keep in order and record. */
export function setup(y: Argv, bind: Bind): Argv {
  return y
    .command(
      'init',
      'Begin to record in this repository',
      (c) =>
        c.options({
          agent: {
            type: 'string',
            array: true,
            requiresArg: true,
            describe: 'An agent to register; those that are found, when absent',
          },
          shared: { type: 'boolean', default: false, describe: 'Register in the settings that the repository commits' },
          global: { type: 'boolean', default: false, describe: 'Record in every repository of this user' },
          sign: {
            type: 'boolean',
            default: false,
            describe: 'Sign notes with an SSH key, which is made if there is none',
          },
          'dry-run': dryRun,
          json,
        }),
      bind(async (args, ctx) => (await import('../setup.ts')).runInit(args, ctx)),
    )
    .command(
      'deinit',
      'Stop recording and put everything back as it was; the notes stay',
      (c) =>
        c.options({
          global: { type: 'boolean', default: false, describe: 'Undo init --global' },
          force: { type: 'boolean', default: false, describe: 'Also when events wait to be recorded' },
          'dry-run': dryRun,
          json,
        }),
      bind(async (args, ctx) => (await import('../setup.ts')).runDeinit(args, ctx)),
    )
    .command(
      'status',
      'What is recorded now, what waits, and why a commit has no note',
      (c) => c.options({ drain: { type: 'boolean', default: true, describe: 'Record first what waits' }, json }),
      bind(async (args, ctx) => (await import('../commands/status.ts')).runStatus(args, ctx)),
    )
    .command(
      'doctor',
      'Check everything, and mend it with --fix',
      (c) => c.options({ fix: { type: 'boolean', default: false, describe: 'Mend what can be mended' }, json }),
      bind(async (args, ctx) => (await import('../commands/doctor.ts')).runDoctor(args, ctx)),
    )
    .command(
      'reconcile [revisions..]',
      'Give notes to commits that a forge, or somebody else, made from such as have one',
      (c) =>
        c
          .positional('revisions', {
            type: 'string',
            array: true,
            describe: 'Revisions and ranges; the last 1000 commits of HEAD when absent',
          })
          .options({
            base: { type: 'string', describe: 'Where the branch that was merged began; with --head' },
            head: { type: 'string', describe: 'The last commit of the branch that was merged; with --base' },
            'dry-run': dryRun,
            json,
          }),
      bind(async ({ dryRun: isDry, ...args }, ctx) =>
        (await import('../commands/reconcile.ts')).runReconcile({ ...args, dryRun: isDry }, ctx),
      ),
    )
    .command(
      'gc',
      'Say which notes are of commits that are gone, and remove them with --prune',
      (c) =>
        c.options({
          prune: { type: 'boolean', default: false, describe: 'Remove them' },
          missing: {
            type: 'boolean',
            default: false,
            describe: 'Also those of commits that are not in this clone; they may be of a branch that was not fetched',
          },
          quarantine: {
            type: 'boolean',
            default: false,
            describe: 'Also the damaged notes that were set aside, and replaced, a month ago or longer',
          },
          json,
        }),
      bind(async (args, ctx) => (await import('../commands/gc.ts')).runGc(args, ctx)),
    );
}
