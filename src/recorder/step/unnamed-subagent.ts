import { agents } from '../agent-port.ts';
import type { AgentEvent, Call, Subagent } from '../spool/event.ts';
import type { Sessions } from '../session/sessions.ts';
import type { SessionState } from '../state/state.ts';
import { callKey, commonKey } from '../spool/call-key.ts';
import type { OpenCalls } from './open-calls.ts';
import type { ObservedEvent } from './observed-event.ts';

/** Records one event; see `Recorder.record`. */
type Recording = (observed: ObservedEvent) => Promise<unknown>;

/**
 * Sub-agents that the hooks of their agent do not name: their calls arrive as calls of the session that started them, and
 * only their own transcripts show who made them. A call belongs to the session where it began.
 */
export class UnnamedSubagents {
  readonly #sessions: Sessions;
  readonly #calls: OpenCalls;

  constructor(sessions: Sessions, calls: OpenCalls) {
    this.#sessions = sessions;
    this.#calls = calls;
  }

  /** The event with the session of the sub-agent that made the call, which is started when this is its first. */
  async named(observed: ObservedEvent, record: Recording): Promise<ObservedEvent> {
    const { event } = observed;
    const { body } = event;
    const parent = this.#sessions.get(event.session);
    if (!parent || !agents().hidesSubagents(event.agent)) return observed;
    if ((body.type !== 'before' && body.type !== 'after') || body.call.action === 'spawn') return observed;
    const isOpen = body.type === 'after' && this.#hasOpen(parent, body.call);
    const open =
      body.type === 'after' ? this.#children(parent).find((child) => this.#hasOpen(child, body.call)) : undefined;
    const found = open ? subagent(open) : isOpen ? undefined : this.#inChats(parent, body.call);
    if (!found) return observed;
    const start = { type: 'subagent_start' as const, child: found.child, kind: '' };
    if (!this.#sessions.get(found.child)) await record({ ...observed, event: { ...bare(event), body: start } });
    return {
      ...observed,
      event: { ...event, session: found.child, parent: event.session, transcript: found.transcript },
    };
  }

  /** After the last call that started a sub-agent has ended, all of them have: their open calls never end. */
  async endAfter(observed: ObservedEvent, record: Recording): Promise<void> {
    const { event } = observed;
    const { body } = event;
    const ends = body.type === 'turn_end' || (body.type === 'after' && body.call.action === 'spawn');
    const parent = ends ? this.#sessions.get(event.session) : undefined;
    if (!parent || !agents().hidesSubagents(event.agent) || (body.type === 'after' && this.#spawns(parent))) return;
    for (const { session, over } of this.#children(parent)) {
      if (over) continue;
      const of = { ...bare(event), session: session.id, parent: event.session };
      await record({ ...observed, event: { ...of, body: { type: 'turn_end', failed: false } } });
      await record({ ...observed, event: { ...bare(event), body: { type: 'subagent_end', child: session.id } } });
    }
  }

  #hasOpen({ session }: SessionState, call: Call): boolean {
    return this.#calls.of(session.id).some(({ key }) => commonKey(key) === callKey(call));
  }

  #inChats(parent: SessionState, call: Call): Subagent | undefined {
    const { id, agent } = parent.session;
    return this.#spawns(parent) ? agents().subagentOf(agent, id, parent.transcript?.path, call) : undefined;
  }

  #children(parent: SessionState): SessionState[] {
    return this.#sessions.all().filter(({ session }) => session.parent === parent.session.id);
  }

  #spawns(parent: SessionState): boolean {
    return this.#calls.of(parent.session.id).some(({ action }) => action === 'spawn');
  }
}

const subagent = ({ session, transcript }: SessionState): Subagent | undefined =>
  transcript && { child: session.id, transcript: transcript.path };

// Without what identifies the event that it is made from.
function bare(event: AgentEvent): AgentEvent {
  const { key: _key, usage: _usage, ...rest } = event;
  return rest;
}
