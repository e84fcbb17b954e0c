import { resolve } from 'node:path';
import { sessionId } from '../../model/ids.ts';
import type { Action } from '../../model/step.ts';
import type { Adapter, AgentEvent, Call, Edit, EventBody, Outcome, Payload } from '../../recorder/spool/event.ts';
import { isObject, object, text } from '../../recorder/spool/json-fields.ts';
import { readGeminiChat } from './live-transcript.ts';
import { geminiSubagentOf, readGeminiSubagent } from './sub-agents.ts';
import { ownWords } from '../common/agent-words.ts';
import { digestOf, sessionEnd, sessionStart } from '../common/common.ts';

const SHELL = 'run_shell_command';
const READ =
  /^(?:read_file|read_many_files|list_directory|glob|grep_search|search_file_content|web_fetch|google_web_search|get_internal_docs)$/;
const EDIT = /^(?:replace|write_file)$/;
const PLAN =
  /^(?:write_todos|ask_user|activate_skill|update_topic|complete_task|enter_plan_mode|exit_plan_mode|tracker_\w+)$/;
/** Events that only Gemini has. */
const OWN = /^(?:BeforeAgent|AfterAgent|BeforeTool|AfterTool|BeforeModel|AfterModel|BeforeToolSelection|PreCompress)$/;
const SHARED = /^(?:SessionStart|SessionEnd|Notification)$/;
/** Context that a hook gave at the session's start. Gemini puts it before the first prompt and escapes its angle brackets. */
const GIVEN = /^(?:<hook_context>[^<]*<\/hook_context>\s*)+/;
/** The end of the answer to a failed command. */
const EXIT =
  /\n(?:Exit Code: (-?\d+)|Signal: (\S+))(?:\n(?:Signal|Background PIDs|Process Group PGID): [^\n]*)*\s*(?:<\/untrusted_context>)?\s*$/;

/** The start of the answer to a command that was stopped. It has no exit status. */
const STOPPED =
  /^(?:<untrusted_context>\s*)?Command was (?:automatically cancelled because it exceeded|cancelled by user)\b/;

/** Gemini CLI: payloads as documented and recorded from 0.61. They name no calls, sub-agents or models. */
export const gemini: Adapter = {
  agent: 'gemini',
  vendor: 'google',
  sniff,
  read,
  readTranscript: readGeminiChat,
  spawned: readGeminiSubagent,
  subagentOf: geminiSubagentOf,
  forgets: true,
  contextOutput: (words) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: words } }),
  questionOutput: (reason) => JSON.stringify({ decision: 'deny', reason }),
  // Only hooks receive the session id. The shell has nothing but GEMINI_CLI=1.
  sessionOf: (env) => {
    const id = env['GEMINI_SESSION_ID'];
    return id ? sessionId(id) : undefined;
  },
  isShell: (env) => env['GEMINI_CLI'] === '1',
};

function sniff(payload: Payload): boolean {
  const name = text(payload, 'hook_event_name') ?? '';
  if (text(payload, 'session_id') === undefined || text(payload, 'timestamp') === undefined) return false;
  const record = text(payload, 'transcript_path');
  const isChat = record === '' || /[\\/]chats[\\/][^\\/]+\.jsonl?$/.test(record ?? '');
  return OWN.test(name) || (SHARED.test(name) && isChat);
}

function read(payload: Payload): AgentEvent | undefined {
  const id = text(payload, 'session_id');
  const name = text(payload, 'hook_event_name');
  if (!id || !name) return undefined;
  const record = text(payload, 'transcript_path');
  const cwd = folderOf(payload);
  return {
    agent: gemini.agent,
    vendor: gemini.vendor,
    session: sessionId(id),
    ...(record && { transcript: record }),
    ...(cwd !== undefined && { cwd }),
    // Every event has a time in milliseconds, so the digest identifies it.
    key: digestOf(payload),
    body: body(name, payload),
  };
}

// A command may name its own folder. The payload has only the session's folder.
function folderOf(payload: Payload): string | undefined {
  const dir = text(payload, 'tool_name') === SHELL ? text(object(payload, 'tool_input'), 'dir_path') : undefined;
  const cwd = text(payload, 'cwd');
  return dir && cwd ? resolve(cwd, dir) : undefined;
}

