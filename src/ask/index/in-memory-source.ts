import { mayBeProposal } from '../../model/knowledge/review.ts';
import { isNamedBy, type NodeId, type SessionId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import { filesOf, isSaid, moreOf, thingsIn } from './build/rows.ts';
import { standingOfGraph } from '../../model/standing/standing.ts';
import { hasNode, replacedIn } from '../../model/standing/things.ts';
import { isAbbreviation } from '../find/reference.ts';
import type { FoundNode, KnownGraph, Match, NamedSession, GraphSource, Wanted, WantedKind } from './graph-source.ts';
import { holdsWords } from './build/search-words.ts';

/** A source for graphs in memory, such as those that are in no commit yet. It needs no index. */
export function plainSource(graphs: readonly KnownGraph[]): GraphSource {
  const all = graphs.flatMap((graph) =>
    [...graph.nodes, ...(graph.context ?? [])].map((node): FoundNode => ({
      node,
      session: graph.session,
      standing: standingOfGraph(graph),
    })),
  );
  const newest = all.toSorted((a, b) => b.node.at - a.node.at);
  return {
    about: async (ids) => {
      const wanted = new Set<unknown>(ids);
      return graphs.filter((graph) => idsIn(graph).some((id) => wanted.has(id)));
    },
    changing: async (ids) => {
      const wanted = new Set<unknown>(ids);
      return graphs.filter(({ nodes, edges }) => {
        const events = nodes.some(({ kind, detail }) => kind === 'event' && wanted.has(detail?.['subject']));
        return events || edges.some(({ kind, to }) => kind === 'supersedes' && wanted.has(to));
      });
    },
    below: async (path) => graphs.filter((graph) => graph.nodes.some((node) => isAboutPath(node, path))),
    touching: async (thing) => graphs.filter((graph) => thingsIn(graph).includes(thing)),
    startingWith: async (prefix) => graphs.filter((graph) => ownIds(graph).some((id) => isAbbreviation(prefix, id))),
    holding: async (id) => graphs.filter((graph) => hasNode(graph, id)),
    ofSession: async (id) => graphs.filter(({ session }) => session.id === id),
    commitsWith: async () => [],
    commitsOf: async () => [],
    sums: async () => new Map(),
    trusted: async () => [],
    sessions: async (prefix) => {
      const named = new Map<SessionId, NamedSession>();
      for (const graph of graphs) {
        const { id, agent } = graph.session;
        if (isNamedBy(id, prefix)) named.set(id, { id, agent, standing: standingOfGraph(graph) });
      }
      return [...named.values()];
    },
    ofKind: async function* (wanted) {
      for (const found of newest) if (found.node.kind === wanted.kind && fits(found, wanted)) yield found;
    },
    matching: async function* (words, wanted): AsyncGenerator<Match> {
      for (const statements of [true, false])
        for (const found of newest)
          if (
            isSaid(found.node.kind) === statements &&
            fits(found, wanted) &&
            holdsWords(textsOf(found.node), words, statements)
          )
            yield { ...found, score: 0 };
    },
  };
}

/** The searchable texts of a node. */
export const textsOf = (node: Node): string[] => (isSaid(node.kind) ? [node.summary, moreOf(node)] : [node.summary]);

/** Whether a node matches a request. */
export function fits(
  { node, session }: Pick<FoundNode, 'node' | 'session'>,
  { kind, session: id, since, mayBeProposal: only }: Wanted & Pick<Partial<WantedKind>, 'mayBeProposal'>,
): boolean {
  if (kind !== undefined && node.kind !== kind) return false;
  if (id !== undefined && session.id !== id) return false;
  if (since !== undefined && node.at < since) return false;
  return !only || mayBeProposal(node);
}

/** Whether a node changed or mentions a file at or below a path. */
export const isAboutPath = (node: Node, path: string): boolean => filesOf(node).some((file) => isAtOrBelow(file, path));

/** Whether a path is a file, or is inside a folder. */
export const isAtOrBelow = (path: string, folder: string): boolean =>
  path === folder || folder === '' || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

// The ids of a graph's nodes, also those that the note has for things.
const ownIds = (graph: KnownGraph): NodeId[] => [...graph.nodes.map(({ id }) => id), ...replacedIn(graph).keys()];

// The ids of all nodes that a graph contains or mentions.
function idsIn(graph: KnownGraph): unknown[] {
  const { nodes, context = [], edges } = graph;
  const events = nodes
    .filter(({ kind }) => kind === 'event')
    .flatMap(({ detail }) => [detail?.['subject'], detail?.['object']]);
  const ids: NodeId[] = [...ownIds(graph), ...context.map(({ id }) => id)];
  return [...ids, ...edges.flatMap(({ from, to }) => [from, to]), ...events];
}
