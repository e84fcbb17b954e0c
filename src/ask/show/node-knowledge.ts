import { DECLARED, isTurnGoal } from '../../model/knowledge/kinds.ts';
import type { ReviewPolicy } from '../../model/knowledge/review.ts';
import type { Node, Session } from '../../model/model.ts';
import type { Sourced } from '../history/history.ts';
import { confidencesOf } from '../knowledge/history-answer.ts';
import { CheckedGraph } from '../rests/checked-graph.ts';
import { openContents } from '../rests/open-contents.ts';
import { type Weighing } from '../../model/knowledge/link.ts';
import { statementAnswer } from '../knowledge/statement-answer.ts';
import { type Statement, stateAll } from '../knowledge/statements.ts';
import { traceAnswer } from '../knowledge/trace-answer.ts';
import { trace, type TracedNode, withPresent } from '../knowledge/trace.ts';

/** Settings that the status and the confidence of entries depend on. */
export interface Weights {
  readonly reviewed: ReviewPolicy;
  readonly weighing: Weighing;
}

/** The status of a declared node, and with `traced` its origin. */
export interface NodeKnowledge {
  readonly statement?: Statement | undefined;
  readonly lineage?: TracedNode | undefined;
}

/**
 * Looks up a node in the index.
 * @param session the session that has the node
 * @param weights called when the node has a status or an origin
 * @param traced whether to follow its causes and effects too
 */
export async function knowledgeOf(
  node: Node,
  session: Pick<Session, 'id' | 'agent'>,
  sourced: Sourced,
  weights: () => Promise<Weights>,
  traced: boolean,
): Promise<NodeKnowledge> {
  const isStated = (DECLARED as readonly string[]).includes(node.kind) && !isTurnGoal(node);
  if (!isStated && !traced) return {};
  const { reviewed, weighing } = await weights();
  const { repo, sources, marks } = sourced;
  const world = new CheckedGraph(openContents(repo), sources, marks ?? false, reviewed);
  const [statement] = isStated ? await stateAll(world, [{ node, session }], true) : [];
  const target = { type: node.kind, id: node.id, text: node.summary, nodes: [node.id], more: false };
  const lineage = traced
    ? await withPresent(
        await trace(world, target, { directions: ['backward', 'forward'], depth: 3 }, weighing),
        sourced,
        sources,
      )
    : undefined;
  return { statement, lineage };
}

/** The fields that `git prov show KIND:ID --json` adds to the node. */
export const knowledgeAnswer = ({ statement, lineage }: NodeKnowledge, traced: boolean): object => ({
  ...(statement && {
    standing: {
      ...statementAnswer(statement),
      ...(traced && { confidence_history: confidencesOf(statement.standing) }),
    },
  }),
  ...(lineage && { trace: traceAnswer(lineage) }),
});
