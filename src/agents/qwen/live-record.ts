import type { Usage } from '../../model/model.ts';
import type { Payload, TranscriptPart } from '../../recorder/spool/event.ts';
import { count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { isSaid } from '../common/agent-words.ts';
import { MAX_NAME_CHARACTERS } from '../common/common.ts';
import { Hearing } from '../common/hearing.ts';
import { parseLine, readLines } from '../common/jsonl.ts';

/**
 * Reads a record of Qwen Code from a byte offset: one JSON object in each line, with messages in the form of Gemini's interface. Gives
 * the words before each tool call, the model, and the tokens by message. Undefined when the file cannot be read.
 */
export function readQwenTranscript(path: string, offset: number): TranscriptPart | undefined {
  const read = readLines(path, offset);
  if (!read) return undefined;
  const narration: Record<string, string> = {};
  const usage: Record<string, Usage> = {};
  let model: string | undefined;
  const hearing = new Hearing();
  for (const line of read.lines) {
    const entry = parseLine(line);
    if (!entry) continue;
    const parts = objects(object(entry, 'message'), 'parts');
    if (text(entry, 'type') === 'user' && text(entry, 'provenance') === 'real_user')
      hearing.say('prompt', saidIn(parts));
    if (text(entry, 'type') !== 'assistant') continue;
    const id = text(entry, 'uuid');
    model = text(entry, 'model')?.slice(0, MAX_NAME_CHARACTERS) ?? model;
    if (id && isObject(entry['usageMetadata'])) usage[id] = usageOf(entry['usageMetadata']);
    listen(parts, hearing, narration);
  }
  return { offset: read.offset, narration, heard: hearing.heard, usage, ...(model && { model }) };
}

function listen(parts: readonly Payload[], hearing: Hearing, narration: Record<string, string>): void {
  let words = '';
  for (const part of parts) {
    const said = text(part, 'text');
    const call = object(part, 'functionCall');
    const id = text(call, 'id');
    if (id) hearing.call(id, object(call, 'args'));
    if (part['thought'] === true) hearing.say('thinking', said);
    else if (said !== undefined) {
      hearing.say('words', said);
      words = `${words}\n${said}`.trim();
    }
    if (id && words) narration[id] = words;
  }
}

function saidIn(parts: readonly Payload[]): string | undefined {
  const words = parts.flatMap((part) => text(part, 'text') ?? []).join('\n');
  return isSaid(words) ? words : undefined;
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
