import type { Effect } from './verdict.ts';
import { changesUnsure, looks, looksUnsure, NONE, runsClean } from './verdict.ts';
import type { Arg } from './parse/word.ts';
import { linesOf } from './parse/printed.ts';
import { readEditScript } from './sed-script.ts';
import { baseName, joinPath, literalArg, splitOptions } from './parse/word.ts';
import type { Explained } from './writing.ts';

const SINK = /^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|fd\/\d+)$/;
const SCRATCH = /^\/(?:tmp|var\/tmp|dev|proc|private\/tmp)\//;

/**
 * The effect of writing these files. A name that is not literal makes it `any`. Writing notes in a scratch directory (`>
 * /tmp/out`) is no work on the project, so the kind is execution. The paths are still named, because a work tree may
 * contain them.
 * @param explains the written content, when the words show all of it
 */
export function changesPaths(targets: readonly Arg[], explains?: Explained): Effect {
  const known = explains && { explains };
  const paths: string[] = [];
  for (const { value } of targets) {
    if (value === undefined || value === '') return { ...changesUnsure, ...known };
    if (!SINK.test(value)) paths.push(value);
  }
  if (paths.length === 0) return { kind: 'exploration', writes: NONE };
  const kind = paths.every((path) => SCRATCH.test(path)) ? 'execution' : 'commitment';
  return { kind, writes: { kind: 'paths', paths }, ...known };
}

/** Reads a program that changes the files it names, always or with an option; undefined for others. */
export function readWriter(name: string, args: readonly Arg[], input: string | undefined): Effect | undefined {
  switch (name) {
    case 'tee':
      return changesPaths(splitOptions(args).operands, input === undefined ? undefined : { lines: linesOf(input) });
    case 'touch':
      return changesPaths(splitOptions(args, ['-d', '-r', '-t', '--date', '--reference']).operands, {});
    case 'truncate':
      return changesPaths(splitOptions(args, ['-s', '-r', '--size', '--reference']).operands, {});
    case 'rm':
    case 'unlink':
    case 'shred':
      return listed(args, ['-r', '-R', '--recursive', '-d'], 0);
    case 'chmod':
    case 'chown':
      return listed(args, ['-R', '--recursive'], 1);
    case 'mv':
    case 'cp':
    case 'ln':
      return copies(name, args);
    case 'mkdir':
    case 'rmdir':
      // Git does not track empty directories.
      return runsClean;
    case 'sed':
    case 'gsed':
      return readSed(args);
    case 'perl':
    case 'ruby':
      return readInPlace(args);
    case 'tree':
      return withOutput(args, ['-o'], ['-L', '-P', '-I']);
    case 'shuf':
    case 'sort':
      return withOutput(args, ['-o', '--output'], ['-k', '-t', '-S', '-T', '--key', '--field-separator']);
    case 'uniq':
    case 'xxd':
      return inputThenOutput(args);
    case 'curl':
      if (args.some(({ value }) => /^(-[a-zA-Z]*[OJ]|--remote-name.*|--output-dir)$/.test(value ?? '')))
        return changesUnsure;
      return withOutput(args, ['-o', '--output', '-D', '--dump-header', '-c', '--cookie-jar'], CURL_VALUED);
    case 'wget':
      return args.some(({ value }) => /^-[a-zA-Z]*O-?$/.test(value ?? ''))
        ? withOutput(args, ['-O', '--output-document'], [])
        : changesUnsure;
    case 'dd': {
      const target = args.find(({ value }) => value?.startsWith('of='))?.value;
      return target ? changesPaths([literalArg(target.slice(3))]) : looksUnsure;
    }
    case 'patch':
      return args.some(({ value }) => value === '--dry-run') ? looks : changesUnsure;
    case 'apply_patch':
    case 'applypatch':
      return readPatchText(input ?? args[0]?.value);
    default:
      return undefined;
  }
}

const CURL_VALUED = [
  '-H',
  '-X',
  '-d',
  '-u',
  '-A',
  '-e',
  '-F',
  '-m',
  '-w',
  '-b',
  '-T',
  '-x',
  '--header',
  '--request',
  '--data',
];

function listed(args: readonly Arg[], recursive: readonly string[], skip: number): Effect {
  const { flags, operands } = splitOptions(args);
  return recursive.some((flag) => flags.has(flag))
    ? { ...changesUnsure, explains: {} }
    : changesPaths(operands.slice(skip), {});
}

