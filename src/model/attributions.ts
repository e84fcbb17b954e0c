import { ProvError } from '../errors.ts';
import type { Attribution } from './model.ts';

/** Attributions kept for one line when writers disagree. The first ones in the order of `compareClaims` are kept. */
export const MAX_CLAIMS_PER_LINE = 8;

/** The last line number that an attribution may cover. */
export const LAST_LINE = 2 ** 31 - 1;

// Strongest first. Frozen with version 1 of the format. Evidence from later versions sorts after these, by name.
const STRENGTH = new Map(
  ['exact', 'reformatted', 'moved', 'restored', 'carried', 'imported', 'inferred', 'unsure'].map((name, i) => [
    name,
    i,
  ]),
);

/**
 * Orders the attributions of one line, regardless of their range: by strength of evidence, then by `node`, then by `from`.
 * A missing node or `from` comes after a named one. Returns 0 when both state the same.
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

// Orders ASCII names bytewise; an absent name comes last.
function compareNames(a: string | null | undefined, b: string | null | undefined): number {
  if (a === b) return 0;
  return (a ?? '\uffff') < (b ?? '\uffff') ? -1 : (a ?? '\uffff') > (b ?? '\uffff') ? 1 : 0;
}

/** Whether a list has the form that `normaliseLines` returns. Takes linear time. */
export function isNormal(list: readonly Attribution[], perLine = MAX_CLAIMS_PER_LINE): boolean {
  let group = 0; // start of the run of attributions with the same lines
  let before = 0; // start of the run before it
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

// Whether the run [b, end) follows the run [a, b) directly and states the same claims.
function mergeable(list: readonly Attribution[], a: number, b: number, end: number): boolean {
  if (b - a === 0 || b - a !== end - b || list[a]!.start + list[a]!.count !== list[b]!.start) return false;
  for (let i = 0; i < b - a; i++) if (compareClaims(list[a + i]!, list[b + i]!) !== 0) return false;
  return true;
}

/**
 * Normalises the attributions of a file. Every line has a set of claims: at most `CLAIMS_PER_LINE`, strongest first.
 * Neighbouring lines with equal sets form one run. A run is written as its claims in order, each with the run's start and
 * count. So runs never overlap, and readers take the first claim of a run.
 * @param most limit for the result's length, because a few hostile attributions can expand into many
 * @param perLine claims kept for a line
 * @throws ProvError `data` when the result would be longer
 */
export function normaliseLines(
  list: readonly Attribution[],
  most = Number.POSITIVE_INFINITY,
  perLine = MAX_CLAIMS_PER_LINE,
): readonly Attribution[] {
  if (isNormal(list, perLine)) return list.length > most ? tooMany(most) : list;
  const all = list.filter(({ count }) => count > 0);
  const { ranks, claims } = ranked(all);
  const starts = [...all.keys()].sort((a, b) => all[a]!.start - all[b]!.start);
  const ends = [...all.keys()].sort((a, b) => endOf(all[a]!) - endOf(all[b]!));
  const cuts = Float64Array.from(new Set(all.flatMap((one) => [one.start, endOf(one)]))).sort();
  const out: Attribution[] = [];
  let last = { at: 0, claims: 0 }; // the last run written: its index in `out` and its number of claims
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

// The distinct claims of a list, strongest first, and for each attribution the rank of its claim.
function ranked(list: readonly Attribution[]): { ranks: Int32Array; claims: Attribution[] } {
  const ranks = new Int32Array(list.length);
  const claims: Attribution[] = [];
  for (const at of [...list.keys()].sort((a, b) => compareClaims(list[a]!, list[b]!))) {
    if (claims.length === 0 || compareClaims(claims.at(-1)!, list[at]!) !== 0) claims.push(list[at]!);
    ranks[at] = claims.length - 1;
  }
  return { ranks, claims };
}

// A multiset of claim ranks, kept sorted. Sorting again for every line would take hours when a thousand hostile claims
// cover the same lines.
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

// Extends the run [a, b) by the run [b, end) and removes the latter.
function extend(out: Attribution[], a: number, b: number): void {
  const more = out[b]!.count;
  out.length = b;
  for (let i = a; i < b; i++) out[i] = { ...out[i]!, count: out[i]!.count + more };
}

/** The attribution that readers take for a line; undefined when none covers it. The list must be normalised. */
export function attributionAt(list: readonly Attribution[], line: number): Attribution | undefined {
  return attributionsAt(list, line)[0];
}

/** All attributions of a line, strongest first. There are several when writers disagree. */
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
