import { basename } from 'node:path';
import type { Usage } from '../../model/model.ts';
import type { Payload, TranscriptPart } from '../../recorder/spool/event.ts';
import { count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { parseLine } from '../common/jsonl.ts';
import { readRecordLines, type RecordPart } from '../common/record-part.ts';
import { typedCommand } from './commands.ts';
import { isSpokenWord, ownWords } from '../common/agent-words.ts';

/**
 * Reads a transcript of Claude Code from a byte offset: the words before each tool call, the model, and the tokens by
 * message. A message spans several lines with the same id. Each line repeats its usage with higher counts, so the last line
 * counts. An unfinished last line is left for the next read, and unknown lines are skipped. Returns undefined when the file
 * cannot be read.
 */
export function readClaudeTranscript(path: string, offset: number): TranscriptPart | undefined {
  const isOwn = basename(path).startsWith('agent-');
  return readRecordLines(path, offset, (line, part) => {
    const entry = parse(line);
    if (!entry) return;
    const message = object(entry, 'message');
    // Older versions store sub-agents' messages in the parent's file.
    const isBeside = entry['isSidechain'] === true && !isOwn;
    if (text(entry, 'type') === 'user') {
      part.silence();
      const prompt = isBeside ? undefined : promptOf(entry, message);
      if (prompt !== undefined) part.prompt(prompt, isPlan(prompt, text(entry, 'planContent')));
    }
    if (text(entry, 'type') !== 'assistant') return;
    const id = text(message, 'id');
    const used = text(message, 'model');
    if (used && used !== '<synthetic>') part.model = used;
    if (id && isObject(message['usage'])) part.used(id, usageOf(message['usage']));
    for (const block of objects(message, 'content')) listen(block, part, isBeside);
  });
}

// Words and calls of a sub-agent in its parent's file are not part of the parent's conversation.
function listen(block: Payload, part: RecordPart, isBeside: boolean): void {
  const type = text(block, 'type');
  if (type === 'text') part.say('words', text(block, 'text'), isBeside);
  if (type === 'thinking' && !isBeside) part.say('thinking', text(block, 'thinking'));
  const call = type === 'tool_use' ? text(block, 'id') : undefined;
  if (call) part.call(call, object(block, 'input'), isBeside);
}

// Returns a person's prompt; undefined for messages that programs wrote.
function promptOf(entry: Payload, message: Payload): string | undefined {
  if (entry['isMeta'] === true || entry['isCompactSummary'] === true) return undefined;
  const parts = objects(message, 'content').map((block) =>
    text(block, 'type') === 'text' ? text(block, 'text') : undefined,
  );
  const written = text(message, 'content') ?? parts.filter((part) => part !== undefined).join('\n');
  const prompt = typedCommand(written) ?? ownWords(written);
  return prompt !== '' && isSpokenWord(prompt) ? prompt : undefined;
}

const BEFORE_PLAN = 'Implement the following plan:';
const AFTER_PLAN = 'If you need specific details from before exiting plan mode';

// Whether Claude Code itself wrote a prompt around a plan that a person had accepted. With any further words it is the person's.
function isPlan(prompt: string, plan: string | undefined): boolean {
  const at = plan === undefined ? -1 : prompt.indexOf(plan);
  if (at < 0) return false;
  const after = prompt.slice(at + plan!.length).trim();
  return (
    prompt.slice(0, at).trim() === BEFORE_PLAN && (after === '' || (after.startsWith(AFTER_PLAN) && !/\n/.test(after)))
  );
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
