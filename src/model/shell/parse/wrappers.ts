import { subcommand } from '../packages.ts';
import type { Arg } from './word.ts';
import { baseName, UNKNOWN_ARG } from './word.ts';

// Programs that run another program, which follows their options. The lists name options that take a value.
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  command: [],
  builtin: [],
  exec: ['-a'],
  nohup: [],
  time: ['-f', '-o', '--format', '--output'],
  setsid: [],
  sudo: ['-u', '-g', '-h', '-p', '-C', '-D', '--user', '--group', '--chdir'],
  doas: ['-u', '-C'],
  nice: ['-n', '--adjustment'],
  ionice: ['-c', '-n'],
  stdbuf: ['-i', '-o', '-e'],
  unbuffer: [],
  chronic: [],
  caffeinate: ['-t', '-w'],
  'xvfb-run': ['-n', '-s', '-e', '-f'],
  'cross-env': [],
  'cross-env-shell': [],
  dotenv: ['-e', '-f', '-v'],
  npx: ['-p', '--package', '-w', '--workspace', '--loglevel', '--prefix'],
  pnpx: ['-p', '--package'],
  bunx: ['-p', '--package'],
  uvx: ['-p', '--python', '--from', '--with', '--index-url'],
  pipx: ['--spec'],
  c8: ['-r', '--reporter', '-x', '--exclude', '-n', '--include', '-o', '--reports-dir'],
  nyc: ['-r', '--reporter', '-x', '--exclude', '-n', '--include'],
  rlwrap: [],
  wsl: ['-d', '--distribution', '-u', '--user', '--cd', '--shell-type'],
  entr: [],
};
// Programs that run another program after one of these words.
const RUN_WORDS: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx'],
  bun: ['x'],
  poetry: ['run'],
  uv: ['run'],
  pipenv: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  rye: ['run'],
  pixi: ['run'],
  pipx: ['run'],
  bundle: ['exec'],
  rbenv: ['exec'],
  pyenv: ['exec'],
  mise: ['exec', 'x'],
  asdf: ['exec'],
  coverage: ['run'],
  composer: ['exec'],
  devbox: ['run'],
};
const RUN_VALUED = [
  '-p',
  '--package',
  '--python',
  '--with',
  '--extra',
  '--group',
  '--project',
  '--directory',
  '-E',
  '--source',
  '-e',
  '--filter',
];
const PYTHON = /^(python|python[23]|python[23]?\.\d+|pypy3?|py)$/;

/** The words that a wrapper runs; undefined when the program is not a wrapper. Removes one layer. */
export function unwrap(words: readonly Arg[]): readonly Arg[] | undefined {
  const program = words[0]?.value;
  if (program === undefined) return undefined;
  const name = baseName(program).replace(/\.(?:exe|cmd|bat)$/i, '');
  const args = words.slice(1);
  if (name === 'env') return skipEnv(args);
  // `git prov verify-run -- npm test` runs and records the check.
  if (name === 'git' && args[0]?.value === 'prov' && args[1]?.value === 'verify-run') return afterOption(args, /^--$/);
  if (name === 'timeout' || name === 'gtimeout') return skip(args, ['-s', '-k', '--signal', '--kill-after']).slice(1);
  if (name === 'flock') return skip(args, ['-w', '-E']).slice(1);
  if (name === 'direnv') return args[0]?.value === 'exec' ? args.slice(2) : undefined;
  if (name === 'nix') return afterOption(args, /^(?:-c|--command)$/);
  if (PYTHON.test(name)) return pythonModule(args);
  if (name === 'go') return goProgram(args);
  if (name === 'node') return nodeProgram(args);
  // `elixir -S mix test` runs a script that it looks for on the path.
  if (/^(elixir|iex|ruby|perl)$/.test(name) && args[0]?.value === '-S') return args.slice(1);
  if (name === 'php' || name === 'ruby') return installedProgram(args);
  const runWords = Object.hasOwn(RUN_WORDS, name) ? RUN_WORDS[name]! : [];
  const { name: sub, rest } = subcommand(args);
  if (sub !== undefined && runWords.includes(sub)) {
    const skipped = skip(rest, RUN_VALUED);
    // `mise exec node@22 -- npm test`
    const inner = (name === 'mise' && afterOption(skipped, /^--$/)) || skipped;
    // `uv run test_it.py` and `coverage run -m pytest` run Python.
    const python = (name === 'coverage' || name === 'uv' || name === 'pdm') && pythonWords(rest, inner);
    return python || inner;
  }
  if (!Object.hasOwn(WRAPPERS, name)) return undefined;
  // `command -v git` only looks a program up.
  if (name === 'command' && /^-[vV]$/.test(args[0]?.value ?? '')) return undefined;
  const inner = skip(args, WRAPPERS[name]!);
  return inner.length > 0 && name.startsWith('cross-env') ? skipEnv(inner) : inner;
}

