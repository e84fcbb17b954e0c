import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { typedCommand } from './commands.ts';
import { claudeCode } from './hooks.ts';
import { replacedIn } from '../common/common.ts';
import type { AgentEvent, Edit, Payload } from '../../recorder/spool/event.ts';
import { isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { filesBelow, namesIn } from '../common/session-files.ts';
import { recordsIn } from '../common/transcript-lines.ts';
import {
  type TranscriptFault,
  timeOf,
  type TranscriptEntry,
  type TranscriptReader,
} from '../common/transcript-event.ts';
import { isSpokenWord as isSaidByPerson, ownWords } from '../common/agent-words.ts';

/** What Claude Code answers its model when a person or a rule refused a call. */
const REFUSED =
  /^(?:The user doesn't want to proceed|This (?:\w+ )?command (?:requires approval|contains)|Claude requested permissions|Permission to use )/;
/** What Claude Code answers its model when the write created the file. */
const CREATED = /^File created successfully/;
const INTERRUPTED = /^\[Request interrupted by user/;

/** Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`; sub-agents are in `<session>/subagents/agent-<id>.jsonl`. */
export const claudeTranscripts: TranscriptReader = {
  adapter: claudeCode,
  sniff: (path, beginning) =>
    path.endsWith('.jsonl') && beginning.includes('"sessionId"') && !beginning.includes('"projectHash"'),
  find,
  read,
};

function* find(env: NodeJS.ProcessEnv, tops: readonly string[]): Generator<string> {
  const dir = join(env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude'), 'projects');
  const slugs = tops.map(slugOf);
  for (const project of namesIn(dir))
    if (slugs.some((slug) => project === slug || project.startsWith(`${slug}-`)))
      yield* filesBelow(join(dir, project), /\.jsonl$/);
}

/** Claude Code's folder name for a project. */
const slugOf = (top: string): string => top.replace(/[^a-zA-Z0-9]/g, '-');

/** A call that has started and not ended yet. */
interface OpenCall {
  readonly at: number;
  readonly name: string;
  readonly input: Payload;
  readonly cwd: string | undefined;
}

const wants = (line: string): boolean =>
  line.includes('"type":"user"') ||
  line.includes('"type":"assistant"') ||
  line.includes('"type":"attachment"') ||
  line.includes('compact_boundary') ||
  !line.includes('"type":"');

function* read(path: string, fault: TranscriptFault): Generator<TranscriptEntry> {
  const begun = new Map<string, OpenCall>();
  const roots = new Map<string, string>();
  for (const record of recordsIn(path, fault, wants)) {
    const at = timeOf(record['timestamp']);
    const id = text(record, 'sessionId');
    const type = text(record, 'type');
    if (at === undefined || !id) {
      if (type === 'user' || type === 'assistant') fault('records without a session or a time', path);
      continue;
    }
    const line = { record, at, base: baseOf(record, id, path, roots) };
    if (type === 'assistant') yield* answered(line, begun);
    else if (type === 'user') yield* userEntries(line, begun);
    else if (type === 'attachment') yield { ...entryOf(line), shown: [...shownIn(record['attachment'])] };
    else if (text(record, 'subtype') === 'compact_boundary')
      yield { ...entryOf(line), event: claudeCode.read({ ...line.base, hook_event_name: 'PostCompact' }) };
  }
}

interface RecordLine {
  readonly record: Payload;
  readonly at: number;
  /** The fields that every hook payload has. */
  readonly base: Payload;
}

// A sub-agent's own file names it. In the parent's file its records form a chain, which is named after the first one.
function baseOf(record: Payload, id: string, path: string, roots: Map<string, string>): Payload {
  const uuid = text(record, 'uuid') ?? '';
  const parent = text(record, 'parentUuid');
  let agent = text(record, 'agentId') ?? /^agent-([\w-]+)\.jsonl$/.exec(basename(path))?.[1];
  if (!agent && record['isSidechain'] === true) {
    agent = (parent !== undefined ? roots.get(parent) : undefined) ?? `side-${uuid.slice(0, 8)}`;
    roots.set(uuid, agent);
  }
  const cwd = text(record, 'cwd');
  return { session_id: id, transcript_path: path, ...(cwd && { cwd }), ...(agent && { agent_id: agent }) };
}

function entryOf({ record, at, base }: RecordLine): Omit<TranscriptEntry, 'event'> {
  const event = claudeCode.read({ ...base, hook_event_name: 'Notification' })!;
  return { session: event.session, parent: event.parent, at, cwd: text(record, 'cwd') };
}

function* answered(line: RecordLine, begun: Map<string, OpenCall>): Generator<TranscriptEntry> {
  const message = object(line.record, 'message');
  for (const block of objects(message, 'content')) {
    const id = text(block, 'type') === 'tool_use' ? text(block, 'id') : undefined;
    if (id === undefined) continue;
    const name = text(block, 'name') ?? 'unknown';
    begun.set(id, { at: line.at, name, input: object(block, 'input'), cwd: text(line.record, 'cwd') });
  }
  yield { ...entryOf(line), used: text(message, 'id') };
}

function* userEntries(line: RecordLine, begun: Map<string, OpenCall>): Generator<TranscriptEntry> {
  const { record, base } = line;
  const content = object(record, 'message')['content'];
  const blocks =
    typeof content === 'string' ? [{ type: 'text', text: content }] : objects(object(record, 'message'), 'content');
  const words = blocks.flatMap((block) => (text(block, 'type') === 'text' ? (text(block, 'text') ?? []) : []));
  for (const block of blocks) if (text(block, 'type') === 'tool_result') yield* ended(line, block, begun);
  const prompt = words.join('\n');
  if (prompt === '') return;
  const own = typedCommand(prompt) ?? ownWords(prompt);
  const isByPerson =
    record['isMeta'] !== true && record['isCompactSummary'] !== true && own !== '' && isSaidByPerson(own);
  const event = isByPerson ? claudeCode.read({ ...base, hook_event_name: 'UserPromptSubmit', prompt: own }) : undefined;
  yield { ...entryOf(line), event, shown: [{ text: prompt }] };
}

function* ended(line: RecordLine, block: Payload, begun: Map<string, OpenCall>): Generator<TranscriptEntry> {
  const id = text(block, 'tool_use_id');
  const call = id === undefined ? undefined : begun.get(id);
  if (id === undefined || !call) return;
  begun.delete(id);
  const output = [...stringsIn(block['content'])].join('\n');
  const result = line.record['toolUseResult'];
  const payload = {
    ...line.base,
    ...(call.cwd && { cwd: call.cwd }),
    tool_name: call.name,
    tool_input: call.input,
    tool_use_id: id,
    ...endOf(block, output, result),
  };
  const path = text(call.input, 'file_path') ?? text(call.input, 'notebook_path');
  const file = object(isObject(result) ? result : {}, 'file');
  const whole = text(file, 'content');
  const isWhole = whole !== undefined && file['startLine'] === 1 && file['numLines'] === file['totalLines'];
  yield {
    ...entryOf(line),
    cwd: call.cwd,
    began: call.at,
    event: withReplaced(claudeCode.read(payload), call.input, output),
    shown: [
      ...(whole !== undefined && path ? [{ text: whole, of: path, whole: isWhole }] : []),
      { text: output, of: path },
    ],
  };
}

function endOf(block: Payload, output: string, result: unknown): Payload {
  if (block['is_error'] !== true)
    return { hook_event_name: 'PostToolUse', tool_response: isObject(result) ? result : output };
  if (REFUSED.test(output)) return { hook_event_name: 'PermissionDenied', reason: output };
  return { hook_event_name: 'PostToolUseFailure', error: output, is_interrupt: INTERRUPTED.test(output) };
}

// A sub-agent's transcript does not contain what its tools found in a file, so the edits are filled in from the call's
// input.
function withReplaced(event: AgentEvent | undefined, input: Payload, output: string): AgentEvent | undefined {
  const body = event?.body;
  if (body?.type !== 'after' || !body.edits) return event;
  const replaced = replacedIn(input);
  const edits = body.edits.map((edit): Edit => {
    if (edit.before !== undefined) return edit;
    if (edit.proposed !== undefined) return CREATED.test(output) ? { ...edit, before: null } : edit;
    return replaced.length > 0 ? { ...edit, replaced } : edit;
  });
  return { ...event!, body: { ...body, edits } };
}

function* stringsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (depth < 6 && Array.isArray(value)) for (const one of value) yield* stringsIn(one, depth + 1);
  else if (depth < 6 && isObject(value)) for (const one of Object.values(value)) yield* stringsIn(one, depth + 1);
}

function* shownIn(value: unknown): Generator<{ text: string }> {
  for (const found of stringsIn(value)) yield { text: found };
}
