import { sessionId, type SessionId } from '../../model/ids.ts';
import type { Usage } from '../../model/model.ts';
import type { EventBody, Payload } from '../../recorder/spool/event.ts';
import { isObject, objects, text } from '../../recorder/spool/json-fields.ts';
import { MAX_NAME_CHARACTERS } from './common.ts';

// Parts of the events that our own plug-ins send.

/** The agent's words after its last call. */
export function closingIn(payload: Payload): { readonly words: string } | Record<never, never> {
  const words = text(payload, 'narration')?.trim();
  return words ? { words } : {};
}

/** The agent's words before a call. */
export function narrationIn(payload: Payload): { readonly narration: string } | Record<never, never> {
  const words = text(payload, 'narration')?.trim();
  return words ? { narration: words } : {};
}

/**
 * The tokens of messages that ended since the last event, and the model of the last one.
 * @param usageOf reads the agent's own count of the tokens of a message, its `tokens`
 */
export function usageIn(
  payload: Payload,
  usageOf: (tokens: Payload, message: Payload) => Usage,
): { usage: Readonly<Record<string, Usage>>; model?: string } | Record<never, never> {
  const usage: Record<string, Usage> = {};
  let model: string | undefined;
  for (const one of objects(payload, 'usage')) {
    const id = text(one, 'id');
    if (id && isObject(one['tokens'])) usage[id] = usageOf(one['tokens'], one);
    model = text(one, 'model')?.slice(0, MAX_NAME_CHARACTERS) ?? model;
  }
  return Object.keys(usage).length === 0 ? {} : { usage, ...(model && { model }) };
}

/**
 * The start or the end of a sub-agent, in its parent.
 * @param isPrompted its own prompt arrives as an event of its own
 */
export function subagentEvent(name: string, parent: SessionId, payload: Payload, isPrompted = false): EventBody {
  const id = text(payload, 'agent_id');
  if (!id) return { type: 'raw', name };
  const child = sessionId(`${parent}/${id}`);
  if (name === 'SubagentStop') return { type: 'subagent_end', child };
  const kind = text(payload, 'agent_type') ?? '';
  return { type: 'subagent_start', child, kind, ...(isPrompted && { prompted: true }) };
}
