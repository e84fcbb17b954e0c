import { matchLines } from './diff.ts';
import { type Owner, UNSURE, withEvidence } from './owner.ts';
import type { RemovedLines } from './moves.ts';
import { squeeze, weight } from './text.ts';
import { type LineParts, matchTokens } from './tokens.ts';

/** A piece of a line with less weight identifies no author. */
const MIN_PIECE_WEIGHT = 4;

/**
 * Gives new lines the owner of the old lines that they equal apart from white space: line by line or, if the whole text
 * of the stretch is the same and only its line breaks moved, by the former position of each new line's text.
 * Fills `owners[from]` to `owners[to - 1]` where possible, and marks the used lines of the strand.
 * @param byAgent the new lines are otherwise an agent's
 */
export function reflow(
  strand: RemovedLines,
  lines: readonly string[],
  owners: (Owner | undefined)[],
  from: number,
  to: number,
  byAgent = false,
): void {
  const old = strand.lines.slice(strand.from, strand.to).map(squeeze);
  const fresh = lines.slice(from, to).map(squeeze);
  if (old.join('') === fresh.join('') && fresh.some((line) => line !== '')) {
    byOffset(strand, old, fresh, owners, from);
    return;
  }
  const matches = matchLines(old, fresh);
  for (let i = 0; i < matches.length; i++) {
    const at = matches[i]!;
    if (at < 0 || fresh[i] === '' || owners[from + i]) continue;
    owners[from + i] = withEvidence(strand.owners[strand.from + at]!, 'reformatted');
    strand.used[strand.from + at] = 1;
  }
  const wanting = fresh.some((line, i) => line !== '' && !owners[from + i]);
  if (wanting) byTokens(strand, lines.slice(from, to), owners, from, byAgent);
}

// A formatter changed more than white space: quotes, semicolons, trailing commas, wrapping.
function byTokens(
  strand: RemovedLines,
  lines: readonly string[],
  owners: (Owner | undefined)[],
  from: number,
  byAgent: boolean,
): void {
  const old = strand.lines.slice(strand.from, strand.to);
  for (const [i, match] of matchTokens(old, lines).entries()) {
    if (match === undefined || owners[from + i] || weight(lines[i]!) === 0) continue;
    const { parts, isPiece } = match;
    if (isPiece && (!byAgent || weight(lines[i]!) < MIN_PIECE_WEIGHT)) continue;
    owners[from + i] = joined(strand, parts);
    strand.used[strand.from + largest(parts)] = 1;
  }
}

// The old line with the most characters in a new one.
const largest = (parts: LineParts): number => [...parts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];

// The owner of a new line with text of these old lines: that of the largest part. It is no agent's, though, if a part is not an agent's:
// somebody joined a line of a person with lines of the agent around it.
function joined({ lines, owners, from }: RemovedLines, parts: LineParts): Owner {
  const owner = owners[from + largest(parts)]!;
  const isOther = (at: number): boolean => owners[from + at]!.kind !== 'node' && weight(lines[from + at]!) > 0;
  return owner.kind === 'node' && [...parts.keys()].some(isOther) ? UNSURE : withEvidence(owner, 'reformatted');
}

// Each new line goes to the old lines with its characters.
function byOffset(
  strand: RemovedLines,
  old: readonly string[],
  fresh: readonly string[],
  owners: (Owner | undefined)[],
  from: number,
): void {
  strand.used.fill(1, strand.from, strand.to);
  const ends: number[] = [];
  for (const line of old) ends.push((ends.at(-1) ?? 0) + line.length);
  let start = 0;
  let at = 0;
  for (let i = 0; i < fresh.length; i++) {
    const end = start + fresh[i]!.length;
    while (at < ends.length - 1 && ends[at]! <= start) at++;
    const parts = new Map([[at, 0]]);
    for (let k = at; k < ends.length; k++) {
      const begin = k > 0 ? ends[k - 1]! : 0;
      if (begin >= end) break;
      const shared = Math.min(end, ends[k]!) - Math.max(start, begin);
      if (shared > 0) parts.set(k, shared);
    }
    owners[from + i] ??= joined(strand, parts);
    start = end;
  }
}
