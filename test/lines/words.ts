import type { Owned, Owner } from '../../src/lines/owner.ts';
import { type NodeId, nodeId, oid } from '../../src/model/ids.ts';

/** The step with a digit from 0 to 9. */
export const step = (digit: string): NodeId => nodeId(`0000000${digit}-1`);

/**
 * A text of words `LINE:OWNER`. An owner is a step's digit (with `m` for the evidence `moved`, `f` for `reformatted`, `r` for
 * `restored`, `i` for `inferred`), `h` for a person, `u` for unsure, or `b` for a line of a blob; a second digit is the step that an
 * owner is from: `h1`, `u1`, `12`. An underscore in a line is a space.
 */
export function owned(text: string): Owned {
  const pairs = text === '' ? [] : text.split(' ').map((word) => word.split(/:(?=[^:]*$)/) as [string, string]);
  return {
    lines: pairs.map(([line]) => line.replaceAll('_', ' ')),
    owners: pairs.map(([, owner], i) => ownerOf(owner, i)),
  };
}

/** An owner as in `owned`; `line` is its line of the blob. */
export function ownerOf(word: string, line = 0): Owner {
  const [kind = '', second] = word;
  const other = second && /\d/.test(second) ? step(second) : undefined;
  if (kind === 'h') return { kind: 'human', ...(other && { from: other }) };
  if (kind === 'u') return { kind: 'unsure', ...(other && { likely: other }) };
  if (kind === 'b') return { kind: 'base', blob: oid('1'.repeat(40)), line };
  const found = Object.entries(LETTERS).find(([, letter]) => letter === second);
  const evidence = (found?.[0] ?? 'exact') as keyof typeof LETTERS | 'exact';
  return { kind: 'node', node: step(kind), evidence, ...(other && { from: other }) };
}

const LETTERS = { moved: 'm', reformatted: 'f', restored: 'r', inferred: 'i' };

/** Owners as in `owned`, with spaces between; `-` where it is missing. */
export const wordsOf = (owners: readonly (Owner | undefined)[]): string => owners.map(wordOf).join(' ');

function wordOf(owner: Owner | undefined): string {
  switch (owner?.kind) {
    case undefined:
      return '-';
    case 'human':
      return `h${owner.from?.[7] ?? ''}`;
    case 'unsure':
      return `u${owner.likely?.[7] ?? ''}`;
    case 'base':
      return 'b';
    case 'node':
      return `${owner.node[7]}${{ ...LETTERS, exact: '' }[owner.evidence as 'exact'] ?? owner.evidence}${owner.from?.[7] ?? ''}`;
  }
}
