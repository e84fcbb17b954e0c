import { sessionId } from '../../model/ids.ts';
import type { Action } from '../../model/step.ts';
import { outcomeOf } from '../../recorder/session/transcript-results.ts';
import type { Adapter, AgentEvent, Call, Edit, EventBody, Outcome, Payload } from '../../recorder/spool/event.ts';
import { object, objects, strings, text } from '../../recorder/spool/json-fields.ts';
import { actionsOf, firstText, MAX_NAME_CHARACTERS, replacedIn, sessionStart } from '../common/common.ts';

/** A sub-agent (`agent`) runs no hooks, so what it changes belongs to the call that started it. */
const ACTIONS: ReadonlyMap<string, Action> = actionsOf({
  read:
    'view ls grep glob fetch agentic_fetch web_fetch web_search sourcegraph diagnostics references lsp_diagnostics ' +
    'lsp_references job_output crush_info crush_logs list_mcp_resources read_mcp_resource',
  edit: 'edit multiedit write',
  shell: 'bash',
  plan: 'todos job_kill lsp_restart',
});
const REFUSED = /\bdenied permission\b|^tool call (?:denied|blocked)/i;
const CANCELLED = /\bcancell?ed\b/i;

/**
 * Crush, from its documentation and source; it was not run. Its only hook is before a call: the hook names the session, and
 * nothing says when a call ends. Its database has the rest, and is read by an import.
 */
export const crush: Adapter = {
  agent: 'crush',
  vendor: 'charm',
  sniff: (payload, hookedAgent) =>
    hookedAgent === 'crush' && text(payload, 'event') !== undefined && text(payload, 'session_id') !== undefined,
  read,
  // A copy of its database would make every commit wait.
  readTranscript: () => undefined,
  // Its shell names no session.
  sessionOf: () => undefined,
  isShell: (env) => env['CRUSH'] === '1',
};

function read(payload: Payload): AgentEvent | undefined {
  const name = text(payload, 'event');
  const given = strings(payload, 'sessions').filter(Boolean);
  const ids = given.length > 0 ? given : [text(payload, 'session_id') ?? ''].filter(Boolean);
  if (!name || ids.length === 0) return undefined;
  const model = text(payload, 'model')?.slice(0, MAX_NAME_CHARACTERS);
  return {
    agent: crush.agent,
    vendor: crush.vendor,
    session: sessionId(ids.join('/')),
    ...(ids.length > 1 && { parent: sessionId(ids.slice(0, -1).join('/')) }),
    ...(model && { model }),
    body: body(name, payload),
  };
}

// The hook sends the first; the others are made from the database.
function body(name: string, payload: Payload): EventBody {
  switch (name.replaceAll('_', '').toLowerCase()) {
    case 'pretooluse': {
      const edit = editIn(payload);
      return { type: 'before', call: call(payload), unended: true, ...(edit && { edits: [spelt(edit)] }) };
    }
    case 'posttooluse': {
      const output = text(payload, 'output') ?? '';
      const outcome = endOf(payload, output);
      const edit = outcome === 'ok' ? editIn(payload) : undefined;
      return { type: 'after', call: call(payload), outcome, output, ...(edit && { edits: [edit] }) };
    }
    case 'sessionstart':
      return sessionStart(payload);
    case 'userpromptsubmit':
      return { type: 'prompt', text: text(payload, 'prompt') ?? '' };
    case 'precompact':
      return { type: 'compaction', summary: '' };
    default:
      return { type: 'raw', name: name.slice(0, MAX_NAME_CHARACTERS) };
  }
}

function endOf(payload: Payload, output: string): Outcome {
  const exit = /\nExit code (\d+)\s*(?:<cwd>[^<]*<\/cwd>)?\s*$/.exec(output)?.[1];
  if (payload['is_error'] !== true) return outcomeOf(exit === undefined ? undefined : Number(exit));
  return REFUSED.test(output) ? 'refused' : CANCELLED.test(output) ? 'interrupted' : 'failed';
}

function call(payload: Payload): Call {
  const tool = (text(payload, 'tool_name') ?? 'unknown').slice(0, MAX_NAME_CHARACTERS);
  const input = object(payload, 'tool_input');
  const action = ACTIONS.get(tool) ?? 'unknown';
  const id = text(payload, 'tool_use_id');
  const command = action === 'shell' ? text(input, 'command') : undefined;
  const path = action === 'edit' || action === 'read' ? pathOf(input) : undefined;
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

const pathOf = (input: Payload): string | undefined => text(input, 'file_path') || text(input, 'path') || undefined;

const summary = (tool: string, input: Payload): string =>
  firstText(input, ['pattern', 'query', 'url', 'prompt', 'shell_id']) ?? tool;

// The database adds the texts before and after an edit, under `before` and `content`.
function editIn(payload: Payload): Edit | undefined {
  const input = object(payload, 'tool_input');
  const path = pathOf(input);
  if (!path || ACTIONS.get(text(payload, 'tool_name') ?? '') !== 'edit') return undefined;
  const found = text(payload, 'before');
  const before = found === undefined ? {} : { before: found === '' ? null : found };
  const proposed = text(payload, 'content') ?? text(input, 'content');
  if (proposed !== undefined) return { path, byUser: false, ...before, proposed };
  const listed = objects(input, 'edits');
  const replaced = replacedIn(input);
  // The first edit of a new file replaces nothing.
  const isNew = replaced[0]?.old === '';
  if (isNew && listed.length < 2) return { path, byUser: false, before: null, proposed: replaced[0]!.fresh };
  return replaced.length > 0 && !isNew ? { path, byUser: false, replaced } : undefined;
}

// Without an end of the call, only lines that its input spells out are its own.
function spelt({ path, proposed, replaced }: Edit): Edit {
  const texts = proposed === undefined ? [replaced ?? []].flat().map(({ fresh }) => fresh) : [proposed];
  return { path, byUser: false, written: texts.flatMap((fresh) => fresh.split(/\r?\n/)) };
}
