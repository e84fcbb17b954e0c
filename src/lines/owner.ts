import type { NodeId, Oid } from '../model/ids.ts';
import type { Evidence } from '../model/model.ts';

/**
 * Who wrote a line.
 * - `node`: a step of an agent.
 * - `human`: a person. `from` is the step that wrote the line before this person changed it.
 * - `unsure`: the writer is not known. `likely` is a step whose program ran at that time.
 * - `base`: the line equals line `line` (from 0) of `blob`, whose owner is not known here.
 */
export type Owner =
  | { readonly kind: 'node'; readonly node: NodeId; readonly evidence: Evidence; readonly from?: NodeId }
  | { readonly kind: 'human'; readonly from?: NodeId }
  | { readonly kind: 'unsure'; readonly likely?: NodeId }
  | { readonly kind: 'base'; readonly blob: Oid; readonly line: number };

/** A text and the owner of each of its lines. */
export interface Owned {
  readonly lines: readonly string[];
  readonly owners: readonly Owner[];
}

export const HUMAN: Owner = { kind: 'human' };
export const UNSURE: Owner = { kind: 'unsure' };

/** The owners of a blob without known owners. */
export const baseOwners = (blob: Oid, count: number): Owner[] =>
  Array.from({ length: count }, (_, line): Owner => ({ kind: 'base', blob, line }));

/** Whether two owners are the same, evidence and origin included. */
export function sameOwner(a: Owner, b: Owner): boolean {
  if (a === b) return true;
  if (a.kind === 'node')
    return b.kind === 'node' && a.node === b.node && a.evidence === b.evidence && a.from === b.from;
  if (a.kind === 'base') return b.kind === 'base' && a.blob === b.blob && a.line === b.line;
  if (a.kind === 'human') return b.kind === 'human' && a.from === b.from;
  return b.kind === 'unsure' && a.likely === b.likely;
}

/** The owner after its line was found reformatted, moved or restored; only a step's evidence changes. */
export const withEvidence = (owner: Owner, evidence: Evidence): Owner =>
  owner.kind === 'node' && owner.evidence !== 'inferred' ? { ...owner, evidence } : owner;

/** Runs of lines with one owner, the form of owners on disk. A `base` run's line is that of its first line. */
export type OwnerRun = readonly [count: number, owner: Owner];

/** Owners as runs. The inverse of `fromRuns`. */
export function toRuns(owners: readonly Owner[]): OwnerRun[] {
  const runs: [number, Owner][] = [];
  for (const owner of owners) {
    const last = runs.at(-1);
    if (last && continues(last[1], last[0], owner)) last[0]++;
    else runs.push([1, owner]);
  }
  return runs;
}

/** Runs as one owner for each line. */
export function fromRuns(runs: readonly OwnerRun[]): Owner[] {
  const owners: Owner[] = [];
  for (const [count, owner] of runs)
    for (let i = 0; i < count; i++)
      owners.push(owner.kind === 'base' && i > 0 ? { ...owner, line: owner.line + i } : owner);
  return owners;
}

const continues = (first: Owner, count: number, next: Owner): boolean =>
  first.kind === 'base'
    ? next.kind === 'base' && next.blob === first.blob && next.line === first.line + count
    : sameOwner(first, next);
