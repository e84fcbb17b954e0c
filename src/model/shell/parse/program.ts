import type { CheckKind } from '../../checks/kind.ts';
import { checkKinds, isCheckName } from '../check/checks.ts';
import { fedCommands, readFixer } from '../fixers.ts';
import { readGit } from '../git.ts';
import { readPackageManager } from '../packages.ts';
import { readReader } from '../readers.ts';
import { isService } from '../services.ts';
import { ownTask, runsInContainer, unknownRunner } from '../check/task-runners.ts';
import { namedParts } from '../check/project-parts.ts';
import { preparesOnly, taskKind } from '../check/task-names.ts';
import { taskIn } from '../check/tasks.ts';
import { knownOutputs, onlyCompiles, readTool } from '../tools.ts';
import type { Effect } from '../verdict.ts';
import { ANY, bothFix, bothWrite, changesUnsure, checking, looks, NONE, runs, stronger } from '../verdict.ts';
import type { Arg } from './word.ts';
import { baseName, splitOptions } from './word.ts';
import { findCommands, isMoved, skip, unwrap } from './wrappers.ts';
import { together } from '../writing.ts';
import { readWriter } from '../writers.ts';

const MAX_LAYERS = 12;
const MAX_LABEL_CHARACTERS = 400;
const SHELLS = /^(ba|z|da|k|a)?sh$/;
/** Shells of another kind, and their options for a script. Only its checks are read. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  pwsh: /^-c(?:ommand)?$/i,
  powershell: /^-c(?:ommand)?$/i,
  cmd: /^\/[cs]$/i,
  'nix-shell': /^--(?:run|command)$/,
};
const INTERPRETERS = /^(node|deno|bun|tsx|ts-node|python[\d.]*|pypy3?|ruby|php|perl|lua|Rscript|julia|elixir)$/;

/** The context of a simple command. */
export interface CommandContext {
  /** The text of its here-document, when literal. */
  readonly input: string | undefined;
  /** The words that a pipe feeds to it, when literal (`echo a b |`). */
  readonly fed?: readonly string[] | undefined;
  /** The text that an earlier part wrote to a file. */
  readonly written: (path: string) => string | undefined;
  /** Reads a script given as text (`bash -c`). @param elsewhere it runs in an unknown folder, such as a container's */
  readonly script: (text: string, elsewhere?: boolean) => Effect;
}

/** Reads the words of one simple command, without its redirections. */
export function readProgram(words: readonly Arg[], around: CommandContext): Effect {
  let inner = words;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const task = ownTask(inner);
    const next = task ? undefined : unwrap(inner);
    if (task) return outside(labelled(task, inner), words, inner);
    if (next === undefined)
      return outside(served(labelled(withOutputs(readNamed(inner, around), inner), inner), inner), words, inner);
    if (next.length === 0) return looks;
    if (isMoved(inner)) return outside(moved(readProgram(next, around)), inner, next);
    inner = next;
  }
  return runs;
}

// What it writes is relative to another folder.
function moved(whole: Effect): Effect {
  const { explains: _, fixes: __, outputs: ___, ...effect } = whole;
  return effect.writes.kind === 'paths' ? { ...effect, writes: ANY } : effect;
}

// `pnpm --filter web exec tsc`: the wrapper names the part of the project.
function outside(effect: Effect, words: readonly Arg[], inner: readonly Arg[]): Effect {
  if (effect.parts || !effect.check || inner.length === words.length) return effect;
  const parts = namedParts(words.slice(0, words.length - inner.length));
  return parts.packages || parts.folder !== undefined ? { ...effect, parts } : effect;
}

