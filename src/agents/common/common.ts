import { createHash } from 'node:crypto';
import { sessionId } from '../../model/ids.ts';
import type { Action } from '../../model/step.ts';
import type { AgentEvent, EventBody, Payload, Replacement } from '../../recorder/spool/event.ts';
import { count, objects, strings, text } from '../../recorder/spool/json-fields.ts';

/** A name that an agent gives, of a model or an event, is kept so far. */
export const LONGEST_NAME = 100;
/** A call that took longer, in milliseconds, did not: a year. */
const LONGEST_MS = 366 * 86_400_000;

/** What the tools of an agent do: their names, with blanks between, by what they do. */
export const actionsOf = (tools: Readonly<Partial<Record<Action, string>>>): ReadonlyMap<string, Action> =>
  new Map(Object.entries(tools).flatMap(([action, names]) => names.split(' ').map((name) => [name, action as Action])));

/** How long a call took, in milliseconds, where the payload tells it at `key`. */
export function durationAt(payload: Payload, key: string): { readonly duration: number } | Record<never, never> {
  const ms = count(payload, key);
  return ms === undefined || ms > LONGEST_MS ? {} : { duration: ms };
}

/** The replacements that a tool's fields tell: a list of them in `edits`, or one; none where a part of one is missing. */
export function replacedIn(fields: Payload): Replacement[] {
  const told = objects(fields, 'edits');
  const found = (told.length > 0 ? told : [fields]).map((one): Replacement | undefined => {
    const old = text(one, 'old_string') ?? text(one, 'old_str');
    const fresh = text(one, 'new_string') ?? text(one, 'new_str');
    const all = one['replace_all'] === true || one['change_all'] === true;
    return old === undefined || fresh === undefined ? undefined : { old, fresh, all };
  });
  return found.includes(undefined) ? [] : found.filter((one) => one !== undefined);
}

/** What tells an event from all others of its session, for an agent that gives it no id but a time: told twice, it is the same to the byte. */
export const digestOf = (payload: unknown): string =>
  `event:${createHash('sha256').update(JSON.stringify(payload)).digest('hex').slice(0, 24)}`;

/** Of which session an event is that a plug-in of ours tells; undefined where it does not say. `sessions`: the outermost first. */
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

/** The beginning of a session, as agents tell it that have taken over Claude Code's payloads. */
export function sessionStart(payload: Payload): EventBody {
  const model = text(payload, 'model')?.slice(0, LONGEST_NAME);
  return { type: 'session_start', source: text(payload, 'source') ?? 'startup', ...(model && { model }) };
}

/** Its end, likewise. */
export const sessionEnd = (payload: Payload): EventBody => ({
  type: 'session_end',
  reason: text(payload, 'reason') ?? 'other',
});
