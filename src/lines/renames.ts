import { matchLines } from './diff.ts';
import { type Owned, withEvidence } from './owner.ts';
import { weight, weightOf } from './text.ts';

/** A file is a renamed one when it shares this part of the letters and digits (the default of git diff -M). */
const MIN_SHARED_PART = 0.5;
/** Pairs of texts that are compared. */
const MAX_PAIRS = 400;

/** The share of letters and digits that two texts have in common, line by line: 0 is nothing, 1 is everything. */
function shared(a: readonly string[], b: readonly string[]): number {
  const whole = Math.max(weightOf(a, 0, a.length), weightOf(b, 0, b.length));
  if (whole === 0) return 0;
  let same = 0;
  for (const [i, at] of matchLines(a, b).entries()) if (at >= 0) same += weight(b[i]!);
  return same / whole;
}

/**
 * The former text of a new file, among texts of files that disappeared: the most similar one, with its
 * owners. Undefined when none shares half of it.
 */
export function formerText(lines: readonly string[], removed: readonly Owned[]): Owned | undefined {
  let best = MIN_SHARED_PART;
  let found: Owned | undefined;
  for (const one of removed.slice(0, MAX_PAIRS)) {
    const part = shared(one.lines, lines);
    if (part < best || (found && part === best)) continue;
    best = part;
    found = one;
  }
  return found;
}

/** The same text, with all lines marked as moved. */
export const renamed = ({ lines, owners }: Owned): Owned => ({
  lines,
  owners: owners.map((owner) => withEvidence(owner, 'moved')),
});
