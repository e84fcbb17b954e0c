import type { Attribution } from '../model/model.ts';
import { HUMAN, type Owned, type Owner, sameOwner, UNSURE } from './owner.ts';

/** `start` counts from 1; a hunk that only adds has no removed lines, and its `start` is the line before it, like in git's hunk headers. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/**
 * The attributions of the lines that a commit added to a file, according to git.
 *
 * Where a file contains equal lines, git and this program may have picked different ones as new. A line that git calls
 * unchanged must have its owner from the parent; the owner that it replaces moves to an equal line that git
 * calls added and this program took for an old one. When the counts do not agree, the line takes the owner of the distinctive
 * lines of its hunk if these agree; otherwise it has no named owner.
 * @param after the file at the commit, with its owners
 * @param parent the file at the parent, with its owners; absent for a new file
 * @param hunks git's own, sorted (`git diff-tree -U0`)
 */
export function attribute(after: Owned, parent: Owned | undefined, hunks: readonly Hunk[]): Attribution[] {
  const owners = parent ? settle(after, parent, hunks) : after.owners;
  const out: Attribution[] = [];
  for (const { newStart, newCount } of hunks)
    for (let line = newStart; line < newStart + newCount && line <= owners.length; line++) {
      const found = toAttribution(owners[line - 1]!, line);
      if (found) push(out, found);
    }
  return out;
}

function toAttribution(owner: Owner, start: number): Attribution | undefined {
  switch (owner.kind) {
    case 'node':
      return { start, count: 1, node: owner.node, evidence: owner.evidence, ...(owner.from && { from: owner.from }) };
    case 'unsure':
      return { start, count: 1, node: null, evidence: 'unsure', ...(owner.likely && { from: owner.likely }) };
    case 'human':
      return owner.from ? { start, count: 1, node: null, evidence: 'exact', from: owner.from } : undefined;
    case 'base':
      return undefined;
  }
}

function push(list: Attribution[], next: Attribution): void {
  const last = list.at(-1);
  if (
    last &&
    last.start + last.count === next.start &&
    last.node === next.node &&
    last.evidence === next.evidence &&
    last.from === next.from
  )
    list[list.length - 1] = { ...last, count: last.count + 1 };
  else list.push(next);
}

/** Equal lines of a text with owners that contradict git's choice of new lines. */
interface Disagreement {
  /** Owners of lines that git calls unchanged. */
  readonly displaced: Owner[];
  /** Owners from the parent that none of git's unchanged lines of this text has. */
  readonly missing: Owner[];
  /** Lines (from 0) that git calls added and that have the owner of a line of the parent. */
  readonly wanting: number[];
}

function settle(after: Owned, parent: Owned, hunks: readonly Hunk[]): readonly Owner[] {
  const owners = [...after.owners];
  const added = new Uint8Array(owners.length);
  const disagreements = new Map<string, Disagreement>();
  const at = (text: string): Disagreement => {
    const found = disagreements.get(text) ?? { displaced: [], missing: [], wanting: [] };
    disagreements.set(text, found);
    return found;
  };
  let offset = 0;
  let next = 0;
  for (let i = 0; i < owners.length; i++) {
    while (next < hunks.length && i >= endOf(hunks[next]!)) {
      offset += hunks[next]!.oldCount - hunks[next]!.newCount;
      next++;
    }
    const hunk = hunks[next];
    if (hunk && hunk.newCount > 0 && i >= hunk.newStart - 1) {
      added[i] = 1;
      continue;
    }
    const old = parent.owners[i + offset];
    if (!old || sameOrigin(old, owners[i]!)) continue;
    const disagreement = at(after.lines[i]!);
    disagreement.displaced.push(owners[i]!);
    disagreement.missing.push(old);
    owners[i] = old;
  }
  for (const disagreement of disagreements.values()) cancel(disagreement);
  for (let i = 0; i < owners.length; i++) {
    const found = added[i] ? disagreements.get(after.lines[i]!) : undefined;
    if (found?.missing.some((owner) => sameOrigin(owner, after.owners[i]!))) found.wanting.push(i);
  }
  for (const { displaced, wanting } of disagreements.values()) {
    if (displaced.length === wanting.length) wanting.forEach((i, n) => (owners[i] = displaced[n]!));
    else for (const i of wanting) owners[i] = byHunk(i, after, owners, hunks) ?? UNSURE;
  }
  return owners;
}

// Equal lines of the parent that only swapped places do not disagree.
function cancel({ displaced, missing }: Disagreement): void {
  for (let n = missing.length - 1; n >= 0; n--) {
    const same = displaced.findIndex((owner) => sameOrigin(owner, missing[n]!));
    if (same < 0) continue;
    displaced.splice(same, 1);
    missing.splice(n, 1);
  }
}

// The first line (from 0) after a hunk; one that only removes comes after line `newStart`.
const endOf = (hunk: Hunk): number => (hunk.newCount > 0 ? hunk.newStart - 1 + hunk.newCount : hunk.newStart);

// A reformatted or moved line counts as the same line.
const sameOrigin = (a: Owner, b: Owner): boolean =>
  a.kind === 'node' && b.kind === 'node' ? a.node === b.node : sameOwner(a, b);

function byHunk(i: number, after: Owned, owners: readonly Owner[], hunks: readonly Hunk[]): Owner | undefined {
  const hunk = hunks.find((h) => h.newCount > 0 && i >= h.newStart - 1 && i < h.newStart - 1 + h.newCount)!;
  let agreed: Owner | undefined;
  for (let j = hunk.newStart - 1; j < Math.min(owners.length, hunk.newStart - 1 + hunk.newCount); j++) {
    const line = after.lines[j]!;
    if (after.lines.indexOf(line) !== after.lines.lastIndexOf(line)) continue;
    const owner = owners[j]!.kind === 'base' ? HUMAN : owners[j]!;
    if (agreed && !sameOrigin(agreed, owner)) return undefined;
    agreed = owner;
  }
  return agreed;
}
