import { sessionId, type SessionId } from '../../model/ids.ts';
import type { Action } from '../../model/step.ts';
import type { Adapter, AgentEvent, Call, EventBody, Payload } from '../../recorder/spool/event.ts';
import { object, text } from '../../recorder/spool/json-fields.ts';
import { outcomeOf } from '../../recorder/session/transcript-results.ts';
import { editsOf, type Patched, pathsOf, readPatch, readShellPatch } from './patch.ts';
import { readRollout } from './live-transcript.ts';
import { ownWords } from '../common/agent-words.ts';
import { parseLine } from '../common/jsonl.ts';
import { digestOf, firstText, sessionEnd, sessionStart } from '../common/common.ts';

export const PATCH = 'apply_patch';
const READ = /^(?:view_image|web_search\w*|tool_search|list_mcp_\w+|read_mcp_\w+|get_\w+)$/;
// Some names have a namespace as a prefix, without a separator.
const PLAN =
  /^(?:update_plan|request_user_input|create_goal|update_goal|\w*(?:wait_agent|send_input|send_message|close_agent|resume_agent|list_agents))$/;
/** The first lines of an answer to a command in older versions. The group is the exit status. */
const EXIT =
  /^(?:Exit code: (-?\d+)\nWall time: |Chunk ID: \w+\nWall time: [^\n]*\nProcess exited with code (-?\d+)\n)/;

/** Codex CLI: hook payloads as documented and recorded from 0.169. */
export const codex: Adapter = {
  agent: 'codex',
  vendor: 'openai',
  sniff,
  read,
  readTranscript: readRollout,
  contextOutput: (words) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: words } }),
  questionOutput: (reason) => JSON.stringify({ decision: 'block', reason }),
  sessionOf: (env) => {
    const thread = env['CODEX_THREAD_ID'];
    const main = env['CODEX_SESSION_ID'] || thread;
    if (!main) return undefined;
    return thread && thread !== main ? child(sessionId(main), thread) : sessionId(main);
  },
};

// Only the name of its transcript sets a Codex payload apart. Without a transcript the field is null, not absent.
function sniff(payload: Payload): boolean {
  if (text(payload, 'hook_event_name') === undefined || text(payload, 'session_id') === undefined) return false;
  const record = text(payload, 'transcript_path');
  if (record !== undefined) return /(?:^|[\\/])rollout-[^\\/]*\.jsonl(?:\.\w+)?$/.test(record);
  const hasTurn = text(payload, 'turn_id') !== undefined && text(payload, 'model') !== undefined;
  return hasTurn || (Object.hasOwn(payload, 'transcript_path') && payload['transcript_path'] === null);
}

function read(payload: Payload): AgentEvent | undefined {
  const id = text(payload, 'session_id');
  const name = text(payload, 'hook_event_name');
  if (!id || !name) return undefined;
  const main = sessionId(id);
  const agentId = text(payload, 'agent_id');
  const record = text(payload, 'transcript_path');
  const base = { agent: codex.agent, vendor: codex.vendor };
  // Both happen in the parent. The transcript in a start event belongs to the sub-agent.
  if (name === 'SubagentStart' || name === 'SubagentStop')
    return { ...base, session: main, body: subagent(name, main, agentId, payload) };
  return {
    ...base,
    ...(record && { transcript: record }),
    ...(agentId ? { session: child(main, agentId), parent: main } : { session: main }),
    ...keyOf(name, payload),
    body: body(name, payload),
  };
}

// Codex runs the hooks of the user's settings and of the repository's, so an event may arrive twice. Calls have ids. Any
// other event with a turn id gets the digest of its payload as its key.
function keyOf(name: string, payload: Payload): { key: string } | Record<never, never> {
  if (text(payload, 'turn_id') === undefined || name.endsWith('ToolUse')) return {};
  return { key: digestOf(payload) };
}

const child = (parent: SessionId, agentId: string): SessionId => sessionId(`${parent}/${agentId}`);

function subagent(name: string, main: SessionId, agentId: string | undefined, payload: Payload): EventBody {
  if (!agentId) return { type: 'raw', name };
  if (name === 'SubagentStop') return { type: 'subagent_end', child: child(main, agentId) };
  const kind = text(payload, 'agent_type');
  return {
    type: 'subagent_start',
    child: child(main, agentId),
    kind: kind === undefined || kind === 'default' ? '' : kind,
    prompted: true,
  };
}

