import { summaryOf } from './open-call.ts';
import type { OpenCalls } from './open-calls.ts';
import type { EventBody } from '../spool/event.ts';
import type { ObservedEvent } from './observed-event.ts';
import type { Sessions } from '../session/sessions.ts';
import type { SessionState } from '../state/state.ts';

/** Records that a person was asked. A request without a call id belongs to the open call with the same tool and input. */
export async function ask(
  sessions: Sessions,
  calls: OpenCalls,
  state: SessionState,
  { call }: Extract<EventBody, { type: 'gate' }>,
  { workTree, at, cwd }: ObservedEvent,
): Promise<void> {
  const question = summaryOf(call, workTree?.top, cwd);
  const summary = await sessions.redact(question);
  const [named] = call.id === undefined ? [] : calls.everywhere(workTree, state.session.id, call);
  const open =
    named ?? calls.alike(workTree, state.session.id, summary === question ? call : { ...call, summary }, cwd);
  if (open) open.gated = true;
  const node = { type: 'gate', at, tool: call.tool, summary: open?.summary ?? summary } as const;
  sessions.add(state, { ...node, ...(open && { call: open.key }) });
}
