import { sessionId, type SessionId } from '../../model/ids.ts';
import type { Usage } from '../../model/model.ts';
import type { Action } from '../../model/step.ts';
import { outcomeOf } from '../../recorder/session/transcript-results.ts';
import type { Adapter, AgentEvent, Call, Edit, EventBody, Outcome, Payload } from '../../recorder/spool/event.ts';
import { count, object, strings, text } from '../../recorder/spool/json-fields.ts';
import { editsOf, pathsOf, readPatch } from '../codex/patch.ts';
import { actionsOf, digestOf, durationAt, firstText, MAX_NAME_CHARACTERS, replacedIn } from '../common/common.ts';
import { parseLine } from '../common/jsonl.ts';

const ACTIONS: ReadonlyMap<string, Action> = actionsOf({
  read: 'Read Grep Glob LS SemanticSearch WebSearch WebFetch ReadLints FetchMcpResource ListMcpResources',
  edit: 'Write StrReplace Edit MultiEdit ApplyPatch Delete EditNotebook',
  shell: 'Shell Bash',
  spawn: 'Task',
  plan: 'TodoWrite TodoRead CreatePlan SwitchMode AskQuestion AwaitShell',
});
/** Cursor's name for an event of Claude Code. Cursor runs that agent's hooks too, with its own payloads. */
const NAMES: Readonly<Record<string, string>> = { userPromptSubmit: 'beforeSubmitPrompt' };
const REFUSED = /permission|denied|rejected/i;

/** Cursor: payloads as documented for version 1 of its hooks, with the generic tool events. */
export const cursor: Adapter = {
  agent: 'cursor',
  vendor: 'anysphere',
  sniff: (payload) =>
    text(payload, 'conversation_id') !== undefined &&
    (text(payload, 'cursor_version') !== undefined || text(payload, 'generation_id') !== undefined),
  read,
  // Cursor's transcripts contain no results, call ids or tokens.
  readTranscript: () => undefined,
  // Its shell names no session.
  sessionOf: () => undefined,
  isShell: (env) => env['CURSOR_AGENT'] === '1',
};

function read(payload: Payload): AgentEvent | undefined {
  const id = text(payload, 'conversation_id');
  const name = nameOf(payload);
  if (!id || !name) return undefined;
  const model = text(payload, 'model_id') ?? text(payload, 'model');
  const cwd = folderOf(payload);
  const parent = parentOf(payload, id);
  const base = {
    agent: cursor.agent,
    vendor: cursor.vendor,
    ...(cwd !== undefined && { cwd }),
    ...keyOf(name, payload),
    ...(model && model !== 'default' && { model: model.slice(0, MAX_NAME_CHARACTERS) }),
  };
  // Both happen in the parent. The model belongs to the session that reported them, so it is dropped.
  if (name === 'subagentStart' || name === 'subagentStop') {
    const { model: _, ...rest } = base;
    return { ...rest, session: sessionId(parent ?? id), body: subagent(name, id, parent, payload) };
  }
  return {
    ...base,
    session: sessionId(id),
    ...(parent !== undefined && { parent: sessionId(parent) }),
    ...(name === 'stop' && used(payload)),
    body: body(name, payload),
  };
}

function nameOf(payload: Payload): string | undefined {
  const eventName = text(payload, 'hook_event_name');
  const name = eventName && eventName.charAt(0).toLowerCase() + eventName.slice(1, MAX_NAME_CHARACTERS);
  return name && (Object.hasOwn(NAMES, name) ? NAMES[name] : name);
}

function parentOf(payload: Payload, id: string): string | undefined {
  const parent = text(payload, 'parent_conversation_id');
  return parent && parent !== id ? parent : undefined;
}

// A command runs in the folder that it names. An event without a folder belongs to the first folder of the window.
function folderOf(payload: Payload): string | undefined {
  const dir = text(object(payload, 'tool_input'), 'working_directory') || text(payload, 'cwd');
  const folder = dir || strings(payload, 'workspace_roots')[0];
  return folder === undefined ? undefined : ofWindows(folder);
}

