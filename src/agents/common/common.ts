import { createHash } from 'node:crypto';
import { sessionId } from '../../model/ids.ts';
import type { Action } from '../../model/step.ts';
import type { AgentEvent, EventBody, Payload, Replacement } from '../../recorder/spool/event.ts';
import { count, objects, strings, text } from '../../recorder/spool/json-fields.ts';

/** Characters kept of a name from an agent, such as a model or an event. */
export const MAX_NAME_CHARACTERS = 100;
/** Milliseconds (a year). A longer duration is a fault in the data and is dropped. */
const MAX_DURATION_MS = 366 * 86_400_000;

/** A map from tool name to action. @param tools the names of the tools for each action, separated by blanks */
export const actionsOf = (tools: Readonly<Partial<Record<Action, string>>>): ReadonlyMap<string, Action> =>
  new Map(Object.entries(tools).flatMap(([action, names]) => names.split(' ').map((name) => [name, action as Action])));

/** The first text in these fields that is not empty. */
export function firstText(fields: Payload, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = text(fields, key);
    if (found) return found;
  }
  return undefined;
}

/** The duration of a call in milliseconds, read from the payload's field `key`. */
export function durationAt(payload: Payload, key: string): { readonly duration: number } | Record<never, never> {
  const ms = count(payload, key);
  return ms === undefined || ms > MAX_DURATION_MS ? {} : { duration: ms };
}

/** The replacements in a tool's fields: the list `edits`, or a single one. Empty when any of them is incomplete. */
export function replacedIn(fields: Payload): Replacement[] {
  const listed = objects(fields, 'edits');
  const found = (listed.length > 0 ? listed : [fields]).map((one): Replacement | undefined => {
    const old = text(one, 'old_string') ?? text(one, 'old_str');
    const fresh = text(one, 'new_string') ?? text(one, 'new_str');
    const all = one['replace_all'] === true || one['change_all'] === true;
    return old === undefined || fresh === undefined ? undefined : { old, fresh, all };
  });
  return found.includes(undefined) ? [] : found.filter((one) => one !== undefined);
}

/**
 * A key for an event without an id. Every event has its time, so only a repeated event has an equal payload and an equal
 * key.
 */
export const digestOf = (payload: unknown): string =>
  `event:${createHash('sha256').update(JSON.stringify(payload)).digest('hex').slice(0, 24)}`;

/**
 * The session, its parent and the key of an event from one of our plug-ins; undefined when it names no session. The payload
 * lists `sessions` from the outermost to the innermost.
 */
export function ofPlugin(payload: Payload): Pick<AgentEvent, 'session' | 'parent' | 'key'> | undefined {
  const ids = strings(payload, 'sessions').filter(Boolean);
  if (ids.length === 0) return undefined;
  const message = text(payload, 'message_id');
  return {
    session: sessionId(ids.join('/')),
    ...(ids.length > 1 && { parent: sessionId(ids.slice(0, -1).join('/')) }),
    ...(message && { key: `message:${message}` }),
  };
}

/** The start of a session, for agents that use Claude Code's payloads. */
export function sessionStart(payload: Payload): EventBody {
  const model = text(payload, 'model')?.slice(0, MAX_NAME_CHARACTERS);
  return { type: 'session_start', source: text(payload, 'source') ?? 'startup', ...(model && { model }) };
}

/** The end of a session, for the same agents. */
export const sessionEnd = (payload: Payload): EventBody => ({
  type: 'session_end',
  reason: text(payload, 'reason') ?? 'other',
});
