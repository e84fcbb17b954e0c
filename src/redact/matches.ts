/** A part of a text. */
export type Range = readonly [from: number, to: number];

/** A secret and its range in the text, in any encoding. */
export interface Secret {
  readonly from: number;
  readonly to: number;
  /** The rules that found it. */
  readonly rules: readonly string[];
  /** The secret itself, decoded. */
  readonly value: string;
}

/** Called often during a search. It throws when the search takes too long. */
export type Tick = () => void;

const NONE: readonly RegExpExecArray[] = [];

/**
 * All matches of a pattern. `matchAll` copies the pattern at each call, and most patterns match nothing in most texts.
 * @param pattern with the flag `g`
 */
export function matchesOf(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null) return NONE;
  const all: RegExpExecArray[] = [];
  for (; match !== null; match = pattern.exec(text)) {
    all.push(match);
    if (match[0] === '') pattern.lastIndex++;
  }
  return all;
}

/** The range of the first group that matched. */
export function groupOf(match: RegExpMatchArray): Range | undefined {
  const value = match.slice(1).find((group) => group !== undefined);
  if (value === undefined) return undefined;
  const from = match.index! + match[0].lastIndexOf(value);
  return [from, from + value.length];
}

/** The text before an offset on its line, at most `longest` characters. */
export function lineBefore(text: string, at: number, longest: number): string {
  const head = text.slice(Math.max(0, at - longest), at);
  return head.slice(head.lastIndexOf('\n') + 1);
}
