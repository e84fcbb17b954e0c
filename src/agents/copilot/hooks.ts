import { sessionId, type SessionId } from '../../model/ids.ts';
import type { Action } from '../../model/step.ts';
import { outcomeOf } from '../../recorder/session/transcript-results.ts';
import type { Adapter, AgentEvent, Call, Edit, EventBody, Outcome, Payload } from '../../recorder/spool/event.ts';
import { isObject, object, text } from '../../recorder/spool/json-fields.ts';
import { editsOf, pathsOf, readPatch } from '../codex/patch.ts';
import { canonicalTool, copilotRecord, inputOf, readCopilotRecord, readCopilotSubagent } from './live-transcript.ts';
import { actionsOf, digestOf, firstText, MAX_NAME_CHARACTERS, sessionEnd, sessionStart } from '../common/common.ts';

const ACTIONS: ReadonlyMap<string, Action> = actionsOf({
  read:
    'Read Grep Glob WebFetch WebSearch web_fetch web_search read_bash list_bash read_powershell list_powershell ' +
    'read_agent list_agents session_store_sql fetch_copilot_cli_documentation',
  edit: 'Edit Write',
  shell: 'Bash PowerShell',
  spawn: 'Agent',
  plan:
    'TodoWrite update_todo report_intent sql skill Skill AskUserQuestion ask_user ExitPlanMode exit_plan_mode ' +
    'stop_bash stop_powershell write_agent store_memory task_complete',
});

/** The last line of a command's answer, and notes about a background command that still runs or has ended. */
const EXIT = /<shellId: (\d+) completed with exit code (-?\d+)>\s*$/;
const GOES_ON = /<command started in (?:detached )?background with shellId: (\d+)>/;
const NOTICE = /^\s*<system_notification>\n?([\s\S]*?)<\/system_notification>\s*$/;
const SHELL_OVER = /\(shellId: (\d+)\) (?!is still|started)/;
const ASKED = /^(Run command|Edit file): ([\s\S]+)$/;
const REFUSED = /denied|rejected|refused|not permitted/i;

/**
 * GitHub Copilot CLI: payloads with event names in PascalCase, recorded from 1.0.102. Some events still arrive with fields
 * in camelCase and without a name. Copilot gives its calls no ids.
 */
export const copilot: Adapter = {
  agent: 'copilot',
  vendor: 'github',
  sniff,
  read,
  readTranscript: readCopilotRecord,
  spawned: readCopilotSubagent,
  forgets: true,
  contextOutput: (words) => JSON.stringify({ additionalContext: words }),
  questionOutput: (reason) => JSON.stringify({ decision: 'block', reason }),
  sessionOf: (env) => {
    const id = env['COPILOT_CLI'] ? env['COPILOT_AGENT_SESSION_ID'] : undefined;
    return id ? sessionId(id) : undefined;
  },
};

const either = (payload: Payload, snake: string, camel: string): string | undefined =>
  text(payload, snake) ?? text(payload, camel);

// The payloads resemble Claude Code's, but have a time, and any transcript path is Copilot's own.
function sniff(payload: Payload): boolean {
  const record = either(payload, 'transcript_path', 'transcriptPath');
  if (record !== undefined && !/[\\/]session-state[\\/][^\\/]+[\\/]events\.jsonl$/.test(record)) return false;
  if (text(payload, 'sessionId') !== undefined && typeof payload['timestamp'] === 'number') return true;
  const isNamed = text(payload, 'hook_event_name') !== undefined && text(payload, 'session_id') !== undefined;
  return isNamed && text(payload, 'timestamp') !== undefined && !Object.hasOwn(payload, 'tool_response');
}

function read(payload: Payload, env: NodeJS.ProcessEnv = process.env): AgentEvent | undefined {
  const id = either(payload, 'session_id', 'sessionId');
  const name = nameOf(payload);
  if (!id || !name) return undefined;
  const agentId = either(payload, 'agent_id', 'agentId');
  const parentId = either(payload, 'parent_agent_id', 'parentAgentId');
  const main = sessionId(agentId && parentId ? parentId : id);
  const transcript = either(payload, 'transcript_path', 'transcriptPath') ?? copilotRecord(env, main);
  const base = {
    agent: copilot.agent,
    vendor: copilot.vendor,
    ...(transcript && { transcript }),
    // Events have a time in milliseconds. Two settings may name our hook, or Claude Code's settings may, so events repeat.
    key: digestOf(payload),
  };
  if (!agentId) return { ...base, session: main, body: body(name, payload) };
  const child = sessionId(`${main}/${agentId}`);
  // A sub-agent starts and ends in its parent.
  if (name === 'SubagentStart' || name === 'SubagentStop')
    return { ...base, session: main, body: subagent(name, child, payload) };
  return { ...base, session: child, parent: main, body: body(name, payload) };
}

// Some events have no name. A field that only they have identifies them.
function nameOf(payload: Payload): string | undefined {
  const name = text(payload, 'hook_event_name') ?? text(payload, 'hookName');
  if (name) return name === 'permissionRequest' ? 'PermissionRequest' : name;
  if (text(payload, 'notification_type') !== undefined) return 'Notification';
  if (text(payload, 'errorContext') !== undefined) return 'ErrorOccurred';
  if (text(payload, 'agentName') !== undefined)
    return Object.hasOwn(payload, 'stopReason') ? 'SubagentStop' : 'SubagentStart';
  return undefined;
}

