import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SessionId } from '../../model/ids.ts';
import type {
  Adapter,
  AgentEvent,
  Call,
  Edit,
  EventBody,
  Payload,
  TranscriptPart,
} from '../../recorder/spool/event.ts';
import { costAt, count, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { claudeCode } from '../claude-code/hooks.ts';
import { actionsOf, MAX_NAME_CHARACTERS, replacedIn } from '../common/common.ts';
import { readWhole } from '../common/whole-json.ts';

/** Tools that Claude Code does not have or classifies differently. */
const ACTIONS = actionsOf({
  read: 'List Search Fetch Diff CheckBackgroundJob',
  spawn: 'Subagent',
  plan: 'Checklist Skills AskQuestion Status Exit ReportFailure UploadArtifact',
});

/**
 * Continue's command line (`cn`). It sends Claude Code's payloads without a transcript path, and runs Claude Code's hooks
 * too. Known from its source; version 1.5.47 declares these hooks but runs none.
 */
export const continueCli: Adapter = {
  agent: 'continue',
  vendor: 'continue',
  sniff: (payload, hookedAgent) =>
    text(payload, 'hook_event_name') !== undefined &&
    text(payload, 'session_id') !== undefined &&
    (hookedAgent === 'continue' || (hookedAgent === 'claude-code' && text(payload, 'transcript_path') === '')),
  read,
  readTranscript: readSession,
  contextOutput: (words) => claudeCode.contextOutput!(words),
  sessionOf: () => undefined,
};

function read(payload: Payload, env: NodeJS.ProcessEnv = process.env): AgentEvent | undefined {
  const event = claudeCode.read(withPath(payload));
  if (!event) return undefined;
  const { agent, vendor } = continueCli;
  const { transcript: _, ...rest } = event;
  const record = recordOf(env, event.session);
  return { ...rest, agent, vendor, ...(record && { transcript: record }), body: body(event.body, payload) };
}

// Some of its tools name the file `filepath`.
function withPath(payload: Payload): Payload {
  const input = object(payload, 'tool_input');
  const path = text(input, 'file_path') ?? text(input, 'filepath') ?? text(input, 'dirpath');
  return path === undefined ? payload : { ...payload, tool_input: { ...input, file_path: path } };
}

function body(generic: EventBody, payload: Payload): EventBody {
  if (generic.type !== 'before' && generic.type !== 'after' && generic.type !== 'gate') return generic;
  const action = ACTIONS.get(generic.call.tool) ?? generic.call.action;
  const call: Call = { ...generic.call, action, input: JSON.stringify(object(payload, 'tool_input')) };
  if (generic.type !== 'after') return { ...generic, call };
  return { ...generic, call, ...replaced(generic.edits, call.tool, payload) };
}

// The payload lacks the file's former content, so the edit is described by its replacements.
function replaced(
  edits: readonly Edit[] | undefined,
  tool: string,
  payload: Payload,
): { edits: readonly Edit[] } | Record<never, never> {
  const input = object(payload, 'tool_input');
  const [edit] = edits ?? [];
  if (!edit || (tool !== 'Edit' && tool !== 'MultiEdit')) return {};
  const steps = replacedIn(input);
  return steps.length > 0 ? { edits: [{ ...edit, replaced: steps }] } : {};
}

const recordOf = (env: NodeJS.ProcessEnv, session: SessionId): string | undefined =>
  /^[\w-]+$/.test(session)
    ? join(env['CONTINUE_GLOBAL_DIR'] || join(env['HOME'] || homedir(), '.continue'), 'sessions', `${session}.json`)
    : undefined;

/** Reads a session's own transcript. Continue rewrites the file at every step, so the offset counts messages. */
function readSession(path: string, offset: number): TranscriptPart | undefined {
  const session = readWhole(path);
  if (!session) return undefined;
  const history = objects(session, 'history');
  const narration: Record<string, string> = {};
  let model: string | undefined;
  for (const { message } of history.slice(offset).map((item) => ({ message: object(item, 'message') }))) {
    model = text(object(message, 'usage'), 'model')?.slice(0, MAX_NAME_CHARACTERS) ?? model;
    const words = text(message, 'content')?.trim();
    const [call] = objects(message, 'toolCalls').flatMap((one) => text(one, 'id') ?? []);
    if (words && call) narration[call] = words;
  }
  const usage = object(session, 'usage');
  const details = object(usage, 'promptTokensDetails');
  return {
    offset: history.length,
    narration,
    usage: {},
    ...(count(usage, 'promptTokens') !== undefined && {
      total: {
        input: count(usage, 'promptTokens') ?? 0,
        output: count(usage, 'completionTokens') ?? 0,
        cacheRead: count(details, 'cachedTokens') ?? 0,
        cacheWrite: count(details, 'cacheWriteTokens') ?? 0,
        ...costAt(usage, 'totalCost'),
      },
    }),
    ...(model && { model }),
  };
}
