import type { Payload } from '../../recorder/spool/event.ts';
import { objects, text } from '../../recorder/spool/json-fields.ts';

/** The text of a message in a chat: one string, or parts. */
export function wordsOf(message: Payload): string {
  const parts = objects(message, 'content').map((part) => text(part, 'text') ?? '');
  return (text(message, 'content') ?? parts.join('\n')).trim();
}
