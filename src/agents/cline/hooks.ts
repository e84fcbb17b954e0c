import { sessionId, type SessionId } from '../../model/ids.ts';
import type {
  Adapter,
  AgentEvent,
  Call,
  Edit,
  EventBody,
  Outcome,
  Payload,
  Replacement,
} from '../../recorder/spool/event.ts';
import { isObject, object, objects, strings, text } from '../../recorder/spool/json-fields.ts';
import { clineRecord, readClineRecord } from './live-transcript.ts';
import { editsOf, pathsOf, readPatch } from '../codex/patch.ts';
import { actionsOf, digestOf, durationAt, firstText, MAX_NAME_CHARACTERS } from '../common/common.ts';
import { parseLine } from '../common/jsonl.ts';

const ACTIONS = actionsOf({
  read:
    'read_files search_codebase fetch_web_content ' +
    'read_file list_files search_files list_code_definition_names web_fetch web_search access_mcp_resource load_mcp_documentation',
  edit: 'editor apply_patch write_to_file replace_in_file',
  shell: 'run_commands execute_command',
  spawn: 'spawn_agent team_run_task use_subagents',
  plan:
    'ask_question submit_and_exit team_task team_status team_mission_log ' +
    'ask_followup_question plan_mode_respond act_mode_respond attempt_completion focus_chain new_task condense',
});
/** Names of events: the extension uses the names of the hook files, the command line uses the ones on the left. */
const NAMES: Readonly<Record<string, string>> = {
  agent_start: 'TaskStart',
  agent_resume: 'TaskResume',
  agent_end: 'TaskComplete',
  agent_abort: 'TaskCancel',
  agent_error: 'TaskError',
  tool_call: 'PreToolUse',
  tool_result: 'PostToolUse',
  pre_compact: 'PreCompact',
  session_shutdown: 'SessionShutdown',
};
const MARKS = { search: /^-{3,} SEARCH>?$/, middle: /^={3,}$/, end: /^\+{3,} REPLACE>?$/ };

/** Cline: payloads recorded from its command line 3.0.65, and documented ones for the extension. */
export const cline: Adapter = {
  agent: 'cline',
  vendor: 'cline',
  sniff: (payload) =>
    Object.hasOwn(payload, 'clineVersion') &&
    text(payload, 'hookName') !== undefined &&
    text(payload, 'taskId') !== undefined,
  read,
  readTranscript: readClineRecord,
  sessionOf: () => undefined,
  // The extension sets the first in its terminals; the command line sets the second for programs that it starts.
  isShell: (env) => env['CLINE_ACTIVE'] === 'true' || env['CLINE_CONNECTOR_CLI_LAUNCH'] !== undefined,
};

function read(payload: Payload, env: NodeJS.ProcessEnv = process.env): AgentEvent | undefined {
  const hookName = text(payload, 'hookName') ?? '';
  const name = Object.hasOwn(NAMES, hookName) ? NAMES[hookName]! : hookName;
  const task = text(payload, 'taskId');
  if (!task) return undefined;
  const root = text(object(payload, 'sessionContext'), 'rootSessionId');
  const main = sessionId(root || task);
  const agentId = text(payload, 'parent_agent_id') === undefined ? undefined : text(payload, 'agent_id');
  const session = agentId ? sessionId(`${main}/${agentId}`) : main;
  const [cwd] = strings(payload, 'workspaceRoots');
  const model = text(object(payload, 'model'), 'slug')?.slice(0, MAX_NAME_CHARACTERS);
  const record = root ? clineRecord(env, main, agentId) : undefined;
  const base = {
    agent: cline.agent,
    vendor: cline.vendor,
    key: digestOf(payload),
    ...(cwd !== undefined && { cwd }),
    ...(model && { model }),
  };
  // A sub-agent starts and ends in its parent.
  if (agentId && (name === 'TaskStart' || name === 'TaskComplete'))
    return { ...base, session: main, body: subagent(name, session) };
  return {
    ...base,
    session,
    ...(agentId && { parent: main }),
    ...(record && { transcript: record }),
    body: body(name, payload),
  };
}

const subagent = (name: string, child: SessionId): EventBody =>
  name === 'TaskStart' ? { type: 'subagent_start', child, kind: '' } : { type: 'subagent_end', child };

function body(name: string, payload: Payload): EventBody {
  switch (name) {
    case 'TaskStart':
    case 'TaskResume':
      return { type: 'session_start', source: name === 'TaskStart' ? 'startup' : 'resume' };
    case 'TaskComplete':
    case 'TaskCancel':
    case 'TaskError':
      return { type: 'turn_end', failed: name !== 'TaskComplete' };
    case 'SessionShutdown':
      return { type: 'session_end', reason: text(payload, 'reason') ?? 'other' };
    case 'UserPromptSubmit':
      return { type: 'prompt', text: text(object(payload, 'userPromptSubmit'), 'prompt') ?? '' };
    case 'PreToolUse':
      return { type: 'before', call: call(partOf(payload, 'tool_call', 'preToolUse')) };
    case 'PostToolUse':
      return after(partOf(payload, 'tool_result', 'postToolUse'));
    case 'PreCompact':
      return { type: 'compaction', summary: '' };
    // The transcript has these prompts, and also the first prompt, for which no event exists.
    case 'prompt_submit':
      return { type: 'ignored' };
    default:
      return { type: 'raw', name: name.slice(0, MAX_NAME_CHARACTERS) };
  }
}

/** A call's fields, from either of the two spellings. */
interface CallFields {
  readonly id: string | undefined;
  readonly tool: string;
  readonly input: Payload;
  readonly result: Payload;
}

