import { sessionId, type SessionId } from '../../model/ids.ts';
import type { Action } from '../../model/step.ts';
import type { Adapter, AgentEvent, Call, Edit, EventBody, Payload } from '../../recorder/spool/event.ts';
import { count, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { ownWords } from '../common/agent-words.ts';
import { actionsOf, durationAt, firstText, sessionEnd, sessionStart } from '../common/common.ts';
import { readQwenTranscript } from './live-transcript.ts';

const ACTIONS: ReadonlyMap<string, Action> = actionsOf({
  read: 'read_file read_many_files list_directory glob grep_search web_fetch web_search lsp',
  edit: 'edit write_file notebook_edit',
  shell: 'run_shell_command',
  spawn: 'agent task',
  plan: 'todo_write ask_user_question exit_plan_mode skill save_memory',
});

/** Qwen Code: payloads recorded from 0.24.4. They have Claude Code's names, and tools like Gemini's. */
export const qwen: Adapter = {
  agent: 'qwen',
  vendor: 'alibaba',
  sniff: (payload, hookedAgent) =>
    text(payload, 'hook_event_name') !== undefined &&
    text(payload, 'session_id') !== undefined &&
    (hookedAgent === 'qwen' || /[\\/]\.qwen[\\/]/.test(text(payload, 'transcript_path') ?? '')),
  read,
  readTranscript: readQwenTranscript,
  forgets: true,
  contextOutput: (words) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: words } }),
  questionOutput: (reason) => JSON.stringify({ decision: 'block', reason }),
  sessionOf: (env) => {
    const id = env['QWEN_CODE'] ? env['QWEN_CODE_SESSION_ID'] : undefined;
    const agent = env['QWEN_CODE_AGENT_ID'];
    return id ? (agent ? child(sessionId(id), agent) : sessionId(id)) : undefined;
  },
};

const child = (parent: SessionId, agent: string): SessionId => sessionId(`${parent}/${agent}`);

function read(payload: Payload): AgentEvent | undefined {
  const id = text(payload, 'session_id');
  const name = text(payload, 'hook_event_name');
  if (!id || !name) return undefined;
  const main = sessionId(id);
  const agent = text(payload, 'agent_id');
  const transcript = text(payload, 'transcript_path');
  const base = { agent: qwen.agent, vendor: qwen.vendor };
  // Both happen in the session that starts the sub-agent.
  if (agent && (name === 'SubagentStart' || name === 'SubagentStop')) {
    const own = child(main, agent);
    const started = { type: 'subagent_start', child: own, kind: text(payload, 'agent_type') ?? '' } as const;
    return { ...base, session: main, body: name === 'SubagentStop' ? { type: 'subagent_end', child: own } : started };
  }
  if (!agent) return { ...base, session: main, ...(transcript && { transcript }), body: body(name, payload) };
  const own = subagentTranscript(transcript, id, agent);
  return {
    ...base,
    session: child(main, agent),
    parent: main,
    ...(own !== undefined && { transcript: own }),
    body: body(name, payload),
  };
}

// The payload of a sub-agent names its parent's record. Its own is beside that, in a folder of the session.
const subagentTranscript = (parent: string | undefined, id: string, agent: string): string | undefined =>
  /^[\w-]+$/.test(agent) && parent?.endsWith(`/chats/${id}.jsonl`)
    ? parent.replace(/\/chats\/([^/]+)\.jsonl$/, `/subagents/$1/agent-${agent}.jsonl`)
    : undefined;

