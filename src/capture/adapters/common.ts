import type { EventBody, Payload } from '../event.ts';
import { text } from '../field.ts';

/** A name that an agent gives, of a model or an event, is kept so far. */
export const LONGEST_NAME = 100;

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