// The command line sends a call twice: in full, and like the extension, with texts for all values.
function partOf(payload: Payload, full: string, short: string): CallFields {
  const [whole, brief] = [object(payload, full), object(payload, short)];
  const isWhole = text(whole, 'name') !== undefined;
  const flat = Object.entries(object(brief, 'parameters')).map(([key, value]) => [key, decoded(value)]);
  return {
    id: text(whole, 'id'),
    tool: (text(whole, 'name') ?? text(brief, 'toolName') ?? 'unknown').slice(0, MAX_NAME_CHARACTERS),
    input: isWhole ? object(whole, 'input') : (Object.fromEntries(flat) as Payload),
    result: isWhole ? { ...brief, ...whole } : brief,
  };
}

// Decodes a list or an object that was sent as a text.
function decoded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const list = parseLine(`{"value":${value}}`);
  return list ? list['value'] : value;
}

function call({ id, tool, input }: CallFields): Call {
  const action = ACTIONS.get(tool) ?? 'unknown';
  const command = action === 'shell' ? (text(input, 'command') ?? commandsIn(input)) : undefined;
  const paths = pathsIn(tool, input);
  return {
    ...(id && { id }),
    tool,
    action,
    summary: command ?? (paths.length > 0 ? paths.join(', ') : summary(tool, input)),
    ...(command !== undefined && { command }),
    paths: action === 'edit' || action === 'read' ? paths : [],
    input: JSON.stringify(input),
  };
}

// Joins the commands in the order in which Cline runs them.
const commandsIn = (input: Payload): string =>
  [...strings(input, 'commands'), ...objects(input, 'commands').map((one) => text(one, 'command') ?? '')].join('\n');

function pathsIn(tool: string, input: Payload): string[] {
  const patch = text(input, 'input');
  if (tool === 'apply_patch' && patch !== undefined) return pathsOf(readPatch(patch));
  const files = objects(input, 'files').flatMap((file) => text(file, 'path') ?? []);
  return files.length > 0 ? files : [text(input, 'path') ?? ''].filter(Boolean);
}

function summary(tool: string, input: Payload): string {
  const found = firstText(input, ['task', 'question', 'regex', 'url', 'query', 'title']);
  if (found) return found;
  const [first] = [
    ...strings(input, 'queries'),
    ...objects(input, 'requests').flatMap((one) => text(one, 'url') ?? []),
  ];
  return first ?? tool;
}

function after(part: CallFields): EventBody {
  const { tool, input, result } = part;
  const outcome = outcomeOf(result);
  return {
    type: 'after',
    call: call(part),
    outcome,
    output: outputOf(result),
    ...durationAt(result, text(result, 'name') === undefined ? 'executionTimeMs' : 'durationMs'),
    ...(outcome === 'ok' && edits(tool, input, outputOf(result))),
  };
}

// A tool may succeed although one of its commands failed.
function outcomeOf(result: Payload): Outcome {
  const parts = isObject(result['output']) ? [result['output']] : objects(result, 'output');
  const failed = text(result, 'error') !== undefined || result['success'] === false;
  if (failed && /\b(?:denied|rejected|declined)\b/i.test(text(result, 'error') ?? '')) return 'refused';
  return failed || parts.some((one) => one['success'] === false) ? 'failed' : 'ok';
}

function outputOf(result: Payload): string {
  const output = result['output'];
  if (typeof output === 'string') return output;
  const parts = isObject(output) ? [output] : objects(result, 'output');
  if (parts.length > 0) return parts.map((one) => text(one, 'result') ?? text(one, 'text') ?? '').join('\n');
  return text(result, 'error') ?? text(result, 'result') ?? '';
}

function edits(tool: string, input: Payload, output: string): { edits: readonly Edit[] } | Record<never, never> {
  const patch = text(input, 'input');
  if (tool === 'apply_patch' && patch !== undefined) return { edits: editsOf(readPatch(patch)) };
  const path = text(input, 'path');
  const how = path && wrote(tool, input, output);
  return path && how ? { edits: [{ path, byUser: false, ...how }] } : {};
}

function wrote(tool: string, input: Payload, output: string): Omit<Edit, 'path' | 'byUser'> | undefined {
  if (tool === 'write_to_file') return { proposed: text(input, 'content') ?? '' };
  if (tool === 'replace_in_file') {
    const blocks = blocksIn(text(input, 'diff') ?? '');
    return blocks.length > 0 ? { replaced: blocks } : undefined;
  }
  const [old, fresh] = [text(input, 'old_text'), text(input, 'new_text')];
  if (tool !== 'editor' || fresh === undefined) return undefined;
  if (output.startsWith('File created')) return { before: null, proposed: fresh };
  return old === undefined ? { written: fresh.split('\n') } : { replaced: { old, fresh, all: false } };
}

// A block is: `------- SEARCH`, the old lines, `=======`, the new lines, `+++++++ REPLACE`.
function blocksIn(diff: string): Replacement[] {
  const blocks: Replacement[] = [];
  let old: string[] | undefined;
  let fresh: string[] | undefined;
  for (const line of diff.replaceAll('\r\n', '\n').split('\n')) {
    if (!fresh && MARKS.search.test(line)) old = [];
    else if (old && !fresh && MARKS.middle.test(line)) fresh = [];
    else if (old && fresh && MARKS.end.test(line)) {
      blocks.push({ old: whole(old), fresh: whole(fresh), all: false });
      old = fresh = undefined;
    } else (fresh ?? old)?.push(line);
  }
  return blocks;
}

const whole = (lines: readonly string[]): string => lines.map((one) => `${one}\n`).join('');
