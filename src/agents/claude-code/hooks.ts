import { sessionId, type SessionId } from '../../model/ids.ts';
import type { Action } from '../../model/step.ts';
import type { Adapter, AgentEvent, Call, Edit, EventBody, Outcome, Payload } from '../../recorder/spool/event.ts';
import { readNotices, taskBegun, taskEnded, tasksAtWork } from './background.ts';
import { readClaudeSubagent, subagentTranscript } from './subagent.ts';
import { readClaudeTranscript } from './live-transcript.ts';
import { isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { ownWords } from '../common/agent-words.ts';
import { durationAt, firstText, replacedIn, sessionEnd, sessionStart } from '../common/common.ts';

const READ = new Set([
  'Read',
  'Grep',
  'Glob',
  'LS',
  'WebFetch',
  'WebSearch',
  'NotebookRead',
  'BashOutput',
  'TaskOutput',
  'ToolSearch',
]);
const EDIT = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);
const SHELL = new Set(['Bash', 'PowerShell', 'Monitor']);
const SPAWN = new Set(['Agent', 'Task']);
const PLAN = new Set([
  'TodoWrite',
  'TodoRead',
  'TaskCreate',
  'TaskUpdate',
  'TaskGet',
  'TaskList',
  'EnterPlanMode',
  'ExitPlanMode',
  'AskUserQuestion',
  'Skill',
  'TaskStop',
  'KillShell',
  'KillBash',
]);

/** Claude Code: hook payloads as documented for 2.1 and recorded from 2.1.330. */
export const claudeCode: Adapter = {
  agent: 'claude-code',
  vendor: 'anthropic',
  sniff: (payload) =>
    text(payload, 'hook_event_name') !== undefined &&
    text(payload, 'session_id') !== undefined &&
    text(payload, 'transcript_path') !== undefined,
  read,
  readTranscript: readClaudeTranscript,
  spawned: readClaudeSubagent,
  contextOutput: (text) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } }),
  questionOutput: (reason) => JSON.stringify({ decision: 'block', reason }),
  sessionOf: (env) => {
    const id = env['CLAUDECODE'] ? env['CLAUDE_CODE_SESSION_ID'] : undefined;
    return id ? sessionId(id) : undefined;
  },
};

function read(payload: Payload): AgentEvent | undefined {
  const id = text(payload, 'session_id');
  const name = text(payload, 'hook_event_name');
  if (!id || !name) return undefined;
  const main = sessionId(id);
  const agentId = text(payload, 'agent_id');
  const transcript = text(payload, 'transcript_path');
  const base = { agent: claudeCode.agent, vendor: claudeCode.vendor, ...(transcript && { transcript }) };
  // Claude Code reports these in the sub-agent's name, but they happen in its parent.
  if (name === 'SubagentStart' || name === 'SubagentStop')
    return { ...base, session: main, body: subagent(name, main, agentId, payload) };
  if (!agentId) return { ...base, session: main, body: body(name, payload) };
  const own = subagentTranscript(transcript, agentId);
  return {
    ...base,
    session: child(main, agentId),
    parent: main,
    ...(own !== undefined && { transcript: own }),
    body: body(name, payload),
  };
}

const child = (parent: SessionId, agentId: string): SessionId => sessionId(`${parent}/${agentId}`);

function subagent(name: string, main: SessionId, agentId: string | undefined, payload: Payload): EventBody {
  if (!agentId) return { type: 'raw', name };
  if (name === 'SubagentStop') return { type: 'subagent_end', child: child(main, agentId) };
  return { type: 'subagent_start', child: child(main, agentId), kind: text(payload, 'agent_type') ?? '' };
}

function body(name: string, payload: Payload): EventBody {
  switch (name) {
    case 'SessionStart':
      return sessionStart(payload);
    case 'SessionEnd':
      return sessionEnd(payload);
    case 'UserPromptSubmit':
      return prompt(text(payload, 'prompt') ?? '');
    case 'PreToolUse':
      return { type: 'before', call: call(payload) };
    case 'PostToolUse':
      return {
        type: 'after',
        call: call(payload),
        outcome: outcome(payload),
        output: output(payload),
        ...durationAt(payload, 'duration_ms'),
        ...edits(payload),
        ...background(payload),
      };
    case 'PostToolUseFailure': {
      const interrupted = payload['is_interrupt'] === true;
      return {
        type: 'after',
        call: call(payload),
        outcome: interrupted ? 'interrupted' : 'failed',
        output: text(payload, 'error') ?? '',
        ...durationAt(payload, 'duration_ms'),
      };
    }
    case 'PostToolBatch':
      return {
        type: 'batch',
        calls: objects(payload, 'tool_calls').map((item) => ({
          call: call(item),
          output: text(item, 'tool_response') ?? '',
        })),
      };
    case 'PermissionRequest':
      return { type: 'gate', call: call(payload) };
    case 'PermissionDenied':
      return { type: 'after', call: call(payload), outcome: 'refused', output: text(payload, 'reason') ?? '' };
    case 'Stop':
    case 'StopFailure':
      return { type: 'turn_end', failed: name === 'StopFailure', ...atWork(payload) };
    case 'PostCompact':
      return { type: 'compaction', summary: text(payload, 'compact_summary') ?? '' };
    case 'PreCompact':
    case 'InstructionsLoaded':
    case 'CwdChanged':
    case 'Notification':
    case 'MessageDisplay':
      return { type: 'ignored' };
    default:
      return { type: 'raw', name };
  }
}

