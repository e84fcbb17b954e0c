import { createHash } from 'node:crypto';
import type { Call } from './event.ts';

/** Separates the key of a call without an id from its number, from the second call on. */
const NUMBER = '.';

/** Identifies a call in its session: the agent's id, else its tool and input. */
export const callKey = (call: Pick<Call, 'id' | 'tool' | 'input'>): string =>
  call.id ?? createHash('sha256').update(`${call.tool}\0${call.input}`).digest('hex').slice(0, 24);

/** The key without the number: the transcript's key for all calls of this tool with this input. */
export const commonKey = (key: string): string => (/^[0-9a-f]{24}\.\d+$/.test(key) ? key.slice(0, 24) : key);

/**
 * Gives an id to a call of an agent without call ids: it is the n-th call of this tool with this input. A call that begins
 * is new; a call that ends is the last that began and has not ended, since a refused call has no end event.
 * @param isOpen whether a call with this key has begun and not ended
 * @param hasEnded whether a call with this key has ended
 */
export function numbered(
  call: Call,
  begins: boolean,
  isOpen: (key: string) => boolean,
  hasEnded: (key: string) => boolean,
): Call {
  if (call.id !== undefined) return call;
  const key = callKey(call);
  const nth = (n: number): string => (n === 1 ? key : `${key}${NUMBER}${n}`);
  let open: string | undefined;
  let n = 1;
  for (; isOpen(nth(n)) || hasEnded(nth(n)); n++) if (isOpen(nth(n))) open = nth(n);
  return { ...call, id: begins ? nth(n) : (open ?? nth(n)) };
}
