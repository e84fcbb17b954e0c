import { checkKinds, onlyAsks } from './check/checks.ts';
import { taskKind } from './check/task-names.ts';
import type { Effect } from './verdict.ts';
import { checking, looks, runs } from './verdict.ts';
import type { Arg } from './parse/word.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const LOOKS = list(
  'ls list ll la view info show v outdated root prefix bin whoami search explain why config get ping docs fund query',
);
const TESTS = list('test t tst it install-test');
// Built-in subcommands. Any other first word names a script or a program.
const OWN = list(
  `install i in ci add remove rm uninstall un update up upgrade link unlink init create publish pack version audit dedupe prune rebuild
  start stop restart cache login logout set store import patch deploy self-update global workspaces plugin dlx exec x run env approve-builds`,
);
const VALUED = list('--prefix -C --dir -w --workspace --filter -F --cwd --loglevel --reporter -p --package');

/** The subcommand of npm, pnpm, yarn or bun, and the words after it. Options before it are skipped. */
export function subcommand(args: readonly Arg[]): { readonly name: string | undefined; readonly rest: readonly Arg[] } {
  for (let i = 0; i < args.length; i++) {
    const value = args[i]!.value;
    if (value !== undefined && VALUED.has(value)) i++;
    else if (value === undefined || !value.startsWith('-')) return { name: value, rest: args.slice(i + 1) };
  }
  return { name: undefined, rest: [] };
}

/** Reads npm, pnpm, yarn and bun when they run a script or a built-in subcommand. */
export function readPackageManager(program: string, args: readonly Arg[]): Effect {
  const { name, rest } = subcommand(args);
  // `npm test -- --listTests`
  if (
    onlyAsks(
      '',
      args.flatMap(({ value }) => value ?? []),
    )
  )
    return runs;
  if (name === undefined)
    return args.some(({ value }) => value === '--version' || value === '--help' || value === '-v') ? looks : runs;
  if (name === 'run' || name === 'run-script' || name === 'workspace') {
    const script = subcommand(name === 'workspace' ? rest.slice(1) : rest).name;
    return script === undefined ? (rest.length === 0 ? looks : runs) : ofScript(script);
  }
  // `yarn workspaces foreach -A run lint`, `yarn workspaces run test`
  if (name === 'workspaces') {
    const script = rest[rest.findIndex(({ value }) => value === 'run') + 1]?.value;
    return script !== undefined && rest.some(({ value }) => value === 'run') ? ofScript(script) : runs;
  }
  if (TESTS.has(name)) return checking(['test']);
  // `config set`, `yarn config delete`
  if (LOOKS.has(name)) return rest.some(({ value }) => value === 'set' || value === 'delete') ? runs : looks;
  if (program === 'npm' || OWN.has(name)) return runs;
  const kinds = checkKinds(name, rest);
  return kinds.length > 0 ? checking(kinds) : ofScript(name);
}

function ofScript(name: string): Effect {
  const kind = taskKind(name);
  return kind === undefined ? runs : checking([kind]);
}
