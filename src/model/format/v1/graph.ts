import { textOf, type Cbor, type CborKey, type CborMap } from '../cbor.ts';
import { type GraphId, type Oid, sessionPrefix, type SessionId } from '../../ids.ts';
import type { Graph, Session } from '../../model.ts';
import { addExtra, asMap, eachOf, extraOf, fail, FIELD_LIMITS, hashBytes, oidBytes, within } from '../fields.ts';
import { CborReader } from '../reader.ts';
import { baseOf, sessionRefs, type NodeRefs } from '../refs.ts';
import { TextsIn, TextsOut } from '../texts.ts';
import { commitsOf } from './detail.ts';
import { edgesFromCbor, edgesToCbor } from './edges.ts';
import { nodesToCbor, readNodes } from './node.ts';
import { sessionFromCbor, sessionToCbor, usageFromCbor, usageToCbor } from './session.ts';
import { KEY } from './step.ts';

const GRAPH: ReadonlySet<CborKey> = new Set([
  'chain',
  'edges',
  'nodes',
  'texts',
  'usage',
  'context',
  'session',
  'explains',
  'previous',
]);

/** Encodes a graph as a map. */
export function graphToCbor(graph: Graph): CborMap {
  const session = within('session', sessionToCbor, graph.session);
  const { nodes, edges, explains, previous, chain, usage, context = [] } = graph;
  const texts = new TextsOut();
  const refs = refsOf(graph);
  const writing = { refs, texts, commits: commitsOf(explains) };
  const written = nodesToCbor(nodes, 'nodes', 0, sessionRefs(prefixOf(graph.session), 0), writing);
  const copies = nodesToCbor(context, 'context', nodes[0]?.at ?? 0, refs, writing);
  // In the order of the keys, so no sorting is needed.
  const map = new Map<CborKey, Cbor>([
    ['chain', [chain.start, chain.head, ...(chain.parent === undefined ? [] : [chain.parent])].map(chainHash)],
    ['edges', edgesToCbor(edges, refs)],
    ['nodes', written],
  ]);
  if (texts.entries.length > 0)
    map.set(
      'texts',
      eachOf(texts.entries, 'texts', FIELD_LIMITS.texts, (_, i) => texts.entries[i]!),
    );
  if (usage !== undefined) map.set('usage', within('usage', usageToCbor, usage));
  if (copies.length > 0) map.set('context', copies);
  map.set('session', session);
  map.set(
    'explains',
    eachOf(explains, 'explains', FIELD_LIMITS.explains, (_, i) => oidBytes(explains[i]!, '')),
  );
  if (previous !== null) map.set('previous', hashBytes(previous, 'previous'));
  addExtra(map, graph.extra, GRAPH);
  return map;
}

/** Byte offsets of a graph in a note and of some of its parts; -1 for a missing part. */
export interface GraphPlace {
  readonly start: number;
  readonly end: number;
  readonly chain: number;
  readonly nodes: number;
  readonly context: number;
  readonly explains: number;
  readonly previous: number;
}

/**
 * Decodes what `graphToCbor` wrote.
 * @param value the graph without the parts in `GraphPlace`
 * @param bytes scanned bytes that contain these parts
 */
export function readGraph(value: unknown, bytes: Uint8Array, place: GraphPlace): Graph {
  const map = asMap(value, 'graph');
  const session = within('session', sessionFromCbor, map.get('session'));
  const reader = new CborReader(bytes, place.explains);
  const explains = reader.each('explains', FIELD_LIMITS.explains, readCommit);
  const prefix = prefixOf(session);
  const refs = sessionRefs(prefix, writtenBase(reader.to(place.nodes)));
  const texts = new TextsIn(map.get('texts'));
  const reading = { refs, texts, commits: commitsOf(explains) };
  const nodes = readNodes(reader.to(place.nodes), 'nodes', 0, sessionRefs(prefix, 0), reading);
  const copies =
    place.context < 0 ? undefined : readNodes(reader.to(place.context), 'context', nodes[0]?.at ?? 0, refs, reading);
  if (copies?.length === 0) fail('context', 'empty');
  texts.finish();
  const usage = map.get('usage');
  const extra = extraOf(map, GRAPH);
  return {
    session,
    nodes,
    edges: edgesFromCbor(map.get('edges'), refs),
    explains,
    previous: place.previous < 0 ? null : (reader.to(place.previous).hash('previous') as GraphId),
    chain: readChain(reader.to(place.chain)),
    ...(usage === undefined ? {} : { usage: within('usage', usageFromCbor, usage) }),
    ...(copies === undefined ? {} : { context: copies }),
    ...(extra === undefined ? {} : { extra }),
  };
}

// The encoded number of the first node, which is the base for the others. It is checked when the node is read.
function writtenBase(from: CborReader): number {
  if (!from.isArray || from.array('nodes', Infinity) === 0 || !from.isMap || from.map('node') === 0) return 0;
  return from.code() === KEY.id ? Math.max(0, from.code()) : 0;
}

/** The encoding of ids in a graph, except for the first node's. */
export const refsOf = ({ session, nodes }: Pick<Graph, 'session' | 'nodes'>): NodeRefs => {
  const prefix = prefixOf(session);
  return sessionRefs(prefix, baseOf(prefix, nodes[0]?.id));
};

// The prefix of the session's own node ids. The session id is made well-formed for the format first.
const prefixOf = (session: Session): string => sessionPrefix({ ...session, id: textOf(session.id) as SessionId });

const chainHash = (hash: string): Uint8Array => hashBytes(hash, 'chain');

const readCommit = (from: CborReader): Oid => from.oid('');
const readHash = (from: CborReader): string => from.hash('');

function readChain(from: CborReader): Graph['chain'] {
  const [start, head, parent] = from.each('chain', 3, readHash);
  if (start === undefined || head === undefined) return fail('chain', 'not two or three hashes');
  return { start, head, ...(parent === undefined ? {} : { parent }) };
}
