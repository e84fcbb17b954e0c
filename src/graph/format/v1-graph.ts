import { textOf, type Cbor, type CborKey, type CborMap } from '../cbor.ts';
import { graphId, sessionId, sessionPrefix, type SessionId } from '../ids.ts';
import type { Edge, Graph, Node, Session, Usage } from '../model.ts';
import { codeOf, edgeKinds, edgeSources, nameOf } from './codes.ts';
import {
  addExtra,
  asHash,
  asInt,
  asList,
  asMap,
  asOid,
  asText,
  eachOf,
  extraOf,
  fail,
  FIELD_LIMITS,
  hashBytes,
  oidBytes,
  within,
} from './fields.ts';
import { nodeFromCbor, nodeToCbor, sessionRefs, writtenTime, type NodeRefs } from './v1-node.ts';

const GRAPH: ReadonlySet<CborKey> = new Set([
  'session',
  'nodes',
  'edges',
  'explains',
  'previous',
  'chain',
  'usage',
  'context',
]);
const SESSION: ReadonlySet<CborKey> = new Set(['id', 'agent', 'vendor', 'model', 'parent']);
const USAGE: ReadonlySet<CborKey> = new Set(['input', 'output', 'cache_read', 'cache_write']);

/** The map that is written for a graph. */
export function graphToCbor(graph: Graph): CborMap {
  const session = within('session', () => sessionToCbor(graph.session));
  const refs = sessionRefs(prefixOf(graph.session));
  const { nodes, edges, explains, previous, chain, usage, context } = graph;
  const base = nodes[0]?.at ?? 0;
  const map = new Map<CborKey, Cbor>([
    ['session', session],
    ['nodes', eachOf(nodes, 'nodes', FIELD_LIMITS.nodes, (_, i) => nodeToCbor(nodes[i]!, refs, i === 0 ? 0 : base))],
    ['edges', eachOf(edges, 'edges', FIELD_LIMITS.edges, (_, i) => edgeToCbor(edges[i]!, refs))],
    ['explains', eachOf(explains, 'explains', FIELD_LIMITS.explains, (_, i) => oidBytes(explains[i]!, ''))],
    ['chain', [chain.start, chain.head, ...(chain.parent === undefined ? [] : [chain.parent])].map(chainHash)],
  ]);
  if (context !== undefined && context.length > 0)
    map.set(
      'context',
      eachOf(context, 'context', FIELD_LIMITS.nodes, (_, i) => nodeToCbor(context[i]!, refs, base)),
    );
  if (previous !== null) map.set('previous', hashBytes(previous, 'previous'));
  if (usage !== undefined)
    map.set(
      'usage',
      within('usage', () => usageToCbor(usage)),
    );
  addExtra(map, graph.extra, GRAPH);
  return map;
}

/** The inverse of `graphToCbor`. */
export function graphFromCbor(value: unknown): Graph {
  const map = asMap(value, 'graph');
  const session = within('session', () => sessionFromCbor(map.get('session')));
  const refs = sessionRefs(prefixOf(session));
  const nodes = map.get('nodes');
  const previous = map.get('previous');
  const usage = map.get('usage');
  const context = map.get('context');
  const extra = extraOf(map, GRAPH);
  let base = 0;
  return {
    session,
    nodes: eachOf(nodes, 'nodes', FIELD_LIMITS.nodes, (node, i) => {
      const read = nodeFromCbor(node, refs, base);
      if (i === 0) base = writtenTime(node);
      return read;
    }),
    edges: eachOf(map.get('edges'), 'edges', FIELD_LIMITS.edges, (edge) => edgeFromCbor(edge, refs)),
    explains: eachOf(map.get('explains'), 'explains', FIELD_LIMITS.explains, (id) => asOid(id, '')),
    previous: previous === undefined ? null : graphId(asHash(previous, 'previous')),
    chain: chainFromCbor(map.get('chain')),
    ...(usage === undefined ? {} : { usage: within('usage', () => usageFromCbor(usage)) }),
    ...(context === undefined ? {} : { context: contextFromCbor(context, refs, base) }),
    ...(extra === undefined ? {} : { extra }),
  };
}