function body(name: string, payload: Payload): EventBody {
  switch (name) {
    case 'SessionStart':
      return sessionStart(payload);
    case 'SessionEnd':
      return sessionEnd(payload);
    case 'UserPromptSubmit':
      return { type: 'prompt', text: ownWords(text(payload, 'prompt') ?? '') };
    case 'PreToolUse':
      return { type: 'before', call: call(payload) };
    case 'PostToolUse':
      return after(payload);
    case 'PermissionRequest':
      return { type: 'gate', call: call(payload) };
    case 'Stop':
    case 'StopFailure':
    case 'Interrupt':
      return { type: 'turn_end', failed: name !== 'Stop' };
    case 'PostCompact':
      return { type: 'compaction', summary: '' };
    case 'PreCompact':
      return { type: 'ignored' };
    default:
      return { type: 'raw', name };
  }
}

function after(payload: Payload): EventBody {
  const made = call(payload);
  const { exit, output } = answer(payload);
  const files = patched(payload);
  return {
    type: 'after',
    call: made,
    outcome: outcomeOf(exit),
    output,
    ...(made.action === 'shell' && exit === undefined && { isOutcomeUnknown: true }),
    ...(files && { edits: editsOf(files) }),
  };
}

// The answer is a text that starts with the exit status, plain output, or an object (or its JSON text). That depends on the
// version and the tool.
function answer(payload: Payload): { exit?: number; output: string } {
  const given = payload['tool_response'];
  const whole = typeof given === 'string' ? given : JSON.stringify(given ?? '');
  const response = typeof given === 'string' && !given.startsWith('{') ? undefined : parseLine(whole);
  const [begin, ...found] = EXIT.exec(whole) ?? [];
  const status = response && (object(response, 'metadata')['exit_code'] ?? response['exit_code']);
  const exit = begin === undefined ? status : Number(found.find((one) => one !== undefined));
  const output = (response && text(response, 'output')) ?? whole;
  return { output, ...(Number.isSafeInteger(exit) && { exit: exit as number }) };
}

function call(payload: Payload): Call {
  const tool = text(payload, 'tool_name') ?? 'unknown';
  const input = object(payload, 'tool_input');
  const id = text(payload, 'tool_use_id');
  const files = patched(payload);
  const paths = files ? pathsOf(files) : [];
  const command = isShell(tool) && !files ? commandOf(input) : undefined;
  return {
    ...(id && { id }),
    tool: files ? PATCH : tool,
    action: action(files ? PATCH : tool),
    summary: paths.length > 0 ? paths.join(', ') : (command ?? summary(tool, input)),
    ...(command !== undefined && { command }),
    paths,
    input: JSON.stringify(input),
  };
}

// The files of a patch, which is either the input of the patch tool or part of a command.
function patched(payload: Payload): Patched[] | undefined {
  const tool = text(payload, 'tool_name') ?? '';
  const input = object(payload, 'tool_input');
  if (tool === PATCH) return readPatch(text(input, 'command') ?? text(input, 'input') ?? '');
  const command = isShell(tool) ? commandOf(input) : undefined;
  return command === undefined ? undefined : readShellPatch(command);
}

const isShell = (tool: string): boolean =>
  tool === 'Bash' || /^(?:local_)?shell(?:_command)?$|^exec_command$/.test(tool);

function commandOf(input: Payload): string | undefined {
  const given = Object.hasOwn(input, 'command') ? input['command'] : undefined;
  if (!Array.isArray(given)) return text(input, 'command') ?? text(input, 'cmd');
  const words = given.filter((word) => typeof word === 'string');
  // A call of a shell with the command as its last word.
  return /(?:^|\/)(?:ba|z|da)?sh$/.test(words[0] ?? '') && /^-l?c$/.test(words[1] ?? '') ? words[2] : words.join(' ');
}

function action(tool: string): Action {
  if (isShell(tool)) return 'shell';
  if (tool === PATCH) return 'edit';
  if (tool.endsWith('spawn_agent')) return 'spawn';
  if (READ.test(tool)) return 'read';
  return PLAN.test(tool) ? 'plan' : 'unknown';
}

const summary = (tool: string, input: Payload): string =>
  firstText(input, ['message', 'prompt', 'path', 'query', 'url', 'uri']) ?? tool;
