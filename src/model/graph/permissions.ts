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
    before: draft.action,
    resumed: false,
  };
  const gates = [...draft.gates, gate];
  if (gates.length > MAX_GATES) blockedBefore(draft, gates.shift()!);
  draft.gates = gates;
  return node;
}

/** Links a call to the permission request before it. They match by the call's id, or else by tool and summary. */
export function settleGates(draft: Draft, id: NodeId, step: ToolStep): void {
  const summary = oneLine(step.summary);
  const at = draft.gates.findIndex(({ call, tool, ...gate }) =>
    call !== null && step.call !== undefined ? call === step.call : tool === step.tool && gate.summary === summary,
  );
  const gate = draft.gates[at];
  if (!gate) return;
  link(draft, id, gate.id, 'blocked_by', gate.call !== null && gate.call === step.call ? 'observed' : 'inferred');
  if (!gate.resumed && draft.goal !== null) link(draft, gate.id, draft.goal, 'resumed_after', 'observed');
  draft.gates = draft.gates.toSpliced(at, 1);
}

/** Marks all requests as answered, because the session continues. A refused call may still be reported. */
export function resume(draft: Draft): void {
  if (draft.gates.every(({ resumed }) => resumed)) return;
  for (const gate of draft.gates)
    if (!gate.resumed && draft.goal !== null) link(draft, gate.id, draft.goal, 'resumed_after', 'inferred');
  draft.gates = draft.gates.map((gate) => ({ ...gate, resumed: true }));
}

// Links a request without a call to the action before it.
function blockedBefore(draft: Draft, gate: Gate): void {
  if (gate.before !== null) link(draft, gate.before, gate.id, 'blocked_by', 'inferred');
}

/** Closes all requests at the end of a turn, because their calls will not arrive any more. */
export function closeGates(draft: Draft): void {
  for (const gate of draft.gates) blockedBefore(draft, gate);
  draft.gates = [];
}