/** Turns `/c:/x` into `c:/x`. */
const ofWindows = (path: string): string => (/^\/[A-Za-z]:(?:\/|$)/.test(path) ? path.slice(1) : path);

// Calls have ids. Other events may arrive twice, from Cursor's own hooks and from Claude Code's. The copies agree in the
// fields below and differ only in data about the hook.
function keyOf(name: string, payload: Payload): { key: string } | Record<never, never> {
  if (/ToolUse/.test(name) || name === 'afterFileEdit' || text(payload, 'generation_id') === undefined) return {};
  const about = [
    'generation_id',
    'prompt',
    'reason',
    'status',
    'loop_count',
    'subagent_id',
    'tool_call_id',
    'task',
    'text',
  ];
  const what = [name, ...about.map((key) => payload[key] ?? null)];
  return { key: digestOf(what) };
}

// A sub-agent is a separate conversation, or only an id in its parent's conversation.
function subagent(name: string, id: string, parent: string | undefined, payload: Payload): EventBody {
  const subagentId = parent === undefined ? text(payload, 'subagent_id') : id;
  const child: SessionId | undefined =
    subagentId && subagentId !== id ? sessionId(subagentId) : parent ? sessionId(id) : undefined;
  if (child === undefined) return { type: 'ignored' };
  if (name === 'subagentStop') return { type: 'subagent_end', child };
  const task = text(payload, 'task');
  return { type: 'subagent_start', child, kind: text(payload, 'subagent_type') ?? '', ...(task && { task }) };
}

function body(name: string, payload: Payload): EventBody {
  switch (name) {
    case 'sessionStart':
      return { type: 'session_start', source: 'startup' };
    case 'sessionEnd':
      return { type: 'session_end', reason: text(payload, 'reason') ?? 'other' };
    case 'beforeSubmitPrompt':
      return { type: 'prompt', text: text(payload, 'prompt') ?? '' };
    case 'preToolUse': {
      const words = text(payload, 'agent_message')?.trim();
      return { type: 'before', call: call(payload), ...(words && { narration: words }) };
    }
    case 'postToolUse':
      return after(payload);
    case 'postToolUseFailure':
      return {
        type: 'after',
        call: call(payload),
        outcome: failure(payload),
        output: text(payload, 'error_message') ?? '',
        ...durationAt(payload, 'duration'),
      };
    case 'afterFileEdit':
      return edited(payload);
    case 'afterAgentThought':
    case 'afterAgentResponse':
      return {
        type: 'words',
        place: name === 'afterAgentThought' ? 'thinking' : 'words',
        text: text(payload, 'text') ?? '',
      };
    case 'preCompact': // no event marks its end
      return { type: 'compaction', summary: '' };
    case 'stop':
      return { type: 'turn_end', failed: (text(payload, 'status') ?? 'completed') !== 'completed' };
    // These repeat calls that the tool events report, or concern what a person does.
    case 'beforeShellExecution':
    case 'afterShellExecution':
    case 'beforeMCPExecution':
    case 'afterMCPExecution':
    case 'beforeReadFile':
    case 'beforeTabFileRead':
    case 'afterTabFileEdit':
    case 'workspaceOpen':
    case 'notification':
      return { type: 'ignored' };
    default:
      return { type: 'raw', name };
  }
}

function after(payload: Payload): EventBody {
  const made = call(payload);
  const whole = text(payload, 'tool_output') ?? JSON.stringify(payload['tool_output'] ?? '');
  const parsed = parseLine(whole) ?? {};
  const exit = [parsed['exitCode'], parsed['exit_code']].find((one) => Number.isSafeInteger(one)) as number | undefined;
  const streams = ['stdout', 'stderr', 'output'].flatMap((key) => text(parsed, key) ?? []);
  return {
    type: 'after',
    call: made,
    outcome: made.action === 'shell' ? outcomeOf(exit) : 'ok',
    output: streams.length > 0 ? streams.join('\n') : whole,
    ...durationAt(payload, 'duration'),
    ...(made.action === 'shell' && exit === undefined && { isOutcomeUnknown: true }),
    ...edits(made, payload),
  };
}

