import {
  applyEdits,
  modify,
  parseTree,
  printParseErrorCode,
  type FormattingOptions,
  type JSONPath,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { ProvError } from '../errors.ts';

/**
 * An agent's settings: JSON text. Every byte that is not ours stays, whatever its format. Comments and trailing commas are
 * accepted; the agent may still reject them.
 */
export interface Settings {
  readonly text: string;
  readonly root: Node;
}

/**
 * Parses settings. Blank text and `undefined` count as an empty object.
 * @param path only for the error
 * @throws ProvError `data` that names the line with invalid JSON
 */
export function parseSettings(text: string | undefined, path: string): Settings {
  const whole = text === undefined || text.trim() === '' ? '{}\n' : text;
  const errors: ParseError[] = [];
  // A byte order mark is not a token. The blank keeps every offset correct.
  const root = parseTree(whole.replace(/^\ufeff/, ' '), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error || root?.type !== 'object') {
    const line = whole.slice(0, error?.offset ?? 0).split('\n').length;
    const why = error ? printParseErrorCode(error.error) : 'it holds no object';
    throw new ProvError('data', `${path}:${line} is not valid JSON (${why}).`, {
      hint: 'Correct the file and run the command again; nothing was changed.',
    });
  }
  return { text: whole, root };
}

/** Adds `value` at the end of the array at `at`, and creates missing parents. Only inserts text, never rewrites it. */
export function append(text: string, at: JSONPath, value: unknown): string {
  const { text: whole, root } = parseSettings(text, 'The text');
  const [path, what] = missing(root, at, value);
  const options = { isArrayInsertion: typeof path.at(-1) === 'number' };
  const mark = whole.startsWith('\ufeff') ? '\ufeff' : '';
  // The formatter sees only the object, because it would also tidy the text after it.
  const end = root.offset + root.length;
  const [body, behind] = [whole.slice(mark.length, end), whole.slice(end)];
  const pretty = applyEdits(body, modify(body, path, what, { ...options, formattingOptions: styleOf(body) }));
  // When the formatter would also change neighbouring text (everything on one line, for example), the plain insertion fits
  // better anyway.
  const isFine = root.children?.length === 0 || onlyInserts(body, pretty);
  return mark + (isFine ? pretty : applyEdits(body, modify(body, path, what, options))) + behind;
}

// The deepest existing place on the path to the array, and the value to insert there.
function missing(root: Node, at: JSONPath, value: unknown): [JSONPath, unknown] {
  let here: Node = root;
  for (let i = 0; i < at.length; i++) {
    const next = child(here, at[i]!);
    if (!next)
      return [at.slice(0, i + 1), at.slice(i + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), [value])];
    here = next;
  }
  return [[...at, here.children?.length ?? 0], value];
}

/** The value of an object's property, or an element of an array. */
export function child(node: Node | undefined, key: string | number): Node | undefined {
  if (typeof key === 'number') return node?.type === 'array' ? node.children?.[key] : undefined;
  if (node?.type !== 'object') return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];
}

/** Removes one property or element, with its comma and the white space before it. */
export function remove(text: string, node: Node): string {
  const item = node.parent?.type === 'property' ? node.parent : node;
  const siblings = item.parent?.children ?? [];
  const index = siblings.indexOf(item);
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  const end = item.offset + item.length;
  if (previous) return text.slice(0, previous.offset + previous.length) + text.slice(end);
  if (next) return text.slice(0, item.offset) + text.slice(next.offset);
  const container = item.parent!;
  const close = container.offset + container.length - 1;
  // Only white space and the comma are removed; a user's comment beside it stays.
  const rest = text.slice(container.offset + 1, item.offset) + text.slice(end, close).replace(/^\s*,/, '');
  return text.slice(0, container.offset + 1) + (rest.trim() === '' ? '' : rest) + text.slice(close);
}

function onlyInserts(before: string, after: string): boolean {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return start + end === before.length;
}

// The indentation and line ends of the text.
function styleOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
