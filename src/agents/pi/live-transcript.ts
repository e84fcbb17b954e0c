import type { Usage } from '../../model/model.ts';
import type { Payload, TranscriptPart } from '../../recorder/spool/event.ts';
import { costAt, count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { isSpokenWord } from '../common/agent-words.ts';
import { parseLine } from '../common/jsonl.ts';
import { readRecordLines, type RecordPart } from '../common/record-part.ts';

/**
 * Reads a session of Pi (`sessions/--<folder>--/<time>_<id>.jsonl`) from a byte offset: the words before each call, the
 * conversation, the model, and the tokens by message. Returns undefined when the file cannot be read.
 */
export const readPiRecord = (path: string, offset: number): TranscriptPart | undefined =>
  readRecordLines(path, offset, (line, part) => {
    const entry = line.includes('"message"') ? parseLine(line) : undefined;
    const message = entry && object(entry, 'message');
    if (!message) return;
    if (text(message, 'role') === 'user' && isSpokenWord(wordsIn(message))) part.prompt(wordsIn(message));
    if (text(message, 'role') !== 'assistant') return;
    const id = text(entry, 'id');
    part.model = text(message, 'model');
    if (id && isObject(message['usage'])) part.used(id, usageOf(message['usage']));
    listen(message, part);
  });

/** The text of a message, without thoughts, calls and pictures. */
export const wordsIn = (message: Payload): string =>
  text(message, 'content') ??
  objects(message, 'content')
    .flatMap((block) => (text(block, 'type') === 'text' ? (text(block, 'text') ?? []) : []))
    .join('\n');

function listen(message: Payload, part: RecordPart): void {
  part.silence();
  for (const block of objects(message, 'content')) {
    if (text(block, 'type') === 'thinking') part.say('thinking', text(block, 'thinking'));
    if (text(block, 'type') === 'text') part.say('words', text(block, 'text'));
    const call = text(block, 'type') === 'toolCall' ? text(block, 'id') : undefined;
    if (call) part.call(call, object(block, 'arguments'));
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
