import { plainSource } from '../../../ask/index/in-memory-source.ts';
import type { GraphSource } from '../../../ask/index/graph-source.ts';
import { KnowledgeGraph } from '../../../ask/knowledge/knowledge-graph.ts';
import { layerOf } from '../../../ask/knowledge/layers.ts';
import { confidenceOf, type Weighing } from '../../../model/knowledge/link.ts';
import { edgeInfo, nodeInfo, sessionInfo } from '../../../ask/shapes/parts.ts';
import { readSessionStory } from '../../../ask/history/sessions.ts';
import { readWork } from '../../../ask/show/commit-work.ts';
import { find } from '../../../ask/find/find.ts';
import { type History, notesAlong, type Sourced } from '../../../ask/history/history.ts';
import { readRange } from '../../../ask/report/range.ts';
import { prefixesOf, sessionPart, shortSession, type SessionId } from '../../../model/ids.ts';
import type { Status } from '../../../model/knowledge/status.ts';
import type { Edge, Graph, Node as ModelNode, Session as ModelSession } from '../../../model/model.ts';
import type { CliContext } from '../../cli/context.ts';
import { weighingOf, withSources } from '../../cli/reading/with-graph.ts';
import { historyOf, onlyMeaning, type ReadingContext } from '../../cli/reading/reading-context.ts';
import type { GraphData, GraphEdge, GraphNode } from '../contract.ts';
import { query } from './command.ts';
import { statusesIn, type Statuses } from './statuses.ts';

/** Nodes of a graph that a page draws. */
const MAX_NODES = 4000;
const MAX_COMMITS = 500;

type Part = Pick<Graph, 'session' | 'nodes' | 'edges'> & { readonly context?: readonly ModelNode[] };

/** The graph of a commit, a session, a node or a range: its nodes, and its edges with their confidence now. */
export const graphOf = (ctx: CliContext, place: string): Promise<GraphData> =>
  query(ctx, async (read) => {
    const history = historyOf(read);
    const weighing = await weighingOf(read);
    if (place.includes('..')) {
      const { title, parts } = await partsOfRange(history, place);
      const world = await worldOf(parts, [plainSource(parts)]);
      return assemble(title, parts, { weighing, world, statuses: await statusesOf(read, parts) }, undefined);
    }
    // The statuses open the index themselves, so they come after it was closed.
    const { title, parts, around, world } = await withSources(read, history, async (sourced) => {
      const found = await partsOf(sourced, place);
      return { ...found, world: await worldOf(found.parts, sourced.sources) };
    });
    return assemble(title, parts, { weighing, world, statuses: await statusesOf(read, parts) }, around);
  });

interface Parts {
  readonly title: string;
  readonly parts: readonly Part[];
  /** Only what is connected with this node. */
  readonly around?: string | undefined;
}

// The notes along the range; no index is needed.
async function partsOfRange(history: History, place: string): Promise<Parts> {
  const range = await readRange(history.repo, place);
  const parts: Part[] = [];
  let count = 0;
  for await (const [, note] of notesAlong(history, range.revisions, MAX_COMMITS)) {
    parts.push(...note.graphs);
    count++;
  }
  return { title: `${place}, ${count} ${count === 1 ? 'commit with a note' : 'commits with notes'}`, parts };
}

async function partsOf(history: Sourced, place: string): Promise<Parts> {
  const found = onlyMeaning(await find(history, place), place);
  if (found.kind === 'commit') {
    const { commit, note } = await readWork(history, found.commit);
    return { title: commit.subject, parts: note?.graphs ?? [] };
  }
  const story = await readSessionStory(history, found.session);
  const parts = story?.graphs ?? [];
  if (found.kind === 'session') return { title: `${found.agent} ${shortSession(found.session)}`, parts };
  return { title: found.node.summary, parts, around: found.id };
}

/** What is known beside the notes of the graph. */
interface Reading {
  readonly weighing: Weighing;
  readonly statuses: Statuses;
  /** Knows when nodes were last touched. */
  readonly world: KnowledgeGraph;
}

async function worldOf(parts: readonly Part[], sources: readonly GraphSource[]): Promise<KnowledgeGraph> {
  const world = new KnowledgeGraph(sources);
  for (const part of parts) world.add(part);
  await world.learnTouches([...world.met()].map(({ node: { id } }) => id));
  return world;
}

