import type { NodeId } from '../graph/ids.ts';

/** The part of a node's id that all nodes of its session have; it is shown as the short session. */
export const sessionPart = (id: NodeId): string => id.slice(0, 8);

/** The node's number in its session. */
export const numberOf = (id: NodeId): number => Number(id.slice(9));
