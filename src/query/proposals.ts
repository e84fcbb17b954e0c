import type { NodeId, Oid, SessionId } from '../graph/ids.ts';
import { changeOf, type Said, standingOf, subjectOf } from '../graph/knowledge/standing.ts';
import type { Node } from '../graph/model.ts';
import { allNotes, type History, type LocalGraph } from './history.ts';

/** Something that an agent said and that no person has accepted or rejected. */
export interface Proposal {
  readonly node: Node;
  readonly session: SessionId;
  readonly agent: string;
  /** The newest commit whose note has it. */
  readonly commit?: Oid;
}

/** What waits for a person's review, oldest first. */
export async function proposals(history: History): Promise<Proposal[]> {
  const proposed = new Map<NodeId, Said & { commit?: Oid }>();
  const changes = new Map<NodeId, Said[]>();
  const seen = new Set<NodeId>();
  const take = ({ session, nodes }: LocalGraph, commit?: Oid): void => {
    for (const node of nodes) {
      const subject = changeOf(node) && subjectOf(node);
      if ((!subject && node.detail?.['status'] !== 'proposed') || seen.has(node.id)) continue;
      seen.add(node.id);
      const said = { node, session, ...(commit && { commit }) };
      if (subject) changes.set(subject, [...(changes.get(subject) ?? []), said]);
      else proposed.set(node.id, said);
    }
  };
  for (const graph of (await history.localGraphs?.()) ?? []) take(graph);
  for await (const { commit, note } of allNotes(history)) for (const graph of note.graphs) take(graph, commit);
  return [...proposed.values()]
    .filter((said) => standingOf(said, changes.get(said.node.id) ?? []).status === 'proposed')
    .map(({ node, session, commit }) => ({ node, session: session.id, agent: session.agent, ...(commit && { commit }) }))
    .sort((a, b) => a.node.at - b.node.at || (a.node.id < b.node.id ? -1 : 1));
}