function body(name: string, payload: Payload): EventBody {
  switch (name) {
    case 'SessionStart':
      return sessionStart(payload);
    case 'SessionEnd':
      return sessionEnd(payload);
    case 'UserPromptSubmit':
      return prompt(text(payload, 'submitted_prompt') ?? text(payload, 'prompt') ?? '');
    case 'PreToolUse':
      return { type: 'before', call: call(payload) };
    case 'PostToolUse':
      return {
        type: 'after',
        call: call(payload),
        outcome: 'ok',
        output: text(object(payload, 'tool_response'), 'llmContent') ?? '',
        ...durationAt(payload, 'duration_ms'),
        ...edits(payload),
        ...background(payload),
      };
    case 'PostToolUseFailure':
      return {
        type: 'after',
        call: call(payload),
        outcome: payload['is_interrupt'] === true ? 'interrupted' : 'failed',
        output: text(payload, 'error') ?? '',
        ...durationAt(payload, 'duration_ms'),
      };
    case 'PostToolBatch':
      return { type: 'batch', calls: objects(payload, 'tool_calls').map((one) => ({ call: call(one), output: '' })) };
    case 'PermissionRequest':
      return { type: 'gate', call: call(payload) };
    case 'PermissionDenied':
      return { type: 'after', call: call(payload), outcome: 'refused', output: text(payload, 'reason') ?? '' };
    case 'Stop':
    case 'StopFailure':
      return { type: 'turn_end', failed: name === 'StopFailure' };
    case 'PostCompact':
      return { type: 'compaction', summary: text(payload, 'compact_summary') ?? '' };
    case 'PreCompact':
    case 'InstructionsLoaded':
    case 'Notification':
    case 'MessageDisplay':
      return { type: 'ignored' };
    default:
      return { type: 'raw', name };
  }
}

// The event comes again before each request after a tool, without a prompt; and a reminder of Qwen's own may precede the words.
function prompt(words: string): EventBody {
  const spokenWords = ownWords(words).trim();
  return spokenWords === '' ? { type: 'ignored' } : { type: 'prompt', text: spokenWords };
}

// Of the two ids of a call, the record of the session has the provider's.
function call(payload: Payload): Call {
  const tool = text(payload, 'tool_name') ?? 'unknown';
  const input = object(payload, 'tool_input');
  const action = ACTIONS.get(tool) ?? 'unknown';
  const id = text(payload, 'tool_call_id') ?? text(payload, 'tool_use_id');
  const command = action === 'shell' ? text(input, 'command') : undefined;
  const path = text(input, 'file_path') ?? (action === 'read' ? text(input, 'path') : undefined);
  return {
    ...(id && { id }),
    tool,
    action,
    summary: summary(tool, input),
    ...(command !== undefined && { command }),
    paths: path ? [path] : [],
    input: JSON.stringify(input),
  };
}

const summary = (tool: string, input: Payload): string =>
  firstText(input, ['command', 'file_path', 'pattern', 'path', 'description', 'url', 'query']) ?? tool;

// After an edit the event has both whole texts. A person may have changed the proposal before accepting it.
function edits(payload: Payload): { edits: readonly Edit[] } | Record<never, never> {
  const path = text(object(payload, 'tool_input'), 'file_path');
  const shown = object(object(payload, 'tool_response'), 'returnDisplay');
  const [before, after] = [text(shown, 'originalContent'), text(shown, 'newContent')];
  if (ACTIONS.get(text(payload, 'tool_name') ?? '') !== 'edit' || !path || after === undefined) return {};
  const stat = object(shown, 'diffStat');
  const byUser = ((count(stat, 'user_added_lines') ?? 0) || (count(stat, 'user_removed_lines') ?? 0)) > 0;
  const proposed = byUser ? proposal(object(payload, 'tool_input'), before) : after;
  return {
    edits: [
      {
        path,
        byUser,
        ...(before !== undefined && { before: before === '' ? null : before }),
        ...(proposed !== undefined && { proposed }),
      },
    ],
  };
}

function proposal(input: Payload, before: string | undefined): string | undefined {
  const [content, old, fresh] = [text(input, 'content'), text(input, 'old_string'), text(input, 'new_string')];
  if (content !== undefined) return content;
  return before === undefined || !old || fresh === undefined ? undefined : before.replace(old, () => fresh);
}

// A command in the background continues after its call.
function background(payload: Payload): { task: string } | Record<never, never> {
  const id = text(payload, 'tool_call_id');
  return id && object(payload, 'tool_input')['is_background'] === true ? { task: id } : {};
}
