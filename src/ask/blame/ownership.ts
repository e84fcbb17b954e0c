import type { NodeId } from '../../model/ids.ts';
import { LAST_LINE, normaliseLines } from '../../model/attributions.ts';
import { type Attribution, isLikely } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import type { OwnerKind } from './options.ts';

/** The owner of a line according to the notes. */
export interface LineOwner {
  readonly owner: OwnerKind;
  /** The node that wrote it; only with the owner `agent`. */
  readonly node?: NodeId;
  readonly evidence?: string;
  /** The node with a program that was running while the line appeared; only with the owner `unknown` and the evidence `likely`. */
  readonly likely?: NodeId;
  /** The node that wrote the line before a person changed it. */
  readonly from?: NodeId;
  /** How far this clone can rely on it. Only set when notes are signed or signers are known. */
  readonly standing?: RecordStanding;
}

/** Lines `line` to `line + count - 1` with one owner. */
export interface OwnedRun {
  readonly line: number;
  readonly count: number;
  readonly owner: LineOwner;
}

export const UNKNOWN: LineOwner = { owner: 'unknown' };
export const HUMAN: LineOwner = { owner: 'human' };
export const UNSURE: LineOwner = { owner: 'unknown', evidence: 'unsure' };

/**
 * The owners of the lines of a file at a commit, from its note's attributions. Attributions may be unordered, overlap, or
 * exceed the file. If several claims cover one line (joined notes keep both where they differ), the strongest counts; if
 * two of the same strength name different nodes, the line gets no owner.
 * @param others the owner of lines without an attribution
 * @returns a function giving the owners of `count` lines from `line` on, in order, without gaps
 */
export function ownersFrom(
  attributions: readonly Attribution[] | undefined,
  others: LineOwner = HUMAN,
): (line: number, count: number) => OwnedRun[] {
  const known = flatten(attributions ?? []);
  return (line, count) => {
    const end = line + count;
    const out: OwnedRun[] = [];
    let at = line;
    for (let i = firstAfter(known, line); i < known.length && known[i]!.line < end; i++) {
      const piece = known[i]!;
      const start = Math.max(piece.line, line);
      const stop = Math.min(piece.line + piece.count, end);
      if (start > at) out.push({ line: at, count: start - at, owner: others });
      out.push({ line: start, count: stop - start, owner: piece.owner });
      at = stop;
    }
    if (at < end) out.push({ line: at, count: end - at, owner: others });
    return out;
  };
}

// The index of the first piece that ends after `line`.
function firstAfter(pieces: readonly OwnedRun[], line: number): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[middle]!.line + pieces[middle]!.count > line) high = middle;
    else low = middle + 1;
  }
  return low;
}

// Splits attributions into ordered pieces without overlap. The claims of one piece are adjacent, with the same start and
// count.
function flatten(attributions: readonly Attribution[]): OwnedRun[] {
  const claims = normaliseLines(attributions.filter(isPlausible).map(clamp));
  const out: OwnedRun[] = [];
  for (let i = 0; i < claims.length;) {
    const { start, count, evidence } = claims[i]!;
    const first = i;
    let disagree = false;
    const isSure = evidence !== 'unsure' || isLikely(claims[i]!);
    for (; claims[i]?.start === start; i++)
      disagree ||= isSure && claims[i]!.evidence === evidence && writerOf(claims[i]!) !== writerOf(claims[first]!);
    out.push({ line: start, count, owner: disagree ? UNSURE : ownerOf(claims[first]!) });
  }
  return out;
}

const isPlausible = ({ start, count }: Attribution): boolean =>
  Number.isSafeInteger(start) && Number.isSafeInteger(count) && start > 0 && count > 0 && start < LAST_LINE;

const clamp = (one: Attribution): Attribution =>
  one.start + one.count <= LAST_LINE ? one : { ...one, count: LAST_LINE - one.start };

// For a line that is likely a step's, that step.
const writerOf = (one: Attribution): NodeId | null | undefined => (isLikely(one) ? one.from : one.node);

function ownerOf({ node, evidence, from, standing }: Attribution): LineOwner {
  // A later version may write this name with a node.
  if (evidence === 'likely') return node ? { owner: 'unknown', evidence, likely: node } : UNSURE;
  if (evidence === 'unsure') return from ? { owner: 'unknown', evidence: 'likely', likely: from } : UNSURE;
  const more = { evidence, ...(from && { from }), ...(standing && { standing }) };
  return node ? { owner: 'agent', node, ...more } : { owner: 'human', ...more };
}