function failure(payload: Payload): Outcome {
  if (payload['is_interrupt'] === true) return 'interrupted';
  return REFUSED.test(text(payload, 'failure_type') ?? '') ? 'refused' : 'failed';
}

const pathOf = (input: Payload): string | undefined => {
  const path = text(input, 'file_path') ?? text(input, 'filePath') ?? text(input, 'path');
  return path ? ofWindows(path) : undefined;
};

// The input of an MCP tool is JSON text. The input of the patch tool may be the patch itself.
function inputOf(payload: Payload): { fields: Payload; patch: string | undefined } {
  const given = payload['tool_input'];
  const fields = typeof given === 'string' ? (parseLine(given) ?? {}) : object(payload, 'tool_input');
  if (text(payload, 'tool_name') !== 'ApplyPatch') return { fields, patch: undefined };
  const patch = text(fields, 'patch') ?? (typeof given === 'string' ? given : '');
  return { fields, patch: patch.replaceAll(/^(\*\*\* [A-Za-z ]+: )\/(?=[A-Za-z]:\/)/gm, '$1') };
}

function call(payload: Payload): Call {
  const tool = text(payload, 'tool_name')?.slice(0, MAX_NAME_CHARACTERS) ?? 'unknown';
  const { fields, patch } = inputOf(payload);
  const action = ACTIONS.get(tool) ?? 'unknown';
  // The id may contain a line break.
  const id = text(payload, 'tool_use_id')?.replaceAll(/\p{Cc}+/gu, ' ');
  const command = action === 'shell' ? text(fields, 'command') : undefined;
  const path = action === 'edit' || action === 'read' ? pathOf(fields) : undefined;
  const paths = patch === undefined ? (path ? [path] : []) : pathsOf(readPatch(patch));
  return {
    ...(id && { id }),
    tool,
    action,
    summary: command ?? (paths.join(', ') || summary(tool, fields)),
    ...(command !== undefined && { command }),
    paths,
    input: JSON.stringify(payload['tool_input'] ?? {}),
  };
}

const summary = (tool: string, input: Payload): string =>
  firstText(input, ['pattern', 'description', 'prompt', 'url', 'query', 'search_term']) ?? tool;

function edits({ action, tool, paths }: Call, payload: Payload): { edits: readonly Edit[] } | Record<never, never> {
  const { fields, patch } = inputOf(payload);
  const [path] = paths;
  if (action !== 'edit' || tool === 'Delete' || path === undefined) return {};
  if (patch !== undefined) return { edits: editsOf(readPatch(patch)) };
  const whole = text(fields, 'contents') ?? text(fields, 'content');
  if (whole !== undefined) return { edits: [{ path, byUser: false, proposed: whole }] };
  const replaced = replacedIn(fields);
  return replaced.length > 0 ? { edits: [{ path, byUser: false, replaced }] } : {};
}

// The event contains replaced fragments, not whole files.
function edited(payload: Payload): EventBody {
  const path = pathOf(payload);
  const replaced = replacedIn(payload);
  return path && replaced.length > 0
    ? { type: 'edited', edit: { path, byUser: false, replaced } }
    : { type: 'ignored' };
}

// Undocumented, but some versions send it.
function used(payload: Payload): { usage: Readonly<Record<string, Usage>> } | Record<never, never> {
  const [input, output] = [count(payload, 'input_tokens'), count(payload, 'output_tokens')];
  if (input === undefined && output === undefined) return {};
  const [cacheRead, cacheWrite] = [count(payload, 'cache_read_tokens'), count(payload, 'cache_write_tokens')];
  const turn = text(payload, 'generation_id')?.slice(0, MAX_NAME_CHARACTERS) ?? '';
  const cached = { ...(cacheRead !== undefined && { cacheRead }), ...(cacheWrite !== undefined && { cacheWrite }) };
  return { usage: { [`turn:${turn}`]: { input: input ?? 0, output: output ?? 0, ...cached } } };
}