function contextFromCbor(value: unknown, refs: NodeRefs, base: number): readonly Node[] {
  const nodes = eachOf(value, 'context', FIELD_LIMITS.nodes, (node) => nodeFromCbor(node, refs, base));
  return nodes.length > 0 ? nodes : fail('context', 'empty');
}

/** What the ids of a session's own nodes start with, of the session id as the format keeps it. */
export const prefixOf = (session: Session): string => sessionPrefix(textOf(session.id) as SessionId);

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

function edgeToCbor(edge: Edge, refs: NodeRefs): Cbor {
  return [
    refs.write(edge.from, 'from'),
    refs.write(edge.to, 'to'),
    codeOf(edgeKinds, edge.kind, 'kind'),
    codeOf(edgeSources, edge.source, 'source'),
  ];
}

function edgeFromCbor(value: unknown, refs: NodeRefs): Edge {
  const edge = asList(value, 'edge', 4);
  if (edge.length !== 4) return fail('edge', 'not an array of four');
  return {
    from: refs.read(edge[0], 'from'),
    to: refs.read(edge[1], 'to'),
    kind: nameOf(edgeKinds, edge[2], 'kind'),
    source: nameOf(edgeSources, edge[3], 'source'),
  };
}

function sessionToCbor(session: Session): CborMap {
  const map = new Map<CborKey, Cbor>([
    ['id', asSession(session.id, 'id')],
    ['agent', asText(session.agent, 'agent', FIELD_LIMITS.label)],
  ]);
  if (session.vendor !== undefined) map.set('vendor', asText(session.vendor, 'vendor', FIELD_LIMITS.label));
  if (session.model !== undefined) map.set('model', asText(session.model, 'model', FIELD_LIMITS.label));
  if (session.parent !== undefined) map.set('parent', asSession(session.parent, 'parent'));
  addExtra(map, session.extra, SESSION);
  return map;
}

function sessionFromCbor(value: unknown): Session {
  const map = asMap(value, 'map');
  const vendor = map.get('vendor');
  const model = map.get('model');
  const parent = map.get('parent');
  const extra = extraOf(map, SESSION);
  return {
    id: asSession(map.get('id'), 'id'),
    agent: asText(map.get('agent'), 'agent', FIELD_LIMITS.label),
    ...(vendor === undefined ? {} : { vendor: asText(vendor, 'vendor', FIELD_LIMITS.label) }),
    ...(model === undefined ? {} : { model: asText(model, 'model', FIELD_LIMITS.label) }),
    ...(parent === undefined ? {} : { parent: asSession(parent, 'parent') }),
    ...(extra === undefined ? {} : { extra }),
  };
}

function asSession(value: unknown, field: string): SessionId {
  const text = asText(value, field, FIELD_LIMITS.session);
  try {
    return sessionId(textOf(text));
  } catch {
    return fail(field, 'not a session id');
  }
}

const asCount = (value: unknown, field: string): number => asInt(value, field, 0, Number.MAX_SAFE_INTEGER);

function usageToCbor(usage: Usage): CborMap {
  const map = new Map<CborKey, Cbor>([
    ['input', asCount(usage.input, 'input')],
    ['output', asCount(usage.output, 'output')],
  ]);
  if (usage.cacheRead !== undefined) map.set('cache_read', asCount(usage.cacheRead, 'cache_read'));
  if (usage.cacheWrite !== undefined) map.set('cache_write', asCount(usage.cacheWrite, 'cache_write'));
  addExtra(map, usage.extra, USAGE);
  return map;
}

function usageFromCbor(value: unknown): Usage {
  const map = asMap(value, 'map');
  const cacheRead = map.get('cache_read');
  const cacheWrite = map.get('cache_write');
  const extra = extraOf(map, USAGE);
  return {
    input: asCount(map.get('input'), 'input'),
    output: asCount(map.get('output'), 'output'),
    ...(cacheRead === undefined ? {} : { cacheRead: asCount(cacheRead, 'cache_read') }),
    ...(cacheWrite === undefined ? {} : { cacheWrite: asCount(cacheWrite, 'cache_write') }),
    ...(extra === undefined ? {} : { extra }),
  };
}
