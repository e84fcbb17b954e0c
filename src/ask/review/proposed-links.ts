import type { NodeId, Oid, SessionId } from '../../model/ids.ts';
import { edgeKey, type EdgeName, edgeOf } from '../../model/knowledge/edge-status.ts';
import { DECLARABLE } from '../../model/knowledge/kinds.ts';
import { changeOf, type LoggedEvent } from '../../model/knowledge/status.ts';
import type { EdgeKind, Node } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import type { GraphSource } from '../index/graph-source.ts';
import type { KnowledgeGraph } from '../knowledge/knowledge-graph.ts';

/** A link that an agent proposed, and that no person has accepted or rejected. */
export interface ProposedLink {
  readonly link: EdgeName;
  /** The event that proposed it, or the entry that it came with. */
  readonly by: NodeId;
  /** How a person names it for a verdict: `event:ID`, or its ends and its kind. */
  readonly reference: string;
  /** Its ends; undefined for a node that no note here contains. */
  readonly from: Node | undefined;
  readonly to: Node | undefined;
  readonly at: number;
  readonly session: SessionId;
  readonly agent: string;
  readonly because: string | undefined;
  /** See `KnowledgeGraph.mark`. */
  readonly mark: RecordStanding | undefined;
  /** The commits with notes that contain `by`; empty before the first such commit. */
  readonly commits: readonly Oid[];
}

/** The links that wait for a person's review on their own, oldest first. What came with a proposed entry waits with it. */
export async function proposedLinks(world: KnowledgeGraph, sources: readonly GraphSource[]): Promise<ProposedLink[]> {
  const named = new Map<string, EdgeName>();
  for (const source of sources)
    for await (const { node } of source.ofKind({ kind: 'event' })) {
      const edge = changeOf(node) === 'linked' ? edgeOf(node) : undefined;
      if (edge) named.set(edgeKey(edge), edge);
    }
  const starts = new Set([...named.values()].map(({ from }) => from));
  for (const id of await entriesWithReviewedLinks(world, sources)) starts.add(id);
  await world.learn(starts);
  const found: ProposedLink[] = [];
  for (const from of starts)
    for (const link of world.links(from)) {
      if (link.from !== from || link.status !== 'proposed') continue;
      const proposal = await proposedLink(world, sources, link);
      if (proposal) found.push(proposal);
    }
  return found.sort((a, b) => a.at - b.at || (edgeKey(a.link) < edgeKey(b.link) ? -1 : 1));
}

async function proposedLink(
  world: KnowledgeGraph,
  sources: readonly GraphSource[],
  { from, kind, to }: EdgeName,
): Promise<ProposedLink | undefined> {
  const link = { from, kind, to };
  const event = world.edgeStanding(link)?.events.findLast((one) => one.counts && one.event === 'linked');
  if (!event || waitsWithEntry(world, event)) return undefined;
  await world.learn([to, event.node]);
  const commits = (await Promise.all(sources.map((source) => source.commitsWith(event.node)))).flat();
  return {
    link,
    by: event.node,
    reference: event.node === from ? named(world, link) : `event:${event.node}`,
    from: world.node(from),
    to: world.node(to),
    at: event.at,
    session: event.session,
    agent: event.agent,
    because: event.because,
    mark: world.mark(event.node),
    commits: commits.toSorted(),
  };
}

const waitsWithEntry = (world: KnowledgeGraph, { node }: LoggedEvent): boolean =>
  changeOf(world.node(node)!) === undefined && world.standing(node)?.status === 'proposed';

/** A link as a person names it: `claim:ID supports decision:ID`. */
export const named = (world: KnowledgeGraph, { from, kind, to }: EdgeName): string =>
  `${nameOf(world, from)} ${kind} ${nameOf(world, to)}`;

const nameOf = (world: KnowledgeGraph, id: NodeId): string => `${world.node(id)?.kind ?? 'node'}:${id}`;

/** The kinds of links that an entry can declare with itself, besides that of a revision, which is the revision's own matter. */
const COMING: readonly EdgeKind[] = ['supports', 'contradicts', 'derived_from', 'explains'];

// Only where such links are reviewed at all: every entry has to be read for it.
async function entriesWithReviewedLinks(world: KnowledgeGraph, sources: readonly GraphSource[]): Promise<NodeId[]> {
  if (!COMING.some((kind) => world.isReviewed(kind))) return [];
  const ids: NodeId[] = [];
  for (const kind of DECLARABLE)
    for (const source of sources)
      for await (const { node } of source.ofKind({ kind }))
        if (node.detail?.['source'] === 'declared') ids.push(node.id);
  return ids;
}