function subagent(name: string, child: SessionId, payload: Payload): EventBody {
  if (name === 'SubagentStop') return { type: 'subagent_end', child };
  return { type: 'subagent_start', child, kind: either(payload, 'agent_type', 'agentName') ?? '' };
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
      return after(payload);
    case 'PostToolUseFailure': {
      const message = text(payload, 'error') ?? '';
      return {
        type: 'after',
        call: call(payload),
        outcome: REFUSED.test(message) ? 'refused' : 'failed',
        output: message,
      };
    }
    // Copilot sends it for every call that might need a permission, even when it asks no one.
    case 'PermissionRequest':
      return { type: 'ignored' };
    case 'Stop':
      return { type: 'turn_end', failed: false };
    case 'ErrorOccurred':
      return payload['recoverable'] === true ? { type: 'ignored' } : { type: 'turn_end', failed: true };
    case 'PreCompact':
      return { type: 'compaction', summary: '' };
    case 'Notification':
      return text(payload, 'notification_type') === 'permission_prompt'
        ? { type: 'gate', call: questionCall(text(payload, 'message') ?? '') }
        : notice(text(payload, 'message') ?? '');
    default:
      return { type: 'raw', name: name.slice(0, MAX_NAME_CHARACTERS) };
  }
}

// Copilot passes background notices to its model in the form of a prompt. A notice is not a person's goal.
function prompt(words: string): EventBody {
  const noticed = NOTICE.exec(words)?.[1];
  return noticed === undefined ? { type: 'prompt', text: words } : notice(noticed);
}

function notice(words: string): EventBody {
  const task = SHELL_OVER.exec(words)?.[1];
  return task === undefined ? { type: 'ignored' } : { type: 'background_end', tasks: [task] };
}

function call(payload: Payload): Call {
  const tool = canonicalTool(text(payload, 'tool_name') ?? 'unknown');
  const input = payload['tool_input'];
  const fields = isObject(input) ? input : {};
  const action = ACTIONS.get(tool) ?? 'unknown';
  const command = action === 'shell' ? text(fields, 'command') : undefined;
  const path = text(fields, 'path');
  const patch = typeof input === 'string' && tool === 'Edit' ? pathsOf(readPatch(input)) : undefined;
  return {
    tool,
    action,
    summary: summary(tool, fields, patch),
    ...(command !== undefined && { command }),
    paths: patch ?? (path && (action === 'edit' || action === 'read') ? [path] : []),
    input: inputOf(input),
  };
}

function summary(tool: string, input: Payload, patch: readonly string[] | undefined): string {
  if (patch?.length) return patch.length === 1 ? patch[0]! : patch.join(', ');
  return firstText(input, ['command', 'path', 'pattern', 'description', 'url', 'query', 'skill', 'shellId']) ?? tool;
}

// A question to the person describes the call in one sentence.
function questionCall(question: string): Call {
  const [, what, about = ''] = ASKED.exec(question) ?? [];
  const tool = what === 'Run command' ? 'Bash' : what === 'Edit file' ? 'Edit' : 'permission';
  return {
    tool,
    action: ACTIONS.get(tool) ?? 'unknown',
    summary: about || question,
    paths: tool === 'Edit' ? [about] : [],
    input: '{}',
  };
}

function after(payload: Payload): EventBody {
  const made = call(payload);
  const result = object(payload, 'tool_result');
  const output = text(result, 'text_result_for_llm') ?? '';
  const task = made.action === 'shell' ? GOES_ON.exec(output)?.[1] : undefined;
  const [, shell, code] = EXIT.exec(output) ?? [];
  const ended = isShellReader(made.tool) ? (shell ?? stopped(made, payload)) : undefined;
  return {
    type: 'after',
    call: made,
    outcome: outcome(text(result, 'result_type'), made.action === 'shell' ? code : undefined),
    output,
    ...edits(made, payload),
    ...(task !== undefined && { task }),
    ...(ended !== undefined && { ended }),
  };
}

const isShellReader = (tool: string): boolean => /^(?:read|stop)_(?:bash|powershell)$/.test(tool);

const stopped = ({ tool }: Call, payload: Payload): string | undefined =>
  tool.startsWith('stop_') ? text(object(payload, 'tool_input'), 'shellId') : undefined;

function outcome(result: string | undefined, exit: string | undefined): Outcome {
  if (result !== undefined && result !== 'success') return /^(?:rejected|denied)$/.test(result) ? 'refused' : 'failed';
  return outcomeOf(exit === undefined ? undefined : Number(exit));
}

function edits({ tool }: Call, payload: Payload): { edits: readonly Edit[] } | Record<never, never> {
  const input = payload['tool_input'];
  if (tool === 'Edit' && typeof input === 'string') return { edits: editsOf(readPatch(input)) };
  if (!isObject(input)) return {};
  const path = text(input, 'path');
  if (!path) return {};
  const [old, fresh] = [text(input, 'old_str'), text(input, 'new_str')];
  const whole = text(input, 'file_text');
  if (tool === 'Write' && whole !== undefined) return { edits: [{ path, byUser: false, proposed: whole }] };
  if (tool === 'Edit' && old !== undefined && fresh !== undefined)
    return { edits: [{ path, byUser: false, replaced: { old, fresh, all: false } }] };
  return {};
}