// Claude Code passes background notices to its model in the form of a prompt. A notice is not a goal and starts no turn.
function prompt(words: string): EventBody {
  const notices = readNotices(words);
  const own = ownWords(notices.words);
  if (own !== '' || words === '') return { type: 'prompt', text: own };
  return notices.ended.length > 0 ? { type: 'background_end', tasks: notices.ended } : { type: 'ignored' };
}

function background(payload: Payload): { task?: string; ended?: string } {
  const tool = text(payload, 'tool_name') ?? '';
  const response = object(payload, 'tool_response');
  const task = taskBegun(tool, response);
  const ended = taskEnded(tool, object(payload, 'tool_input'), response);
  return { ...(task && { task }), ...(ended && { ended }) };
}

function atWork(payload: Payload): { tasks: readonly string[] } | Record<never, never> {
  const tasks = tasksAtWork(payload);
  return tasks ? { tasks } : {};
}

function call(payload: Payload): Call {
  const tool = text(payload, 'tool_name') ?? 'unknown';
  const input = object(payload, 'tool_input');
  const id = text(payload, 'tool_use_id');
  const command = SHELL.has(tool) ? text(input, 'command') : undefined;
  const path =
    text(input, 'file_path') ?? text(input, 'notebook_path') ?? (READ.has(tool) ? text(input, 'path') : undefined);
  return {
    ...(id && { id }),
    tool,
    action: action(tool),
    summary: summary(tool, input),
    ...(command !== undefined && { command }),
    paths: path ? [path] : [],
    input: JSON.stringify(input),
  };
}

function action(tool: string): Action {
  if (READ.has(tool)) return 'read';
  if (EDIT.has(tool)) return 'edit';
  if (SHELL.has(tool)) return 'shell';
  if (SPAWN.has(tool)) return 'spawn';
  if (PLAN.has(tool)) return 'plan';
  return 'unknown';
}

// The text after the verb in a summary. The recorder makes paths relative.
const summary = (tool: string, input: Payload): string =>
  firstText(input, [
    'command',
    'file_path',
    'notebook_path',
    'pattern',
    'description',
    'subject',
    'url',
    'query',
    'skill',
  ]) ?? tool;

function outcome(payload: Payload): Outcome {
  return object(payload, 'tool_response')['interrupted'] === true ? 'interrupted' : 'ok';
}

function output(payload: Payload): string {
  const response = payload['tool_response'];
  if (typeof response === 'string') return response;
  if (!isObject(response)) return '';
  const streams = [text(response, 'stdout'), text(response, 'stderr')].filter((part) => part !== undefined);
  return streams.length > 0 ? streams.join('\n') : JSON.stringify(response);
}

function edits(payload: Payload): { edits: readonly Edit[] } | Record<never, never> {
  const tool = text(payload, 'tool_name') ?? '';
  const response = object(payload, 'tool_response');
  const input = object(payload, 'tool_input');
  const path = text(input, 'file_path') ?? text(input, 'notebook_path');
  if (!EDIT.has(tool) || !path) return {};
  const before = beforeText(response);
  const proposed = proposal(tool, input, response, before);
  const replaced = replacedIn(input);
  const edit = {
    path,
    byUser: response['userModified'] === true,
    ...(before !== undefined && { before }),
    ...(proposed !== undefined && { proposed }),
    // Otherwise the last snapshot has the text that the tool found.
    ...(before === undefined && replaced.length > 0 && { replaced }),
  };
  return { edits: [edit] };
}

function beforeText(response: Payload): string | null | undefined {
  for (const key of ['originalFile', 'originalFileContents', 'original_file']) {
    if (Object.hasOwn(response, key) && response[key] === null) return null;
    const found = text(response, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function proposal(
  tool: string,
  input: Payload,
  response: Payload,
  before: string | null | undefined,
): string | undefined {
  if (tool === 'Write') return text(input, 'content');
  if (tool === 'NotebookEdit') return text(response, 'updated_file');
  if (typeof before !== 'string') return undefined;
  let result: string | undefined = before;
  for (const one of tool === 'MultiEdit' ? objects(input, 'edits') : [input]) result = replace(result, one);
  return result;
}

function replace(whole: string | undefined, change: Payload): string | undefined {
  const old = text(change, 'old_string');
  const fresh = text(change, 'new_string');
  if (whole === undefined || old === undefined || fresh === undefined || !whole.includes(old)) return undefined;
  return change['replace_all'] === true ? whole.replaceAll(old, () => fresh) : whole.replace(old, () => fresh);
}
