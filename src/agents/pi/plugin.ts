import { LIMITS, runAs } from '../common/plugin-run.ts';

/** The first words of every version of the extension. They identify the file as ours. */
export const MARK = '// git prov tells what Pi does';

/**
 * The extension that Pi loads into its own process. It must never fail, must not block Pi for long, and changes no answer.
 * It passes every event in order to the script that other agents run as a hook. It waits for the script only around tools
 * that may write. The shell of Pi's tools learns the session from a variable, and so does a Pi that such a shell starts:
 * it is recorded as a sub-agent.
 */
export const EXTENSION = `${MARK} to the git repository: who wrote which line, and why. "git prov deinit" removes this file.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

${LIMITS}// Characters kept of the words before a call.
const MAX_NARRATION_CHARACTERS = 4000;
// These tools write no files, so the extension does not wait around them.
const READS = new Set('read grep find ls'.split(' '));
// The user and the project may both have this file. Only one copy reports a session.
const owners = (globalThis[Symbol.for('git-prov-pi')] ??= new Map());
// The session with the shell that started this process; later the variable names our own.
const outer = (globalThis[Symbol.for('git-prov-pi-outer')] ??= { ids: (process.env.GIT_PROV_PI_SESSION ?? '').split('/').filter(Boolean) }).ids;

export default function (pi) {
  const me = {};
  const injected = new Set();
  const running = new Map(); // calls by id
  let directory = process.cwd();
  let context = Promise.resolve('');
  let words = ''; // of the last message
  let used = []; // by messages since the last event
  let last = Promise.resolve('');
  let late = 0;
  let silent = 0;

${runAs('pi')}  const chain = (id) => [...outer.filter((one) => one !== id), id].slice(-10);
  const tell = (name, ids, fields, listen) => {
    const payload = { hook_event_name: name, plugin: 'pi', sessions: ids, session_id: ids.join('/'), ...fields, cwd: directory };
    last = last.then(() => run(payload, listen)).catch(() => '');
    return last;
  };
  // Tokens and words are in the record of the session. Only where there is none, they come with the events.
  const say = (name, session, fields, listen) => {
    const unrecorded = session.file ? {} : { usage: used, ...(fields.tool_name && words && { narration: words }) };
    used = [];
    return tell(name, chain(session.id), { ...(session.file && { transcript_path: session.file }), ...fields, ...unrecorded }, listen);
  };
  const on = (name, work) => {
    try {
      pi.on(name, async (event, ctx) => {
        try {
          const id = ctx.sessionManager.getSessionId();
          if (!id) return undefined;
          if (!owners.has(id) || event.reason === 'reload') owners.set(id, me);
          if (owners.get(id) !== me) return undefined;
          if (typeof ctx.cwd === 'string') directory = ctx.cwd;
          return await work(event, { id, file: ctx.sessionManager.getSessionFile() }, ctx);
        } catch {
          return undefined; // a failure here must not disturb Pi
        }
      });
    } catch {
      // this version has no such event
    }
  };
  const textOf = (content) =>
    typeof content === 'string' ? content : (content ?? []).flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\\n');
  // Pi takes a path like this.
  const pathOf = (path) => {
    const plain = path.replace(/[\\u00A0\\u2000-\\u200A\\u202F\\u205F\\u3000]/g, ' ').replace(/^@/, '');
    return plain === '~' || plain.startsWith('~/') ? join(homedir(), plain.slice(1)) : resolve(directory, plain);
  };
  const callOf = ({ toolName, toolCallId, input }) => ({
    tool_name: toolName,
    ...(typeof input?.path === 'string' && { file_path: pathOf(input.path) }),
    tool_use_id: toolCallId,
    tool_input: input ?? {},
  });
  // Shells that Pi starts inherit it.
  const sign = (id) => void (process.env.GIT_PROV_PI_SESSION = chain(id).join('/'));
  const start = (source, session, ctx) => {
    sign(session.id);
    context = say('SessionStart', session, { source, model: ctx.model?.id }, true);
  };

  on('session_start', ({ reason }, session, ctx) => {
    if (outer.length > 0) tell('SubagentStart', outer, { agent_id: session.id });
    const isOld = reason === 'startup' && ctx.sessionManager.getEntries?.().some(({ type }) => type === 'message');
    start(isOld ? 'resume' : reason === 'startup' || reason === 'new' ? reason : 'resume', session, ctx);
  });
  on('input', ({ text, source }) => void (source === 'extension' && injected.add(text)));
  on('before_agent_start', async ({ systemPrompt }) => {
    const known = await context;
    return known ? { systemPrompt: systemPrompt + '\\n\\n' + known } : undefined;
  });
  on('message_end', ({ message }, session) => {
    const said = textOf(message.content);
    if (message.role === 'user' && !injected.delete(said) && said) say('UserPromptSubmit', session, { prompt: said });
    if (message.role !== 'assistant') return;
    words = said.trim().slice(0, MAX_NARRATION_CHARACTERS);
    const { responseId, timestamp, model, usage } = message;
    used.push({ id: String(responseId ?? timestamp), model, tokens: usage, cost: usage?.cost?.total });
  });
  // The person's own command is not the agent's.
  on('user_bash', () => void delete process.env.GIT_PROV_PI_SESSION);
  on('tool_call', async (event, session) => {
    sign(session.id);
    running.set(event.toolCallId, callOf(event));
    const told = say('PreToolUse', session, callOf(event));
    if (!READS.has(event.toolName)) await told;
  });
  on('tool_result', async (event, session) => {
    running.delete(event.toolCallId);
    const output = textOf(event.content).slice(0, MAX_OUTPUT_CHARACTERS);
    const told = event.isError
      ? say('PostToolUseFailure', session, { ...callOf(event), error: output })
      : say('PostToolUse', session, { ...callOf(event), tool_response: { output, diff: event.details?.diff } });
    if (!READS.has(event.toolName)) await told;
  });
  // Another extension refused the call: it has no result.
  on('tool_execution_end', ({ toolCallId, result }, session) => {
    const call = running.get(toolCallId);
    if (call && running.delete(toolCallId)) say('PermissionDenied', session, { ...call, reason: textOf(result?.content) });
  });
  on('agent_end', ({ messages }, session) => {
    const { stopReason } = messages?.findLast?.(({ role }) => role === 'assistant') ?? {};
    say(stopReason === 'error' ? 'StopFailure' : 'Stop', session, {});
  });
  on('session_before_compact', (event, session) => void say('PreCompact', session, {}));
  on('session_compact', (event, session, ctx) => {
    say('PostCompact', session, {});
    start('compact', session, ctx);
  });
  on('session_shutdown', async ({ reason }, session) => {
    if (reason !== 'reload') say('SessionEnd', session, { reason: reason ?? 'quit' });
    if (outer.length > 0 && reason !== 'reload') tell('SubagentStop', outer, { agent_id: session.id });
    owners.delete(session.id);
    await last;
  });
}
`;
