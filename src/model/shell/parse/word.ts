import type { Word, WordPart } from 'unbash';

/** One word of a simple command: its source text, and its value when no expansion or glob can change it. */
export interface Arg {
  readonly text: string;
  readonly value: string | undefined;
}

/** A word with an unknown value. */
export const UNKNOWN_ARG: Arg = { text: '…', value: undefined };

/** Reads a parsed word. */
export function argOf(word: Word): Arg {
  const literal = !word.text.startsWith('~') && (word.parts ?? []).every(isLiteral);
  return { text: word.text, value: literal ? word.value : undefined };
}

/** A word made from literal text. */
export const literalArg = (text: string): Arg => ({ text, value: text });

/**
 * Joins a directory and a path, and resolves `.`, `..` and double slashes. '' is the start directory. The result may begin
 * with `..`, or with `/` when absolute.
 */
export function joinPath(directory: string, path: string): string {
  const whole = path.startsWith('/') ? path : `${directory}/${path}`;
  const absolute = whole.startsWith('/') && (path.startsWith('/') || directory.startsWith('/'));
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!absolute) parts.push(part);
  }
  return (absolute ? '/' : '') + parts.join('/');
}

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.replace(/\/+$/, '').lastIndexOf('/') + 1);

/** Options and operands of a command, separated like getopt. */
export interface Options {
  /** `-x`, `--long` (without `=value`). Combined letters are split. */
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, Arg>;
  readonly operands: readonly Arg[];
}

/** Splits arguments. @param valued options that take a value: the next word, or the rest of their own */
export function splitOptions(args: readonly Arg[], valued: readonly string[] = []): Options {
  const flags = new Set<string>();
  const values = new Map<string, Arg>();
  const operands: Arg[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const value = arg.value;
    if (value === '--') {
      operands.push(...rest);
      break;
    }
    if (value === undefined || !value.startsWith('-') || value === '-') {
      operands.push(arg);
      continue;
    }
    if (value.startsWith('--')) {
      const [name = '', given] = cut(value, '=');
      flags.add(name);
      if (given !== undefined) values.set(name, literalArg(given));
      else if (valued.includes(name)) values.set(name, rest.shift() ?? UNKNOWN_ARG);
      continue;
    }
    for (let i = 1; i < value.length; i++) {
      const name = `-${value[i]}`;
      flags.add(name);
      if (!valued.includes(name)) continue;
      const tail = value.slice(i + 1);
      values.set(name, tail ? literalArg(tail) : (rest.shift() ?? UNKNOWN_ARG));
      break;
    }
  }
  return { flags, values, operands };
}

function cut(text: string, by: string): [string, string | undefined] {
  const at = text.indexOf(by);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function isLiteral(part: WordPart): boolean {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return true;
    case 'DoubleQuoted':
      return part.parts.every((child) => child.type === 'Literal');
    default:
      return false;
  }
}
