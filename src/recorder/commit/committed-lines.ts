import type { NodeId } from '../../model/ids.ts';
import type { Attribution } from '../../model/model.ts';
import { attribute } from '../../lines/attribute.ts';
import { claimMoves, type RemovedLines, strandOf } from '../../lines/moves.ts';
import { type Owned, type Owner, UNSURE } from '../../lines/owner.ts';
import { squeeze } from '../../lines/text.ts';
import type { CommittedFile } from './file-owners.ts';

/** Blocks of at least this weight that the commit removed elsewhere were moved (see derive.ts). */
export const MIN_BLOCK_WEIGHT = 20;
/** The attributions of a committed file. A line from a source without a note has no known owner. */
export function attributionsOf({ lines, owners, parent, hunks, carried }: CommittedFile): Attribution[] {
  const knownOwners = owners.map((owner, i) =>
    carried[i]?.owner.kind === 'base' && (owner.kind === 'base' || owner.kind === 'human') ? UNSURE : owner,
  );
  return attribute({ lines, owners: knownOwners }, parent, hunks);
}

/** The steps with lines that no source claims: their sessions did something for this commit. */
export function newNodes(drafts: readonly CommittedFile[]): Set<NodeId> {
  const nodes = new Set<NodeId>();
  for (const { owners, hunks, carried } of drafts)
    for (const { newStart, newCount } of hunks)
      for (let i = newStart - 1; i < newStart - 1 + newCount; i++) {
        const owner = owners[i];
        const source = carried[i]?.owner;
        if (!owner || (source?.kind === 'node' && owner.kind === 'node' && source.node === owner.node)) continue;
        if (owner.kind === 'node') nodes.add(owner.node);
        if ((owner.kind === 'node' || owner.kind === 'human') && owner.from) nodes.add(owner.from);
        if (owner.kind === 'unsure' && owner.likely) nodes.add(owner.likely);
      }
  return nodes;
}

// A source without a note contains the line and does not know its owner.
const isKnown = (line: CommittedFile['carried'][number]): boolean => line !== undefined && line.owner.kind !== 'base';

/** Whether sources have all added lines of a file. */
export const isCarried = ({ hunks, carried }: CommittedFile): boolean =>
  hunks.every(({ newStart, newCount }) => {
    for (let i = newStart - 1; i < newStart - 1 + newCount; i++) if (!isKnown(carried[i])) return false;
    return true;
  });

/**
 * A block that the commit removed in one place and added in another was moved, in any order and any number of steps: it keeps
 * its owner, above all a person. A step did not move a line that a person removed and that the step wrote out itself.
 * @param byPersons the texts of lines that only persons removed
 */
export function followMoves(
  drafts: readonly CommittedFile[],
  deleted: readonly Owned[],
  byPersons: ReadonlySet<string>,
): void {
  const isWritten = (owner: Owner, line: string): boolean =>
    owner.kind === 'node' && owner.evidence === 'exact' && byPersons.has(squeeze(line));
  const strands: RemovedLines[] = deleted.map(strandOf);
  for (const { parent, hunks } of drafts) {
    if (!parent) continue;
    const used = new Uint8Array(parent.lines.length);
    for (const { oldStart, oldCount } of hunks)
      if (oldCount > 0)
        strands.push({
          ...parent,
          from: oldStart - 1,
          to: Math.min(parent.lines.length, oldStart - 1 + oldCount),
          used,
        });
  }
  if (strands.length === 0) return;
  const targets = drafts.map(({ lines, owners, hunks, carried }) => {
    const open: (Owner | undefined)[] = [...owners];
    for (const { newStart, newCount } of hunks)
      for (let i = newStart - 1; i < Math.min(lines.length, newStart - 1 + newCount); i++)
        if (owners[i]!.kind !== 'unsure' && !isKnown(carried[i]) && !isWritten(owners[i]!, lines[i]!))
          open[i] = undefined;
    return { lines, owners: open };
  });
  claimMoves(targets, strands, MIN_BLOCK_WEIGHT, true);
  targets.forEach((target, n) => {
    const { owners } = drafts[n]!;
    target.owners.forEach((claimed, i) => {
      // A person's line becomes a step's only when a block of that step moved.
      if (claimed && (owners[i]!.kind === 'node' || claimed.kind === 'node')) owners[i] = claimed;
    });
  });
}