// The target may be a file or a directory, so both possible names are returned.
function copies(name: string, args: readonly Arg[]): Effect {
  const { flags, values, operands } = splitOptions(args, ['-t', '--target-directory', '-S', '--suffix']);
  if (name === 'cp' && ['-r', '-R', '-a', '--recursive', '--archive'].some((flag) => flags.has(flag)))
    return changesUnsure;
  const directory = values.get('-t') ?? values.get('--target-directory');
  const target = directory ?? operands.at(-1);
  const sources = directory ? operands : operands.slice(0, -1);
  if (target?.value === undefined || target.value === '') return changesUnsure;
  const onlyInside = directory !== undefined || sources.length > 1 || target.value.endsWith('/');
  const named = [...(onlyInside ? [] : [target]), ...(name === 'mv' ? sources : [])];
  const inside = sources.map(({ text, value }) => ({
    text,
    value: value && joinPath(target.value ?? '', baseName(value)),
  }));
  const names = sources.flatMap(({ value }) => value ?? []);
  // Git stores a symbolic link as a file that contains the target path.
  return changesPaths([...named, ...inside], { sources: names, ...(name === 'ln' && { lines: names }) });
}

function readSed(args: readonly Arg[]): Effect {
  const inPlace = args.find(({ value }) => /^(-[nErsuz]*i.*|--in-place.*)$/.test(value ?? ''))?.value;
  const { values, operands } = splitOptions(
    args.filter(({ value }) => value !== inPlace && value !== ''),
    ['-e', '-f', '-l', '--expression', '--file'],
  );
  const apart = ['-e', '-f', '--expression', '--file'].some((flag) => values.has(flag));
  const script = apart ? undefined : operands[0]?.value;
  // A script file, the `w` command or the `w` flag may write any file.
  const writes =
    values.has('-f') || values.has('--file') || (script !== undefined && /(^|[\d\s/|;{}$!a-z])[wW]\s+\S/.test(script));
  if (inPlace === undefined) return writes ? looksUnsure : looks;
  const suffix = inPlace.replace(/^(-[nErsuz]*i|--in-place=?)/, '');
  if (writes || suffix.includes('*')) return changesUnsure;
  const files = apart ? operands : operands.slice(1);
  const scripts = apart ? scriptsIn(args) : [operands[0]];
  return changesPaths(suffix ? files.flatMap((file) => [file, backup(file, suffix)]) : files, editBy(scripts));
}

const backup = ({ text, value }: Arg, suffix: string): Arg => ({ text, value: value && value + suffix });

// `-e` may occur several times.
const scriptsIn = (args: readonly Arg[]): (Arg | undefined)[] =>
  args.flatMap((_, i) => (/^(-[a-zA-Z]*e|--expression)$/.test(args[i - 1]?.value ?? '') ? [args[i]] : []));

function editBy(scripts: readonly (Arg | undefined)[]): Explained | undefined {
  if (scripts.length === 0 || scripts.some((script) => script?.value === undefined)) return undefined;
  return readEditScript(scripts.map((script) => script!.value).join('\n'));
}

function readInPlace(args: readonly Arg[]): Effect | undefined {
  const inPlace = args.find(({ value }) => /^-[a-zA-Z0]*i(\.\w+)?[a-zA-Z]*$/.test(value ?? ''));
  if (!inPlace) return undefined;
  // Only programs like `perl -pi -e 's/a/b/' f` are understood. Any other program may write other files too.
  const scripts = scriptsIn(args);
  const explains = args.some(({ value }) => /^-[a-zA-Z0]*p/.test(value ?? '')) ? editBy(scripts) : undefined;
  if (!explains) return changesUnsure;
  return changesPaths(
    args.filter((arg) => !scripts.includes(arg) && !arg.value?.startsWith('-')),
    explains,
  );
}

function withOutput(args: readonly Arg[], outputs: readonly string[], valued: readonly string[]): Effect {
  const { values } = splitOptions(args, [...outputs, ...valued]);
  const targets = outputs.flatMap((name) => values.get(name) ?? []).filter(({ value }) => value !== '-');
  return targets.length > 0 ? changesPaths(targets) : looks;
}

function inputThenOutput(args: readonly Arg[]): Effect {
  const { operands } = splitOptions(args, ['-f', '-s', '-w', '-l', '-c', '-g', '-o']);
  return operands[1] ? changesPaths([operands[1]]) : looks;
}

/** Reads the patch text of Codex (`*** Begin Patch`), which names each file on a separate line. */
export function readPatchText(text: string | undefined): Effect {
  if (text === undefined) return changesUnsure;
  const names = [...text.matchAll(/^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gm)];
  return names.length > 0 ? changesPaths(names.map(([, name]) => literalArg(name!.trim()))) : changesUnsure;
}
