/** Marks a line without an origin: no shortest diff finds it in the old text. */
export const ADDED_LINE = -1;

/**
 * The combined result of all shortest diffs of two texts. For a line of the new text (from 0), `sure` is its line in the
 * old text, or `ADDED`, if they all agree; otherwise it is undefined, and `possible` lists all answers.
 */
export interface LineOrigins {
  sure(line: number): number | undefined;
  possible(line: number): readonly number[];
}

/** From this many edits on, git does not search for the shortest diff (its own bound is higher, and counts by halves). */
const MAX_EDITS = 256;
/** Pairs of lines that are compared; for texts that need more, only new lines are certain. */
const MAX_CELLS = 8_000_000;
/** How far git looks around a common line. */
const WINDOW_LINES = 100;

const OPEN = -2;
const NOTHING = -3;

/**
 * The possible old lines for each new line, over all shortest diffs. Programs that
 * search for a shortest diff differ in nothing else, so a certain answer is also git's: with the indent
 * heuristic, and for any choice among equal lines. Git also skips common lines between lines that
 * only one side has; any result that this could change counts as possible.
 */
export function originsOf(before: readonly string[], after: readonly string[]): LineOrigins {
  const codes = new Map<string, number>();
  const a = encode(before, codes);
  const b = encode(after, codes);
  const counts = { a: tally(a, codes.size), b: tally(b, codes.size) };
  const found = new Found(b.length);
  const all = { a: pick(a, (code) => counts.b[code]! > 0), b: pick(b, (code) => counts.a[code]! > 0) };
  for (let j = 0; j < b.length; j++) if (counts.a[b[j]!] === 0) found.add(j, ADDED_LINE);
  compare(a, b, all.a, all.b, found);
  const passed = { a: passedOver(a, counts.b), b: passedOver(b, counts.a) };
  if (passed.a.size + passed.b.size > 0) {
    for (const j of passed.b) found.add(j, ADDED_LINE);
    const rest = { a: all.a.filter((i) => !passed.a.has(i)), b: all.b.filter((j) => !passed.b.has(j)) };
    compare(a, b, rest.a, rest.b, found);
  }
  return found;
}

class Found implements LineOrigins {
  readonly #first: Int32Array;
  readonly #more = new Map<number, Set<number>>();

  constructor(lines: number) {
    this.#first = new Int32Array(lines).fill(NOTHING);
  }

  add(line: number, origin: number): void {
    const first = this.#first[line]!;
    if (first === origin) return;
    if (first === NOTHING) this.#first[line] = origin;
    else if (first === OPEN) this.#more.get(line)!.add(origin);
    else {
      this.#more.set(line, new Set([first, origin]));
      this.#first[line] = OPEN;
    }
  }

  sure(line: number): number | undefined {
    const first = this.#first[line]!;
    return first === OPEN ? undefined : first;
  }

