import { matchLines } from './diff.ts';
import type { Owner } from './owner.ts';
import { UNSURE } from './owner.ts';
import { MIN_LINE_WEIGHT, squeeze, weight } from './text.ts';

/** A possible source text of a rewritten one. Only lines with an owner here are transferred: those that its commit added. */
export interface SourceText {
  readonly lines: readonly string[];
  readonly owners: readonly (Owner | undefined)[];
  /** Its lines are matched by words alone, because it is only a possible source. */
  readonly loose?: boolean;
}

/** A line that was carried: its owner, and the source that names it. */
export interface CarriedLine {
  readonly owner: Owner;
  readonly source: number;
}

/**
 * Finds lines of a rewritten text in its source texts: first the lines that a diff
 * matches, then, for a block that a conflict or another order moved, by words (white space does not count).
 * A line that matches lines of several owners is left unsure. Lines that no source contains are missing from the result.
 * @param lines the rewritten text
 * @param isAdded whether the rewritten commit added line `i` (from 0): no other line is carried
 * @param sources the best one first
 */
export function carry(
  lines: readonly string[],
  isAdded: (line: number) => boolean,
  sources: readonly SourceText[],
): (CarriedLine | undefined)[] {
  const found: (CarriedLine | undefined)[] = Array.from({ length: lines.length });
  const used = sources.map(({ lines: { length } }) => new Uint8Array(length));
  const often = repeated(lines);
  sources.forEach((source, n) => {
    if (source.loose) return;
    const matches = matchLines(source.lines, lines);
    const isSame = (i: number): boolean => matches[i]! >= 0 && isAdded(i) && source.owners[matches[i]!] !== undefined;
    for (let i = 0; i < lines.length; i++) {
      if (!isSame(i)) continue;
      let end = i + 1;
      while (end < lines.length && isSame(end) && matches[end] === matches[end - 1]! + 1) end++;
      const sure = isWhole(source, matches[i]!, matches[end - 1]!) || isSignificant(lines, i, end, often);
      for (let line = i; line < end; line++) {
        const owner = source.owners[matches[line]!]!;
        used[n]![matches[line]!] = 1;
        found[line] ??= { owner: sure || owner.kind !== 'node' ? owner : UNSURE, source: n };
      }
      i = end - 1;
    }
  });
  const wanting = lines.flatMap((line, i) => (isAdded(i) && !found[i] && weight(line) >= MIN_LINE_WEIGHT ? [i] : []));
  if (wanting.length > 0) carryByWords({ lines, isAdded, sources, found, used }, wanting);
  return found;
}

const repeated = (lines: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  return new Set(lines.filter((line) => seen.has(line) || !seen.add(line)));
};

// Whether the stretch contains a line that is unique in the text: otherwise another author may have written the same.
const isSignificant = (lines: readonly string[], from: number, to: number, often: ReadonlySet<string>): boolean =>
  lines.slice(from, to).some((line) => weight(line) >= MIN_LINE_WEIGHT && !often.has(line));

// Whether the stretch covers all that the source added there.
const isWhole = ({ owners }: SourceText, from: number, to: number): boolean => !owners[from - 1] && !owners[to + 1];

interface TransferWork {
  readonly lines: readonly string[];
  readonly isAdded: (line: number) => boolean;
  readonly sources: readonly SourceText[];
  readonly found: (CarriedLine | undefined)[];
  readonly used: readonly Uint8Array[];
}

interface LinePlace {
  readonly source: number;
  readonly at: number;
}

function carryByWords(work: TransferWork, wanting: readonly number[]): void {
  const { lines, sources, found, used } = work;
  const places = indexWords(sources, used, new Set(wanting.map((i) => squeeze(lines[i]!))));
  for (const i of wanting) {
    if (found[i]) continue;
    const here = places.get(squeeze(lines[i]!))?.filter(({ source, at }) => !used[source]![at]) ?? [];
    const owners = here.map(({ source, at }) => sources[source]!.owners[at]!);
    const [first] = here;
    if (!first) continue;
    if (owners.every((owner) => isSameMaker(owner, owners[0]!))) takeBlock(work, i, first);
    else found[i] = { owner: UNSURE, source: first.source };
  }
}

const isSameMaker = (a: Owner, b: Owner): boolean =>
  a.kind === b.kind && (a.kind !== 'node' || b.kind !== 'node' || a.node === b.node);

function indexWords(
  sources: readonly SourceText[],
  used: readonly Uint8Array[],
  wanted: ReadonlySet<string>,
): Map<string, LinePlace[]> {
  const places = new Map<string, LinePlace[]>();
  sources.forEach(({ lines, owners }, source) => {
    for (let at = 0; at < lines.length; at++) {
      if (!owners[at] || used[source]![at]) continue;
      const words = squeeze(lines[at]!);
      if (!wanted.has(words)) continue;
      const list = places.get(words);
      if (list) list.push({ source, at });
      else places.set(words, [{ source, at }]);
    }
  });
  return places;
}

// A line, and its neighbours in both texts.
function takeBlock({ lines, isAdded, sources, found, used }: TransferWork, i: number, { source, at }: LinePlace): void {
  const text = sources[source]!;
  const take = (line: number, from: number): boolean => {
    const owner = text.owners[from];
    if (!owner || found[line] || !isAdded(line) || used[source]![from]) return false;
    if (squeeze(lines[line]!) !== squeeze(text.lines[from]!)) return false;
    found[line] = { owner, source };
    used[source]![from] = 1;
    return true;
  };
  take(i, at);
  for (let n = 1; i + n < lines.length && at + n < text.lines.length && take(i + n, at + n);) n++;
  for (let n = 1; i - n >= 0 && at - n >= 0 && take(i - n, at - n);) n++;
}
