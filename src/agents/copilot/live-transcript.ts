import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SessionId } from '../../model/ids.ts';
import type { Usage } from '../../model/model.ts';
import { callKey } from '../../recorder/spool/call-key.ts';
import type { CallRecord, Payload, Spawned, TranscriptPart } from '../../recorder/spool/event.ts';
import { count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { parseLine, readLines } from '../common/jsonl.ts';
import { MAX_NAME_CHARACTERS } from '../common/common.ts';
import { TalkCollector } from '../common/talk-collector.ts';

/** Copilot's own tool names and the names that its hooks use for them. */
const CANONICAL: ReadonlyMap<string, string> = new Map([
  ['view', 'Read'],
  ['create', 'Write'],
  ['edit', 'Edit'],
  ['str_replace', 'Edit'],
  ['apply_patch', 'Edit'],
  ['bash', 'Bash'],
  ['powershell', 'PowerShell'],
  ['task', 'Agent'],
  ['grep', 'Grep'],
  ['rg', 'Grep'],
  ['glob', 'Glob'],
]);

/** The name that hooks use for a tool. The transcript and the questions to the person use another one. */
export const canonicalTool = (name: string): string => CANONICAL.get(name) ?? name;

/** A call's input as text. Hooks and the transcript give equal texts. */
export const inputOf = (input: unknown): string => (input === undefined ? '{}' : JSON.stringify(input));

/** The path of a session's transcript. Most events do not contain it. */
export const copilotRecord = (env: NodeJS.ProcessEnv, session: SessionId): string | undefined =>
  /^[\w-]+$/.test(session)
    ? join(env['COPILOT_HOME'] || join(env['HOME'] || homedir(), '.copilot'), 'session-state', session, 'events.jsonl')
    : undefined;

/**
 * Reads a transcript (`events.jsonl`) from a byte offset: the words before each call, the model, the tokens, and refused
 * calls. It contains the lines of sub-agents too, marked with the agent's id; lines of other agents are skipped. Calls have
 * ids here but not in hooks, so they are matched by tool and input. Returns undefined when the file cannot be read.
 */
export function readCopilotRecord(path: string, offset: number, session: SessionId): TranscriptPart | undefined {
  const read = readLines(path, offset);
  if (!read) return undefined;
  const agent = session.includes('/') ? session.slice(session.lastIndexOf('/') + 1) : undefined;
  const narration: Record<string, string> = {};
  const usage: Record<string, Usage> = {};
  const calls: Record<string, CallRecord> = {};
  const keys = new Map<string, string>();
  const hearing = new TalkCollector();
  let model: string | undefined;
  for (const line of read.lines) {
    const entry = parse(line);
    if (!entry || text(entry, 'agentId') !== agent) continue;
    const data = object(entry, 'data');
    switch (text(entry, 'type')) {
      case 'session.start':
      case 'session.model_change':
        model = text(data, 'newModel') ?? text(data, 'selectedModel') ?? model;
        break;
      case 'user.message':
        if (!OF_PROGRAM.test(text(data, 'source') ?? '')) hearing.say('prompt', text(data, 'content'));
        break;
      case 'assistant.message': {
        const words = (text(data, 'content') ?? '').trim();
        hearing.say('thinking', text(data, 'reasoningText'));
        hearing.say('words', words);
        model = text(data, 'model') ?? model;
        for (const request of objects(data, 'toolRequests')) {
          const key = keyOf(text(request, 'name'), request['arguments']);
          const id = text(request, 'toolCallId');
          if (id !== undefined) keys.set(id, key);
          if (words) narration[key] = words;
          hearing.call(key, object(request, 'arguments'));
        }
        break;
      }
      case 'tool.execution_complete': {
        const key = keys.get(text(data, 'toolCallId') ?? '');
        const code = text(object(data, 'error'), 'code');
        if (key === undefined || (code !== 'denied' && code !== 'rejected')) break;
        const over = Date.parse(text(entry, 'timestamp') ?? '');
        calls[key] = { never: 'refused', ...(over >= 0 && { over }) };
        break;
      }
      case 'session.usage_record': {
        const used = object(data, 'usage');
        const id = text(used, 'apiCallId') ?? text(entry, 'id');
        if (id) usage[id] = usageOf(used);
        break;
      }
    }
  }
  return {
    offset: read.offset,
    narration,
    talk: hearing.items,
    usage,
    calls,
    ...(model && { model: model.slice(0, MAX_NAME_CHARACTERS) }),
  };
}

/** A short description of a sub-agent's task, from the session's transcript. Its prompt arrives in a separate event. */
export function readCopilotSubagent(child: SessionId, transcript: string | undefined): Spawned | undefined {
  const id = child.slice(child.lastIndexOf('/') + 1);
  const lines = transcript === undefined ? undefined : readLines(transcript, 0)?.lines;
  const line = lines?.findLast((one) => one.includes('"type":"subagent.started"') && one.includes(id));
  const about = line === undefined ? undefined : text(object(parseLine(line) ?? {}, 'data'), 'agentDescription');
  return about ? { about } : undefined;
}

/** The source of a message with the user's role that Copilot wrote: a reminder for its model, or the text of a skill. */
const OF_PROGRAM = /^(?:system$|skill-)/;

const WANTED =
  /"type":"(?:session\.start|session\.model_change|user\.message|assistant\.message|tool\.execution_complete|session\.usage_record)"/;

// Most lines are about hooks, and some contain whole files, so only relevant ones are decoded.
const parse = (line: string): Payload | undefined => (WANTED.test(line.slice(0, 200)) ? parseLine(line) : undefined);

// The transcript has the patch of `apply_patch` as JSON text, the hook as plain text.
function keyOf(name: string | undefined, input: unknown): string {
  let spokenWords = input;
  if (typeof input === 'string' && input.startsWith('"')) {
    try {
      spokenWords = JSON.parse(input) as unknown;
    } catch {
      spokenWords = input;
    }
  }
  return callKey({
    tool: canonicalTool(name ?? ''),
    input: inputOf(isObject(spokenWords) ? spokenWords : (spokenWords ?? {})),
  });
}

// Copilot counts cache reads and writes as part of the input.
function usageOf(used: Payload): Usage {
  const cacheRead = count(used, 'cacheReadTokens') ?? 0;
  const cacheWrite = count(used, 'cacheWriteTokens') ?? 0;
  const input = Math.max(0, (count(used, 'inputTokens') ?? 0) - cacheRead - cacheWrite);
  return { input, output: count(used, 'outputTokens') ?? 0, cacheRead, cacheWrite };
}
