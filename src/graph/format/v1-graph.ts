import { textOf, type Cbor, type CborKey, type CborMap } from '../cbor.ts';
import { graphId, sessionPrefix, type SessionId } from '../ids.ts';
import type { Graph, Session } from '../model.ts';
import {
  addExtra,
  asHash,
  asList,
  asMap,
  asOid,
  eachOf,
  extraOf,
  fail,
  FIELD_LIMITS,
  hashBytes,
  oidBytes,
  within,
} from './fields.ts';
import { baseOf, sessionRefs, type NodeRefs } from './refs.ts';
import { TextsIn, TextsOut } from './texts.ts';
import { commitsOf } from './v1-detail.ts';
import { edgesFromCbor, edgesToCbor } from './v1-edges.ts';
import { nodesFromCbor, nodesToCbor } from './v1-node.ts';
import { sessionFromCbor, sessionToCbor, usageFromCbor, usageToCbor } from './v1-session.ts';
import { KEY } from './v1-step.ts';

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

/** The map that is written for a graph. */
export function graphToCbor(graph: Graph): CborMap {
  const session = within('session', () => sessionToCbor(graph.session));
  const { nodes, edges, explains, previous, chain, usage, context = [] } = graph;
  const texts = new TextsOut();
  const refs = refsOf(graph);
  const writing = { refs, texts, commits: commitsOf(explains) };
  const written = nodesToCbor(nodes, 'nodes', 0, sessionRefs(prefixOf(graph.session), 0), writing);
  const copies = nodesToCbor(context, 'context', nodes[0]?.at ?? 0, refs, writing);
  // In the order of the keys, so that nothing has to be sorted.
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
  if (usage !== undefined)
    map.set(
      'usage',
      within('usage', () => usageToCbor(usage)),
    );
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

/** The inverse of `graphToCbor`. */
export function graphFromCbor(value: unknown): Graph {
  const map = asMap(value, 'graph');
  const session = within('session', () => sessionFromCbor(map.get('session')));
  const explains = eachOf(map.get('explains'), 'explains', FIELD_LIMITS.explains, (id) => asOid(id, ''));
  const prefix = prefixOf(session);
  const refs = sessionRefs(prefix, writtenBase(map.get('nodes')));
  const texts = new TextsIn(map.get('texts'));
  const reading = { refs, texts, commits: commitsOf(explains) };
  const nodes = nodesFromCbor(map.get('nodes'), 'nodes', 0, sessionRefs(prefix, 0), reading);
  const context = map.get('context');
  const copies =
    context === undefined ? undefined : nodesFromCbor(context, 'context', nodes[0]?.at ?? 0, refs, reading);
  if (copies?.length === 0) fail('context', 'empty');
  texts.finish();
  const previous = map.get('previous');
  const usage = map.get('usage');
  const extra = extraOf(map, GRAPH);
  return {
    session,
    nodes,
    edges: edgesFromCbor(map.get('edges'), refs),
    explains,
    previous: previous === undefined ? null : graphId(asHash(previous, 'previous')),
    chain: chainFromCbor(map.get('chain')),
    ...(usage === undefined ? {} : { usage: within('usage', () => usageFromCbor(usage)) }),
    ...(copies === undefined ? {} : { context: copies }),
    ...(extra === undefined ? {} : { extra }),
  };
}

// The first node's number as it is written, from which the others are counted. Whether it is one is seen when it is read.
function writtenBase(nodes: unknown): number {
  const first: unknown = Array.isArray(nodes) ? nodes[0] : undefined;
  const id: unknown = first instanceof Map ? first.get(KEY.id) : undefined;
  return typeof id === 'number' ? id : 0;
}

/** How ids are written in a graph, but for the first node's. */
export const refsOf = ({ session, nodes }: Pick<Graph, 'session' | 'nodes'>): NodeRefs => {
  const prefix = prefixOf(session);
  return sessionRefs(prefix, baseOf(prefix, nodes[0]?.id));
};

let latest = { id: '', prefix: '' };

/** What the ids of a session's own nodes start with, of the session id as the format keeps it. */
function prefixOf({ id }: Session): string {
  // Notes that are read one after the other are often of one session.
  if (latest.id !== id) latest = { id, prefix: sessionPrefix(textOf(id) as SessionId) };
  return latest.prefix;
}

const chainHash = (hash: string): Uint8Array => hashBytes(hash, 'chain');

function chainFromCbor(value: unknown): Graph['chain'] {
  const hashes = asList(value, 'chain', 3);
  if (hashes.length < 2) return fail('chain', 'not two or three hashes');
  const [start, head, parent] = hashes;
  return {
    start: asHash(start, 'chain'),
    head: asHash(head, 'chain'),
    ...(parent === undefined ? {} : { parent: asHash(parent, 'chain') }),
  };
}
