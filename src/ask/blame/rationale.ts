import type { CheckState, Verification } from '../../model/graph/verification.ts';
import { isAnswer } from '../../model/knowledge/answering-prompts.ts';
import { isTurnGoal } from '../../model/knowledge/kinds.ts';
import { isReason } from '../../model/node.ts';
import { type NodeId, nodeId, numberOf, sessionPart } from '../../model/ids.ts';
import type { Node, Session } from '../../model/model.ts';
import type { GraphIndex } from '../../model/graph/graph-index.ts';
import { overruledIn } from '../find/entry-status.ts';
import type { Overruled } from '../shapes/shapes.ts';

/** A reference to a node: its id, and the node itself if an available graph contains it. */
export interface Referred {
  readonly id: NodeId;
  readonly node: Node | undefined;
  /** Of a decision that was rejected or retracted. */
  readonly status?: Overruled | undefined;
}

/** The reason for a node. */
export interface Context {
  /** The step that wrote the line. */
  readonly step: Referred;
  /** The session of the step; undefined when no available graph contains it. */
  readonly session: Session | undefined;
  readonly decision: Referred | undefined;
  readonly goal: Referred | undefined;
  /** Where the goal is a short answer such as "yes", or follows an interruption: the last goal before it that says more. */
  readonly follows?: Referred;
}

/** The reason for a line. */
export interface Why extends Context {
  readonly verification: Verification;
  /** The last check of each kind, the strongest kind first. */
  readonly checks: readonly CheckState[];
}

/** The edges that lead from a goal to the steps taken for it, and from a step to the sub-agent that it started. */
const TOWARDS_GOAL: ReadonlySet<string> = new Set(['led_to', 'explored_via', 'spawned']);

/**
 * The decision behind a node (over `decided_by`) and its goal. The goal leads to the node over `led_to`, `explored_via`
 * and, from a sub-agent to its starter, `spawned`. Of several it is the last one. Otherwise it is the last goal before the node in its
 * session.
 */
export function contextOf(graphs: GraphIndex, id: NodeId): Context {
  const decided = decisionOf(graphs, id);
  const goal = goalOf(graphs, id);
  const referred = (to: NodeId): Referred => ({ id: to, node: graphs.node(to) });
  const follows = goal && followedBy(graphs, goal);
  return {
    step: referred(id),
    session: graphs.session(id),
    decision: decided ? { ...referred(decided), status: overruledIn(graphs, decided) } : undefined,
    goal: goal ? referred(goal) : undefined,
    ...(follows && { follows: referred(follows) }),
  };
}

// Order: a declared decision, then a stated reason (it may have come later), then a list of what was done.
function decisionOf(graphs: GraphIndex, id: NodeId): NodeId | undefined {
  // A link that an agent proposed, or that a person removed or rejected, gives no reason.
  const all = graphs
    .from(id)
    .filter((edge) => edge.kind === 'decided_by' && (graphs.edgeStatus(edge) ?? 'accepted') === 'accepted');
  const declared = all.filter(({ to }) => {
    const node = graphs.node(to);
    return !node || isReason(node);
  });
  return (declared.find(({ source }) => source === 'declared') ?? declared[0] ?? all[0])?.to;
}

function goalOf(graphs: GraphIndex, id: NodeId): NodeId | undefined {
  const seen = new Set<NodeId>([id]);
  const goals: NodeId[] = [];
  for (const at of seen) {
    const node = graphs.node(at);
    if (node && isTurnGoal(node)) goals.push(at);
    else for (const edge of graphs.into(at)) if (TOWARDS_GOAL.has(edge.kind)) seen.add(edge.from);
  }
  // What was read in an earlier turn informs the step too. The step belongs to the last of these goals.
  const first = goals.find((goal) => sessionPart(goal) === sessionPart(id)) ?? goals[0];
  if (first !== undefined) return last(goals.filter((goal) => sessionPart(goal) === sessionPart(first)));
  for (const at of seen) {
    const before = graphs.goals(at).filter((goal) => numberOf(goal) < numberOf(at));
    if (before.length > 0) return last(before);
  }
  return undefined;
}

// The last goal before a short answer that is no short answer. Each goal leads to the next one of its session, also in what a graph
// repeats. What a person says after they stopped or refused a call corrects the work for the goal before.
function followedBy(graphs: GraphIndex, goal: NodeId): NodeId | undefined {
  const seen = new Set<NodeId>([goal]);
  for (const at of seen) {
    const summary = graphs.node(at)?.summary;
    if (summary === undefined) return undefined;
    if (!isAnswer(summary) && !(at === goal && wasStopped(graphs, goal))) return at === goal ? undefined : at;
    const before = graphs.into(at).find(({ kind, from }) => kind === 'led_to' && graphs.node(from)?.kind === 'goal');
    const goalBefore = before?.from ?? graphs.goalBefore(at);
    if (goalBefore) seen.add(goalBefore);
  }
  return undefined;
}

const last = (goals: readonly NodeId[]): NodeId => goals.reduce((a, b) => (numberOf(b) > numberOf(a) ? b : a));

// Whether the step right before a goal was a call that a person stopped or refused.
function wasStopped(graphs: GraphIndex, goal: NodeId): boolean {
  const number = numberOf(goal);
  const before = number > 0 ? graphs.node(nodeId(`${sessionPart(goal)}-${number - 1}`)) : undefined;
  return before?.detail?.['refused'] === true || before?.detail?.['interrupted'] === true;
}
