import { basename } from 'node:path';
import type { Usage } from '../../model/model.ts';
import type { Payload, TranscriptPart } from '../../recorder/spool/event.ts';
import { count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { parseLine, readLines } from '../common/jsonl.ts';
import { LONGEST_NAME } from '../common/common.ts';
import { Hearing } from '../common/hearing.ts';
import { isSaid } from '../common/agent-words.ts';

/**
 * Reads a transcript of Claude Code from a byte offset: the words before each tool call, the model, and the tokens by
 * message. A message spans several lines with the same id. Each line repeats its usage with higher counts, so the last line
 * counts. An unfinished last line is left for the next read, and unknown lines are skipped. Returns undefined when the file
 * cannot be read.
 */
export function readClaudeTranscript(path: string, offset: number): TranscriptPart | undefined {
  const read = readLines(path, offset);
  if (!read) return undefined;
  const narration: Record<string, string> = {};
  const usage: Record<string, Usage> = {};
  let model: string | undefined;
  const hearing = new Hearing();
  const isOwn = basename(path).startsWith('agent-');
  // Older versions store sub-agents' messages in the parent's file.
  const isBeside = (entry: Payload): boolean => entry['isSidechain'] === true && !isOwn;
  let words = '';
  for (const line of read.lines) {
    const entry = parse(line);
    if (!entry) continue;
    const message = object(entry, 'message');
    if (text(entry, 'type') === 'user') {
      words = '';
      if (!isBeside(entry)) hearing.say('prompt', promptOf(entry, message));
    }
    if (text(entry, 'type') !== 'assistant') continue;
    const id = text(message, 'id');
    const used = text(message, 'model');
    if (used && used !== '<synthetic>') model = used.slice(0, LONGEST_NAME);
    if (id && isObject(message['usage'])) usage[id] = usageOf(message['usage']);
    for (const block of objects(message, 'content')) {
      if (text(block, 'type') === 'text') words = `${words}\n${text(block, 'text') ?? ''}`.trim();
      if (!isBeside(entry)) listen(block, hearing);
      const call = text(block, 'type') === 'tool_use' ? text(block, 'id') : undefined;
      if (call && words) narration[call] = words;
    }
  }
  return { offset: read.offset, narration, heard: hearing.heard, usage, ...(model && { model }) };
}

function listen(block: Payload, hearing: Hearing): void {
  const call = text(block, 'type') === 'tool_use' ? text(block, 'id') : undefined;
  if (call) hearing.call(call, object(block, 'input'));
  hearing.say('thinking', text(block, 'type') === 'thinking' ? text(block, 'thinking') : undefined);
  hearing.say('words', text(block, 'type') === 'text' ? text(block, 'text') : undefined);
}

// Returns a person's prompt; undefined for messages that programs wrote.
function promptOf(entry: Payload, message: Payload): string | undefined {
  if (entry['isMeta'] === true || entry['isCompactSummary'] === true) return undefined;
  const parts = objects(message, 'content').map((block) =>
    text(block, 'type') === 'text' ? text(block, 'text') : undefined,
  );
  const prompt = text(message, 'content') ?? parts.filter((part) => part !== undefined).join('\n');
  return isSaid(prompt) ? prompt : undefined;
}

// Most lines are long and of no interest, so only lines of these two types are decoded.
function parse(line: string): Payload | undefined {
  return line.includes('"assistant"') || line.includes('"type":"user"') ? parseLine(line) : undefined;
}

function usageOf(from: Payload): Usage {
  return {
    input: count(from, 'input_tokens') ?? 0,
    output: count(from, 'output_tokens') ?? 0,
    cacheRead: count(from, 'cache_read_input_tokens') ?? 0,
    cacheWrite: count(from, 'cache_creation_input_tokens') ?? 0,
  };
}
