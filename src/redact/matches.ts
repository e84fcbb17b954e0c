/** A part of a text. */
export type Range = readonly [from: number, to: number];

/** Called often while a text is looked through; throws when that takes too long. */
export type Tick = () => void;

const NONE: readonly RegExpExecArray[] = [];

/**
 * All matches of a pattern, like `matchAll`, which makes a copy of the pattern each time: most patterns match nothing in most texts.
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

/** The part of a text that the first group which took part in a match stands for. */
export function groupOf(match: RegExpMatchArray): Range | undefined {
  const value = match.slice(1).find((group) => group !== undefined);
  if (value === undefined) return undefined;
  const from = match.index! + match[0].lastIndexOf(value);
  return [from, from + value.length];
}

/** What stands before a place on its line, of so many characters. */
export function lineBefore(text: string, at: number, longest: number): string {
  const head = text.slice(Math.max(0, at - longest), at);
  return head.slice(head.lastIndexOf('\n') + 1);
}
