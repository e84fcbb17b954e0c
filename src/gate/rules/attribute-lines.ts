import { rulesIn, RULE_WORDS } from './rule.ts';

/** The name of the attribute with the rules. */
export const ATTRIBUTE = 'prov';

/** Git skips longer lines of a file with attributes (bytes). */
const MAX_LINE_BYTES = 2048;
const BLANKS = /[ \t\r]+/;
const MACRO = '[attr]';
/** The names that git allows. It skips a line with any other name. */
const NAME = /^(?!-|builtin_)[-A-Za-z0-9_.]+$/;

/** A line that does not say which rules hold. */
export interface BadLine {
  /** From 1; 0 for the whole file. */
  readonly line: number;
  /** One sentence. */
  readonly what: string;
}

/**
 * Finds lines of a file with attributes that set `prov` in a way that git or we would pass over. A rule that is passed over would
 * let everything through, so the check refuses to run. Git alone decides which lines match a path (gitattributes(5)).
 * @param bytes the content of a `.gitattributes`
 * @param macros the names of macros that set `prov`; see `ruleMacros`
 * @param isTop whether the file is at the top: git reads macros only there
 */
export function badLines(bytes: Uint8Array, macros: ReadonlySet<string>, isTop: boolean): BadLine[] {
  const text = textOf(bytes);
  if (text.includes('\0')) return [{ line: 0, what: 'It contains a NUL, and git reads nothing after it.' }];
  return text.split('\n').flatMap((line, i): BadLine[] => {
    const what = faultOf(line, macros, isTop);
    return what === undefined ? [] : [{ line: i + 1, what }];
  });
}

/** The macros of the file at the top that set `prov`, also through other macros. */
export function ruleMacros(bytes: Uint8Array): Set<string> {
  const lines = textOf(bytes).split('\n').map(parts);
  const macros = new Set<string>();
  for (let size = -1; size < macros.size;) {
    size = macros.size;
    for (const { pattern, attributes } of lines)
      if (pattern.startsWith(MACRO) && setsRules(attributes, macros)) macros.add(pattern.slice(MACRO.length));
  }
  return macros;
}

/** Whether a file with attributes sets rules for any path. @param macros see `ruleMacros` */
export const hasRules = (bytes: Uint8Array, macros: ReadonlySet<string>): boolean =>
  textOf(bytes)
    .split('\n')
    .map(parts)
    .some(({ pattern, attributes }) => !pattern.startsWith('#') && setsRules(attributes, macros));

function faultOf(line: string, macros: ReadonlySet<string>, isTop: boolean): string | undefined {
  const { pattern, attributes } = parts(line);
  if (pattern === '' || pattern.startsWith('#') || !setsRules(attributes, macros)) return undefined;
  if (Buffer.byteLength(line) >= MAX_LINE_BYTES)
    return `It is longer than ${MAX_LINE_BYTES} bytes, and git skips such a line.`;
  if (pattern.startsWith('!')) return 'Git skips a pattern that starts with “!”.';
  if (pattern.startsWith(MACRO) && !isTop) return 'Git reads macros only from the file at the top of the repository.';
  const invalid = attributes.map(nameOf).find((name) => !NAME.test(name));
  if (invalid !== undefined) return `Git skips the line, because “${invalid}” is not an attribute name.`;
  for (const attribute of attributes) {
    const fault = nameOf(attribute) === ATTRIBUTE ? valueFault(attribute) : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

// `-prov` removes the rules of a path, and `!prov` the ones that another line set.
function valueFault(attribute: string): string | undefined {
  if (attribute.startsWith('-') || attribute.startsWith('!')) return undefined;
  const at = attribute.indexOf('=');
  if (at < 0) return `“${ATTRIBUTE}” names no rule. Use one of ${RULE_WORDS}.`;
  const found = rulesIn(attribute.slice(at + 1));
  if (!('unknown' in found)) return undefined;
  return found.unknown === ''
    ? `A rule is missing. Use one of ${RULE_WORDS}.`
    : `There is no rule “${found.unknown}”. Use one of ${RULE_WORDS}.`;
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\ufeff/, '');

const nameOf = (attribute: string): string => attribute.replace(/^[-!]/, '').split('=', 1)[0]!;

const setsRules = (attributes: readonly string[], macros: ReadonlySet<string>): boolean =>
  attributes.map(nameOf).some((name) => name === ATTRIBUTE || macros.has(name));

/** The pattern of a line, with its quotes. */
export const patternOf = (line: string): string => parts(line).pattern;

// The pattern, which may be in quotes as in C, and the attributes.
function parts(line: string): { readonly pattern: string; readonly attributes: readonly string[] } {
  const text = line.replace(/^[ \t\r]+/, '');
  const pattern = (/^"(?:[^"\\]|\\.)*"/.exec(text) ?? /^[^ \t\r]*/.exec(text))![0];
  return { pattern, attributes: text.slice(pattern.length).split(BLANKS).filter(Boolean) };
}
