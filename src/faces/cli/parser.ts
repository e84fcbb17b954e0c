import yargs, { type Argv } from 'yargs';
import { exitCode } from '../../errors.ts';
import { type CliContext, stdoutOf } from './context.ts';
import { normalized } from './log-options.ts';
import { refusal } from './refusal.ts';
import { agents } from './words/agents.ts';
import { knowledge } from './words/knowledge.ts';
import { reading } from './words/reading.ts';
import { records } from './words/records.ts';
import { saying } from './words/saying.ts';
import { secrets } from './words/secrets.ts';
import { setup } from './words/setup.ts';
import { transport } from './words/transport.ts';
import { trust } from './words/trust.ts';
import type { Bind } from './words/word.ts';

/** What an agent or a person is told about every command; the man page says the same. */
const ABOUT = 'For any line: which agent session wrote it, on which decision, for which goal, on what evidence.';

/**
 * Parses the command line of all commands but blame, and runs the command.
 * @returns the exit code
 * @throws ProvError `usage` where the words make no sense
 */
export async function parse(argv: readonly string[], ctx: CliContext): Promise<number> {
  let code = argv.length > 0 ? 0 : exitCode('usage'); // then all there is to say is the help
  const words = argv[0] === 'log' ? normalized(argv) : undashed(askingHelp(argv));
  const parser = define(
    (run) => async (args) => {
      code = await run(args, ctx);
    },
    argv,
    ctx,
  )(yargs(words));
  await parser.parseAsync();
  return code;
}

// `git prov help log` is `git prov log --help`, as with git.
const askingHelp = (argv: readonly string[]): string[] =>
  argv.length === 0 ? ['--help'] : argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv];

/** For these `--` says more than that no option follows. */
const READ_REST: ReadonlySet<string> = new Set(['log', 'push', 'fetch', 'sync']);

// Words behind `--` are read as those before it: the parser would forget them, and do with all what is asked of some.
function undashed(words: string[]): string[] {
  const end = words.indexOf('--');
  if (end < 0 || READ_REST.has(words[0]!)) return words;
  const rest = words.slice(end + 1);
  const option = rest.find((word) => word.startsWith('-'));
  if (option !== undefined) throw refusal(`Unknown argument: ${option}`, words);
  return [...words.slice(0, end), ...rest];
}

/** All words, in the order in which the help names them. */
const WORDS = [setup, transport, saying, knowledge, reading, agents, records, trust, secrets];

function define(bind: Bind, argv: readonly string[], ctx: CliContext): (y: Argv) => Argv {
  return (y) =>
    WORDS.reduce((words, add) => add(words, bind), y)
      .scriptName('git prov')
      .usage(`$0 <command>\n\n${ABOUT}`)
      .demandCommand(1, 'Which command?')
      .recommendCommands()
      .strict()
      .detectLocale(false)
      .version(process.env['GIT_PROV_VERSION'] ?? 'unknown')
      .help()
      .wrap(Math.min(100, stdoutOf(ctx).columns ?? 100))
      .exitProcess(false)
      .fail((message, error) => {
        if (error && error.name !== 'YError') throw error;
        throw refusal(message || error.message, argv);
      });
}
