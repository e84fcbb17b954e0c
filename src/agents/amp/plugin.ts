import { LIMITS, runAs } from '../common/plugin-run.ts';

/** The first words of every version of the plug-in. They identify the file as ours. */
export const MARK = '// git prov tells what Amp does';

/**
 * The plug-in that Amp loads into its own process. It must never fail, must not block Amp for long, and changes no answer.
 * It passes every event in order to the script that other agents run as a hook. It waits for the script only around tools
 * that may write. Older versions of Amp require the first line. The third line excludes the file from a repository's type
 * check.
 */
export const PLUGIN = `// @i-know-the-amp-plugin-api-is-wip-and-very-experimental-right-now
${MARK} to the git repository: who wrote which line, and why. "git prov deinit" removes this file.
// @ts-nocheck
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

${LIMITS}// These tools write no files, so the plug-in does not wait around them.
const READS = new Set('Read Grep glob finder list_directory read_web_page web_search find_thread read_thread look_at view_media librarian oracle Task todo_read todo_write'.split(' '));
// The user and the project may both have this file. Only one copy reports events.
const at = (globalThis[Symbol.for('git-prov')] ??= new Set());

export const description = 'Reports events to git prov. It makes no decisions.';

export default function (amp) {
  const safely = (work, otherwise) => {
    try {
      return work() ?? otherwise;
    } catch {
      return otherwise;
    }
  };
  const pathOf = (uri) => safely(() => amp.helpers.filePathFromURI(uri));
  const directory = safely(() => pathOf(amp.system.workspaceRoot), process.cwd());
  if (at.has(directory)) return;
  at.add(directory);
  const parents = new Map(); // of a thread
  let last = Promise.resolve('');
  let late = 0;
  let silent = 0;

${runAs('amp')}  const chain = (id) => {
    const ids = [id];
    while (parents.get(ids[0]) && ids.length < 10) ids.unshift(parents.get(ids[0]));
    return ids;
  };
  const tell = (name, id, fields) => {
    const payload = { hook_event_name: name, plugin: 'amp', sessions: chain(id), ...fields, cwd: directory };
    last = last.then(() => run(payload, false)).catch(() => '');
    return last;
  };
  // Asks a thread once for its parent, and waits at most a second.
  const threadOf = async (event, ctx) => {
    const id = event?.thread?.id ?? ctx?.thread?.id;
    if (typeof id !== 'string' || parents.has(id)) return id;
    parents.set(id, undefined);
    const asked = safely(() => ctx.thread.parentThreadID());
    const parent = await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 1000))]);
    if (typeof parent !== 'string' || !parent || parent === id) return id;
    parents.set(id, parent);
    tell('subagent.start', parent, { agent_id: id });
    return id;
  };
  const callOf = (event) => {
    const isShell = safely(() => amp.helpers.shellCommandFromToolCall(event)) != null;
    const uris = isShell ? [] : safely(() => amp.helpers.filesModifiedByToolCall(event), []);
    const files = uris.map(pathOf).filter((file) => typeof file === 'string');
    return {
      tool_name: String(event.tool),
      ...(files.length === 1 && { file_path: files[0] }),
      ...(files.length > 0 && { files }),
      tool_use_id: event.toolUseID,
      tool_input: event.input ?? {},
    };
  };
  const textOf = (output) => safely(() => (typeof output === 'string' ? output : JSON.stringify(output)), '').slice(0, MAX_OUTPUT_CHARACTERS);
  const on = (name, work, answer) =>
    safely(() =>
      amp.on(name, async (event, ctx) => {
        try {
          const id = await threadOf(event, ctx);
          if (id) await work(event, id);
        } catch {
          // a failure here must not disturb Amp
        }
        return answer;
      }),
    );

  on('session.start', (event, id) => void tell('session.start', id, {}));
  on('agent.start', (event, id) => void tell('agent.start', id, { prompt: String(event.message ?? ''), message_id: event.id }));
  on(
    'tool.call',
    async (event, id) => {
      const told = tell('PreToolUse', id, callOf(event));
      if (!READS.has(event.tool)) await told;
    },
    { action: 'allow' },
  );
  on('tool.result', async (event, id) => {
    const response = { status: event.status, output: textOf(event.output ?? ''), error: textOf(event.error ?? '') };
    const told = tell('PostToolUse', id, { ...callOf(event), tool_response: response });
    if (!READS.has(event.tool)) await told;
  });
  on('agent.end', (event, id) => {
    tell('agent.end', id, { status: event.status });
    if (parents.get(id)) tell('subagent.end', parents.get(id), { agent_id: id });
  });
  safely(() => amp.onDispose(() => at.delete(directory)));
}
`;
