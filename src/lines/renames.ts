import { matchLines } from './diff.ts';
import { type Owned, withEvidence } from './owner.ts';
import { weight, weightOf } from './text.ts';

/** A file is another one under a new name when it shares this part of the letters and digits (the default of git diff -M). */
const MIN_SHARED = 0.5;
/** No more pairs of texts than this are compared. */
const MAX_PAIRS = 400;

/** The part of the letters and digits that two texts have in common, line by line: 0 nothing, 1 all. */
function shared(a: readonly string[], b: readonly string[]): number {
  const whole = Math.max(weightOf(a, 0, a.length), weightOf(b, 0, b.length));
  if (whole === 0) return 0;
  let same = 0;
  for (const [i, at] of matchLines(a, b).entries()) if (at >= 0) same += weight(b[i]!);
  return same / whole;
}

/**
 * The text that a new file was before it got its name, among texts of files that disappeared: the one most like it, with its
 * owners. Undefined when none shares half of it.
 */
export function formerText(lines: readonly string[], gone: readonly Owned[]): Owned | undefined {
  let best = MIN_SHARED;
  let found: Owned | undefined;
  for (const one of gone.slice(0, MAX_PAIRS)) {
    const part = shared(one.lines, lines);
    if (part < best || (found && part === best)) continue;
    best = part;
    found = one;
  }
  return found;
}

/** The same text, whose lines have moved with their file. */
export const renamed = ({ lines, owners }: Owned): Owned => ({
  lines,
  owners: owners.map((owner) => withEvidence(owner, 'moved')),
});
