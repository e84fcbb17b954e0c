import type { Usage } from '../../model/model.ts';
import type { Payload, TranscriptPart } from '../../recorder/spool/event.ts';
import { count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { isSpokenWord } from '../common/agent-words.ts';
import { parseLine } from '../common/jsonl.ts';
import { readRecordLines, type RecordPart } from '../common/record-part.ts';

/**
 * Reads a record of Qwen Code from a byte offset: one JSON object in each line, with messages in the form of Gemini's interface. Gives
 * the words before each tool call, the model, and the tokens by message. Undefined when the file cannot be read.
 */
export const readQwenTranscript = (path: string, offset: number): TranscriptPart | undefined =>
  readRecordLines(path, offset, (line, part) => {
    const entry = parseLine(line);
    if (!entry) return;
    const parts = objects(object(entry, 'message'), 'parts');
    if (text(entry, 'type') === 'user' && text(entry, 'provenance') === 'real_user') part.prompt(wordsIn(parts));
    if (text(entry, 'type') !== 'assistant') return;
    const id = text(entry, 'uuid');
    part.model = text(entry, 'model');
    if (id && isObject(entry['usageMetadata'])) part.used(id, usageOf(entry['usageMetadata']));
    listen(parts, part);
  });

function listen(parts: readonly Payload[], part: RecordPart): void {
  part.silence();
  for (const one of parts) {
    const spokenWords = text(one, 'text');
    if (one['thought'] === true) part.say('thinking', spokenWords);
    else if (spokenWords !== undefined) part.say('words', spokenWords);
    const call = object(one, 'functionCall');
    const id = text(call, 'id');
    if (id) part.call(id, object(call, 'args'));
  }
}

function wordsIn(parts: readonly Payload[]): string | undefined {
  const words = parts.flatMap((part) => text(part, 'text') ?? []).join('\n');
  return isSpokenWord(words) ? words : undefined;
}

// The prompt's tokens contain those that were read from the cache.
function usageOf(from: Payload): Usage {
  const cacheRead = count(from, 'cachedContentTokenCount') ?? 0;
  return {
    input: Math.max(0, (count(from, 'promptTokenCount') ?? 0) - cacheRead),
    output: (count(from, 'candidatesTokenCount') ?? 0) + (count(from, 'thoughtsTokenCount') ?? 0),
    cacheRead,
    cacheWrite: 0,
  };
}
