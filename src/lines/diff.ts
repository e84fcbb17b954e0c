import { diffArrays } from 'diff';

/** Beyond this many edits between two anchors, the diff gives up on the stretch; a person would not see a similarity there either. */
const MAX_EDITS = 1000;
/** Longer stretches are first split at their anchors: that is quicker, and matches a person's view of equal lines. */
const MAX_STRETCH_LINES = 4000;

/**
 * The line of `before` that each line of `after` equals, or -1: a common subsequence, so the numbers rise.
 * Myers' algorithm (the library) between anchors; when the texts differ too much for it, lines that occur once on
 * both sides are the anchors (Cohen's patience diff). Of equal lines, the one right after the previous match is taken, so that
 * each of two functions with the same lines keeps its own. Time is bounded for any input.
 */
export function matchLines(before: readonly string[], after: readonly string[]): Int32Array {
  const matches = new Int32Array(after.length).fill(-1);
  align({ a: before, b: after, a0: 0, a1: before.length, b0: 0, b1: after.length }, matches);
  pull(before, after, matches);
  return matches;
}

// Where new lines split a block of old lines, and the same lines also follow directly after its first part: match those.
function pull(before: readonly string[], after: readonly string[], matches: Int32Array): void {
  let last = -1;
  for (let j = 0; j < matches.length; j++) {
    const i = matches[j]!;
    if (i < 0) continue;
    if (last >= 0 && last + 1 < j && matches[last] === i - 1 && after[last + 1] === before[i]) {
      matches[j] = -1;
      matches[++last] = i;
    } else last = j;
  }
}

/** Lines `a0` to `a1 - 1` of one text and `b0` to `b1 - 1` of the other. */
interface Stretch {
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

function align({ a, b, a0, a1, b0, b1 }: Stretch, out: Int32Array): void {
  while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) out[b0++] = a0++;
  while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) out[--b1] = --a1;
  if (a0 === a1 || b0 === b1) return;
  const rest = { a, b, a0, a1, b0, b1 };
  if (a1 - a0 + b1 - b0 > MAX_STRETCH_LINES && anchor(rest, out)) return;
  if (!myers(rest, out)) anchor(rest, out);
}

// Lines on one side only cannot match: without them the texts are shorter and the edits fewer.
function myers({ a, b, a0, a1, b0, b1 }: Stretch, out: Int32Array): boolean {
  const codes = new Map<string, number>();
  for (let i = a0; i < a1; i++) if (!codes.has(a[i]!)) codes.set(a[i]!, codes.size);
  const right: number[] = [];
  const rightAt: number[] = [];
  const shared = new Set<number>();
  for (let j = b0; j < b1; j++) {
    const code = codes.get(b[j]!);
    if (code === undefined) continue;
    right.push(code);
    rightAt.push(j);
    shared.add(code);
  }
  const left: number[] = [];
  const leftAt: number[] = [];
  for (let i = a0; i < a1; i++) {
    const code = codes.get(a[i]!)!;
    if (!shared.has(code)) continue;
    left.push(code);
    leftAt.push(i);
  }
  const parts = diffArrays(left, right, { maxEditLength: MAX_EDITS });
  if (!parts) return false;
  let i = 0;
  let j = 0;
  for (const part of parts) {
    if (part.removed) i += part.count;
    else if (part.added) j += part.count;
    else for (let n = 0; n < part.count; n++) out[rightAt[j++]!] = leftAt[i++]!;
  }
  return true;
}

function anchor(stretch: Stretch, out: Int32Array): boolean {
  const { a, b, a0, a1, b0, b1 } = stretch;
  const chain = longestRise(uniquePairs(stretch));
  if (chain.length === 0) return false;
  let i = a0;
  let j = b0;
  for (const [ai, bj] of [...chain, [a1, b1] as const]) {
    align({ a, b, a0: i, a1: ai, b0: j, b1: bj }, out);
    if (ai < a1) out[bj] = ai;
    i = ai + 1;
    j = bj + 1;
  }
  return true;
}

type Pair = readonly [a: number, b: number];

// The position of each line that occurs once; -1 for the others.
function once(lines: readonly string[], from: number, to: number): Map<string, number> {
  const seen = new Map<string, number>();
  for (let i = from; i < to; i++) seen.set(lines[i]!, seen.has(lines[i]!) ? -1 : i);
  return seen;
}

function uniquePairs({ a, b, a0, a1, b0, b1 }: Stretch): Pair[] {
  const left = once(a, a0, a1);
  const pairs: Pair[] = [];
  for (const [line, j] of once(b, b0, b1)) {
    const i = left.get(line);
    if (j >= 0 && i !== undefined && i >= 0) pairs.push([i, j]);
  }
  return pairs.sort((p, q) => p[1] - q[1]);
}

// The longest subsequence with rising `a` (patience sorting), O(n log n).
function longestRise(pairs: readonly Pair[]): Pair[] {
  const tops: number[] = [];
  const back: number[] = [];
  for (let n = 0; n < pairs.length; n++) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (pairs[tops[mid]!]![0] < pairs[n]![0]) low = mid + 1;
      else high = mid;
    }
    back[n] = low > 0 ? tops[low - 1]! : -1;
    tops[low] = n;
  }
  const chain: Pair[] = [];
  for (let n = tops.at(-1) ?? -1; n >= 0; n = back[n]!) chain.push(pairs[n]!);
  return chain.reverse();
}
