import type { Cursor } from './cursor.ts';
import type { NodeId } from '../ids.ts';
import type { Edge, EdgeKind, EdgeSource, Node } from '../model.ts';

/** A mutable cursor plus the additions of the step. Its lists are replaced, never modified. */
export type Draft = { -readonly [Key in keyof Cursor]: Cursor[Key] } & {
  readonly edges: Edge[];
  /** Nodes for the files and commits that the step refers to. They are not steps. */
  readonly references: Node[];
};

/** Adds an edge. */
export function link(draft: Draft, from: NodeId, to: NodeId, kind: EdgeKind, source: EdgeSource): void {
  draft.edges.push({ from, to, kind, source });
}

/** Appends an item to a list and drops the oldest items beyond the limit. */
export const latest = <T>(list: readonly T[], item: T, limit: number): readonly T[] => [
  ...list.slice(-(limit - 1)),
  item,
];
