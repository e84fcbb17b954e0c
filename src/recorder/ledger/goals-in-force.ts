import { isAnswer } from '../../model/knowledge/answering-prompts.ts';
import { isTurnGoal } from '../../model/knowledge/kinds.ts';
import type { Graph, Node } from '../../model/model.ts';

/** A graph repeats at most this many goals. An answer that follows more answers stands alone. */
const MAX_GOALS = 8;

/**
 * What later graphs have to repeat, so that each can be read alone: the last goal and the decisions that were declared since. Before a
 * goal that is only an answer, such as "yes, go on", stand those before it, from the last one that says more.
 * @param before the result for the graphs before
 * @param nodes the nodes of this graph
 */
export function inForce(before: readonly Node[], nodes: readonly Node[]): Node[] {
  const kept = [...before, ...nodes].filter(
    (node) => isTurnGoal(node) || (node.kind === 'decision' && node.detail?.['source'] === 'declared'),
  );
  const goal = kept.findLastIndex(isTurnGoal);
  return goal < 0 ? [] : [...answered(kept.slice(0, goal + 1)), ...kept.slice(goal + 1)];
}

// The last of these goals, and before an answer those that it answers.
function answered(nodes: readonly Node[]): Node[] {
  const goals = nodes.filter(isTurnGoal);
  const first = goals.findLastIndex(({ summary }) => !isAnswer(summary));
  return first < 0 || goals.length - first > MAX_GOALS ? goals.slice(-1) : goals.slice(first);
}

/** What a graph of these nodes has to repeat. Each of the goals in it led to the next one: a graph holds no edges of others. */
export function contextOf(
  inForceBefore: readonly Node[],
  nodes: Graph['nodes'],
): { context: Node[] } | Record<never, never> {
  const [first] = nodes;
  const startsAnew = first !== undefined && isTurnGoal(first);
  const context = !startsAnew ? inForceBefore : isAnswer(first.summary) ? inForceBefore.filter(isTurnGoal) : [];
  return context.length > 0 ? { context: [...context] } : {};
}
