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
  const kept = { ...call, summary: await sessions.redact(call.summary) };
  const [named] = call.id === undefined ? [] : calls.everywhere(workTree, state.session.id, call);
  const open = named ?? calls.alike(workTree, state.session.id, kept, cwd);
  if (open) open.gated = true;
  const summary = open?.summary ?? kept.summary;
  sessions.add(state, { type: 'gate', at, tool: call.tool, summary, ...(open && { call: open.key }) });
}
