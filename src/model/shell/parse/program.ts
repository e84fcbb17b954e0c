import { checkKind } from '../check-kinds.ts';
import { isBuild, isBuildName, isCheck, isCheckName } from '../checks.ts';
import { fedCommands, readFixer } from '../fixers.ts';
import { readGit } from '../git.ts';
import { readPackageManager, scriptEffect } from '../packages.ts';
import { readReader } from '../readers.ts';
import { isService } from '../services.ts';
import { knownOutputs, onlyCompiles, readTool } from '../tools.ts';
import type { Effect } from '../verdict.ts';
import { bothFix, bothWrite, builds, changesUnsure, checks, looks, NONE, runs, stronger } from '../verdict.ts';
import type { Arg } from './word.ts';
import { baseName, splitOptions } from './word.ts';
import { findCommands, isRunner, skip, unwrap } from './wrappers.ts';
import { together } from '../writing.ts';
import { readWriter } from '../writers.ts';

const LAYERS = 12;
const LABEL = 80;
const SHELLS = /^(ba|z|da|k|a)?sh$/;
const INTERPRETERS = /^(node|deno|bun|tsx|ts-node|python[\d.]*|pypy3?|ruby|php|perl|lua|Rscript|julia|elixir)$/;

/** What reading a simple command needs from around it. */
export interface Surroundings {
  /** The text that the command reads from a here-document, where literal. */
  readonly input: string | undefined;
  /** The words that a pipe feeds to the command, where literal (`echo a b |`). */
  readonly fed?: readonly string[] | undefined;
  /** Reads a script given as text (`bash -c`). */
  readonly script: (text: string) => Effect;
}

/** Reads the words of one simple command, without its redirections. */
export function readProgram(words: readonly Arg[], around: Surroundings): Effect {
  let inner = words;
  let runner = false;
  for (let layer = 0; layer < LAYERS; layer++) {
    const next = unwrap(inner);
    if (next === undefined) return served(labelled(withOutputs(readNamed(inner, around, runner), inner), inner), inner);
    runner ||= isRunner(inner);
    if (next.length === 0) return looks;
    inner = next;
  }
  return runs;
}

// @param runner a task runner runs it: its name may be a task's
function readNamed(words: readonly Arg[], around: Surroundings, runner: boolean): Effect {
  const program = words[0]?.value;
  if (program === undefined) return runs;
  // `npx vitest@latest`
  const name = baseName(program)
    .replace(/\.(exe|cmd)$/, '')
    .replace(/(?<=.)@.*$/, '');
  const args = words.slice(1);
  if (runner && scriptEffect(name) !== runs) return scriptEffect(name);
  if (name === 'git') return readGit(args);
  if (SHELLS.test(name)) return readShell(args, around);
  if (name === 'xargs' || name === 'parallel') return readFed(name, args, around);
  if (name === 'find' || name === 'fd' || name === 'fdfind') return readFind(name, args, around);
  const known = readReader(name, args) ?? readWriter(name, args, around.input);
  if (known) return known;
  const fixer = readFixer(name, args);
  if (fixer) return fixer;
  const tool = readTool(name, args);
  if (tool) return tool;
  if (isCheck(name, args)) return checks;
  if (isBuild(name, args)) return builds;
  if (name === 'go' && args[0]?.value === 'run')
    return isCheck(baseName((args[1]?.value ?? '').replace(/@.*$/, '')), []) ? checks : runs;
  if (/^(npm|pnpm|yarn|bun)$/.test(name)) return readPackageManager(name, args);
  if (name === 'command') return looks;
  if (/^(vi|vim|nvim|ex|ed|nano|emacs)$/.test(name)) return changesUnsure;
  if (INTERPRETERS.test(name)) return isCheckScript(args) ? checks : runs;
  // A script of the project's own, by its name: `./run-tests.sh`, `scripts/check`.
  if (program.includes('/') && isCheckName(name)) return checks;
  if (program.includes('/') && isBuildName(name)) return builds;
  // As a last resort, after the first seed: a tool of the project's own that is told to test (`./dev test unit`).
  return !NO_CHECKERS.test(name) && FIRST_WORDS.test(args[0]?.value ?? '') ? checks : runs;
}

const FIRST_WORDS = /^(?:test|tests|lint|typecheck|type-check|e2e|test[:_-]\S+|lint[:_-]\S+)$/;
// Their `test` is another matter.
const NO_CHECKERS =
  /^(?:git|gh|glab|docker|podman|kubectl|aws|gcloud|az|ssh|openssl|gpg|brew|apt|systemctl|curl|wget|mkdir|touch|echo|cd|rm|cp|mv|code|open|sleep|nc|ping|adb|nginx|apachectl|stripe|supabase|vercel|firebase)$/;

function readShell(args: readonly Arg[], around: Surroundings): Effect {
  // `bash -n script` only parses it.
  if (args.some(({ value }) => value === '-n') && args.length > 1) return { ...checks, writes: NONE };
  const at = args.findIndex(({ value }) => value === undefined || !/^[-+]/.test(value) || /^-[a-z]*c$/.test(value));
  const first = args[at];
  if (first === undefined) return around.input === undefined ? runs : around.script(around.input);
  if (/^-[a-z]*c$/.test(first.value ?? '')) {
    const script = args[at + 1]?.value;
    return script === undefined ? runs : around.script(script);
  }
  return first.value === undefined ? runs : scriptEffect(baseName(first.value).replace(/\.\w+$/, ''));
}

// `python manage.py test`, `node test/all.test.js`, `python3 test_parser.py`; not `node -e '…'`.
function isCheckScript(args: readonly Arg[]): boolean {
  const at = args.findIndex(({ value }) => value === undefined || !value.startsWith('-') || /^-(c|e|p|r)$/.test(value));
  const script = args[at]?.value;
  if (script === undefined || script.startsWith('-')) return false;
  return (
    isCheckName(script) ||
    (/(^|\/)(manage\.py|artisan)$/.test(script) && ['test', 'check'].includes(args[at + 1]?.value ?? ''))
  );
}

function readFind(name: string, args: readonly Arg[], around: Surroundings): Effect {
  if (args.some(({ value }) => value === '-delete' || /^-(fprint|fls)/.test(value ?? ''))) return changesUnsure;
  const at = args.findIndex(({ value }) => /^(-x|-X|--exec|--exec-batch)$/.test(value ?? ''));
  const commands =
    name === 'find' ? findCommands(args) : at < 0 ? [] : [[...args.slice(at + 1), { text: '{}', value: undefined }]];
  return { ...allOf(commands.map((words) => readProgram(words, around))), masked: true };
}

// `xargs -I {} program {}`: the words that it adds are known where `echo` or `printf` feeds it.
function readFed(name: string, args: readonly Arg[], { fed, ...around }: Surroundings): Effect {
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
  if (effect.kind !== 'verification' || effect.label !== undefined) return effect;
  const label = words
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ');
  // `zig build test`, `cmake --build . --target test`
  const check = checkKind(label, effect.check);
  return { ...effect, check, label: label.length > LABEL ? `${label.slice(0, LABEL - 1)}…` : label };
}
