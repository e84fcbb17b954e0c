import type { Oid, SessionId } from '../../model/ids.ts';
import { SAYABLE } from '../../model/knowledge/kinds.ts';
import type { Node } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import type { GraphSource } from '../index/graph-source.ts';
import { list } from '../knowledge/list.ts';
import type { KnowledgeGraph } from '../knowledge/knowledge-graph.ts';

/** An agent's statement that no person has accepted or rejected. */
export interface Proposal {
  readonly node: Node;
  readonly session: SessionId;
  readonly agent: string;
  /** See `KnowledgeGraph.mark`. */
  readonly mark: RecordStanding | undefined;
  /** The commits with notes that contain it; empty before the first such commit. */
  readonly commits: readonly Oid[];
}

/** The entries that wait for a person's review, oldest first. */
export async function proposals(world: KnowledgeGraph, sources: readonly GraphSource[]): Promise<Proposal[]> {
  const found: Proposal[] = [];
  for (const kind of SAYABLE)
    for (const { node, session, mark } of await list(world, sources, {
      kind,
      status: 'proposed',
      provenance: false,
    })) {
      const commits = (await Promise.all(sources.map((source) => source.commitsWith(node.id)))).flat();
      found.push({
        node,
        session: session.id,
        agent: session.agent,
        mark,
        commits: commits.toSorted(),
      });
    }
  return found.sort((a, b) => a.node.at - b.node.at || (a.node.id < b.node.id ? -1 : 1));
}
