import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encode } from '../cbor.ts';
import { graphId, type GraphId } from '../ids.ts';
import type { Graph } from '../model.ts';
import { naming, within } from './fields.ts';
import { graphToCbor } from './v1-graph.ts';

// Graphs are immutable, and joining and sorting ask for their ids again and again.
const known = new WeakMap<Graph, GraphId>();

/**
 * The canonical bytes of a graph, as they stand in a note.
 * @throws ProvError `data` naming the field that the format has no place for
 */
export const encodeGraph = (graph: Graph): Uint8Array =>
  encode(naming(() => within('graph', () => graphToCbor(graph))));

/** A graph's id: blake3 of its canonical bytes. */
export function graphIdOf(graph: Graph): GraphId {
  let id = known.get(graph);
  if (id === undefined) {
    id = graphId(bytesToHex(blake3(encodeGraph(graph))));
    known.set(graph, id);
  }
  return id;
}
