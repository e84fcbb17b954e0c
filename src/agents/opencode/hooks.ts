import { sessionId, type SessionId } from '../../model/ids.ts';
import type { Usage } from '../../model/model.ts';
import type { Action } from '../../model/step.ts';
import { outcomeOf } from '../../recorder/session/transcript-results.ts';
import type { Adapter, AgentEvent, Call, Edit, EventBody, Outcome, Payload } from '../../recorder/spool/event.ts';
import { costAt, count, object, strings, text } from '../../recorder/spool/json-fields.ts';
import { editsOf, pathsOf, readPatch } from '../codex/patch.ts';
import { closingIn, narrationIn, subagentEvent, usageIn } from '../common/plugin-event.ts';
import { actionsOf, firstText, MAX_NAME_CHARACTERS, ofPlugin, sessionEnd, sessionStart } from '../common/common.ts';

const ACTIONS: ReadonlyMap<string, Action> = actionsOf({
  read: 'read grep glob list lsp webfetch websearch codesearch',
  edit: 'edit write multiedit patch apply_patch',
  shell: 'bash',
  spawn: 'task',
  plan: 'todoread todowrite skill question plan_enter plan_exit',
});
const REFUSED = /rejected permission|permission .*(?:denied|rejected)|specified a rule which prevents/i;

/**
 * The adapter of opencode, or of a program that was forked from it.
 * @param shell a variable that is set in the shell of its tools
 */
export const forkOf = (agent: string, shell: string): Adapter => ({
  agent,
  vendor: agent,
  sniff: (payload) => payload['plugin'] === agent,
  read: (payload) => read(agent, payload),
  // Its sessions are in a database. The plug-in sends what we need from there.
  readTranscript: () => undefined,
  forgets: true,
  contextOutput: (words) => words,
  sessionOf: (env) => {
    const id = env[shell] ? env['GIT_PROV_SESSION'] : undefined;
    return id ? sessionId(id) : undefined;
  },
});

/** opencode: payloads from our own plug-in, built from the hooks and events of opencode 1.18. */
export const opencode: Adapter = forkOf('opencode', 'OPENCODE');

function read(agent: string, payload: Payload): AgentEvent | undefined {
  const name = text(payload, 'hook_event_name');
  const of = ofPlugin(payload);
  if (!name || !of) return undefined;
  return { agent, vendor: agent, ...of, ...usageIn(payload, usageOf), body: body(name, of.session, payload) };
}

function body(name: string, session: SessionId, payload: Payload): EventBody {
  switch (name) {
    case 'SessionStart':
      return sessionStart(payload);
    case 'SessionEnd':
      return sessionEnd(payload);
    case 'UserPromptSubmit':
      return { type: 'prompt', text: bare(text(payload, 'prompt') ?? '') };
    case 'PreToolUse':
      return { type: 'before', call: call(payload), ...narrationIn(payload) };
    case 'PostToolUse': {
      const response = object(payload, 'tool_response');
      return {
        type: 'after',
        call: call(payload),
        outcome: outcome(response['exit']),
        output: text(response, 'output') ?? '',
        ...edits(payload),
        ...narrationIn(payload),
      };
    }
    case 'PostToolUseFailure': {
      const message = text(payload, 'error') ?? '';
      const refused = REFUSED.test(message);
      return {
        type: 'after',
        call: call(payload),
        outcome: refused ? 'refused' : /\baborted\b/i.test(message) ? 'interrupted' : 'failed',
        output: message,
        ...narrationIn(payload),
      };
    }
    case 'PermissionRequest':
      return { type: 'gate', call: questionCall(payload) };
    case 'Stop':
    case 'StopFailure':
      return { type: 'turn_end', failed: name === 'StopFailure', ...closingIn(payload) };
    case 'PostCompact':
      return { type: 'compaction', summary: '' };
    case 'SubagentStart':
    case 'SubagentStop':
      return subagentEvent(name, session, payload);
    default:
      return { type: 'raw', name: name.slice(0, MAX_NAME_CHARACTERS) };
  }
}

// `opencode run` puts quotes around its prompt.
const bare = (prompt: string): string => /^"([^"]*)"\s*$/.exec(prompt)?.[1] ?? prompt;

function call(payload: Payload): Call {
  const tool = text(payload, 'tool_name') ?? 'unknown';
  const input = object(payload, 'tool_input');
  const action = ACTIONS.get(tool) ?? 'unknown';
  const id = text(payload, 'tool_use_id');
  const command = action === 'shell' ? text(input, 'command') : undefined;
  const patch = text(input, 'patchText');
  const path = text(input, 'filePath') ?? (action === 'read' ? text(input, 'path') : undefined);
  const paths = patch === undefined ? (path ? [path] : []) : pathsOf(readPatch(patch));
  return {
    ...(id && { id }),
    tool,
    action,
    summary: patch === undefined ? summary(tool, input) : paths.join(', ') || tool,
    ...(command !== undefined && { command }),
    paths,
    input: JSON.stringify(input),
  };
}

const summary = (tool: string, input: Payload): string =>
  firstText(input, ['command', 'filePath', 'pattern', 'path', 'description', 'url', 'query', 'name']) ?? tool;

// A permission question, as a call. The question names the call and describes it.
function questionCall(payload: Payload): Call {
  const id = text(payload, 'tool_use_id');
  const tool = text(payload, 'tool_name') ?? 'permission';
  const about = text(payload, 'title') ?? (strings(payload, 'patterns').filter(Boolean).join(', ') || tool);
  return { ...(id && { id }), tool, action: ACTIONS.get(tool) ?? 'unknown', summary: about, paths: [], input: '{}' };
}

// A command that was ended by a signal has the exit status null.
function outcome(exit: unknown): Outcome {
  if (exit === null) return 'interrupted';
  return outcomeOf(typeof exit === 'number' ? exit : undefined);
}

function edits(payload: Payload): { edits: readonly Edit[] } | Record<never, never> {
  const tool = text(payload, 'tool_name') ?? '';
  const input = object(payload, 'tool_input');
  const patch = text(input, 'patchText');
  if (patch !== undefined) return { edits: editsOf(readPatch(patch)) };
  const path = text(input, 'filePath');
  if (!path) return {};
  const content = text(input, 'content');
  if (tool === 'write' && content !== undefined) return { edits: [{ path, byUser: false, proposed: content }] };
  const diff = text(object(payload, 'tool_response'), 'diff');
  return tool === 'edit' && diff !== undefined ? { edits: [{ path, byUser: false, written: added(diff) }] } : {};
}

// The lines that the diff of one file adds, without the diff's header.
const added = (diff: string): string[] => {
  const lines = diff.split('\n');
  const from = lines.findIndex((line) => line.startsWith('@@'));
  return from < 0 ? [] : lines.slice(from).flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : []));
};

// Some versions count reasoning apart from the output, others as part of it. The total decides.
function usageOf(tokens: Payload, message: Payload): Usage {
  const cache = object(tokens, 'cache');
  const [input, cacheRead, cacheWrite] = [count(tokens, 'input'), count(cache, 'read'), count(cache, 'write')];
  const rest = (count(tokens, 'total') ?? 0) - (input ?? 0) - (cacheRead ?? 0) - (cacheWrite ?? 0);
  const output = Math.max(rest, count(tokens, 'output') ?? 0);
  return {
    input: input ?? 0,
    output,
    cacheRead: cacheRead ?? 0,
    cacheWrite: cacheWrite ?? 0,
    ...costAt(message, 'cost'),
  };
}
