import yargs from 'yargs';
import { ProvError } from '../errors.ts';
import type { CliContext } from './context.ts';

/**
 * Parses the command line of all commands but blame, and runs the command.
 * @throws ProvError `usage` with the command's help named
 */
export async function parse(argv: readonly string[], ctx: CliContext): Promise<number> {
  let code = 0;
  const version = process.env['GIT_PROV_VERSION'] ?? 'unknown';
  const parser = yargs([...argv])
    .scriptName('git prov')
    .usage('$0 <command>\n\nFor any line: which agent session wrote it, on which decision, for which goal, on what evidence.')
    .command(
      'init',
      'Begin to record in this repository',
      (y) =>
        y
          .option('agent', { type: 'string', array: true, describe: 'An agent to register; those that are found, when absent' })
          .option('shared', { type: 'boolean', default: false, describe: "Register in the settings that the repository commits, not in the user's" })
          .option('global', { type: 'boolean', default: false, describe: 'Record in every repository of this user' })
          .option('dry-run', { type: 'boolean', default: false, describe: 'Say what would be done, and do nothing' })
          .option('json', { type: 'boolean', default: false }),
      async (args) => {
        const { runInit } = await import('./setup.ts');
        code = await runInit(args, ctx);
      },
    )
    .command(
      'deinit',
      'Stop recording and put everything back as it was; the notes stay',
      (y) =>
        y
          .option('global', { type: 'boolean', default: false, describe: 'Undo init --global' })
          .option('force', { type: 'boolean', default: false, describe: 'Also when events wait to be recorded' })
          .option('dry-run', { type: 'boolean', default: false, describe: 'Say what would be done, and do nothing' })
          .option('json', { type: 'boolean', default: false }),
      async (args) => {
        const { runDeinit } = await import('./setup.ts');
        code = await runDeinit(args, ctx);
      },
    )
    .command('blame [file]', 'Who wrote each line, and on which decision: takes every option of git blame')
    .demandCommand(1, 'Which command?')
    .recommendCommands()
    .strict()
    .version(version)
    .help()
    .exitProcess(false)
    .fail((message, error) => {
      if (error) throw error;
      throw new ProvError('usage', message, { hint: 'Run git prov --help.' });
    });
  await parser.parseAsync();
  return code;
}