/** The commands in `find … -exec words… ;`, one for each `-exec`. */
export function findCommands(args: readonly Arg[]): (readonly Arg[])[] {
  const found: (readonly Arg[])[] = [];
  for (let i = 0; i < args.length; i++) {
    if (!/^-(exec|execdir|ok|okdir)$/.test(args[i]!.value ?? '')) continue;
    const end = args.findIndex(({ value }, at) => at > i && (value === ';' || value === '+'));
    const inner = args.slice(i + 1, end < 0 ? undefined : end);
    found.push(inner.map((arg) => (arg.value?.includes('{}') ? UNKNOWN_ARG : arg)));
  }
  return found;
}

/** Skips options and their values. */
export function skip(args: readonly Arg[], valued: readonly string[]): readonly Arg[] {
  for (let i = 0; i < args.length; i++) {
    const value = args[i]!.value;
    if (value === '--') return args.slice(i + 1);
    if (value === undefined || !value.startsWith('-') || value === '-') return args.slice(i);
    if (valued.includes(value)) i++;
  }
  return [];
}

function skipEnv(args: readonly Arg[]): readonly Arg[] {
  const rest = skip(args, ['-u', '-C', '-S', '--unset', '--chdir']);
  const at = rest.findIndex(({ text }) => !/^\w+=/.test(text));
  return at < 0 ? [{ text: 'printenv', value: 'printenv' }] : rest.slice(at);
}

/** Whether a wrapper runs its program in another directory (`env -C web`), so that the program's relative paths are unknown here. */
export const isMoved = (words: readonly Arg[]): boolean =>
  baseName(words[0]?.value ?? '') === 'env' && words.slice(1).some(({ value }) => /^(?:-C|--chdir)/.test(value ?? ''));

// `nix develop .#ci --command bash -c '…'`
function afterOption(args: readonly Arg[], option: RegExp): readonly Arg[] | undefined {
  const at = args.findIndex(({ value }) => value !== undefined && option.test(value));
  return at < 0 ? undefined : args.slice(at + 1);
}

// `go run example.com/lint/v2/cmd/lint@latest ./...` and `go tool lint ./...` run a program that modules name.
function goProgram(args: readonly Arg[]): readonly Arg[] | undefined {
  if (args[0]?.value === 'tool') return args[1]?.value?.startsWith('-') ? undefined : args.slice(1);
  if (args[0]?.value !== 'run') return undefined;
  const [program, ...rest] = skip(args.slice(1), ['-C', '-mod', '-tags', '-ldflags', '-exec']);
  const path = /^([\w.-]+\.[\w./-]+)@[\w.-]+$/.exec(program?.value ?? '')?.[1]?.replace(/\/v\d+$/, '');
  return path === undefined ? undefined : [{ text: program!.text, value: path }, ...rest];
}

// `node --experimental-vm-modules node_modules/.bin/jest` and `node node_modules/mocha/bin/mocha.js` run a program of a package.
function nodeProgram(args: readonly Arg[]): readonly Arg[] | undefined {
  const at = args.findIndex(({ value }) => value === undefined || !value.startsWith('--'));
  const name = /(?:^|\/)node_modules\/(?:.*\/)?([\w-]+)(?:\.[cm]?js)?$/.exec(args[at]?.value ?? '')?.[1];
  return name === undefined ? undefined : [{ text: args[at]!.text, value: name }, ...args.slice(at + 1)];
}

// `php vendor/bin/phpunit`, `php -d memory_limit=-1 phpunit.phar` and `ruby bin/rspec` run a program that a package installed.
function installedProgram(args: readonly Arg[]): readonly Arg[] | undefined {
  const rest = skip(args, ['-d', '-c', '-I', '-r']);
  const name = /^(?:\S*\/)?bin\/([\w-]+)$|^(?:\S*\/)?([\w-]+)\.phar$/.exec(rest[0]?.value ?? '');
  return name ? [{ text: rest[0]!.text, value: name[1] ?? name[2] ?? '' }, ...rest.slice(1)] : undefined;
}

function pythonModule(args: readonly Arg[]): readonly Arg[] | undefined {
  for (let i = 0; i < args.length; i++) {
    const value = args[i]!.value;
    if (value === '-m') return args[i + 1] ? args.slice(i + 1) : undefined;
    if (value === undefined || !value.startsWith('-') || value === '-c') return undefined;
    if (value === '-W' || value === '-X') i++;
  }
  return undefined;
}

function pythonWords(rest: readonly Arg[], inner: readonly Arg[]): readonly Arg[] | undefined {
  const module = pythonModule(rest);
  if (module) return module;
  return inner[0]?.value?.endsWith('.py') ? [{ text: 'python', value: 'python' }, ...inner] : undefined;
}
