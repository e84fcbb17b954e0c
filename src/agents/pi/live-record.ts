import type { Usage } from '../../model/model.ts';
import type { Payload, TranscriptPart } from '../../recorder/spool/event.ts';
import { costAt, count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { isSaid } from '../common/agent-words.ts';
import { MAX_NAME_CHARACTERS } from '../common/common.ts';
import { Hearing } from '../common/hearing.ts';
import { parseLine, readLines } from '../common/jsonl.ts';

/**
 * Reads a session of Pi (`sessions/--<folder>--/<time>_<id>.jsonl`) from a byte offset: the words before each call, the
 * conversation, the model, and the tokens by message. Returns undefined when the file cannot be read.
 */
export function readPiRecord(path: string, offset: number): TranscriptPart | undefined {
  const read = readLines(path, offset);
  if (!read) return undefined;
  const narration: Record<string, string> = {};
  const usage: Record<string, Usage> = {};
  let model: string | undefined;
  const hearing = new Hearing();
  for (const line of read.lines) {
    const entry = line.includes('"message"') ? parseLine(line) : undefined;
    const message = entry && object(entry, 'message');
    if (!message) continue;
    if (text(message, 'role') === 'user' && isSaid(wordsIn(message))) hearing.say('prompt', wordsIn(message));
    if (text(message, 'role') !== 'assistant') continue;
    const id = text(entry, 'id');
    model = text(message, 'model')?.slice(0, MAX_NAME_CHARACTERS) ?? model;
    if (id && isObject(message['usage'])) usage[id] = usageOf(message['usage']);
    listen(message, hearing, narration);
  }
  return { offset: read.offset, narration, heard: hearing.heard, usage, ...(model && { model }) };
}

/** The text of a message, without thoughts, calls and pictures. */
export const wordsIn = (message: Payload): string =>
  text(message, 'content') ??
  objects(message, 'content')
    .flatMap((block) => (text(block, 'type') === 'text' ? (text(block, 'text') ?? []) : []))
    .join('\n');

function listen(message: Payload, hearing: Hearing, narration: Record<string, string>): void {
  let words = '';
  for (const block of objects(message, 'content')) {
    const call = text(block, 'type') === 'toolCall' ? text(block, 'id') : undefined;
    if (text(block, 'type') === 'thinking') hearing.say('thinking', text(block, 'thinking'));
    if (text(block, 'type') === 'text') {
      hearing.say('words', text(block, 'text'));
      words = `${words}\n${text(block, 'text') ?? ''}`.trim();
    }
    if (!call) continue;
    hearing.call(call, object(block, 'arguments'));
    if (words) narration[call] = words;
  }
}

/** The tokens and the cost of a message. */
export const usageOf = (from: Payload): Usage => ({
  input: count(from, 'input') ?? 0,
  output: count(from, 'output') ?? 0,
  cacheRead: count(from, 'cacheRead') ?? 0,
  cacheWrite: count(from, 'cacheWrite') ?? 0,
  ...costAt(object(from, 'cost'), 'total'),
});
