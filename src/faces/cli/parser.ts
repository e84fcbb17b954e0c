import yargs, { type Argv } from 'yargs';
import { ProvError } from '../../errors.ts';
import { COMMANDS } from './command-table.ts';
import type { Command } from './command.ts';
import { type CliContext, stdoutOf } from './context.ts';
import { arranged, helpText, termsText, withKindsApart } from './help.ts';
import { normalized } from './commands/ask/log-options.ts';
import { refusal } from './refusal.ts';
import { term } from './render/term.ts';

const VERSION = process.env['GIT_PROV_VERSION'] ?? 'unknown';

/**
 * Parses the command line of all commands but blame, and runs the command. Only the file of that command is loaded.
 * @returns the exit code
 * @throws ProvError `usage` for a wrong command line
 */
export async function parse(argv: readonly string[], ctx: CliContext): Promise<number> {
  const asksHelp = argv[0] === 'help';
  const [name] = asksHelp ? argv.slice(1) : argv;
  if (name === undefined || name === '--help' || name === '-h')
    return print(await helpText(stdoutOf(ctx).columns), ctx);
  if (name === '--version') return print(`${VERSION}\n`, ctx);
  if (name.startsWith('-'))
    throw new ProvError('usage', `unknown argument: '${term(name, 80)}'.`, {
      hint: 'Options come after their command: see git prov --help.',
    });
  const load = COMMANDS.get(name);
  if (asksHelp && !load) {
    if (name === 'terms') return print(termsText(stdoutOf(ctx).columns), ctx);
    throw new ProvError('usage', `There is no help on '${term(name, 80)}'; see 'git prov help'.`);
  }
  const words = asksHelp ? [name, '--help'] : argv;
  let code = 0;
  const run = async (command: Command, args: unknown): Promise<void> => {
    code = await command.run(args as never, ctx);
  };
  const parser = define(argv, await load?.(), run)(name === 'log' ? normalized(words) : undashed([...words]));
  // Given `--help` itself, the parser would print the text too.
  if (load && wantsHelp(words))
    return print(`${await commandHelp(define(argv, await load(), run)([name]), stdoutOf(ctx).columns)}\n`, ctx);
  await parser.parseAsync();
  return code;
}

// Programs that read a pipe, such as those that make the man page, get the kinds of the values too.
const commandHelp = async (parser: Argv, columns: number | undefined): Promise<string> =>
  columns === undefined
    ? withKindsApart(await parser.getHelp())
    : arranged(await parser.wrap(null).getHelp(), Math.min(columns, 100));

function wantsHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
}

function print(text: string, ctx: CliContext): number {
  stdoutOf(ctx).write(text);
  return 0;
}

/** Commands that read `--` and what follows themselves. */
const READ_REST: ReadonlySet<string> = new Set(['log', 'push', 'fetch', 'sync', 'verify-run']);

// Arguments after `--` count like those before it: the parser would drop them, and the command would work on everything.
function undashed(words: string[]): string[] {
  const end = words.indexOf('--');
  if (end < 0 || READ_REST.has(words[0]!)) return words;
  const rest = words.slice(end + 1);
  const option = rest.find((word) => word.startsWith('-'));
  if (option !== undefined) throw refusal(`Unknown argument: ${option}`, words);
  return [...words.slice(0, end), ...rest];
}

/** What is used of the parser's own methods, which its types leave out. */
interface Internal {
  getInternalMethods(): { getUsageInstance(): { cacheHelpMessage: () => void } };
}

/** The options that were declared, by the type of their value; the parser's types leave this out too. */
interface Declared {
  getOptions(): Readonly<Record<'string' | 'number' | 'array', readonly string[]>> & { readonly choices: object };
}

type Run = (command: Command, args: unknown) => Promise<void>;

// Without a command, all are known by name, for "Did you mean …?".
function define(argv: readonly string[], command: Command | undefined, run: Run) {
  return (words: readonly string[]) => {
    const parser = yargs(words);
    // It would write the help text at each command, in case it is asked for later. Our help is asked of a parser that runs nothing.
    (parser as unknown as Internal).getInternalMethods().getUsageInstance().cacheHelpMessage = () => undefined;
    if (command)
      parser.command(
        command.usage,
        command.about,
        (c) => requireValues(command.options(c), command),
        (args) => run(command, args),
      );
    else for (const name of COMMANDS.keys()) parser.command(name, false);
    return parser
      .scriptName('git prov')
      .demandCommand(1, 'Which command?')
      .recommendCommands()
      .strict()
      .detectLocale(false)
      .version(VERSION)
      .help()
      .alias('help', 'h')
      .wrap(100)
      .exitProcess(false)
      .fail((message, error) => {
        if (error && error.name !== 'YError') throw error;
        throw refusal(message || error.message, argv, command);
      });
  };
}

// Otherwise an option without a value would be an empty text, its default, or `true`.
function requireValues(parser: Argv, { usage, optionalValues = [] }: Command): Argv {
  const { string, number, array, choices } = (parser as unknown as Declared).getOptions();
  const positional = new Set([...usage.matchAll(/[<[]([\w-]+)/g)].map(([, name]) => name));
  const names = new Set([...string, ...number, ...array, ...Object.keys(choices)]);
  return parser.requiresArg([...names].filter((name) => !positional.has(name) && !optionalValues.includes(name)));
}
