import { sessionId } from '../../model/ids.ts';
import type { Adapter, AgentEvent, Call, Edit, EventBody, Payload } from '../../recorder/spool/event.ts';
import { object, text } from '../../recorder/spool/json-fields.ts';
import { digestOf, MAX_NAME_CHARACTERS, replacedIn } from '../common/common.ts';

/** Windsurf Cascade: payloads as documented. They contain no call ids, failures, exit statuses or session ends. */
export const windsurf: Adapter = {
  agent: 'windsurf',
  vendor: 'cognition',
  sniff: (payload) => text(payload, 'agent_action_name') !== undefined && text(payload, 'trajectory_id') !== undefined,
  read,
  // The content of its transcripts is not documented.
  readTranscript: () => undefined,
  // Its shell names no session.
  sessionOf: () => undefined,
};

function read(payload: Payload): AgentEvent | undefined {
  const id = text(payload, 'trajectory_id');
  const name = text(payload, 'agent_action_name')?.slice(0, MAX_NAME_CHARACTERS);
  if (!id || !name) return undefined;
  const model = text(payload, 'model_name');
  const cwd = text(object(payload, 'tool_info'), 'cwd');
  return {
    agent: windsurf.agent,
    vendor: windsurf.vendor,
    session: sessionId(id),
    ...(cwd && { cwd }),
    // Every event has its time, so an equal payload is the same event from another settings file.
    ...(text(payload, 'timestamp') && {
      key: digestOf(payload),
    }),
    ...(model && !/^unknown$/i.test(model) && { model: model.slice(0, MAX_NAME_CHARACTERS) }),
    body: body(name, object(payload, 'tool_info')),
  };
}

function body(name: string, info: Payload): EventBody {
  switch (name) {
    case 'pre_user_prompt':
      return { type: 'prompt', text: text(info, 'user_prompt') ?? '' };
    case 'pre_write_code':
    case 'pre_run_command':
    case 'pre_mcp_tool_use':
      return { type: 'before', call: call(name, info) };
    case 'post_read_code':
    case 'post_write_code':
      return { type: 'after', call: call(name, info), outcome: 'ok', output: '', ...edits(info) };
    case 'post_run_command':
      return { type: 'after', call: call(name, info), outcome: 'ok', output: '', isOutcomeUnknown: true };
    case 'post_mcp_tool_use':
      return { type: 'after', call: call(name, info), outcome: 'ok', output: text(info, 'mcp_result') ?? '' };
    case 'post_cascade_response': {
      const words = text(info, 'response')?.trim();
      return { type: 'turn_end', failed: false, ...(words && { words }) };
    }
    case 'pre_read_code':
    case 'post_cascade_response_with_transcript':
    case 'post_setup_worktree':
      return { type: 'ignored' };
    default:
      return { type: 'raw', name };
  }
}

// The payload after a call has all fields of the one before it. The answer is removed, so that both give the same call.
function call(name: string, info: Payload): Call {
  const path = text(info, 'file_path');
  const { mcp_result: _, ...given } = info;
  const rest = { paths: path ? [path] : [], input: JSON.stringify(given) };
  if (name.endsWith('_run_command')) {
    const command = text(info, 'command_line') ?? '';
    return { ...rest, tool: 'run_command', action: 'shell', summary: command, command, paths: [] };
  }
  if (name.endsWith('_mcp_tool_use')) {
    const tool = [text(info, 'mcp_server_name'), text(info, 'mcp_tool_name')].filter(Boolean).join(':');
    return { ...rest, tool: tool.slice(0, MAX_NAME_CHARACTERS) || 'mcp', action: 'unknown', summary: tool || 'mcp' };
  }
  const isRead = name.endsWith('_read_code');
  const tool = isRead ? 'read_code' : 'write_code';
  return { ...rest, tool, action: isRead ? 'read' : 'edit', summary: path ?? tool };
}

function edits(info: Payload): { edits: readonly Edit[] } | Record<never, never> {
  const path = text(info, 'file_path');
  const replaced = replacedIn(info);
  return path && replaced.length > 0 ? { edits: [{ path, byUser: false, replaced }] } : {};
}
