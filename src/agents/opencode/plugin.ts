import { LIMITS, runAs } from '../common/plugin-run.ts';

/** The first words of the plug-in in every version. They identify the file as ours. */
export const markOf = (agent: string): string => `// git prov tells what ${agent} does`;

/**
 * The plug-in that opencode, or a program that was forked from it, loads into its own process. It must never fail and must not block opencode for long. It passes
 * every event in order to the script that other agents run as a hook. It waits for the script only around tools that may
 * write.
 */
export const pluginFor = (
  agent: string,
): string => `${markOf(agent)} to the git repository: who wrote which line, and why. "git prov deinit" removes this file.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

${LIMITS}// Characters kept of the words before a call.
const MAX_NARRATION_CHARACTERS = 4000;
// These tools write no files, so the plug-in does not wait around them.
const READS = new Set('read grep glob list lsp todoread todowrite task webfetch websearch codesearch skill question'.split(' '));
// The user and the project may both have this file. Only one copy reports events.
const at = (globalThis[Symbol.for('git-prov')] ??= new Set());

export const GitProv = async ({ directory }) => {
  if (typeof directory !== 'string' || at.has(directory)) return {};
  at.add(directory);
  const parents = new Map();
  const fresh = new Set();
  const seen = new Set();
  const contexts = new Map();
  const messages = new Map(); // of a call
  const words = new Map(); // of a message, by part
  const used = new Map(); // of a session, by message
  const closing = new Map(); // of a session: the words of its last message, if that has no call
  const counted = new Set();
  const failed = new Set();
  let last = Promise.resolve('');
  let late = 0;
  let silent = 0;

${runAs(agent)}  const chain = (id) => {
    const ids = [id];
    while (parents.has(ids[0]) && ids.length < 10) ids.unshift(parents.get(ids[0]));
    return ids;
  };
  const tell = (name, id, fields, listen) => {
    const payload = { hook_event_name: name, plugin: '${agent}', sessions: chain(id), session_id: chain(id).join('/'), ...fields, cwd: directory };
    const usage = used.get(id);
    used.delete(id);
    if (usage) payload.usage = usage;
    last = last.then(() => run(payload, listen)).catch(() => '');
    return last;
  };
  const safely = (work) => async (input, output) => {
    try {
      await work(input, output);
    } catch {
      // a failure here must not disturb opencode
    }
  };
  const wordsOf = (call) => {
    const parts = words.get(messages.get(call));
    const narration = parts ? [...parts.values()].join('\\n').trim().slice(0, MAX_NARRATION_CHARACTERS) : '';
    return narration ? { narration } : {};
  };

  const EVENTS = {
    'session.created': ({ info }) => {
      fresh.add(info.id);
      if (!info.parentID) return;
      parents.set(info.id, info.parentID);
      tell('SubagentStart', info.parentID, { agent_id: info.id, agent_type: info.agent || '' });
    },
    'message.updated': ({ info }) => {
      if (info.role !== 'assistant' || !info.time?.completed || counted.has(info.id)) return;
      counted.add(info.id);
      const calls = [...messages.values()].includes(info.id);
      closing.set(info.sessionID, calls ? '' : [...(words.get(info.id)?.values() ?? [])].join('\\n').trim().slice(0, MAX_NARRATION_CHARACTERS));
      words.delete(info.id);
      const { id, modelID: model, tokens, cost } = info;
      used.set(info.sessionID, [...(used.get(info.sessionID) ?? []), { id, model, tokens, cost }]);
    },
    'message.part.updated': ({ part }) => {
      const { type, messageID, callID, state } = part;
      if (type === 'text') words.set(messageID, (words.get(messageID) ?? new Map()).set(part.id, part.text ?? ''));
      if (type !== 'tool' || !callID) return;
      messages.set(callID, messageID);
      if (state?.status !== 'error' || failed.has(callID)) return;
      failed.add(callID);
      const call = { tool_name: part.tool, tool_use_id: callID, tool_input: state.input ?? {} };
      return tell('PostToolUseFailure', part.sessionID, { ...call, error: String(state.error), ...wordsOf(callID) });
    },
    // A tool starts before opencode sends the complete text in front of it.
    'message.part.delta': ({ messageID, partID, field, delta }) => {
      const parts = words.get(messageID);
      const before = parts?.get(partID);
      if (field === 'text' && before !== undefined && before.length < MAX_NARRATION_CHARACTERS) parts.set(partID, before + delta);
    },
    'permission.asked': (asked) =>
      tell('PermissionRequest', asked.sessionID, {
        tool_name: asked.permission ?? asked.type,
        tool_use_id: asked.tool?.callID ?? asked.callID,
        patterns: asked.patterns,
        title: asked.title,
      }),
    'session.compacted': ({ sessionID }) => {
      tell('PostCompact', sessionID, {});
      if (parents.has(sessionID)) return;
      const before = contexts.get(sessionID);
      contexts.set(sessionID, tell('SessionStart', sessionID, { source: 'compact' }, true).then((known) => known || before));
    },
    'session.error': ({ sessionID, error }) => sessionID && tell('StopFailure', sessionID, { error: error?.name }),
    'session.idle': ({ sessionID }) => {
      const narration = closing.get(sessionID);
      closing.delete(sessionID);
      tell('Stop', sessionID, narration ? { narration } : {});
      if (parents.has(sessionID)) tell('SubagentStop', parents.get(sessionID), { agent_id: sessionID });
    },
  };
  EVENTS['permission.updated'] = EVENTS['permission.asked'];

  return {
    event: safely(({ event }) => void EVENTS[event.type]?.(event.properties)),
    'chat.message': safely(async ({ sessionID }, { message, parts }) => {
      if (!seen.has(sessionID) && !parents.has(sessionID)) {
        seen.add(sessionID);
        const source = fresh.has(sessionID) ? 'startup' : 'resume';
        contexts.set(sessionID, tell('SessionStart', sessionID, { source, model: message.model?.modelID }, true));
        await contexts.get(sessionID);
      }
      const said = parts.filter(({ type, synthetic }) => type === 'text' && !synthetic);
      const prompt = said.map(({ text }) => text).join('\\n');
      if (prompt) tell('UserPromptSubmit', sessionID, { prompt, message_id: message.id });
    }),
    'experimental.chat.system.transform': safely(async ({ sessionID }, { system }) => {
      const known = await contexts.get(sessionID);
      if (known) system.push(known);
    }),
    'tool.execute.before': safely(async ({ tool, sessionID, callID }, { args }) => {
      const call = { tool_name: tool, tool_use_id: callID, tool_input: args };
      const told = tell('PreToolUse', sessionID, { ...call, ...wordsOf(callID) });
      if (!READS.has(tool)) await told;
    }),
    'tool.execute.after': safely(async ({ tool, sessionID, callID, args }, { output, metadata }) => {
      const call = { tool_name: tool, tool_use_id: callID, tool_input: args };
      const { diff, exit, sessionId } = metadata ?? {};
      const response = { output: String(output ?? '').slice(0, MAX_OUTPUT_CHARACTERS), diff, exit, sessionId };
      const told = tell('PostToolUse', sessionID, { ...call, tool_response: response, ...wordsOf(callID) });
      if (!READS.has(tool)) await told;
    }),
    'shell.env': safely(({ sessionID }, { env }) => {
      if (sessionID) env.GIT_PROV_SESSION = chain(sessionID).join('/');
    }),
    dispose: safely(async () => {
      at.delete(directory);
      for (const id of seen) tell('SessionEnd', id, { reason: 'dispose' });
      await last;
    }),
  };
};
`;
