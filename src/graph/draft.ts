import type { Cursor } from './cursor.ts';
import type { NodeId } from './ids.ts';
import type { Edge, EdgeKind, EdgeSource } from './model.ts';

/** A cursor that is being built, with the edges of the step: its lists are replaced, never changed in place. */
export type Draft = { -readonly [Key in keyof Cursor]: Cursor[Key] } & { readonly edges: Edge[] };

/** Adds an edge. */
export function link(draft: Draft, from: NodeId, to: NodeId, kind: EdgeKind, source: EdgeSource): void {
  draft.edges.push({ from, to, kind, source });
}

/** The list with an item more, of which the oldest are dropped beyond the limit. */
export const latest = <T>(list: readonly T[], item: T, limit: number): readonly T[] => [
  ...list.slice(-(limit - 1)),
  item,
];
