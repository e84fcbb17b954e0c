import type { Cursor } from './cursor.ts';
import type { NodeId } from '../ids.ts';
import type { Edge, EdgeKind, EdgeSource, Node } from '../model.ts';

/** A cursor that is being built, with what the step adds: its lists are replaced, never changed in place. */
export type Draft = { -readonly [Key in keyof Cursor]: Cursor[Key] } & {
  readonly edges: Edge[];
  /** Nodes that stand for what the step speaks of; they are no steps. */
  readonly references: Node[];
};

/** Adds an edge. */
export function link(draft: Draft, from: NodeId, to: NodeId, kind: EdgeKind, source: EdgeSource): void {
  draft.edges.push({ from, to, kind, source });
}

/** The list with an item more, of which the oldest are dropped beyond the limit. */
export const latest = <T>(list: readonly T[], item: T, limit: number): readonly T[] => [
  ...list.slice(-(limit - 1)),
  item,
];
