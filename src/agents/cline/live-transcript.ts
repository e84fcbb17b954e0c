import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SessionId } from '../../model/ids.ts';
import type { Usage } from '../../model/model.ts';
import type { Payload, Prompted, TranscriptPart } from '../../recorder/spool/event.ts';
import { costAt, count, isObject, object, objects, strings, text } from '../../recorder/spool/json-fields.ts';
import { MAX_NAME_CHARACTERS } from '../common/common.ts';
import { TalkCollector } from '../common/talk-collector.ts';
import { readWhole } from '../common/whole-json.ts';

const ASKED = /^<user_input\b[^>]*>([\s\S]*)<\/user_input>\s*$/;

/** The path where Cline's command line stores the messages of a session or of a sub-agent. */
export function clineRecord(env: NodeJS.ProcessEnv, session: SessionId, agent?: string): string | undefined {
  const data = env['CLINE_DATA_DIR'] || join(env['CLINE_DIR'] || join(env['HOME'] || homedir(), '.cline'), 'data');
  const name = agent ?? session;
  if (![session, name].every((part) => /^[\w-]+$/.test(part))) return undefined;
  return join(env['CLINE_SESSION_DATA_DIR'] || join(data, 'sessions'), session, `${name}.messages.json`);
}

/**
 * Reads a session's messages: the person's prompts, what the agent said, the model, and the tokens. Cline rewrites
 * the file at every message, so the offset counts messages. Returns undefined when the file cannot be read.
 */
export function readClineRecord(path: string, offset: number): TranscriptPart | undefined {
  const record = readWhole(path);
  if (!record) return undefined;
  const messages = objects(record, 'messages');
  const narration: Record<string, string> = {};
  const usage: Record<string, Usage> = {};
  const prompts: Prompted[] = [];
  const hearing = new TalkCollector();
  let model: string | undefined;
  for (const message of messages.slice(offset)) {
    const words = objects(message, 'content').flatMap((part) => text(part, 'text') ?? []);
    const spokenWords = words.join('\n').trim();
    const at = count(message, 'ts') ?? 0;
    if (text(message, 'role') === 'user') {
      const asked = ASKED.exec(spokenWords)?.[1]?.trim();
      if (asked) prompts.push({ text: asked, at });
      hearing.say('prompt', asked);
      continue;
    }
    model = text(object(message, 'modelInfo'), 'id')?.slice(0, MAX_NAME_CHARACTERS) ?? model;
    const id = text(message, 'id');
    if (id && isObject(message['metrics'])) usage[id] = usageOf(message['metrics']);
    for (const part of objects(message, 'content')) {
      hearing.say('thinking', text(part, 'thinking'));
      hearing.say('words', text(part, 'text'));
      const call = text(part, 'type') === 'tool_use' ? text(part, 'id') : undefined;
      if (call) hearing.call(call, withCommand(object(part, 'input')));
      if (call && spokenWords) narration[call] = spokenWords;
    }
  }
  const found = { narration, talk: hearing.items, usage, prompts };
  return { offset: Math.max(offset, messages.length), ...found, ...(model && { model }) };
}

// Cline gives several commands to one call.
function withCommand(input: Payload): Payload {
  const commands = strings(input, 'commands');
  return commands.length > 0 ? { ...input, command: commands.join('\n') } : input;
}

const usageOf = (metrics: Payload): Usage => ({
  input: count(metrics, 'inputTokens') ?? 0,
  output: count(metrics, 'outputTokens') ?? 0,
  cacheRead: count(metrics, 'cacheReadTokens') ?? 0,
  cacheWrite: count(metrics, 'cacheWriteTokens') ?? 0,
  ...costAt(metrics, 'cost'),
});
