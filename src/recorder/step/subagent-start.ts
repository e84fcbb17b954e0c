import { agents } from '../agent-port.ts';
import type { EventBody, Spawned } from '../spool/event.ts';
import type { ObservedEvent } from './observed-event.ts';
import type { Sessions } from '../session/sessions.ts';
import type { OpenStep, SessionState } from '../state/state.ts';

/** Events that happen to a session from outside: its own work begins with any other event. */
const OUTSIDE: ReadonlySet<EventBody['type']> = new Set(['session_start', 'session_end', 'ignored', 'raw', 'context']);

/** Begins the session of a sub-agent, with its task. A known session continues. */
export async function spawn(
  sessions: Sessions,
  state: SessionState,
  { child, kind, prompted, task }: Extract<EventBody, { type: 'subagent_start' }>,
  { event, workTree, at }: ObservedEvent,
): Promise<void> {
  if (sessions.get(child)) return;
  const spawned = agents().spawnedTask(event.agent, child, state.transcript?.path);
  const call = callOf(workTree?.open.filter((step) => isSpawn(step, state)) ?? [], spawned);
  const about = spawned?.about ?? task ?? call?.summary ?? spawned?.task;
  const what = await sessions.redact(about ?? (kind || 'sub-agent'));
  const summary = kind && kind !== what ? `${kind}: ${what}` : what;
  const node = sessions.add(state, { type: 'subagent', at, session: child, summary });
  const { transcript: _, ...rest } = event;
  const begun = sessions.of({ ...rest, session: child, parent: state.session.id }, at);
  begun.cursor = { ...begun.cursor, spawnedBy: node.id };
  if (!prompted) begun.given = await sessions.redact(spawned?.task ?? task ?? call?.summary ?? spawned?.about ?? '');
}

/** Gives a sub-agent its goal before its first step, unless its own prompt arrives as an event. */
export async function giveTask(
  sessions: Sessions,
  state: SessionState,
  { type }: EventBody,
  at: number,
): Promise<void> {
  if (state.given === undefined || OUTSIDE.has(type)) return;
  const { id, agent, parent } = state.session;
  // The parent's transcript may have been written only now.
  const task = state.given || agents().spawnedTask(agent, id, parent && sessions.get(parent)?.transcript?.path)?.task;
  delete state.given;
  if (task && type !== 'prompt') await sessions.addPrompt(state, at, task);
}

const isSpawn = (step: OpenStep, { session }: SessionState): boolean =>
  step.session === session.id && step.action === 'spawn';

// The call that started it: the one that the transcript names, or the only open one.
function callOf(open: readonly OpenStep[], spawned: Spawned | undefined): OpenStep | undefined {
  const named = open.find(({ key }) => key === spawned?.call);
  return named ?? (open.length === 1 ? open[0] : undefined);
}