function body(name: string, payload: Payload): EventBody {
  switch (name) {
    case 'SessionStart':
      return sessionStart(payload);
    case 'SessionEnd':
      return sessionEnd(payload);
    case 'BeforeAgent':
      return { type: 'prompt', text: ownWords((text(payload, 'prompt') ?? '').replace(GIVEN, '')) };
    case 'AfterAgent':
      return { type: 'turn_end', failed: false };
    case 'BeforeTool':
      return { type: 'before', call: call(payload) };
    case 'AfterTool':
      return after(payload);
    case 'Notification':
      return notification(payload);
    case 'PreCompress': // sent before nearly every request
    case 'BeforeModel':
    case 'AfterModel':
    case 'BeforeToolSelection':
      return { type: 'ignored' };
    default:
      return { type: 'raw', name };
  }
}

// Gemini asks the person before the call starts, so no call exists yet to attach the question to.
function notification(payload: Payload): EventBody {
  if (text(payload, 'notification_type') !== 'ToolPermission') return { type: 'ignored' };
  const details = object(payload, 'details');
  const command = text(details, 'command');
  const path = text(details, 'filePath') ?? text(details, 'fileName');
  const tool =
    command !== undefined ? SHELL : path !== undefined ? 'replace' : (text(details, 'toolName') ?? 'unknown');
  const summary = command ?? path ?? text(details, 'title') ?? tool;
  return { type: 'gate', call: { tool, action: action(tool), summary, paths: path ? [path] : [], input: '' } };
}

function after(payload: Payload): EventBody {
  const made = call(payload);
  const response = object(payload, 'tool_response');
  const output = outputOf(response);
  const goesOn = made.tool === SHELL && object(payload, 'tool_input')['is_background'] === true;
  return {
    type: 'after',
    call: made,
    outcome: outcomeOf(made, response, output),
    output,
    ...edits(made, payload),
    ...(goesOn && { task: `${SHELL} in the background` }),
  };
}

function outcomeOf({ tool }: Call, response: Payload, output: string): Outcome {
  if (isObject(response['error'])) return 'failed';
  if (tool === SHELL && STOPPED.test(output)) return 'interrupted';
  const [found, exit, signal] = (tool === SHELL && EXIT.exec(output)) || [];
  if (!found) return 'ok';
  if (exit === undefined) return signal === '(none)' ? 'ok' : 'interrupted';
  return Number(exit) === 0 ? 'ok' : 'failed';
}

function outputOf(response: Payload): string {
  const content = response['llmContent'];
  return typeof content === 'string' ? content : JSON.stringify(content ?? response['returnDisplay'] ?? '');
}

// The tool returns the file's content before and after. `newContent` is what it wrote.
function edits({ tool, paths }: Call, payload: Payload): { edits: readonly Edit[] } | Record<never, never> {
  const response = object(payload, 'tool_response');
  const shown = object(response, 'returnDisplay');
  const [path] = paths;
  if (!EDIT.test(tool) || path === undefined || isObject(response['error'])) return {};
  const original = shown['isNewFile'] === true ? null : text(shown, 'originalContent');
  const input = object(payload, 'tool_input');
  const byUser = input['modified_by_user'] === true;
  // When a person changed the proposal, the payload has the original proposal only for a whole file.
  const proposed = byUser ? text(input, 'ai_proposed_content') : text(shown, 'newContent');
  return {
    edits: [
      {
        path,
        byUser,
        ...(original !== undefined && { before: original }),
        ...(proposed !== undefined && { proposed }),
        ...(byUser && proposed === undefined && { written: [] }),
      },
    ],
  };
}

function call(payload: Payload): Call {
  const tool = text(payload, 'tool_name') ?? 'unknown';
  const input = object(payload, 'tool_input');
  const command = tool === SHELL ? (text(input, 'command') ?? '') : undefined;
  const path =
    text(input, 'file_path') ?? (READ.test(tool) ? (text(input, 'dir_path') ?? text(input, 'path')) : undefined);
  const cwd = text(payload, 'cwd');
  const whole = path && cwd ? resolve(cwd, path) : path;
  return {
    tool,
    action: action(tool),
    summary: summary(input, whole) ?? tool,
    ...(command !== undefined && { command }),
    paths: whole ? [whole] : [],
    input: JSON.stringify(input),
  };
}

function action(tool: string): Action {
  if (tool === SHELL) return 'shell';
  if (EDIT.test(tool)) return 'edit';
  if (tool === 'invoke_agent') return 'spawn';
  if (READ.test(tool)) return 'read';
  return PLAN.test(tool) ? 'plan' : 'unknown';
}

function summary(input: Payload, path: string | undefined): string | undefined {
  const [command, pattern] = [text(input, 'command'), text(input, 'pattern')];
  return command ?? pattern ?? path ?? text(input, 'prompt') ?? text(input, 'query') ?? text(input, 'url');
}
