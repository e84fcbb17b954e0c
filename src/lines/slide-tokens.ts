/** A token of a text: its line, and whether a formatter may add or remove it there. */
interface Placed {
  readonly text: string;
  readonly line: number;
  readonly soft: boolean;
}

/**
 * Moves runs of added and of removed tokens to the ends of lines. `x = a; y = b` with a line in front of `y` may be aligned
 * as if the `y =` of the new line were the old one; then both lines would look changed, and a formatted line would lose its owner.
 * Soft tokens that only one text has stand in no run's way.
 * @param matches the token of `a` for each token of `b`, or -1; changed in place
 */
export function slideToLines(a: readonly Placed[], b: readonly Placed[], matches: Int32Array): void {
  slide(
    b,
    (i) => matches[i]! >= 0,
    (from, to) => {
      matches[to] = matches[from]!;
      matches[from] = -1;
    },
  );
  const places = new Int32Array(a.length).fill(-1);
  for (let i = 0; i < matches.length; i++) if (matches[i]! >= 0) places[matches[i]!] = i;
  slide(
    a,
    (i) => places[i]! >= 0,
    (from, to) => {
      matches[places[from]!] = to;
      places[to] = places[from]!;
      places[from] = -1;
    },
  );
}

// Moves each run of unmatched tokens to where it begins and ends with lines, if its tokens allow that.
function slide(
  all: readonly Placed[],
  isMatched: (at: number) => boolean,
  move: (from: number, to: number) => void,
): void {
  const at = Array.from(all.keys()).filter((i) => isMatched(i) || !all[i]!.soft);
  const startsLine = (n: number): boolean => n === 0 || n === at.length || all[at[n]!]!.line !== all[at[n - 1]!]!.line;
  const same = (m: number, n: number): boolean => all[at[m]!]!.text === all[at[n]!]!.text;
  for (let from = 0; from < at.length; from++) {
    if (isMatched(at[from]!)) continue;
    let to = from + 1;
    while (to < at.length && !isMatched(at[to]!)) to++;
    const score = (by: number): number => Number(startsLine(from + by)) + Number(startsLine(to + by));
    let best = 0;
    for (let by = -1; from + by >= 0 && by >= from - to && isMatched(at[from + by]!) && same(from + by, to + by); by--)
      if (score(by) > score(best)) best = by;
    for (let by = 0; to + by < at.length && by < to - from && isMatched(at[to + by]!) && same(from + by, to + by); by++)
      if (score(by + 1) > score(best)) best = by + 1;
    for (let n = 0; n > best; n--) move(at[from + n - 1]!, at[to + n - 1]!);
    for (let n = 0; n < best; n++) move(at[to + n]!, at[from + n]!);
    from = Math.max(to, to + best) - 1;
  }
}
