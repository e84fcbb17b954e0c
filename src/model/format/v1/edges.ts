import type { Cbor } from '../cbor.ts';
import type { NodeId } from '../../ids.ts';
import type { Edge } from '../../model.ts';
import { codeOf, edgeKinds, edgeSources, nameOf } from '../codes.ts';
import { asList, eachOf, fail, FIELD_LIMITS, within } from '../fields.ts';
import type { NodeRefs } from '../refs.ts';

// Consecutive edges with the same kind, the same source and one common end form one entry. A list holds their other ends.
interface EdgeRun {
  readonly end: number;
  readonly many: 'from' | 'to' | undefined;
}

function runAt(edges: readonly Edge[], start: number): EdgeRun {
  const first = edges[start]!;
  const like = (edge: Edge | undefined, same: 'from' | 'to'): boolean =>
    edge !== undefined && edge[same] === first[same] && edge.kind === first.kind && edge.source === first.source;
  const next = edges[start + 1];
  const same = like(next, 'from') ? 'from' : like(next, 'to') ? 'to' : undefined;
  let end = start + 1;
  if (same === undefined) return { end, many: undefined };
  while (like(edges[end], same)) end++;
  return { end, many: same === 'from' ? 'to' : 'from' };
}

/** Encodes the edges of a graph. */
export function edgesToCbor(edges: readonly Edge[], refs: NodeRefs): Cbor[] {
  if (edges.length > FIELD_LIMITS.edges) fail('edges', `${edges.length}, at most ${FIELD_LIMITS.edges} are allowed`);
  const entries: Cbor[] = [];
  for (let at = 0; at < edges.length;) {
    const { end, many } = runAt(edges, at);
    const run = edges.slice(at, end);
    const side = (name: 'from' | 'to'): Cbor =>
      many === name ? run.map((edge) => refs.write(edge[name], name)) : refs.write(run[0]![name], name);
    entries.push(
      within(`edges[${at}]`, () => [
        side('from'),
        side('to'),
        codeOf(edgeKinds, run[0]!.kind, 'kind'),
        codeOf(edgeSources, run[0]!.source, 'source'),
      ]),
    );
    at = end;
  }
  return entries;
}

/** Decodes what `edgesToCbor` wrote. Rejects entries that should have been one. */
export function edgesFromCbor(value: unknown, refs: NodeRefs): Edge[] {
  const edges: Edge[] = [];
  const runs = eachOf(value, 'edges', FIELD_LIMITS.edges, readRun, refs, edges);
  let at = 0;
  for (const [i, { end, many }] of runs.entries()) {
    const longest = runAt(edges, at);
    if (longest.end !== end || longest.many !== many) fail(`edges[${i}]`, 'not as many as could be one entry');
    at = end;
  }
  return edges;
}

// Reads one entry and adds its edges.
function readRun(value: unknown, _: number, refs: NodeRefs, edges: Edge[]): EdgeRun {
  const entry = asList(value, 'edge', 4);
  if (entry.length !== 4) return fail('edge', 'not an array of four');
  const [from, to] = entry;
  const kind = nameOf(edgeKinds, entry[2], 'kind');
  const source = nameOf(edgeSources, entry[3], 'source');
  const many = Array.isArray(from) ? 'from' : Array.isArray(to) ? 'to' : undefined;
  const add = (start: NodeId, end: NodeId): unknown => edges.push({ from: start, to: end, kind, source });
  if (many === 'from') {
    const end = refs.read(to, 'to');
    for (const start of asList(from, 'from', FIELD_LIMITS.edges)) add(refs.read(start, 'from'), end);
  } else {
    const start = refs.read(from, 'from');
    if (many === undefined) add(start, refs.read(to, 'to'));
    else for (const end of asList(to, 'to', FIELD_LIMITS.edges)) add(start, refs.read(end, 'to'));
  }
  return edges.length > FIELD_LIMITS.edges ? fail('', `more than ${FIELD_LIMITS.edges}`) : { end: edges.length, many };
}
