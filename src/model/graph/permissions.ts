import type { ToolStep } from './classify.ts';
import type { Gate } from './cursor.ts';
import { link, type Draft } from './graph-builder.ts';
import type { NodeId } from '../ids.ts';
import { oneLine } from '../one-line.ts';
import type { Node } from '../model.ts';
import type { Step } from '../step.ts';

const MAX_GATES = 16;

/** Records a permission request. Its call is linked when it arrives. */
export function openGate(draft: Draft, node: Node, step: Extract<Step, { type: 'gate' }>): Node {
  const gate: Gate = {
    id: node.id,
    tool: step.tool,
    summary: oneLine(step.summary),
    call: step.call ?? null,
    resumed: false,
  };
  const gates = [...draft.gates, gate];
  if (gates.length > MAX_GATES) blockGoal(draft, gates.shift()!);
  draft.gates = gates;
  return node;
}

/**
 * Links a call to the permission request before it. They match by the call's id, or else by tool and summary.
 * @returns whether there was such a request
 */
export function settleGates(draft: Draft, id: NodeId, step: ToolStep): boolean {
  const summary = oneLine(step.summary);
  const at = draft.gates.findIndex(({ call, tool, ...gate }) =>
    call !== null && step.call !== undefined ? call === step.call : tool === step.tool && gate.summary === summary,
  );
  const gate = draft.gates[at];
  if (!gate) return false;
  link(draft, id, gate.id, 'blocked_by', gate.call !== null && gate.call === step.call ? 'observed' : 'inferred');
  if (!gate.resumed && draft.goal !== null) link(draft, gate.id, draft.goal, 'resumed_after', 'observed');
  draft.gates = draft.gates.toSpliced(at, 1);
  return true;
}

/** Whether a call never ran. A call that was cut off after a request had no answer, as far as is known. */
export const neverRan = ({ outcome }: ToolStep, isGated: boolean): boolean =>
  outcome === 'refused' || (isGated && outcome === 'interrupted');

/** Marks all requests as answered, because the session continues. A refused call may still be reported. */
export function resume(draft: Draft): void {
  if (draft.gates.every(({ resumed }) => resumed)) return;
  for (const gate of draft.gates)
    if (!gate.resumed && draft.goal !== null) link(draft, gate.id, draft.goal, 'resumed_after', 'inferred');
  draft.gates = draft.gates.map((gate) => ({ ...gate, resumed: true }));
}

// A request without a call blocked the goal's work, and no action that ran before it.
function blockGoal(draft: Draft, gate: Gate): void {
  if (draft.goal !== null) link(draft, draft.goal, gate.id, 'blocked_by', 'inferred');
}

/** Closes all requests at the end of a turn, because their calls will not arrive any more. */
export function closeGates(draft: Draft): void {
  for (const gate of draft.gates) blockGoal(draft, gate);
  draft.gates = [];
}
