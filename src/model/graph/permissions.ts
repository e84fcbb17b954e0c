import type { ToolStep } from './classify.ts';
import type { Gate } from './cursor.ts';
import { link, type Draft } from './graph-builder.ts';
import type { NodeId } from '../ids.ts';
import { oneLine } from '../one-line.ts';
import type { Node } from '../model.ts';
import type { Step } from '../step.ts';

const GATES = 16;

/** Opens a gate: its call is linked when it comes. */
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
  if (gates.length > GATES) blockedBefore(draft, gates.shift()!);
  draft.gates = gates;
  return node;
}

/** Links a call to its gate, which came before it: known by the call's id, or by the same tool with the same words. */
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

/** The session goes on, so every gate before was answered; a call that was refused may still be reported. */
export function resume(draft: Draft): void {
  if (draft.gates.every(({ resumed }) => resumed)) return;
  for (const gate of draft.gates)
    if (!gate.resumed && draft.goal !== null) link(draft, gate.id, draft.goal, 'resumed_after', 'inferred');
  draft.gates = draft.gates.map((gate) => ({ ...gate, resumed: true }));
}

// A gate whose call never came is linked to the action before it.
function blockedBefore(draft: Draft, gate: Gate): void {
  if (gate.before !== null) link(draft, gate.before, gate.id, 'blocked_by', 'inferred');
}

/** The turn is over: calls that were asked for and have not come will not come. */
export function closeGates(draft: Draft): void {
  for (const gate of draft.gates) blockedBefore(draft, gate);
  draft.gates = [];
}
