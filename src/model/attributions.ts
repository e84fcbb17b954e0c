import { ProvError } from '../errors.ts';
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
    compareNames(a.from, b.from) ||
    compareNames(a.standing, b.standing)
  );
}

// ASCII names by their bytes, an absent one last.
function compareNames(a: string | null | undefined, b: string | null | undefined): number {
  if (a === b) return 0;
  return (a ?? '\uffff') < (b ?? '\uffff') ? -1 : (a ?? '\uffff') > (b ?? '\uffff') ? 1 : 0;
}

/** Whether a list is in the form that `normaliseLines` gives. Takes linear time. */
export function isNormal(list: readonly Attribution[], perLine = CLAIMS_PER_LINE): boolean {
  let group = 0; // where the run of attributions of the same lines starts
  let before = 0; // where the one before it starts
  for (let i = 0; i < list.length; i++) {
    const { start, count } = list[i]!;
    if (count < 1) return false;
    if (i === group) continue;
    const first = list[group]!;
    if (start === first.start && count === first.count) {
      if (i - group >= perLine || compareClaims(list[i - 1]!, list[i]!) >= 0) return false;
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
 * @param most attributions that there may be then: a few strangers can make many of few
 * @param perLine claims that a line keeps
 * @throws ProvError `data` when there would be more
 */
export function normaliseLines(
  list: readonly Attribution[],
  most = Number.POSITIVE_INFINITY,
  perLine = CLAIMS_PER_LINE,
): readonly Attribution[] {
  if (isNormal(list, perLine)) return list.length > most ? tooMany(most) : list;
  const all = list.filter(({ count }) => count > 0);
  const { ranks, claims } = ranked(all);
  const starts = [...all.keys()].sort((a, b) => all[a]!.start - all[b]!.start);
  const ends = [...all.keys()].sort((a, b) => endOf(all[a]!) - endOf(all[b]!));
  const cuts = Float64Array.from(new Set(all.flatMap((one) => [one.start, endOf(one)]))).sort();
  const out: Attribution[] = [];
  let last = { at: 0, claims: 0 }; // the run written last: where in `out`, and how many claims
  const live = new Ranks(claims.length);
  let [begun, ended] = [0, 0];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const start = cuts[i]!;
    for (; ended < ends.length && endOf(all[ends[ended]!]!) === start; ended++) live.remove(ranks[ends[ended]!]!);
    for (; begun < starts.length && all[starts[begun]!]!.start === start; begun++) live.add(ranks[starts[begun]!]!);
    const strongest = live.first(perLine);
    const run = { at: out.length, claims: strongest.length };
    for (const rank of strongest) out.push({ ...claims[rank]!, start, count: cuts[i + 1]! - start });
    if (run.claims === 0) continue;
    if (last.claims > 0 && mergeable(out, last.at, run.at, out.length)) extend(out, last.at, run.at);
    else last = run;
    if (out.length > most) tooMany(most);
  }
  return out;
}

const endOf = ({ start, count }: Attribution): number => start + count;

function tooMany(most: number): never {
  throw new ProvError('data', `Notes would have more than ${most} attributions together.`, {
    hint: 'Run git prov doctor.',
  });
}

// The distinct claims of a list, strongest first, and which of them each attribution is.
function ranked(list: readonly Attribution[]): { ranks: Int32Array; claims: Attribution[] } {
  const ranks = new Int32Array(list.length);
  const claims: Attribution[] = [];
  for (const at of [...list.keys()].sort((a, b) => compareClaims(list[a]!, list[b]!))) {
    if (claims.length === 0 || compareClaims(claims.at(-1)!, list[at]!) !== 0) claims.push(list[at]!);
    ranks[at] = claims.length - 1;
  }
  return { ranks, claims };
}

// A set of claims by rank, of which each may be in it several times. Sorted once, not for every line: claims of a thousand
// strangers on the same lines would take hours.
class Ranks {
  readonly #times: Int32Array;
  readonly #sorted: number[] = [];

  constructor(size: number) {
    this.#times = new Int32Array(size);
  }

  add(rank: number): void {
    if (this.#times[rank]!++ === 0) this.#sorted.splice(this.#placeOf(rank), 0, rank);
  }

  remove(rank: number): void {
    if (--this.#times[rank]! === 0) this.#sorted.splice(this.#placeOf(rank), 1);
  }

  first(count: number): readonly number[] {
    return this.#sorted.slice(0, count);
  }

  #placeOf(rank: number): number {
    let low = 0;
    for (let high = this.#sorted.length; low < high;) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
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
