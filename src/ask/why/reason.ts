import type { Segment } from '../blame/blamed.ts';
import { byNumber, ofKind } from '../find/complete-graphs.ts';
import { standingIn } from '../find/entry-status.ts';
import { beginOf, withEnd } from '../history/continuations.ts';
import type { GraphIndex } from '../../model/graph/graph-index.ts';
import { checkedBy } from '../../model/graph/checks/node-checks.ts';
import type { CheckKind } from '../../model/checks/kind.ts';
import type { CheckState } from '../../model/graph/verification.ts';
import { oneLine } from '../../model/one-line.ts';
import { readCommand } from '../../model/shell/parse/command.ts';
import type { NodeId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import { doubtInfo, namedNode, nodeInfo } from '../shapes/parts.ts';
import { doubtsOf } from './doubts.ts';
import { originAnswer, originOf } from './origin.ts';
import type { CheckAnswer, WhyLines } from './why-answer.ts';

/** The fields of an answer that only an agent's lines have. */
export type Reason = Omit<
  WhyLines,
  | 'lines'
  | 'symbol'
  | 'owner'
  | 'evidence'
  | 'confidence'
  | 'standing'
  | 'noted'
  | 'imported'
  | 'commit'
  | 'from'
  | 'likely'
>;

/** For lines that no agent wrote. */
export const WITHOUT_REASON: Reason = {
  step: null,
  session: null,
  decision: null,
  goals: [],
  decision_status: null,
  decision_confidence: null,
  explored: [],
  doubts: [],
  verification: { state: 'none', run: null, checks: [] },
  input: null,
  output: null,
};

/** Follows an agent's lines from the step that wrote them to its goal. */
export function reasonOf(lookup: GraphIndex, id: NodeId, why: Segment['why']): Reason {
  const explored = ofKind(lookup.into(id), 'explored_via')
    .map(({ from }) => ({ id: from, node: lookup.node(from) }))
    .sort(byNumber);
  const runs = ofKind(lookup.from(id), 'verified_by')
    .flatMap(({ to }) => lookup.node(to) ?? [])
    .filter((node) => checkedBy(node).some(({ result }) => result !== 'unknown'));
  const origin = originOf(lookup, id);
  const { decision } = origin;
  const end = lookup.nodes().find((node) => beginOf(node) === id);
  const step = { id, node: origin.step.node && withEnd(origin.step.node, end) };
  const standing = decision && standingIn(lookup, decision.id);
  const run = runs.sort(byNumber).at(-1);
  return {
    ...originAnswer({ ...origin, step }),
    decision_status: standing?.status ?? null,
    decision_confidence: standing?.confidence ?? null,
    ...(standing?.supersededBy && { decision_superseded_by: standing.supersededBy }),
    explored: explored.map(namedNode),
    doubts: doubtsOf(lookup, id).map(doubtInfo),
    verification: {
      state: why?.verification ?? 'none',
      run: run ? nodeInfo(run) : null,
      checks: (why?.checks ?? []).map((check) => checkAnswer(check, lookup.node(check.by))),
    },
    input: step.node?.input ?? null,
    output: step.node?.output ?? null,
  };
}

function checkAnswer({ kind, state, by, likely, told, words }: CheckState, node: Node | undefined): CheckAnswer {
  const named = words ?? (node && wordsFor(kind, node));
  return {
    kind,
    state,
    by,
    ...(likely && { likely }),
    ...(told !== undefined && { told }),
    ...(named !== undefined && { words: oneLine(named) }),
    run: node ? nodeInfo(node) : null,
  };
}

// The words of a check for which its step has no summary: a build, or one of several checks. If they are not known, the whole command
// is shown.
function wordsFor(kind: CheckKind, node: Node): string | undefined {
  const isBuild = node.kind !== 'verification';
  if (!isBuild && checkedBy(node).length === 1) return undefined;
  const command = node.detail?.['command'] ?? (isBuild ? node.summary : undefined);
  if (typeof command !== 'string') return undefined;
  return isBuild ? (readCommand(command).runs?.findLast((run) => run.kind === kind)?.label ?? command) : command;
}
