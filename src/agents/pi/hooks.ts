import { sessionId, type SessionId } from '../../model/ids.ts';
import type { Action } from '../../model/step.ts';
import type { Adapter, AgentEvent, Call, Edit, EventBody, Payload, Replacement } from '../../recorder/spool/event.ts';
import { object, objects, text } from '../../recorder/spool/json-fields.ts';
import { narrationIn, subagentEvent, usageIn } from '../common/plugin-event.ts';
import { actionsOf, firstText, MAX_NAME_CHARACTERS, ofPlugin, sessionEnd, sessionStart } from '../common/common.ts';
import { readPiRecord, usageOf } from './live-transcript.ts';

const ACTIONS: ReadonlyMap<string, Action> = actionsOf({
  read: 'read grep find ls',
  edit: 'edit write',
  shell: 'bash',
});
/** The end of the output of a command that a person broke off. */
const ABORTED = /(?:^|\n)(?:Command aborted|Operation aborted)\s*$/;

/** Pi: payloads from our own extension, built from the events of Pi 0.73. */
export const pi: Adapter = {
  agent: 'pi',
  vendor: 'pi',
  sniff: (payload) => payload['plugin'] === 'pi',
  read,
  readTranscript: readPiRecord,
  forgets: true,
  contextOutput: (words) => words,
  sessionOf: (env) => {
    const id = env['PI_CODING_AGENT'] ? env['GIT_PROV_PI_SESSION'] : undefined;
    return id ? sessionId(id) : undefined;
  },
};

function read(payload: Payload): AgentEvent | undefined {
  const name = text(payload, 'hook_event_name');
  const of = ofPlugin(payload);
  const transcript = text(payload, 'transcript_path');
  if (!name || !of) return undefined;
  const base = {
    agent: pi.agent,
    vendor: pi.vendor,
    ...of,
    ...(transcript && { transcript }),
    ...usageIn(payload, usageOf),
  };
  return { ...base, body: body(name, of.session, payload) };
}

function body(name: string, session: SessionId, payload: Payload): EventBody {
  switch (name) {
    case 'SessionStart':
      return sessionStart(payload);
    case 'SessionEnd':
      return sessionEnd(payload);
    case 'UserPromptSubmit':
      return { type: 'prompt', text: text(payload, 'prompt') ?? '' };
    case 'PreToolUse':
      return { type: 'before', call: call(payload), ...narrationIn(payload) };
    case 'PostToolUse':
      return {
        type: 'after',
        call: call(payload),
        outcome: 'ok',
        output: text(object(payload, 'tool_response'), 'output') ?? '',
        ...edits(payload),
        ...narrationIn(payload),
      };
    case 'PostToolUseFailure': {
      const output = text(payload, 'error') ?? '';
      const outcome = ABORTED.test(output) ? 'interrupted' : 'failed';
      const wrote = outcome === 'interrupted' ? edits(payload) : {}; // it may have written before it was broken off
      return { type: 'after', call: call(payload), outcome, output, ...wrote, ...narrationIn(payload) };
    }
    case 'PermissionDenied':
      return { type: 'after', call: call(payload), outcome: 'refused', output: text(payload, 'reason') ?? '' };
    case 'Stop':
    case 'StopFailure':
      return { type: 'turn_end', failed: name === 'StopFailure' };
    case 'PostCompact':
      return { type: 'compaction', summary: '' };
    case 'PreCompact':
      return { type: 'ignored' };
    case 'SubagentStart':
    case 'SubagentStop':
      return subagentEvent(name, session, payload, true);
    default:
      return { type: 'raw', name: name.slice(0, MAX_NAME_CHARACTERS) };
  }
}

function call(payload: Payload): Call {
  const tool = (text(payload, 'tool_name') ?? 'unknown').slice(0, MAX_NAME_CHARACTERS);
  const input = object(payload, 'tool_input');
  const action = ACTIONS.get(tool) ?? 'unknown';
  const id = text(payload, 'tool_use_id');
  const command = action === 'shell' ? text(input, 'command') : undefined;
  const path = action === 'unknown' ? undefined : pathOf(payload);
  return {
    ...(id && { id }),
    tool,
    action,
    summary: command ?? path ?? summary(tool, input),
    ...(command !== undefined && { command }),
    paths: path ? [path] : [],
    input: JSON.stringify(input),
  };
}

// The extension names the file as Pi finds it. A record has only the model's words: Pi takes off an `@` in front of them.
const pathOf = (payload: Payload): string | undefined =>
  text(payload, 'file_path') ?? text(object(payload, 'tool_input'), 'path')?.replace(/^@/, '');

const summary = (tool: string, input: Payload): string =>
  firstText(input, ['pattern', 'description', 'task', 'url', 'query', 'name']) ?? tool;

function edits(payload: Payload): { edits: readonly Edit[] } | Record<never, never> {
  const tool = text(payload, 'tool_name');
  const input = object(payload, 'tool_input');
  const path = pathOf(payload);
  const content = text(input, 'content');
  if (!path) return {};
  if (tool === 'write' && content !== undefined) return { edits: [{ path, byUser: false, proposed: content }] };
  if (tool !== 'edit') return {};
  const replaced = replacements(input);
  const diff = text(object(payload, 'tool_response'), 'diff');
  const isKnown = replaced.length > 0 && isInOrder(replaced);
  if (!isKnown && diff === undefined) return {};
  return {
    edits: [{ path, byUser: false, ...(diff !== undefined && { written: added(diff) }), ...(isKnown && { replaced }) }],
  };
}

// Older versions replace one text.
function replacements(input: Payload): Replacement[] {
  const listed = objects(input, 'edits');
  const all = (listed.length > 0 ? listed : [input]).map((one): Replacement | undefined => {
    const [old, fresh] = [text(one, 'oldText'), text(one, 'newText')];
    return old === undefined || fresh === undefined ? undefined : { old, fresh, all: false };
  });
  return all.includes(undefined) ? [] : all.filter((one) => one !== undefined);
}

// Pi finds all old texts in the file as it was. One after the other, a later one could be found in an earlier new text.
const isInOrder = (replaced: readonly Replacement[]): boolean =>
  replaced.every(({ old }, i) => !replaced.slice(0, i).some(({ fresh }) => fresh.includes(old)));

// The lines that Pi's own form of a diff adds: a sign, the number of the line, and the line.
const added = (diff: string): string[] => diff.split('\n').flatMap((line) => /^\+ *\d+ (.*)$/.exec(line)?.[1] ?? []);
