import type { Usage } from '../../graph/model.ts';
import { callKey } from '../call-key.ts';
import type { Payload, TranscriptPart } from '../event.ts';
import { count, isObject, object, objects, text } from '../field.ts';
import { table } from '../mend.ts';
import { parseLine, readLines } from './jsonl.ts';
import { LONGEST_NAME } from './common.ts';

/**
 * Reads a chat of Gemini CLI (`tmp/<project>/chats/session-<time>-<id>.jsonl`) from a byte offset: the words before each
 * call, the model, and the tokens by message. A message is told again, whole, when its calls have run; what `$set` brings
 * is a copy of what was told before. Calls have no ids in the hooks: the words are those of all calls alike. Older versions
 * write one JSON text, anew each time; nothing is read from that.
 */
export function readGeminiChat(path: string, offset: number): TranscriptPart | undefined {
  if (!path.endsWith('.jsonl')) return undefined;
  const read = readLines(path, offset);
  if (!read) return undefined;
  const narration: Record<string, string> = table();
  const usage: Record<string, Usage> = table();
  let model: string | undefined;
  for (const line of read.lines) {
    const message = line.includes('"type":"gemini"') ? parseLine(line) : undefined;
    if (!message || text(message, 'type') !== 'gemini') continue;
    const id = text(message, 'id');
    const calls = objects(message, 'toolCalls');
    model = text(message, 'model')?.slice(0, LONGEST_NAME) ?? model;
    // With its calls and without having been told before in this part, its tokens were counted with an earlier one.
    const wasCounted = calls.length > 0 && offset > 0 && id !== undefined && !Object.hasOwn(usage, id);
    if (id && !wasCounted && isObject(message['tokens'])) usage[id] = usageOf(message['tokens']);
    const words = wordsOf(message);
    for (const call of words ? calls : [])
      narration[callKey({ tool: text(call, 'name') ?? '', input: JSON.stringify(object(call, 'args')) })] = words;
  }
  return { offset: read.offset, narration, usage, ...(model && { model }) };
}

function wordsOf(message: Payload): string {
  const parts = objects(message, 'content').map((part) => text(part, 'text') ?? '');
  return (text(message, 'content') ?? parts.join('\n')).trim();
}

/** Input tokens hold those that were cached; those of thoughts are beside the output. */
function usageOf(from: Payload): Usage {
  const cacheRead = count(from, 'cached') ?? 0;
  const input = Math.max(0, (count(from, 'input') ?? 0) - cacheRead);
  return { input, output: (count(from, 'output') ?? 0) + (count(from, 'thoughts') ?? 0), cacheRead };
}
