import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Usage } from '../../graph/model.ts';
import type { Payload, TranscriptPart } from '../event.ts';
import { count, isObject, object, objects, text } from '../field.ts';

/** No more than this is read at once; the next drain goes on behind it. */
const MAX_READ = 32 * 1024 * 1024;
const LONGEST_NAME = 100;

/**
 * Reads a transcript of Claude Code from a byte offset: the words before each tool call, the model, and the tokens by message.
 * One message is spread over several lines with the same id, its usage repeated and growing: the last counts. An unfinished
 * last line is left for the next time; unknown lines are passed over. Gives undefined when the file cannot be read.
 */
export function readClaudeTranscript(path: string, offset: number): TranscriptPart | undefined {
  const bytes = readFrom(path, offset);
  if (!bytes) return undefined;
  const end = bytes.lastIndexOf(10) + 1;
  const narration: Record<string, string> = {};
  const usage: Record<string, Usage> = {};
  let model: string | undefined;
  let words = '';
  for (const line of bytes.toString('utf8', 0, end).split('\n')) {
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
  return { offset: offset + end, narration, usage, ...(model && { model }) };
}

function readFrom(path: string, offset: number): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    const { size } = fstatSync(fd);
    // A file that became shorter was written anew.
    const start = size < offset ? 0 : offset;
    const bytes = Buffer.alloc(Math.min(size - start, MAX_READ));
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

// Lines of other kinds are many and long: only those that can matter are decoded.
function parse(line: string): Payload | undefined {
  if (!line.includes('"assistant"') && !line.includes('"type":"user"')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function usageOf(from: Payload): Usage {
  return {
    input: count(from, 'input_tokens') ?? 0,
    output: count(from, 'output_tokens') ?? 0,
    cacheRead: count(from, 'cache_read_input_tokens') ?? 0,
    cacheWrite: count(from, 'cache_creation_input_tokens') ?? 0,
  };
}
