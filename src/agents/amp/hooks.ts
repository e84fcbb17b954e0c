import { sessionId } from '../../model/ids.ts';
import type { Adapter, AgentEvent, Call, Edit, EventBody, Outcome, Payload } from '../../recorder/spool/event.ts';
import { object, strings, text } from '../../recorder/spool/json-fields.ts';
import { editsOf, pathsOf, readPatch } from '../codex/patch.ts';
import { actionsOf, firstText, MAX_NAME_CHARACTERS, ofPlugin, replacedIn } from '../common/common.ts';

const ACTIONS = actionsOf({
  read:
    'Read Grep glob finder list_directory read_web_page web_search find_thread read_thread look_at view_media ' +
    'librarian oracle get_diagnostics',
  edit: 'edit_file create_file apply_patch undo_edit',
  shell: 'Bash shell_command',
  spawn: 'Task',
  plan: 'todo_read todo_write handoff',
});

/** Amp: payloads from our own plug-in, built from the plug-in events that Amp documents. */
export const amp: Adapter = {
  agent: 'amp',
  vendor: 'amp',
  sniff: (payload) => payload['plugin'] === 'amp',
  read,
  // Amp keeps its threads on a server.
  readTranscript: () => undefined,
  sessionOf: () => undefined,
};

function read(payload: Payload): AgentEvent | undefined {
  const name = text(payload, 'hook_event_name');
  const of = ofPlugin(payload);
  if (!name || !of) return undefined;
  const child = sessionId(`${of.session}/${text(payload, 'agent_id') || '-'}`);
  return {
    agent: amp.agent,
    vendor: amp.vendor,
    ...of,
    body:
      name === 'subagent.start'
        ? { type: 'subagent_start', child, kind: '', prompted: true }
        : name === 'subagent.end'
          ? { type: 'subagent_end', child }
          : body(name, payload),
  };
}

function body(name: string, payload: Payload): EventBody {
  switch (name) {
    case 'session.start':
      return { type: 'session_start', source: 'startup' };
    case 'agent.start':
      return { type: 'prompt', text: text(payload, 'prompt') ?? '' };
    case 'PreToolUse':
      return { type: 'before', call: call(payload) };
    case 'PostToolUse': {
      const response = object(payload, 'tool_response');
      const outcome = outcomeOf(text(response, 'status'), text(response, 'error') ?? '');
      return {
        type: 'after',
        call: call(payload),
        outcome,
        output: text(response, 'error') || (text(response, 'output') ?? ''),
        ...(outcome === 'ok' && edits(payload)),
      };
    }
    case 'agent.end':
      return { type: 'turn_end', failed: (text(payload, 'status') ?? 'done') !== 'done' };
    default:
      return { type: 'raw', name: name.slice(0, MAX_NAME_CHARACTERS) };
  }
}

function outcomeOf(status: string | undefined, error: string): Outcome {
  if (status === 'cancelled') return 'interrupted';
  return status !== 'error' ? 'ok' : /reject|denied|not permitted/i.test(error) ? 'refused' : 'failed';
}

function call(payload: Payload): Call {
  const tool = (text(payload, 'tool_name') ?? 'unknown').slice(0, MAX_NAME_CHARACTERS);
  const input = object(payload, 'tool_input');
  const action = ACTIONS.get(tool) ?? 'unknown';
  const id = text(payload, 'tool_use_id');
  const command = action === 'shell' ? (text(input, 'command') ?? text(input, 'cmd')) : undefined;
  const paths = pathsIn(payload, action === 'edit' || action === 'read');
  return {
    ...(id && { id }),
    tool,
    action,
    summary: command ?? (paths.length > 0 ? paths.join(', ') : summary(tool, input)),
    ...(command !== undefined && { command }),
    paths,
    input: JSON.stringify(input),
  };
}

function pathsIn(payload: Payload, isNamed: boolean): string[] {
  const input = object(payload, 'tool_input');
  const files = strings(payload, 'files');
  const patch = patchIn(input);
  if (files.length > 0) return files;
  if (patch !== undefined) return pathsOf(readPatch(patch));
  const path = text(input, 'path');
  return isNamed && path ? [path] : [];
}

const patchIn = (input: Payload): string | undefined =>
  ['patchText', 'patch', 'input'].map((key) => text(input, key)).find((patch) => patch?.includes('*** Begin Patch'));

const summary = (tool: string, input: Payload): string =>
  firstText(input, ['path', 'pattern', 'query', 'description', 'url', 'prompt']) ?? tool;

function edits(payload: Payload): { edits: readonly Edit[] } | Record<never, never> {
  const input = object(payload, 'tool_input');
  const patch = patchIn(input);
  if (patch !== undefined) return { edits: editsOf(readPatch(patch)) };
  const path = text(input, 'path');
  if (!path) return {};
  const content = text(input, 'content');
  if (text(payload, 'tool_name') === 'create_file' && content !== undefined)
    return { edits: [{ path, byUser: false, proposed: content }] };
  const replaced = text(payload, 'tool_name') === 'edit_file' ? replacedIn(input) : [];
  return replaced.length > 0 ? { edits: [{ path, byUser: false, replaced }] } : {};
}
