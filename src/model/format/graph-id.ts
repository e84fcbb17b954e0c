import { encode } from './cbor.ts';
import { blake3 } from '../hash.ts';
import { hexOf } from '../hex.ts';
import type { GraphId } from '../ids.ts';
import type { Graph } from '../model.ts';
import { naming, within } from './fields.ts';
import { graphToCbor } from './v1/graph.ts';

// Caches. Graphs are immutable, and joining, sorting and writing need their bytes and ids repeatedly.
const knownBytes = new WeakMap<Graph, Uint8Array>();
const knownIds = new WeakMap<Graph, GraphId>();

/** The canonical bytes of a graph. Callers must not change them. Rejects a field that the format cannot hold. */
export function graphBytes(graph: Graph): Uint8Array {
  let bytes = knownBytes.get(graph);
  if (bytes === undefined) {
    bytes = encode(graphToCbor(graph));
    knownBytes.set(graph, bytes);
  }
  return bytes;
}

/** Caches the bytes that a graph was decoded from. They are canonical, so encoding would give the same bytes. */
export const keepBytes = (graph: Graph, bytes: Uint8Array): unknown => knownBytes.set(graph, bytes);

/** Gives a reduced copy of a graph the bytes and the id of the original, so that the original is written back unchanged. */
export function copyBytes(from: Graph, to: Graph): void {
  const bytes = knownBytes.get(from);
  if (bytes) knownBytes.set(to, bytes);
}

/** Gives a reduced copy of a graph the id of the original. */
export const copyId = (from: Graph, to: Graph): unknown => knownIds.set(to, graphIdOf(from));

const bytesInGraph = (graph: Graph): Uint8Array => within('graph', graphBytes, graph);
const namedBytes = (graph: Graph): Uint8Array => naming(bytesInGraph, graph);

/**
 * The canonical bytes of a graph, in the form that a note contains.
 * @throws ProvError `data` that names a field that the format cannot hold
 */
export const encodeGraph = (graph: Graph): Uint8Array => namedBytes(graph).slice();

/** A graph's id: blake3 of its canonical bytes. Throws like `encodeGraph`. */
export function graphIdOf(graph: Graph): GraphId {
  let id = knownIds.get(graph);
  if (id === undefined) {
    id = hexOf(blake3(namedBytes(graph))) as GraphId;
    knownIds.set(graph, id);
  }
  return id;
}
