import type { Oid, SessionId } from '../../model/ids.ts';
import { DECLARABLE } from '../../model/knowledge/kinds.ts';
import type { Standing, Status } from '../../model/knowledge/status.ts';
import type { Node } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import type { GraphSource } from '../index/graph-source.ts';
import { list } from '../knowledge/list.ts';
import type { Statement } from '../knowledge/statements.ts';
import type { KnowledgeGraph } from '../knowledge/knowledge-graph.ts';

/** An agent's statement that no person has accepted or rejected. */
export interface Proposal {
  readonly node: Node;
  readonly session: SessionId;
  readonly agent: string;
  /** See `KnowledgeGraph.mark`. */
  readonly mark: RecordStanding | undefined;
  readonly standing: Standing;
  /** The commits with notes that contain it; empty before the first such commit. */
  readonly commits: readonly Oid[];
}

/** The entries that wait for a person's review, oldest first. */
export const proposals = (world: KnowledgeGraph, sources: readonly GraphSource[]): Promise<Proposal[]> =>
  listed(world, sources, DECLARABLE, 'proposed', () => true);

/** The number of entries that wait for a person's review. */
export async function countProposals(world: KnowledgeGraph, sources: readonly GraphSource[]): Promise<number> {
  let count = 0;
  for (const kind of DECLARABLE)
    count += (await list(world, sources, { kind, status: 'proposed', provenance: false })).length;
  return count;
}

/** Kinds of entries that are found in transcripts, or summarise the work. */
const FOUND = ['decision', 'risk'] as const;

/**
 * Undeclared words that no person decided on: from transcripts (`narrated`), and lists of the work
 * (`consolidated`). Oldest first.
 */
export const undecidedWords = (world: KnowledgeGraph, sources: readonly GraphSource[]): Promise<Proposal[]> =>
  listed(
    world,
    sources,
    FOUND,
    'accepted',
    ({ node, standing }) =>
      (node.detail?.['source'] === 'narrated' || node.detail?.['source'] === 'consolidated') &&
      !standing.events.some(({ event, counts }) => event === 'accepted' && counts),
  );

async function listed(
  world: KnowledgeGraph,
  sources: readonly GraphSource[],
  kinds: readonly string[],
  status: Status,
  isWanted: (one: Statement) => boolean,
): Promise<Proposal[]> {
  const found: Proposal[] = [];
  for (const kind of kinds)
    for (const one of await list(world, sources, { kind, status, provenance: false })) {
      if (!isWanted(one)) continue;
      const { node, session, mark, standing } = one;
      const commits = (await Promise.all(sources.map((source) => source.commitsWith(node.id)))).flat();
      found.push({
        node,
        session: session.id,
        agent: session.agent,
        mark,
        standing,
        commits: commits.toSorted(),
      });
    }
  return found.sort((a, b) => a.node.at - b.node.at || (a.node.id < b.node.id ? -1 : 1));
}
