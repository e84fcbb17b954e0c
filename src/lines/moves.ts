import { type Owned, type Owner, UNSURE, withEvidence } from './owner.ts';
import { squeeze, weightOf } from './text.ts';
import { plainTokens } from './tokens.ts';

/** Lines `from` to `to - 1` of an old text that are no longer in their place; `used` marks those with a transferred owner. */
export interface RemovedLines extends Owned {
  readonly from: number;
  readonly to: number;
  readonly used: Uint8Array;
}

/** A whole removed text. */
export const strandOf = ({ lines, owners }: Owned): RemovedLines => ({
  lines,
  owners,
  from: 0,
  to: lines.length,
  used: new Uint8Array(lines.length),
});

interface Target {
  readonly lines: readonly string[];
  readonly owners: (Owner | undefined)[];
}

interface Block {
  readonly place: LinePlace;
  readonly length: number;
}

interface LinePlace {
  readonly strand: RemovedLines;
  readonly at: number;
}

/** A unique line of a person with at least this weight is not given to an agent when it may have moved. */
const MIN_DOUBT_WEIGHT = 8;
/** A text in more places than this identifies nothing. */
const MAX_PLACES = 50;

/**
 * Transfers the owners of removed blocks to places where the same block appears, perhaps with another indentation: the longest block
 * first at each place, and only blocks with at least `least` letters and digits, or a whole removed text. Each removed line is used once.
 * @param byAgent the new lines are otherwise an agent's: a single line of a person that may have moved is then left unsure
 */
export function claimMoves(
  targets: readonly Target[],
  strands: readonly RemovedLines[],
  least: number,
  byAgent: boolean,
): void {
  // Transfer persons' lines first, so that a longer block of steps' lines does not hide one.
  if (byAgent) {
    const hidden = strands.map(hideSteps);
    claim(targets, strands, least, true);
    for (const [n, lines] of hidden.entries()) for (const at of lines) strands[n]!.used[at] = 0;
  }
  claim(targets, strands, least, byAgent);
}

// Marks the lines of steps as used, and returns those that were unused.
function hideSteps({ owners, from, to, used }: RemovedLines): number[] {
  const lines: number[] = [];
  for (let at = from; at < to; at++)
    if (!used[at] && owners[at]!.kind === 'node') {
      used[at] = 1;
      lines.push(at);
    }
  return lines;
}

function claim(targets: readonly Target[], strands: readonly RemovedLines[], least: number, byAgent: boolean): void {
  const places = index(strands);
  if (places.size === 0) return;
  for (const target of targets) {
    for (let i = 0; i < target.lines.length; i++) {
      if (target.owners[i]) continue;
      const block = longestBlock(target, i, places.get(keyOf(target.lines[i]!)) ?? []);
      if (!block) continue;
      const { place, length } = block;
      const whole = length === place.strand.lines.length && length === target.lines.length;
      const blockWeight = weightOf(target.lines, i, i + length);
      const sure = whole || blockWeight >= least;
      if (!sure && !(byAgent && blockWeight >= MIN_DOUBT_WEIGHT && isDoubtful(target, i, block, places))) continue;
      for (let n = 0; n < length; n++) {
        target.owners[i + n] = sure ? withEvidence(place.strand.owners[place.at + n]!, 'moved') : UNSURE;
        place.strand.used[place.at + n] = 1;
      }
      i += length - 1;
    }
  }
}

// A person's line that was removed in one place and appears in one other.
function isDoubtful(
  target: Target,
  i: number,
  { place }: Block,
  places: ReadonlyMap<string, readonly LinePlace[]>,
): boolean {
  const line = target.lines[i]!;
  return (
    place.strand.owners[place.at]!.kind !== 'node' &&
    places.get(keyOf(line))!.length === 1 &&
    target.lines.indexOf(line) === target.lines.lastIndexOf(line)
  );
}

function index(strands: readonly RemovedLines[]): Map<string, LinePlace[]> {
  const places = new Map<string, LinePlace[]>();
  for (const strand of strands) {
    for (let at = strand.from; at < strand.to; at++) {
      if (strand.used[at]) continue;
      const text = keyOf(strand.lines[at]!);
      const list = places.get(text);
      if (!list) places.set(text, [{ strand, at }]);
      else if (list.length < MAX_PLACES) list.push({ strand, at });
    }
  }
  return places;
}

/** What a formatter changes, besides white space. */
const FORMATTED = /["';,()]/;

// A line without what a formatter changes: it may be moved and formatted in one step.
const keyOf = (line: string): string =>
  (FORMATTED.test(line) && squeeze(plainTokens(line)).replaceAll('\0', '')) || squeeze(line);

const sameText = (a: string, b: string): boolean => a === b || keyOf(a) === keyOf(b);

function longestBlock(target: Target, i: number, places: readonly LinePlace[]): Block | undefined {
  let best: Block | undefined;
  for (const place of places) {
    let n = 0;
    while (
      i + n < target.lines.length &&
      place.at + n < place.strand.to &&
      !target.owners[i + n] &&
      !place.strand.used[place.at + n] &&
      sameText(target.lines[i + n]!, place.strand.lines[place.at + n]!)
    )
      n++;
    if (n > 0 && (!best || n > best.length)) best = { place, length: n };
  }
  return best;
}
