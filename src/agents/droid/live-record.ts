import { readRegular } from '../../git/objects/regular-file.ts';
import type { Usage } from '../../model/model.ts';
import { callKey } from '../../recorder/spool/call-key.ts';
import type { Payload, TranscriptPart } from '../../recorder/spool/event.ts';
import { count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { table } from '../../recorder/state/state-schema.ts';
import { LONGEST_NAME } from '../common/common.ts';
import { parseLine, readLines } from '../common/jsonl.ts';

/** The settings of a session are a few lines. */
const LONGEST_SETTINGS = 1024 * 1024;
const TOOLS: ReadonlyMap<string, string> = new Map([
  ['Execute', 'Bash'],
  ['Create', 'Write'],
  ['FetchUrl', 'WebFetch'],
]);

/** The name that Claude Code gives a tool of Droid's; its own for one that Claude Code does not have. */
export const canonicalTool = (tool: string): string => TOOLS.get(tool) ?? tool;

/**
 * Reads a session of Droid (`sessions/<folder>/<id>.jsonl`) from a byte offset: the words before each call. The model, and the
 * tokens of the whole session until now, are in `<id>.settings.json` beside it. Whether hooks name calls by their ids
 * differs by version: the words are kept for both names. Undefined when the file cannot be read.
 */
export function readDroidSession(path: string, offset: number): TranscriptPart | undefined {
  const read = readLines(path, offset);
  if (!read) return undefined;
  const narration: Record<string, string> = table();
  let words = '';
  for (const line of read.lines) {
    const entry = line.includes('"message"') ? parseLine(line) : undefined;
    if (!entry || text(entry, 'type') !== 'message') continue;
    const message = object(entry, 'message');
    if (text(message, 'role') !== 'assistant') {
      words = '';
      continue;
    }
    for (const block of objects(message, 'content')) {
      if (text(block, 'type') === 'text') words = `${words}\n${text(block, 'text') ?? ''}`.trim();
      if (words && text(block, 'type') === 'tool_use') for (const key of keysOf(block)) narration[key] = words;
    }
  }
  return { offset: read.offset, narration, usage: {}, ...settingsOf(path) };
}

const keysOf = (block: Payload): string[] => {
  const id = text(block, 'id');
  const tool = canonicalTool(text(block, 'name') ?? 'unknown');
  return [...(id ? [id] : []), callKey({ tool, input: JSON.stringify(object(block, 'input')) })];
};

function settingsOf(path: string): Pick<TranscriptPart, 'model' | 'total'> {
  const file = path.replace(/\.jsonl$/, '.settings.json');
  const settings = file === path ? undefined : parseLine(readRegular(file, LONGEST_SETTINGS) ?? ''); // it may come later
  const model = settings && text(settings, 'model')?.slice(0, LONGEST_NAME);
  const used = settings?.['tokenUsage'];
  return { ...(model && { model }), ...(isObject(used) && { total: usageOf(used) }) };
}

const usageOf = (used: Payload): Usage => ({
  input: count(used, 'inputTokens') ?? 0,
  output: count(used, 'outputTokens') ?? 0,
  cacheRead: count(used, 'cacheReadTokens') ?? 0,
  cacheWrite: count(used, 'cacheCreationTokens') ?? 0,
});
