// The shell calls of real sessions, from clones with transcripts: the branch entire/checkpoints/v1, and .specstory/history.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';

const LARGEST = 40e6;
const SHELL_ITEMS = new Set(['function_call', 'local_shell_call']);

/**
 * Reads every shell call once.
 * @param {string} source a git directory
 * @returns {{ key: string, agent: string, command: string, output: string, outcome: string, behind: boolean }[]}
 */
export function callsOf(source) {
  const calls = new Map();
  for (const [blob, path] of transcripts(source)) {
    const text = git(source, 'cat-file', 'blob', blob);
    for (const call of path.endsWith('.md') ? inMarkdown(text, blob) : inRecords(text)) {
      const key = createHash('sha256').update(`${call.id}\0${call.command}`).digest('hex').slice(0, 20);
      if (!calls.has(key)) calls.set(key, { key, ...ended(call) });
    }
  }
  return [...calls.values()];
}

function transcripts(source) {
  const refs = git(source, 'for-each-ref', '--format=%(refname)').split('\n');
  const found = new Map();
  for (const ref of [...refs.filter((one) => /entire\/checkpoints/.test(one)), 'HEAD'])
    for (const line of git(source, 'ls-tree', '-r', '-l', ref).split('\n')) {
      const [, blob, size, path] = /^\d+ blob (\w+)\s+(\d+)\t(.*)$/.exec(line) ?? [];
      if (!blob || Number(size) > LARGEST) continue;
      if (/full\.jsonl/.test(path) || (ref === 'HEAD' && /\.specstory\/history\/.*\.md$/.test(path)))
        found.set(blob, path);
    }
  return found;
}

function git(source, ...args) {
  const { status, stdout } = spawnSync('git', ['-C', source, ...args], { maxBuffer: 1 << 30, encoding: 'utf8' });
  return status === 0 ? stdout : '';
}

function* inMarkdown(text, blob) {
  for (const match of text.matchAll(/<tool-use data-tool-type="shell"[^\n]*>\n([\s\S]*?)<\/tool-use>/g)) {
    const command = /\n`([^\n]+)`\n|```(?:bash|sh|shell)\n([\s\S]*?)\n```/.exec(match[1]);
    const output = /```text\n([\s\S]*?)\n```/.exec(match[1])?.[1];
    if (!command) continue;
    const failed = /^(?:Exit code|Error)/.test(output ?? '');
    yield { agent: 'specstory', id: `${blob}:${match.index}`, command: command[1] ?? command[2], output, failed };
  }
}

function inRecords(text) {
  const calls = new Map();
  for (const line of text.startsWith('{\n') ? [text] : text.split('\n')) {
    let record;
    try {
      record = JSON.parse(line);
    } catch {
      continue;
    }
    codex(record, calls);
    for (const message of [record, ...(record.messages ?? [])]) {
      gemini(message, calls);
      opencode(message, calls);
    }
    claude(record, calls);
    pi(record, calls);
  }
  return calls.values();
}

function begin(calls, agent, id, command) {
  if (typeof command === 'string' && command.trim() !== '' && !calls.has(id + command)) {
    const call = { agent, id, command };
    calls.set(id + command, call).set(id, call);
  }
  return calls.get(id);
}

function codex({ type, payload }, calls) {
  if (type !== 'response_item') return;
  if (SHELL_ITEMS.has(payload?.type)) {
    const input = parsed(payload.arguments);
    const given = input.cmd ?? input.command;
    const isShell = Array.isArray(given) && given.length === 3 && given[0].endsWith('sh');
    begin(calls, 'codex', payload.call_id, Array.isArray(given) ? (isShell ? given[2] : given.join(' ')) : given);
  }
  const call = payload?.type === 'function_call_output' && calls.get(payload.call_id);
  if (call) call.output = typeof payload.output === 'string' ? payload.output : JSON.stringify(payload.output);
}

function gemini({ toolCalls = [] }, calls) {
  for (const { name, id, args, result, status } of toolCalls) {
    const call = /shell/.test(name) && begin(calls, 'gemini', id, args?.command);
    const response = result?.[0]?.functionResponse?.response;
    if (call) Object.assign(call, { output: response?.output ?? response?.error, failed: status === 'error' });
  }
}

function opencode({ parts = [] }, calls) {
  for (const { type, tool, callID, state } of parts) {
    const call = type === 'tool' && tool === 'bash' && begin(calls, 'opencode', callID, state?.input?.command);
    if (call) Object.assign(call, { output: state.output ?? state.error, exit: state.metadata?.exit });
  }
}

function claude({ message }, calls) {
  for (const block of Array.isArray(message?.content) ? message.content : []) {
    if (block.type === 'tool_use' && block.name === 'Bash') {
      const call = begin(calls, 'claude', block.id, block.input?.command);
      if (call) call.behind = block.input.run_in_background === true;
    }
    const call = block.type === 'tool_result' && calls.get(block.tool_use_id);
    const { content } = block;
    if (call) {
      call.output = typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');
      call.failed = block.is_error === true;
    }
  }
}

function pi({ message }, calls) {
  if (message?.role === 'assistant')
    for (const { type, name, id, arguments: input } of Array.isArray(message.content) ? message.content : [])
      if (type === 'toolCall' && name === 'bash') begin(calls, 'pi', id, input?.command);
  const call = message?.role === 'toolResult' && calls.get(message.toolCallId);
  if (!call) return;
  call.output = (message.content ?? []).map(({ text = '' }) => text).join('\n');
  call.failed = message.isError === true;
}

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

// How a call ended, in the form of our adapters for these agents.
function ended({ agent, command, output = '', failed = false, exit, behind = false }) {
  const status = exit ?? statusIn(agent, output);
  const isRefused = failed && agent !== 'pi' && !output.startsWith('Exit code');
  const outcome =
    status === undefined ? (failed ? (isRefused ? 'interrupted' : 'failed') : 'ok') : status === 0 ? 'ok' : 'failed';
  const goesOn = agent === 'codex' && /^.*\n.*\nProcess running with session/.test(output);
  const text =
    agent === 'codex'
      ? output.replace(/^[\s\S]*?\nOutput:\n/, '')
      : output.replace(/^Output: |\n(?:Exit Code|Process Group PGID):.*/g, '');
  return { agent, command, output: text, outcome, behind: behind || goesOn };
}

function statusIn(agent, output) {
  const pattern =
    agent === 'codex' ? /Process exited with code (-?\d+)/ : agent === 'gemini' ? /Exit Code: (\d+)/ : undefined;
  const found = pattern?.exec(agent === 'codex' ? output.slice(0, 300) : output);
  return found ? Number(found[1]) : undefined;
}
