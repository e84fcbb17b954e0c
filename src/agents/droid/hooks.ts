import type { Adapter, AgentEvent, Call, Edit, EventBody, Outcome, Payload } from '../../recorder/spool/event.ts';
import { isObject, object, text } from '../../recorder/spool/json-fields.ts';
import { outcomeOf } from '../../recorder/session/transcript-results.ts';
import { claudeCode } from '../claude-code/hooks.ts';
import { editsOf, pathsOf, readPatch } from '../codex/patch.ts';
import { replacedIn } from '../common/common.ts';
import { canonicalTool, readDroidSession } from './live-transcript.ts';
import { parseLine } from '../common/jsonl.ts';

const PATCH = 'ApplyPatch';
/** Other spellings of the common fields in some versions. */
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
/** The exit status at the end of an answer to a command. */
const EXIT = /(?:exited with code|exit code:?) (-?\d+)\]?\s*$/i;

/** Droid (Factory): payloads as documented. They are Claude Code's with other tools. */
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

// Only the folder of its transcript sets a Droid payload apart, unless the hook came from Droid's own settings.
function sniff(payload: Payload, hookedAgent?: string): boolean {
  const fields = spelled(payload);
  if (text(fields, 'hook_event_name') === undefined || text(fields, 'session_id') === undefined) return false;
  return hookedAgent === 'droid' || /[\\/]\.factory[\\/]/.test(text(fields, 'transcript_path') ?? '');
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
  const fields = spelled(payload);
  const tool = text(fields, 'tool_name');
  const event = claudeCode.read({ ...fields, ...(tool !== undefined && { tool_name: canonicalTool(tool) }) });
  return event && { ...event, agent: droid.agent, vendor: droid.vendor, body: bodyOf(event.body, fields) };
}

function bodyOf(body: EventBody, fields: Payload): EventBody {
  const name = text(fields, 'hook_event_name');
  // No event marks the end of a compaction. A sub-agent's end does not identify the sub-agent.
  if (name === 'PreCompact') return { type: 'compaction', summary: '' };
  if (name === 'SubagentStop' && body.type === 'raw') return { type: 'ignored' };
  if (name === 'Notification') return notification(text(fields, 'message') ?? '');
  if (body.type === 'before') return { ...body, call: patchCall(body.call) };
  if (body.type !== 'after') return body;
  const made = patchCall(body.call);
  return {
    ...body,
    ...answer(fields, made.action === 'shell'),
    call: made,
    ...edits(made, object(fields, 'tool_input')),
  };
}

// Droid asks the person for a permission. The sentence does not identify the call.
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

function answer(fields: Payload, isShell: boolean): { outcome: Outcome; isOutcomeUnknown?: true } {
  const given = fields['tool_response'];
  const response = isObject(given) ? given : {};
  const code = [response['exitCode'], response['exit_code'], EXIT.exec(lastOf(given))?.[1]].find((one) => one != null);
  const exit = isShell && code !== undefined ? Number(code) : undefined;
  const hasFailed =
    response['success'] === false ||
    response['is_error'] === true ||
    response['isError'] === true ||
    text(response, 'error') !== undefined;
  if (Number.isSafeInteger(exit)) return { outcome: outcomeOf(exit) };
  return { outcome: hasFailed ? 'failed' : 'ok', ...(isShell && !hasFailed && { isOutcomeUnknown: true }) };
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
