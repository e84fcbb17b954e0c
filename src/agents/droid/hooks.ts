import type { Adapter, AgentEvent, Call, Edit, EventBody, Outcome, Payload } from '../../recorder/spool/event.ts';
import { isObject, object, text } from '../../recorder/spool/json-fields.ts';
import { outcomeOf } from '../../recorder/session/transcript-results.ts';
import { claudeCode } from '../claude-code/hooks.ts';
import { editsOf, pathsOf, readPatch } from '../codex/patch.ts';
import { replacedIn } from '../common/common.ts';
import { canonicalTool, readDroidSession } from './live-record.ts';
import { parseLine } from '../common/jsonl.ts';

const PATCH = 'ApplyPatch';
/** Some versions name the fields that all events have in another way. */
const SPELLINGS = {
  hookEventName: 'hook_event_name',
  sessionId: 'session_id',
  transcriptPath: 'transcript_path',
  permissionMode: 'permission_mode',
  toolName: 'tool_name',
  toolInput: 'tool_input',
  toolResponse: 'tool_response',
  toolUseId: 'tool_use_id',
};
/** How the answer to a command may end. */
const EXIT = /(?:exited with code|exit code:?) (-?\d+)\]?\s*$/i;

/** Droid (Factory): hook payloads as documented, which are Claude Code's with tools of its own. */
export const droid: Adapter = {
  agent: 'droid',
  vendor: 'factory',
  sniff,
  read,
  readTranscript: readDroidSession,
  contextOutput: claudeCode.contextOutput!,
  // Its shell names no session.
  sessionOf: () => undefined,
};

// Its payloads look like those of others but for the folder of its record; a hook in its own settings knows.
function sniff(payload: Payload, teller?: string): boolean {
  const told = spelled(payload);
  if (text(told, 'hook_event_name') === undefined || text(told, 'session_id') === undefined) return false;
  return teller === 'droid' || /[\\/]\.factory[\\/]/.test(text(told, 'transcript_path') ?? '');
}

const spelled = (payload: Payload): Payload => ({
  ...Object.fromEntries(
    Object.entries(SPELLINGS).flatMap(([camel, snake]) =>
      Object.hasOwn(payload, camel) ? [[snake, payload[camel]]] : [],
    ),
  ),
  ...payload,
});

function read(payload: Payload): AgentEvent | undefined {
  const told = spelled(payload);
  const tool = text(told, 'tool_name');
  const event = claudeCode.read({ ...told, ...(tool !== undefined && { tool_name: canonicalTool(tool) }) });
  return event && { ...event, agent: droid.agent, vendor: droid.vendor, body: bodyOf(event.body, told) };
}

function bodyOf(body: EventBody, told: Payload): EventBody {
  const name = text(told, 'hook_event_name');
  // No event tells of its end, and of a sub-agent's end not whose it was.
  if (name === 'PreCompact') return { type: 'compaction', summary: '' };
  if (name === 'SubagentStop' && body.type === 'raw') return { type: 'ignored' };
  if (name === 'Notification') return notification(text(told, 'message') ?? '');
  if (body.type === 'before') return { ...body, call: patchCall(body.call) };
  if (body.type !== 'after') return body;
  const made = patchCall(body.call);
  return { ...body, ...answer(told, made.action === 'shell'), call: made, ...edits(made, object(told, 'tool_input')) };
}

// The person is asked about a call that the sentence does not identify.
const notification = (message: string): EventBody =>
  /permission|approv/i.test(message)
    ? { type: 'gate', call: { tool: 'permission', action: 'unknown', summary: message, paths: [], input: '{}' } }
    : { type: 'ignored' };

function patchCall(call: Call): Call {
  if (call.tool !== PATCH) return call;
  const paths = pathsOf(readPatch(patchOf(parseLine(call.input) ?? {})));
  return { ...call, action: 'edit', paths, summary: paths.join(', ') || call.tool };
}

const patchOf = (input: Payload): string => text(input, 'patch') ?? text(input, 'input') ?? '';

function answer(told: Payload, isShell: boolean): { outcome: Outcome; untold?: true } {
  const given = told['tool_response'];
  const response = isObject(given) ? given : {};
  const code = [response['exitCode'], response['exit_code'], EXIT.exec(lastOf(given))?.[1]].find((one) => one != null);
  const exit = isShell && code !== undefined ? Number(code) : undefined;
  const hasFailed =
    response['success'] === false ||
    response['is_error'] === true ||
    response['isError'] === true ||
    text(response, 'error') !== undefined;
  if (Number.isSafeInteger(exit)) return { outcome: outcomeOf(exit) };
  return { outcome: hasFailed ? 'failed' : 'ok', ...(isShell && !hasFailed && { untold: true }) };
}

const lastOf = (given: unknown): string =>
  (typeof given === 'string'
    ? given
    : isObject(given)
      ? (text(given, 'output') ?? text(given, 'content') ?? '')
      : ''
  ).slice(-200);

function edits({ tool, paths, action }: Call, input: Payload): { edits?: readonly Edit[] } {
  const [path] = paths;
  if (action !== 'edit' || path === undefined) return {};
  if (tool === PATCH) return { edits: editsOf(readPatch(patchOf(input))) };
  const whole = text(input, 'content');
  if (tool === 'Write' && whole !== undefined) return { edits: [{ path, byUser: false, proposed: whole }] };
  const replaced = replacedIn(input);
  return replaced.length > 0 ? { edits: [{ path, byUser: false, replaced }] } : {};
}
