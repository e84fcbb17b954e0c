import type { EventBody } from './event.ts';
import type { Sighted } from './recorder.ts';
import type { Sessions } from './sessions.ts';
import type { SessionState } from './state.ts';

/** Begins the session of a sub-agent, with what it was given to do. One that is known already goes on. */
export async function spawn(
  sessions: Sessions,
  state: SessionState,
  { child, kind, prompted, task }: Extract<EventBody, { type: 'subagent_start' }>,
  { event, workTree, at }: Sighted,
): Promise<void> {
  if (sessions.get(child)) return;
  const call = workTree?.open.findLast((step) => step.session === state.session.id && step.action === 'spawn');
  const what = await sessions.redact(task ?? call?.summary ?? (kind || 'sub-agent'));
  const node = sessions.add(state, {
    type: 'subagent',
    at,
    session: child,
    summary: kind ? `${kind}: ${what}` : what,
  });
  const { transcript: _, ...rest } = event;
  const begun = sessions.of({ ...rest, session: child, parent: state.session.id }, at);
  begun.cursor = { ...begun.cursor, spawnedBy: node.id };
  if (!prompted) sessions.add(begun, { type: 'prompt', at, text: what });
}
