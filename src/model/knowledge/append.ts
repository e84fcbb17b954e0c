import { link, type Draft } from '../graph/graph-builder.ts';
import { nodeId, type NodeId } from '../ids.ts';
import { oneLine } from '../one-line.ts';
import type { Node } from '../model.ts';
import type { Step, Target } from '../step.ts';
import { thingContent, thingIn } from './thing.ts';

/** Characters of a summary. A longer text is stored in full in the detail. */
const MAX_SUMMARY_CHARACTERS = 240;
/** Characters of a recorded statement, over all its lines. */
export const MAX_ENTRY_CHARACTERS = 16_000;
const MAX_REASON_CHARACTERS = 600;
const MAX_RULED_OUT = 10;
const MAX_ALTERNATIVE_CHARACTERS = 200;

type Of<T extends Step['type']> = Extract<Step, { type: T }>;

/** Creates the node of a recorded statement, and its edges. A decision also counts for the later changes of its turn. */
export function addKnowledge(draft: Draft, id: NodeId, step: Of<'knowledge'>): Node {
  const summary = oneLine(step.text, MAX_SUMMARY_CHARACTERS) || 'nothing';
  const whole = step.text.slice(0, MAX_ENTRY_CHARACTERS).toWellFormed().trim();
  for (const { edge, to } of step.links) link(draft, id, refer(draft, to, step.at), edge, 'declared');
  return {
    id,
    kind: step.kind,
    at: step.at,
    summary,
    detail: {
      source: 'declared',
      ...(whole !== summary && { text: whole }),
      ...(step.because !== undefined && { because: oneLine(step.because, MAX_REASON_CHARACTERS) }),
      ...(step.ruledOut.length > 0 && {
        rejected: step.ruledOut.slice(0, MAX_RULED_OUT).map((text) => oneLine(text, MAX_ALTERNATIVE_CHARACTERS)),
      }),
      ...step.detail,
    },
  };
}

/** Creates the node of a change to an entry or a link, and the edge of a new link. */
export function logChange(draft: Draft, id: NodeId, step: Of<'change'>): Node {
  const subject = refer(draft, step.subject, step.at);
  const object = step.object && refer(draft, step.object, step.at);
  if (step.change === 'linked' && step.edge && object) link(draft, subject, object, step.edge, 'declared');
  return {
    id,
    kind: 'event',
    at: step.at,
    summary: [step.change, subject, step.edge, object].filter(Boolean).join(' '),
    detail: {
      source: 'declared',
      event: step.change,
      subject,
      ...(step.edge !== undefined && { edge: step.edge }),
      ...(object !== undefined && { object }),
      ...(step.because !== undefined && { because: oneLine(step.because, MAX_REASON_CHARACTERS) }),
      ...step.detail,
    },
  };
}

// A file or commit is not a step, so the session gets a node that refers to it. Readers join all nodes of one thing; see `withThings`.
function refer(draft: Draft, target: Target, at: number): NodeId {
  if ('node' in target) return target.node;
  const id = nodeId(`${draft.prefix}-${draft.next++}`);
  draft.references.push({ id, at, ...thingContent(thingIn(target)) });
  return id;
}