function readNamed(words: readonly Arg[], around: CommandContext): Effect {
  const program = words[0]?.value;
  // The folder of a program may be a variable: `$VENV/bin/pytest`. Only its checks are read.
  if (program === undefined) {
    const kinds = checkKinds(/^"?[~$][^\s()`]*\/([\w.-]+)"?$/.exec(words[0]?.text ?? '')?.[1] ?? '', words.slice(1));
    return kinds.length > 0 ? checking(kinds) : runs;
  }
  const name = baseName(program).replace(/\.(exe|cmd|bat)$|(?<=.)@[\w.^~-]+$/, '');
  const args = words.slice(1);
  if (name === 'git') return readGit(args);
  if (SHELLS.test(name)) return readShell(args, around);
  if (name === 'eval' && args.length > 0 && args.every(({ value }) => value !== undefined))
    return around.script(args.map(({ value }) => value).join(' '));
  if (name === 'xargs' || name === 'parallel') return readFed(name, args, around);
  if (name === 'concurrently') return readBeside(args, around);
  if (name === 'find' || name === 'fd' || name === 'fdfind') return readFind(name, args, around);
  const known = readReader(name, args) ?? readWriter(name, args, around.input);
  if (known) return known;
  const kinds = checkKinds(name, args);
  const fixer = readFixer(name, args);
  if (fixer?.kind === 'verification') return { ...fixer, check: kinds.length > 0 ? kinds : ['lint'] };
  if (fixer) return fixer;
  const tool = readTool(name, args);
  const given = givenScript(words, around);
  if (given) return { ...given, writes: tool?.writes ?? ANY };
  const contained = runsInContainer(words) ? unknownRunner(words)?.check : undefined;
  if (tool) return contained ? { ...checking(contained), writes: tool.writes } : tool;
  if (kinds.length > 0) return checking(kinds);
  if (/^(npm|pnpm|yarn|bun)$/.test(name)) return readPackageManager(name, args);
  if (name === 'command') return looks;
  if (/^(vi|vim|nvim|ex|ed|nano|emacs)$/.test(name)) return changesUnsure;
  if (testsItself(args)) return { ...checking(['test']), likely: true };
  if (INTERPRETERS.test(name)) return ofKind(scriptKind(args));
  const own = around.written(program) ?? around.written(program.replace(/^\.\//, ''));
  if (own !== undefined && /^#!\S*(?:\/| )(?:ba|z|da)?sh\b/.test(own)) return around.script(own);
  // A script of the project, recognised by its name: `./run-tests.sh`, `scripts/check`.
  if (program.includes('/') && !program.startsWith('/tmp/') && taskKind(name) !== undefined)
    return ofScript(name, args);
  return unknownRunner(words) ?? runs;
}

// `concurrently "npm:lint" "cd web && tsc"`: each operand is a command line.
function readBeside(args: readonly Arg[], around: CommandContext): Effect {
  const valued = [
    '-n',
    '--names',
    '-c',
    '--prefix-colors',
    '-m',
    '--max-processes',
    '-s',
    '--success',
    '-p',
    '--prefix',
  ];
  const { operands } = splitOptions(args, valued);
  const parts = operands.flatMap(({ value }) =>
    value === undefined ? [] : [around.script(value.replace(/^(npm|pnpm|yarn|bun):/, '$1 run '))],
  );
  return { ...runs, kind: parts.map(({ kind }) => kind).reduce(stronger, 'exploration') };
}

// The script that a program hands to another shell: `docker exec app bash -lc '…'`, `nix-shell --run '…'`, `cmd /c '…'`.
function givenScript(words: readonly Arg[], around: CommandContext): Effect | undefined {
  const name = baseName(words[0]?.value ?? '').replace(/\.exe$/, '');
  const option = Object.hasOwn(FOREIGN, name) ? FOREIGN[name]! : undefined;
  const at = words.findIndex(({ value = '' }, i) =>
    option
      ? option.test(value)
      : runsInContainer(words) && SHELLS.test(baseName(words[i - 1]?.value ?? '')) && /^-[a-z]*c$/.test(value),
  );
  const text = at > 0 ? words[at + 1]?.value : undefined;
  return text === undefined ? undefined : around.script(text, option === undefined);
}

const ofKind = (kind: CheckKind | undefined): Effect => (kind === undefined ? runs : checking([kind]));

function readShell(args: readonly Arg[], around: CommandContext): Effect {
  const at = args.findIndex(({ value }) => value === undefined || !/^[-+]/.test(value) || /^-[a-z]*c$/.test(value));
  const first = args[at];
  if (first === undefined) return around.input === undefined ? runs : around.script(around.input);
  if (/^-[a-z]*c$/.test(first.value ?? '')) {
    const script = args[at + 1]?.value;
    return script === undefined ? runs : around.script(script);
  }
  if (args.some(({ value }) => value === '-n')) return checking(['lint']);
  if (first.value === undefined) return runs;
  const own = around.written(first.value) ?? around.written(first.value.replace(/^\.\//, ''));
  if (own !== undefined) return around.script(own);
  const rest = args.slice(at);
  if (testsItself(rest)) return { ...checking(['test']), likely: true };
  return taskKind(first.value) === undefined ? (unknownRunner(rest) ?? runs) : ofScript(first.value, rest.slice(1));
}

// `scripts/test-env.sh setup` and `./test-harness.sh list` only prepare or list.
const ofScript = (name: string, args: readonly Arg[]): Effect =>
  preparesOnly(args[0]?.value ?? '') ? runs : ofKind(taskKind(name));

// `scripts/setup.sh --self-test`
const testsItself = (args: readonly Arg[]): boolean => args.some(({ value }) => /^--?self-?test$/.test(value ?? ''));

// The kind of check of an interpreter's script: `python manage.py test`, `node test/all.test.js`, `python3 test_parser.py`.
// Not `node -e '…'`.
function scriptKind(args: readonly Arg[]): CheckKind | undefined {
  const at = args.findIndex(({ value }) => value === undefined || !value.startsWith('-') || /^-(c|e|p|r)$/.test(value));
  const script = args[at]?.value;
  if (script === undefined || script.startsWith('-')) return undefined;
  if (/(^|\/)(manage\.py|artisan)$/.test(script)) return taskKind(args[at + 1]?.value ?? '');
  if (/(?:^|\/)(?:tests?|specs?)\/(?:run|all|index|main|runner|suite|run[_-]all)\.\w+$/.test(script)) return 'test';
  return isCheckName(script) ? taskKind(script) : undefined;
}

function readFind(name: string, args: readonly Arg[], around: CommandContext): Effect {
  if (args.some(({ value }) => value === '-delete' || /^-(fprint|fls)/.test(value ?? ''))) return changesUnsure;
  const at = args.findIndex(({ value }) => /^(-x|-X|--exec|--exec-batch)$/.test(value ?? ''));
  const commands =
    name === 'find' ? findCommands(args) : at < 0 ? [] : [[...args.slice(at + 1), { text: '{}', value: undefined }]];
  return { ...allOf(commands.map((words) => readProgram(words, around))), masked: true };
}

// Reads `xargs -I {} program {}`. The added words are known when `echo` or `printf` feeds it.
function readFed(name: string, args: readonly Arg[], { fed, ...around }: CommandContext): Effect {
  const valued = ['-n', '-I', '-P', '-d', '-L', '-s', '-E', '-a', '-j', '--max-args', '--max-procs', '--delimiter'];
  const inner = skip(args, valued);
  if (inner.length === 0) return looks;
  const own = args.slice(0, args.length - inner.length);
  const { flags, values } = splitOptions(own, [...valued, '--replace']);
  const replaced = values.get('-I')?.value ?? values.get('--replace')?.value;
  const isReplacing = flags.has('-I') || flags.has('-i') || flags.has('--replace') || name === 'parallel';
  const isRead = flags.has('-a') || flags.has('-d') || name === 'parallel';
  const parts = fedCommands(inner, isReplacing ? (replaced ?? '{}') : undefined, isRead ? undefined : fed);
  return allOf(parts.map((words) => readProgram(words, around)));
}

function allOf(parts: readonly Effect[]): Effect {
  const strongest = parts.find(({ kind }) => kind === parts.map((part) => part.kind).reduce(stronger));
  return {
    ...(strongest ?? looks),
    writes: parts.map((part) => part.writes).reduce(bothWrite, NONE),
    commits: parts.some((part) => part.commits),
    masked: true,
    ...fixesOf(parts),
    ...(parts.every((part) => part.explains) &&
      parts.length > 0 && { explains: parts.map((part) => part.explains!).reduce(together) }),
  };
}

function fixesOf(parts: readonly Effect[]): Pick<Effect, 'fixes'> {
  const fixes = parts.map((part) => part.fixes).reduce(bothFix, undefined);
  return fixes ? { fixes } : {};
}

function withOutputs(effect: Effect, words: readonly Arg[]): Effect {
  if (effect.writes.kind !== 'any' || effect.explains) return effect;
  const outputs = knownOutputs(words);
  if (outputs.length === 0) return effect;
  return { ...effect, outputs, ...(onlyCompiles(words) && { explains: {} }) };
}

const served = (effect: Effect, words: readonly Arg[]): Effect =>
  effect.writes.kind === 'any' && isService(words) ? { ...effect, serves: true } : effect;

function labelled(effect: Effect, words: readonly Arg[]): Effect {
  const task = taskIn(words);
  if (((effect.kind !== 'verification' && !effect.check) || effect.label !== undefined) && !task) return effect;
  const whole = words
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ');
  const label = whole.length > MAX_LABEL_CHARACTERS ? `${whole.slice(0, MAX_LABEL_CHARACTERS - 1)}…` : whole;
  const parts = namedParts(words);
  return {
    ...effect,
    ...((effect.kind === 'verification' || effect.check) && { label: effect.label ?? label }),
    ...((parts.packages || parts.folder !== undefined) && { parts }),
    ...(task && { task: { ...task, label } }),
  };
}