const statusesOf = (read: ReadingContext, parts: readonly Part[]): Promise<Statuses> =>
  statusesIn(
    read,
    parts.flatMap(({ nodes, context = [] }) => [...context, ...nodes]),
    parts.flatMap(({ edges }) => edges),
  );

function assemble(title: string, parts: readonly Part[], reading: Reading, around: string | undefined): GraphData {
  const nodes = new Map<string, GraphNode>();
  const edges = new Map<string, Edge>();
  const sessions = new Map<string, ModelSession>();
  for (const { session, nodes: own, edges: links, context = [] } of parts) {
    sessions.set(session.id, { ...sessions.get(session.id), ...session });
    for (const node of [...context, ...own])
      nodes.set(node.id, drawn(node, session.id, reading.statuses.ofNode(node.id)));
    for (const edge of links) edges.set(`${edge.from} ${edge.kind} ${edge.to}`, edge);
  }
  for (const node of nodes.values()) addCode(node, nodes, edges);
  const near = around === undefined ? undefined : connected(around, edges.values());
  const all = [...nodes.values()].filter(({ id }) => near?.has(id) ?? true).sort(byTime);
  const shown = new Map(all.slice(0, MAX_NODES).map((node) => [node.id, node]));
  return {
    title,
    nodes: [...shown.values()],
    edges: [...edges.values()].flatMap((edge) => {
      const [from, to] = [shown.get(edge.from), shown.get(edge.to)];
      return from && to ? [weighed(edge, from, to, reading)] : [];
    }),
    sessions: Object.fromEntries([...sessions].map(([id, session]) => [id, sessionInfo(session)])),
    left: all.length - shown.size,
  };
}

const byTime = (a: GraphNode, b: GraphNode): number =>
  (a.at ?? '') < (b.at ?? '') ? -1 : (a.at ?? '') > (b.at ?? '') ? 1 : 0;

function drawn(node: ModelNode, session: SessionId, status: Status | undefined): GraphNode {
  return {
    ...nodeInfo(node),
    ...(status && { status }),
    layer: layerOf(node.kind) ?? null,
    session: ownerOf(node, session),
  };
}

const ownerOf = ({ id }: ModelNode, session: SessionId): string | null =>
  prefixesOf(session).includes(sessionPart(id)) ? session : null;

// The record names files and commits in the details of its steps. Here they are nodes of the layer of code.
function addCode(node: GraphNode, nodes: Map<string, GraphNode>, edges: Map<string, Edge>): void {
  const link = (id: string, kind: 'file' | 'commit', summary: string, edge: string): void => {
    if (!nodes.has(id)) nodes.set(id, { id, kind, summary, layer: 'code', session: null, at: node.at ?? null });
    edges.set(`${node.id} ${edge} ${id}`, { from: node.id, to: id, kind: edge, source: 'observed' } as unknown as Edge);
  };
  const { files, commit } = node.detail ?? {};
  if (node.kind === 'commitment' && Array.isArray(files))
    for (const file of files.slice(0, 20)) link(`file:${String(file)}`, 'file', String(file), 'writes');
  if (node.kind === 'patch' && typeof commit === 'string') link(`commit:${commit}`, 'commit', node.summary, 'explains');
}

/** The nodes that edges connect with one, in any direction; files connect nothing, because many steps write the same. */
function connected(start: string, edges: Iterable<Edge>): Set<string> {
  const ends = new Map<string, string[]>();
  const add = (from: string, to: string): void => void (ends.get(from)?.push(to) ?? ends.set(from, [to]));
  for (const { from, to } of edges) {
    add(from, to);
    add(to, from);
  }
  const found = new Set([start]);
  for (const id of found) {
    if (id.startsWith('file:')) continue;
    for (const next of ends.get(id) ?? []) found.add(next);
  }
  return found;
}

function weighed(edge: Edge, from: GraphNode, to: GraphNode, { weighing, statuses, world }: Reading): GraphEdge {
  const at = Math.max(Date.parse(from.at ?? '') || 0, Date.parse(to.at ?? '') || 0);
  const share = confidenceOf(edge, world.touchedAt({ ...edge, at }), weighing);
  return {
    ...edgeInfo(edge, statuses.ofEdge(edge)),
    confidence: Math.round(share * 1000) / 1000,
  };
}
