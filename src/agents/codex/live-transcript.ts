import { basename } from 'node:path';
import type { Usage } from '../../model/model.ts';
import type { CallRecord, Edit, Payload, ScriptRecord, TranscriptPart } from '../../recorder/spool/event.ts';
import { count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { table } from '../../recorder/state/state-schema.ts';
import { ownWords } from '../common/agent-words.ts';
import { parseLine, readLines } from '../common/jsonl.ts';
import { MAX_NAME_CHARACTERS } from '../common/common.ts';
import { TalkCollector } from '../common/talk-collector.ts';

/** Bytes at the start of a rollout that are searched for the model's first answer. */
const MAX_SEARCHED_BYTES = 4 * 1024 * 1024;
/** Lines that matter. Most other lines are long, so they are not decoded. */
const RELEVANT_LINE =
  /"type":"(?:reasoning|function_call|custom_tool_call|local_shell_call|token_count|token_usage_record|turn_context|item_completed|exec_command_end|patch_apply_end)|"role":"(?:assistant|user)"/;
/** Start of messages that have the user's role although a program wrote them. */
const NOT_SAID =
  /^\s*(?:<(?:environment|user_instructions|user_shell|permissions|turn_aborted|skills?|subagent|hook|heartbeat|recommended_plugins)(?:_[a-z_]+)?\b|# AGENTS\.md)/;
/** The answer to a call while its command still runs. The group is the number of its session. */
export const STILL_RUNS = /^(?:[^\n]*\n){0,3}Process running with session ID (\d+)/;
/** The tools of code mode. The first runs a script that calls other tools; the second waits for a script. */
export const SCRIPT = 'exec';
const WAIT = 'wait';

/** Data collected from the lines of a rollout. */
interface RolloutData {
  readonly narration: Record<string, string>;
  readonly usage: Record<string, Usage>;
  readonly calls: Record<string, CallRecord>;
  readonly counts: Record<string, Usage>;
  readonly scripts: Record<string, ScriptRecord>;
  readonly hearing: TalkCollector;
  model?: string;
  words: string;
}

/**
 * Reads a rollout of Codex (`sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`) from a byte offset: the words before each
 * call, the model, the tokens of each answer, and how calls ended. Three kinds of call have no hook at their end, so only
 * the rollout shows it: a patch that did not apply, a command that outlives the answer to the model, and a command that
 * Codex treats as a patch. In code mode the model calls only `exec`, with a script that calls the tools. Hooks see those
 * calls, but the rollout names their ids only at their end. Their words are found through the script that was running when
 * they started.
 */
export function readRollout(path: string, offset: number): TranscriptPart | undefined {
  const read = readLines(path, offset);
  if (!read) return undefined;
  const thread = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl/.exec(basename(path))?.[1];
  const found: RolloutData = {
    narration: table(),
    usage: table(),
    calls: table(),
    counts: table(),
    scripts: table(),
    hearing: new TalkCollector(),
    words: '',
  };
  for (const line of read.lines) {
    const entry = RELEVANT_LINE.test(line) ? parseLine(line) : undefined;
    if (entry) take(entry, found, thread);
  }
  const { narration, hearing, usage, calls, counts, scripts, model } = found;
  const isOlder = Object.keys(counts).length > 0 && Object.keys(usage).length === 0 && !countsAnswers(path);
  return {
    offset: read.offset,
    narration,
    talk: hearing.items,
    usage: isOlder ? counts : usage,
    calls,
    scripts,
    ...(model && { model }),
  };
}

function take(entry: Payload, found: RolloutData, thread: string | undefined): void {
  const payload = object(entry, 'payload');
  switch (text(entry, 'type')) {
    case 'response_item':
      return takeItem(entry, payload, found);
    case 'event_msg':
      return takeEvent(entry, payload, found);
    case 'turn_context':
      found.model = text(payload, 'model')?.slice(0, MAX_NAME_CHARACTERS) ?? found.model!;
      return;
    case 'token_usage_record': {
      // A thread that continues another one contains a copy of its lines.
      const id = text(payload, 'response_id');
      const isOwn = thread === undefined || (text(payload, 'thread_id') ?? thread) === thread;
      if (id && isOwn && isObject(payload['usage'])) found.usage[id] = usageOf(payload['usage']);
    }
  }
}

function takeItem(entry: Payload, payload: Payload, found: RolloutData): void {
  const call = text(payload, 'call_id');
  switch (text(payload, 'type')) {
    case 'message':
      return takeMessage(payload, found);
    case 'reasoning':
      for (const part of [...objects(payload, 'summary'), ...objects(payload, 'content')])
        found.hearing.say('thinking', text(part, 'text'));
      return;
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
      if (call && found.words) found.narration[call] = found.words;
      if (call) takeScript(entry, payload, call, found);
      if (call) found.hearing.call(call, inputOf(payload));
      return;
    case 'function_call_output':
    case 'custom_tool_call_output': {
      found.words = '';
      if (!call) return;
      const output = outputOf(payload);
      note(found, call, answered(entry, output));
      const cell = /^Script running with cell ID (\S+)/.exec(output)?.[1];
      if (cell !== undefined) found.scripts[call] = { ...found.scripts[call], cell };
      else if (/^Script \w+/.test(output)) found.scripts[call] = { ...found.scripts[call], ...timeOf(entry) };
    }
  }
}

function takeMessage(payload: Payload, found: RolloutData): void {
  const spokenWords = objects(payload, 'content')
    .map((part) => text(part, 'text') ?? '')
    .join('\n')
    .trim();
  const role = text(payload, 'role');
  if (role === 'assistant') {
    found.words = `${found.words}\n${spokenWords}`.trim();
    found.hearing.say('words', spokenWords);
    return;
  }
  found.words = '';
  if (role === 'user' && isAsked(spokenWords)) found.hearing.say('prompt', ownWords(spokenWords));
}

// Arguments are JSON text. In older versions a command is a list.
function inputOf(payload: Payload): Payload {
  const given = text(payload, 'arguments') ?? text(payload, 'input');
  const input = given === undefined ? object(payload, 'action') : (parseLine(given) ?? { command: given });
  const list = input['command'];
  return Array.isArray(list) ? { ...input, command: list.findLast((word) => typeof word === 'string') } : input;
}

// Records the start of a script, or a call that waits for a running script.
function takeScript(entry: Payload, payload: Payload, call: string, found: RolloutData): void {
  const name = text(payload, 'name');
  if (name === WAIT) {
    const waits = text(parseLine(text(payload, 'arguments') ?? '') ?? {}, 'cell_id');
    if (waits !== undefined) found.scripts[call] = { waits };
  }
  const at = Date.parse(text(entry, 'timestamp') ?? '');
  if (name !== SCRIPT || text(payload, 'type') !== 'custom_tool_call' || !Number.isSafeInteger(at)) return;
  found.scripts[call] = { at, words: found.words, code: text(payload, 'input') ?? '' };
}

// The output is a text, or a list of parts. The first part is the tool's own status.
const outputOf = (payload: Payload): string =>
  text(payload, 'output') ??
  objects(payload, 'output')
    .map((part) => text(part, 'text') ?? '')
    .join('\n');

// Reads how a call ended from the start of its output.
function answered(entry: Payload, output: string): CallRecord {
  const head = output.slice(0, 400);
  const over = timeOf(entry);
  if (/^apply_patch verification failed|^unsupported call|^failed to parse function arguments/.test(head))
    return { ...over, never: 'failed' };
  if (/rejected by user|blocked by (?:a )?PreToolUse hook/i.test(head.split('\n', 1)[0]!))
    return { ...over, never: 'refused' };
  if (STILL_RUNS.test(head)) return { running: true };
  const exit =
    /^(?:(?:Chunk ID|Wall time)[^\n]*\n){0,2}(?:Output:\n)?(?:Process exited with code|Exit code:) (-?\d+)/.exec(head);
  return { ...over, ...(exit && { exit: Number(exit[1]) }) };
}

function takeEvent(entry: Payload, payload: Payload, found: RolloutData): void {
  const type = text(payload, 'type');
  if (type === 'token_count') {
    const info = object(payload, 'info');
    const total = count(object(info, 'total_token_usage'), 'total_tokens');
    if (total !== undefined && isObject(info['last_token_usage']))
      found.counts[total] = usageOf(info['last_token_usage']);
    return;
  }
  const item = type === 'item_completed' ? object(payload, 'item') : payload;
  const kind = type === 'item_completed' ? text(item, 'type') : type;
  const call = text(item, 'id') ?? text(item, 'call_id');
  if (!call) return;
  if (kind === 'CommandExecution' || kind === 'exec_command_end') {
    const exit = item['exit_code'];
    const { secs = 0, nanos = 0 } = object(item, 'duration') as { secs?: unknown; nanos?: unknown };
    const duration = Math.round(Number(secs) * 1000 + Number(nanos) / 1e6);
    note(found, call, {
      ...(Number.isSafeInteger(exit) && { exit: exit as number }),
      ...(Number.isSafeInteger(duration) && duration >= 0 && { duration }),
      ...timeOf(entry),
    });
  } else if (kind === 'FileChange' || kind === 'patch_apply_end')
    note(found, call, {
      edits: Object.entries(object(item, 'changes')).flatMap(([path, change]) => changed(path, change)),
    });
}

// `{type: 'add', content}`, or `{add: {content}}` in older versions. `update` has a unified diff and, after a rename, the
// new name.
function changed(path: string, change: unknown): Edit[] {
  if (!isObject(change)) return [];
  const [kind] = Object.keys(change);
  const one = text(change, 'type') === undefined && kind !== undefined ? object(change, kind) : change;
  const written = text(one, 'content')?.split('\n') ?? text(one, 'unified_diff')?.split('\n').filter(isAdded).map(bare);
  const to = text(one, 'move_path');
  return [{ path: to ?? path, byUser: false, written: written ?? [], ...(to !== undefined && { from: path }) }];
}

/** Whether a message with the user's role is a person's prompt. */
export const isAsked = (message: string): boolean => !NOT_SAID.test(message);

const isAdded = (line: string): boolean => line.startsWith('+');
const bare = (line: string): string => line.slice(1);

function note(found: RolloutData, call: string, more: CallRecord): void {
  found.calls[call] = { ...found.calls[call], ...more };
}

function timeOf(entry: Payload): { over: number } | Record<never, never> {
  const over = Date.parse(text(entry, 'timestamp') ?? '');
  return Number.isSafeInteger(over) && over >= 0 ? { over } : {};
}

/** Input tokens include cached ones, and output tokens include reasoning. */
function usageOf(from: Payload): Usage {
  const cacheRead = count(from, 'cached_input_tokens') ?? 0;
  const cacheWrite = count(from, 'cache_write_input_tokens') ?? 0;
  const input = Math.max(0, (count(from, 'input_tokens') ?? 0) - cacheRead - cacheWrite);
  return { input, output: count(from, 'output_tokens') ?? 0, cacheRead, cacheWrite };
}

// Whether a rollout has the tokens of each answer. Older rollouts have only running counts; newer ones have both.
const countsAnswers = (path: string): boolean =>
  readLines(path, 0, MAX_SEARCHED_BYTES)?.lines.some((line) => line.includes('"type":"token_usage_record"')) ?? false;
