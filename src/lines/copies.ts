import { matchLines } from './diff.ts';
import { type Owned, type Owner, sameOwner, UNSURE, withEvidence } from './owner.ts';
import { MIN_LINE_WEIGHT, squeeze, weight } from './text.ts';

/** A text from which a step may have copied lines. */
export interface CopySource extends Owned {
  /** The step copied it or wrote it out. Otherwise a program was given it, perhaps as its script: then a step's lines in it are no copies. */
  readonly isCopied: boolean;
}

/**
 * The owners that copied lines had where they were copied from. A line that the sources have from different owners has none that we name.
 * @param isCopy whether line `i` (from 0) may be a copy
 * @returns undefined for lines that no source has
 */
export function copiedOwners(
  lines: readonly string[],
  sources: readonly CopySource[],
  isCopy: (line: number) => boolean,
): (Owner | undefined)[] {
  const found: (Owner | undefined)[] = Array.from({ length: lines.length });
  if (sources.length === 0 || !lines.some((_, i) => isCopy(i))) return found;
  const byText = ownersByText(sources);
  for (const { lines: copied, owners, isCopied } of sources) {
    const places = matchLines(copied, lines);
    const isWhole = copied.length === lines.length && places.every((at, i) => at === i);
    for (const [i, at] of places.entries()) {
      if (at < 0 || found[i] || !isCopy(i)) continue;
      const isSure = isWhole || weight(lines[i]!) < MIN_LINE_WEIGHT;
      const owner = isSure ? owners[at]! : byText.get(squeeze(lines[i]!))!;
      if (isCopied || owner.kind !== 'node') found[i] = withEvidence(owner, 'moved');
    }
  }
  // Lines in another order, or with other white space.
  for (let i = 0; i < lines.length; i++) {
    if (found[i] || !isCopy(i) || weight(lines[i]!) < MIN_LINE_WEIGHT) continue;
    const owner = byText.get(squeeze(lines[i]!));
    if (owner && (owner.kind !== 'node' || sources.every(({ isCopied }) => isCopied)))
      found[i] = withEvidence(owner, 'moved');
  }
  return found;
}

// Lines from before the recording are alike wherever they stand.
const isSame = (a: Owner, b: Owner): boolean => sameOwner(a, b) || (a.kind === 'base' && b.kind === 'base');

function ownersByText(sources: readonly Owned[]): Map<string, Owner> {
  const byText = new Map<string, Owner>();
  for (const { lines, owners } of sources)
    for (const [i, line] of lines.entries()) {
      const text = squeeze(line);
      const known = byText.get(text);
      byText.set(text, !known || isSame(known, owners[i]!) ? owners[i]! : UNSURE);
    }
  return byText;
}
