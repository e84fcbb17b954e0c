import type { Payload } from '../../recorder/spool/event.ts';
import { ownWords } from '../common/agent-words.ts';
import { objects, text } from '../../recorder/spool/json-fields.ts';

/** The text of a message in a chat: one string, or parts. Contents of files that a prompt names are left out. */
export function wordsOf(message: Payload): string {
  const parts = objects(message, 'content').map((part) => text(part, 'text') ?? '');
  return ownWords(text(message, 'content') ?? parts.join('\n')).trim();
}
