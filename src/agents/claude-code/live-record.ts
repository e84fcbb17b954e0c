import type { Usage } from '../../model/model.ts';
import type { Payload, TranscriptPart } from '../../recorder/spool/event.ts';
import { count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { parseLine, readLines } from '../common/jsonl.ts';
import { LONGEST_NAME } from '../common/common.ts';

/**
 * Reads a transcript of Claude Code from a byte offset: the words before each tool call, the model, and the tokens by message.
 * One message is spread over several lines with the same id, its usage repeated and growing: the last counts. An unfinished
 * last line is left for the next time; unknown lines are passed over. Gives undefined when the file cannot be read.
 */
export function readClaudeTranscript(path: string, offset: number): TranscriptPart | undefined {
  const read = readLines(path, offset);
  if (!read) return undefined;
  const narration: Record<string, string> = {};
  const usage: Record<string, Usage> = {};
  let model: string | undefined;
  let words = '';
  for (const line of read.lines) {
    const entry = parse(line);
    if (!entry) continue;
    const message = object(entry, 'message');
    if (text(entry, 'type') === 'user') words = '';
    if (text(entry, 'type') !== 'assistant') continue;
    const id = text(message, 'id');
    const used = text(message, 'model');
    if (used && used !== '<synthetic>') model = used.slice(0, LONGEST_NAME);
    if (id && isObject(message['usage'])) usage[id] = usageOf(message['usage']);
    for (const block of objects(message, 'content')) {
      if (text(block, 'type') === 'text') words = `${words}\n${text(block, 'text') ?? ''}`.trim();
      const call = text(block, 'type') === 'tool_use' ? text(block, 'id') : undefined;
      if (call && words) narration[call] = words;
    }
  }
  return { offset: read.offset, narration, usage, ...(model && { model }) };
}

// Lines of other kinds are many and long: only those that can matter are decoded.
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
