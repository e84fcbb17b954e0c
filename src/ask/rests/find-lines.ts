import { hashOf, type LineSpan, type RecordedContent, withoutBlanks } from '../../model/knowledge/rests-on.ts';

/** Characters that are hashed to find lines again. */
const MAX_HASHED_CHARACTERS = 32 * 1024 * 1024;

/**
 * Looks for lines that may have moved: whole lines with the recorded content, nearest to their former place first.
 * @param text the whole file
 * @param lines where they were
 * @returns `unknown` when there are too many candidates
 */
export function findLines(
  text: string,
  lines: LineSpan,
  { hash, size }: RecordedContent,
): 'same' | 'changed' | 'unknown' {
  const [whole, starts] = compact(text);
  const ends = new Set([...starts.values(), whole.length]);
  const candidates = [...starts].filter(([, start]) => ends.has(start + size));
  candidates.sort(([a], [b]) => Math.abs(a - lines.from) - Math.abs(b - lines.from));
  let left = MAX_HASHED_CHARACTERS;
  for (const [, start] of candidates) {
    if ((left -= size) < 0) return 'unknown';
    if (hashOf(whole.slice(start, start + size)) === hash) return 'same';
  }
  return 'changed';
}

// The text without white space, and where its lines start in it, by their number. Blank lines are left out.
function compact(text: string): [whole: string, starts: ReadonlyMap<number, number>] {
  const starts = new Map<number, number>();
  const parts: string[] = [];
  let at = 0;
  for (const [i, line] of text.split('\n').entries()) {
    const part = withoutBlanks(line);
    if (part === '') continue;
    starts.set(i + 1, at);
    parts.push(part);
    at += part.length;
  }
  return [parts.join(''), starts];
}
