import { isOverruled } from '../../../../model/knowledge/status.ts';
import type { Overruled } from '../../../../ask/shapes/shapes.ts';
import type { Paint } from '../color.ts';
import type { Signs } from '../signs.ts';
import { textWidth } from '../width.ts';

/** The marks that a legend explains. */
export type Mark = Sign | Overruled;
/** A sign in the column of the agents. */
export type Sign = 'passed' | 'stale' | 'failed' | 'none' | 'not-applicable' | 'unknown';

const MEANINGS: Readonly<Record<Mark, string>> = {
  passed: 'check passed',
  stale: 'code changed since',
  failed: 'check failed',
  none: 'no check',
  'not-applicable': 'no check applies',
  unknown: 'not known who wrote it',
  rejected: 'decision rejected',
  retracted: 'decision retracted',
};
const HELP = '(git prov help terms)';
const REASONS = '(git prov why FILE:LINE gives the reasons)';
const GAP = '  ';

/**
 * Explains the marks of blame on a terminal, in as few lines as its columns allow; empty without marks.
 * @param isCrowded some reasons had no room beside the code
 */
export function legend(
  marks: ReadonlySet<Mark>,
  { signs, paint }: { readonly signs: Signs; readonly paint: Paint },
  columns: number,
  isCrowded: boolean,
): string {
  const shown = (Object.keys(MEANINGS) as Mark[]).filter((mark) => marks.has(mark));
  if (shown.length === 0) return '';
  const lines: string[] = [];
  for (const words of [
    ...shown.map((mark) => `${signs[isOverruled(mark) ? 'overruled' : mark]} ${MEANINGS[mark]}`),
    HELP,
    ...(isCrowded ? [REASONS] : []),
  ]) {
    const longer = lines.length === 0 ? words : `${lines.at(-1)}${GAP}${words}`;
    if (lines.length > 0 && textWidth(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(words);
  }
  return lines.map((line) => `${paint('quiet', line)}\n`).join('');
}