  possible(line: number): readonly number[] {
    return [...(this.#more.get(line) ?? [this.#first[line]!])];
  }
}

function encode(lines: readonly string[], codes: Map<string, number>): Int32Array {
  return Int32Array.from(lines, (line) => {
    let code = codes.get(line);
    if (code === undefined) codes.set(line, (code = codes.size));
    return code;
  });
}

function tally(text: Int32Array, codes: number): Int32Array {
  const counts = new Int32Array(codes);
  for (const code of text) counts[code]!++;
  return counts;
}

function pick(text: Int32Array, isWanted: (code: number) => boolean): number[] {
  const at: number[] = [];
  for (let i = 0; i < text.length; i++) if (isWanted(text[i]!)) at.push(i);
  return at;
}

// Lines that are frequent in the other text, between lines that it lacks: git may leave them out of
// the comparison. Frequent means more than the square root of this text's length; git rounds up to a power of two.
function passedOver(text: Int32Array, inOther: Int32Array): Set<number> {
  const often = Math.sqrt(text.length);
  const isCommon = (i: number): boolean => inOther[text[i]!]! >= often;
  const reaches = (from: number, step: number): boolean => {
    for (let i = from + step, n = 0; i >= 0 && i < text.length && n < WINDOW_LINES; i += step, n++) {
      if (inOther[text[i]!] === 0) return true;
      if (!isCommon(i)) return false;
    }
    return false;
  };
  const passed = new Set<number>();
  for (let i = 0; i < text.length; i++) if (isCommon(i) && reaches(i, -1) && reaches(i, 1)) passed.add(i);
  return passed;
}

// Adds the results of the shortest diffs of these lines of both texts (`atA`, `atB`: their line numbers).
function compare(a: Int32Array, b: Int32Array, atA: readonly number[], atB: readonly number[], found: Found): void {
  const left = Int32Array.from(atA, (i) => a[i]!);
  const right = Int32Array.from(atB, (j) => b[j]!);
  const edits = distance(left, right);
  if (edits === 0) for (const [n, j] of atB.entries()) found.add(j, atA[n]!);
  else if (edits === undefined || !walk(left, right, edits, (j, i) => found.add(atB[j]!, i < 0 ? ADDED_LINE : atA[i]!)))
    giveUp(a, b, atA, atB, found);
}

// In that case, any of the equal lines is possible.
function giveUp(a: Int32Array, b: Int32Array, atA: readonly number[], atB: readonly number[], found: Found): void {
  const places = new Map<number, number[]>();
  for (const i of atA) {
    const list = places.get(a[i]!);
    if (list) list.push(i);
    else places.set(a[i]!, [i]);
  }
  for (const j of atB) for (const i of [ADDED_LINE, ...(places.get(b[j]!) ?? [])]) found.add(j, i);
}

// The number of lines that a shortest diff removes and adds (Myers 1986); undefined when there are too many.
function distance(a: Int32Array, b: Int32Array): number | undefined {
  const [n, m] = [a.length, b.length];
  const far = new Int32Array(2 * MAX_EDITS + 3);
  const at = MAX_EDITS + 1;
  for (let d = 0; d <= MAX_EDITS; d++)
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && far[at + k - 1]! < far[at + k + 1]!);
      let x = down ? far[at + k + 1]! : far[at + k - 1]! + 1;
      while (x < n && x - k < m && a[x] === b[x - k]) x++;
      far[at + k] = x;
      if (x >= n && x - k >= m) return d;
    }
  return undefined;
}

// Reports for each line `j` of `b` every `i` of `a` that some diff of this length matches with it, and -1 if one adds it.
// `ahead[i][j]` is the distance of the parts before both, `behind` of the parts after them; only near diagonals are stored.
function walk(a: Int32Array, b: Int32Array, edits: number, onMatch: (j: number, i: number) => void): boolean {
  const [n, m] = [a.length, b.length];
  const spare = (edits - Math.abs(m - n)) / 2;
  const low = Math.min(0, m - n) - spare;
  const width = Math.max(0, m - n) + spare - low + 1;
  if ((n + 1) * width > MAX_CELLS) return false;
  const far = edits + 1;
  const ahead = new Uint16Array((n + 1) * width).fill(far);
  for (let i = 0; i <= n; i++)
    for (let w = 0; w < width; w++) {
      const j = i + low + w;
      if (j < 0 || j > m) continue;
      let best = i === 0 && j === 0 ? 0 : far;
      if (j > 0 && w > 0) best = Math.min(best, ahead[i * width + w - 1]! + 1);
      if (i > 0 && w + 1 < width) best = Math.min(best, ahead[(i - 1) * width + w + 1]! + 1);
      if (i > 0 && j > 0 && a[i - 1] === b[j - 1]) best = Math.min(best, ahead[(i - 1) * width + w]!);
      ahead[i * width + w] = Math.min(best, far);
    }
  let below = new Uint16Array(width).fill(far);
  for (let i = n; i >= 0; i--) {
    const row = new Uint16Array(width).fill(far);
    for (let w = width - 1; w >= 0; w--) {
      const j = i + low + w;
      if (j < 0 || j > m) continue;
      let best = i === n && j === m ? 0 : far;
      const here = ahead[i * width + w]!;
      if (j < m && w + 1 < width) {
        best = Math.min(best, row[w + 1]! + 1);
        if (edits === here + 1 + row[w + 1]!) onMatch(j, -1);
      }
      if (i < n && w > 0) best = Math.min(best, below[w - 1]! + 1);
      if (i < n && j < m && a[i] === b[j]) {
        best = Math.min(best, below[w]!);
        if (edits === here + below[w]!) onMatch(j, i);
      }
      row[w] = Math.min(best, far);
    }
    below = row;
  }
  return true;
}
