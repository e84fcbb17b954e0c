import { type Owned, type Owner, withEvidence } from './owner.ts';
import { weightOf } from './text.ts';

/** Lines `from` to `to - 1` of an old text that are no longer where they were; `used` marks those whose owner was handed on. */
export interface Strand extends Owned {
  readonly from: number;
  readonly to: number;
  readonly used: Uint8Array;
}

interface Target {
  readonly lines: readonly string[];
  readonly owners: (Owner | undefined)[];
}

interface Place {
  readonly strand: Strand;
  readonly at: number;
}

/** A text that stands in more places than this is nobody's mark. */
const MAX_PLACES = 50;

/**
 * Hands the owners of removed blocks on to where the same block appears: longest block first at each place, and only
 * blocks of at least `least` letters and digits, or a removed text as a whole. Each removed line is used once.
 */
export function claimMoves(targets: readonly Target[], strands: readonly Strand[], least: number): void {
  const places = index(strands);
  if (places.size === 0) return;
  for (const target of targets) {
    for (let i = 0; i < target.lines.length; i++) {
      if (target.owners[i]) continue;
      const block = longestBlock(target, i, places.get(target.lines[i]!) ?? []);
      if (!block) continue;
      const { place, length } = block;
      const whole = place.at === 0 && length === place.strand.lines.length && length === target.lines.length;
      if (!whole && weightOf(target.lines, i, i + length) < least) continue;
      for (let n = 0; n < length; n++) {
        target.owners[i + n] = withEvidence(place.strand.owners[place.at + n]!, 'moved');
        place.strand.used[place.at + n] = 1;
      }
      i += length - 1;
    }
  }
}

function index(strands: readonly Strand[]): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const strand of strands) {
    for (let at = strand.from; at < strand.to; at++) {
      if (strand.used[at]) continue;
      const list = places.get(strand.lines[at]!);
      if (!list) places.set(strand.lines[at]!, [{ strand, at }]);
      else if (list.length < MAX_PLACES) list.push({ strand, at });
    }
  }
  return places;
}

function longestBlock(
  target: Target,
  i: number,
  places: readonly Place[],
): { place: Place; length: number } | undefined {
  let best: { place: Place; length: number } | undefined;
  for (const place of places) {
    let n = 0;
    while (
      i + n < target.lines.length &&
      place.at + n < place.strand.to &&
      !target.owners[i + n] &&
      !place.strand.used[place.at + n] &&
      target.lines[i + n] === place.strand.lines[place.at + n]
    )
      n++;
    if (n > 0 && (!best || n > best.length)) best = { place, length: n };
  }
  return best;
}
