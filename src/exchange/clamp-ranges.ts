import type { LineRange } from '../git/history/commit-changes.ts';
import type { ForeignAuthor, ForeignRange } from './foreign.ts';

/** Lines `start` to `start + count - 1` of one author; `by` is undefined where the record names no author. */
export interface Clipped {
  readonly start: number;
  readonly count: number;
  readonly by: ForeignAuthor | undefined;
}

/** The result of clipping ranges. */
export interface Clip {
  /** All lines that the commit added, in order. */
  readonly lines: readonly Clipped[];
  /** The number of ranges with lines that the commit did not add, for example past the end of the file. */
  readonly outside: number;
}

/** The end of a range that covers a whole file from line 1 on. */
export const WHOLE = Number.POSITIVE_INFINITY;

/**
 * Limits ranges to the lines that the commit added to the file. Where ranges overlap, the later one wins. The time grows
 * with the number of lines and of ranges, regardless of overlaps.
 * @param added ascending, from `addedLines`
 */
export function clip(added: readonly LineRange[], ranges: readonly ForeignRange[]): Clip {
  const places: number[] = []; // the index of each added range's first line among all added lines
  let size = 0;
  for (const [, count] of added) {
    places.push(size);
    size += count;
  }
  const authors: (ForeignAuthor | undefined)[] = Array.from({ length: size });
  const next = Int32Array.from({ length: size + 1 }, (_, i) => i); // the first unassigned position from here on
  let outside = 0;
  for (const { start, end, by } of ranges.toReversed()) {
    if (!(start >= 1 && end >= start)) continue;
    let inside = 0;
    for (let i = firstEnding(added, start); i < added.length && added[i]![0] <= end; i++) {
      const [first, count] = added[i]!;
      const from = places[i]! + Math.max(0, start - first);
      const to = places[i]! + Math.min(count, end - first + 1);
      inside += to - from;
      for (let at = free(next, from); at < to; at = free(next, at)) {
        authors[at] = by;
        next[at] = at + 1;
      }
    }
    if (end < WHOLE && inside <= end - start) outside++;
  }
  return { lines: runs(added, authors), outside };
}

// The first of the ascending ranges that does not end before `line`.
function firstEnding(added: readonly LineRange[], line: number): number {
  let [low, high] = [0, added.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (added[middle]![0] + added[middle]![1] > line) high = middle;
    else low = middle + 1;
  }
  return low;
}

function free(next: Int32Array, at: number): number {
  let root = at;
  while (next[root] !== root) root = next[root]!;
  for (let i = at; next[i] !== root;) [i, next[i]] = [next[i]!, root];
  return root;
}

function runs(added: readonly LineRange[], authors: readonly (ForeignAuthor | undefined)[]): Clipped[] {
  const out: Clipped[] = [];
  let place = 0;
  for (const [start, count] of added)
    for (let line = start; line < start + count; line++) {
      const by = authors[place++];
      const last = out.at(-1);
      if (last && last.by === by && last.start + last.count === line)
        out[out.length - 1] = { ...last, count: last.count + 1 };
      else out.push({ start: line, count: 1, by });
    }
  return out;
}
