import { type Names, namesIn } from '../names.ts';

/** How the text after an edit differs from the text before it. `writes`: the whole file was given. */
export type Shape = 'writes' | 'adds' | 'mostly adds' | 'changes' | 'mostly removes' | 'removes';

/** What an edit changed. */
export interface Change {
  readonly shape: Shape;
  /** For each name of the edit, `code` before `words`: `+` only in new lines, `-` only in old lines, `=` anything else. */
  readonly sides: string;
}

/** The names of an edit. */
export interface EditNames extends Names {
  /** Absent where its input does not show the changed lines. */
  readonly change?: Change;
}

/** An input of more characters is not parsed. */
const MAX_INPUT_CHARACTERS = 262_144;
/** One side has this many times the characters of the other one. */
const MUCH = 2.5;

const OLD = ['old_string', 'oldString', 'old_str', 'old_text', 'oldText'];
const NEW = ['new_string', 'newString', 'new_str', 'new_text', 'newText'];
const WHOLE = ['content', 'file_text', 'contents'];
const PATCH = ['patchText', 'patch', 'input', 'command', 'diff'];

interface Sides {
  readonly old: string;
  readonly fresh: string;
  readonly isWhole?: true;
}

/** The names in the input of an edit, and which of them its changed lines contain. */
export function namesOfEdit(input: string): EditNames {
  const names = namesIn(input);
  const change = changeIn(input, names);
  return change ? { ...names, change } : names;
}

function changeIn(input: string, names: Names): Change | undefined {
  const sides = sidesOf(input);
  if (!sides) return undefined;
  const [gone, come] = changedLines(sides);
  if (gone === '' && come === '') return undefined;
  const [old, fresh] = [hashesOf(gone), hashesOf(come)];
  const sideOf = (name: number): string => (old.has(name) === fresh.has(name) ? '=' : old.has(name) ? '-' : '+');
  return {
    shape: sides.isWhole ? 'writes' : shapeOf(gone.length, come.length),
    sides: [...names.code, ...names.words].map(sideOf).join(''),
  };
}

function shapeOf(gone: number, come: number): Shape {
  if (gone === 0) return 'adds';
  if (come === 0) return 'removes';
  return come > MUCH * gone ? 'mostly adds' : gone > MUCH * come ? 'mostly removes' : 'changes';
}

const hashesOf = (text: string): ReadonlySet<number> => {
  const { code, words } = namesIn(text);
  return new Set([...code, ...words]);
};

function sidesOf(input: string): Sides | undefined {
  if (input.length > MAX_INPUT_CHARACTERS) return undefined;
  const fields = fieldsOf(input);
  if (!fields) return inPatch(input);
  const edits = Array.isArray(fields['edits']) ? (fields['edits'] as unknown[]) : [fields];
  const parts = edits.flatMap((one) => (isFields(one) && textAt(one, NEW) !== undefined ? [one] : []));
  if (parts.length > 0)
    return {
      old: parts.map((one) => textAt(one, OLD) ?? '').join('\n'),
      fresh: parts.map((one) => textAt(one, NEW)!).join('\n'),
    };
  const whole = textAt(fields, WHOLE);
  if (whole !== undefined) return { old: '', fresh: whole, isWhole: true };
  const patch = textAt(fields, PATCH);
  return patch === undefined ? undefined : inPatch(patch);
}

// A new file in a patch is written as a whole.
function inPatch(patch: string): Sides | undefined {
  const lines = patch.split('\n');
  const of = (sign: string): string =>
    lines
      .flatMap((line) => (line.startsWith(sign) && !line.startsWith(sign.repeat(3)) ? [line.slice(1)] : []))
      .join('\n');
  const [old, fresh] = [of('-'), of('+')];
  if (old === '' && fresh === '') return undefined;
  const isWhole = patch.includes('*** Add File') && !patch.includes('*** Update File');
  return { old, fresh, ...(isWhole && { isWhole }) };
}

// The lines of each side that the other side does not contain, however they are indented.
function changedLines({ old, fresh }: Sides): readonly [gone: string, come: string] {
  const [before, after] = [linesOf(old), linesOf(fresh)];
  return [without(before, after), without(after, before)];
}

function without(some: readonly string[], others: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return some
    .filter((line) => {
      const count = counts.get(line) ?? 0;
      counts.set(line, count - 1);
      return count <= 0;
    })
    .join('\n');
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function fieldsOf(input: string): Readonly<Record<string, unknown>> | undefined {
  if (!input.startsWith('{')) return undefined;
  try {
    const found: unknown = JSON.parse(input);
    return isFields(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textAt(fields: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string') return value;
  }
  return undefined;
}
