import { readRegular } from '../../git/objects/regular-file.ts';
import type { Usage } from '../../model/model.ts';
import { callKey } from '../../recorder/spool/call-key.ts';
import type { Payload, TranscriptPart } from '../../recorder/spool/event.ts';
import { count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { table } from '../../recorder/state/state-schema.ts';
import { MAX_NAME_CHARACTERS } from '../common/common.ts';
import { parseLine, readLines } from '../common/jsonl.ts';

/** Size limit in bytes of a session's settings, which have only a few lines. */
const MAX_SETTINGS_BYTES = 1024 * 1024;
const TOOLS: ReadonlyMap<string, string> = new Map([
  ['Execute', 'Bash'],
  ['Create', 'Write'],
  ['FetchUrl', 'WebFetch'],
]);

/** Claude Code's name for a tool of Droid; Droid's own name when Claude Code has no such tool. */
export const canonicalTool = (tool: string): string => TOOLS.get(tool) ?? tool;

/**
 * Reads a transcript of Droid (`sessions/<folder>/<id>.jsonl`) from a byte offset: the words before each call. The model
 * and the token total of the session come from `<id>.settings.json` beside it. In some versions hooks name calls by id and
 * in others they do not, so the words are kept under both keys. Returns undefined when the file cannot be read.
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
  const settings = file === path ? undefined : parseLine(readRegular(file, MAX_SETTINGS_BYTES) ?? ''); // may be written later
  const model = settings && text(settings, 'model')?.slice(0, MAX_NAME_CHARACTERS);
  const used = settings?.['tokenUsage'];
  return { ...(model && { model }), ...(isObject(used) && { total: usageOf(used) }) };
}

const usageOf = (used: Payload): Usage => ({
  input: count(used, 'inputTokens') ?? 0,
  output: count(used, 'outputTokens') ?? 0,
  cacheRead: count(used, 'cacheReadTokens') ?? 0,
  cacheWrite: count(used, 'cacheCreationTokens') ?? 0,
});
