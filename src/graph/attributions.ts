import type { Attribution } from './model.ts';

/** How many attributions one line keeps where writers disagree: the first ones in `compareClaims`' order. */
export const CLAIMS_PER_LINE = 8;

/** The last line that an attribution may cover. */
export const LAST_LINE = 2 ** 31 - 1;

// Strongest first. Frozen with version 1 of the format: what a later writer adds sorts after these, by its name.
const STRENGTH = new Map(
  ['exact', 'reformatted', 'moved', 'restored', 'carried', 'imported', 'inferred', 'unsure'].map((name, i) => [
    name,
    i,
  ]),
);

/**
 * The order of attributions of one line, wherever they start: stronger evidence first, then a named node before none,
 * then by the node, then a named `from` before none, then by it. 0 when they say the same.
 */
export function compareClaims(a: Attribution, b: Attribution): number {
  return (
    (STRENGTH.get(a.evidence) ?? STRENGTH.size) - (STRENGTH.get(b.evidence) ?? STRENGTH.size) ||
    compareNames(a.evidence, b.evidence) ||
    compareNames(a.node, b.node) ||
    compareNames(a.from, b.from)
  );
}

// ASCII names by their bytes, an absent one last.
function compareNames(a: string | null | undefined, b: string | null | undefined): number {
  if (a === b) return 0;
  return (a ?? '\uffff') < (b ?? '\uffff') ? -1 : (a ?? '\uffff') > (b ?? '\uffff') ? 1 : 0;
}

/** Whether a list is in the form that `normaliseLines` gives. Takes linear time. */
export function isNormal(list: readonly Attribution[]): boolean {
  let group = 0; // where the run of attributions of the same lines starts
  let before = 0; // where the one before it starts
  for (let i = 0; i < list.length; i++) {
    const { start, count } = list[i]!;
    if (count < 1) return false;
    if (i === group) continue;
    const first = list[group]!;
    if (start === first.start && count === first.count) {
      if (i - group >= CLAIMS_PER_LINE || compareClaims(list[i - 1]!, list[i]!) >= 0) return false;
    } else {
      if (start < first.start + first.count || mergeable(list, before, group, i)) return false;
      before = group;
      group = i;
    }
  }
  return !mergeable(list, before, group, list.length);
}

// Whether the group [a, b) touches the group [b, end) and says the same.
function mergeable(list: readonly Attribution[], a: number, b: number, end: number): boolean {
  if (b - a === 0 || b - a !== end - b || list[a]!.start + list[a]!.count !== list[b]!.start) return false;
  for (let i = 0; i < b - a; i++) if (compareClaims(list[a + i]!, list[b + i]!) !== 0) return false;
  return true;
}

/**
 * The one form of a file's attributions: seen as a set of claims for every line (at most `CLAIMS_PER_LINE`, strongest
 * first), neighbouring lines with equal sets make one run, and a run is written as its claims in order, all with the
 * run's start and count. So runs do not overlap, and the first claim of a run is the one that readers take.
 */
export function normaliseLines(list: readonly Attribution[]): readonly Attribution[] {
  if (isNormal(list)) return list;
  const sorted = list.filter(({ count }) => count > 0).sort((a, b) => a.start - b.start);
  const bounds = new Set<number>();
  for (const { start, count } of sorted) bounds.add(start).add(start + count);
  const cuts = Float64Array.from(bounds).sort();
  const out: Attribution[] = [];
  let last = { at: 0, claims: 0 }; // the run written last: where in `out`, and how many claims
  let next = 0;
  let live: Attribution[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const start = cuts[i]!;
    live = live.filter((claim) => claim.start + claim.count > start);
    while (next < sorted.length && sorted[next]!.start === start) live.push(sorted[next++]!);
    const claims = distinct(live);
    const run = { at: out.length, claims: claims.length };
    for (const claim of claims) out.push({ ...claim, start, count: cuts[i + 1]! - start });
    if (run.claims === 0) continue;
    if (last.claims > 0 && mergeable(out, last.at, run.at, out.length)) extend(out, last.at, run.at);
    else last = run;
  }
  return out;
}

function distinct(claims: readonly Attribution[]): Attribution[] {
  const sorted = [...claims].sort(compareClaims);
  return sorted.filter((claim, i) => i === 0 || compareClaims(sorted[i - 1]!, claim) !== 0).slice(0, CLAIMS_PER_LINE);
}

// Lengthens the run [a, b) by the one at [b, end), which goes.
function extend(out: Attribution[], a: number, b: number): void {
  const more = out[b]!.count;
  out.length = b;
  for (let i = a; i < b; i++) out[i] = { ...out[i]!, count: out[i]!.count + more };
}

/** The attribution that readers take for a line, of a list in normal form; undefined where none covers it. */
export function attributionAt(list: readonly Attribution[], line: number): Attribution | undefined {
  return attributionsAt(list, line)[0];
}

/** All attributions of a line, strongest first: more than one where writers disagreed. */
export function attributionsAt(list: readonly Attribution[], line: number): readonly Attribution[] {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.start <= line) low = middle + 1;
    else high = middle;
  }
  const end = low;
  const start = list[end - 1]?.start;
  if (start === undefined || line >= start + list[end - 1]!.count) return [];
  while (low > 0 && list[low - 1]!.start === start) low--;
  return list.slice(low, end);
}
