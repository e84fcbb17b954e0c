// Reads sessions' edits from their transcripts, independently of the reader under test.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ at: number, path: string | undefined, lines: string[] }} Edit `path` is undefined where any file may be meant
 */

/** A command that commits. */
const COMMITS = /git.*commit/;
/** A working directory of a session, in a user's home. */
const FOLDER = /"(?:cwd|directory)":\s*"\/(?:Users|home)\/([^/"]+)/g;

/**
 * @param {string} folder with transcripts
 * @returns {Map<string, { edits: Edit[], commits: number[], users: string[] }>} by session; sub-agents' edits belong to the session that started them
 */
export function readEdits(folder) {
  const sessions = new Map();
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');
    const users = [...new Set([...text.matchAll(FOLDER)].map(([, user]) => user))];
    for (const { id, ...edit } of text.startsWith('{\n') ? inDocument(JSON.parse(text)) : inLines(text)) {
      const session = sessions.get(id) ?? { edits: [], commits: [], users };
      sessions.set(id, session);
      if (edit.commits || (edit.path === undefined && edit.lines.some((line) => COMMITS.test(line))))
        session.commits.push(edit.at);
      if (edit.lines.length > 0) session.edits.push(edit);
    }
  }
  for (const { edits } of sessions.values()) edits.sort((a, b) => a.at - b.at);
  return sessions;
}

function* inLines(text) {
  const calls = new Map();
  let id;
  for (const line of text.split('\n')) {
    let record;
    try {
      record = JSON.parse(line);
    } catch {
      continue;
    }
    const at = Date.parse(record.timestamp);
    if (record.type === 'session_meta') id = record.payload?.id;
    else if (record.type === 'response_item') yield* ofCodex(record.payload ?? {}, at, id, calls);
    else yield* ofClaude(record, at, calls);
  }
}

function* ofClaude({ message, sessionId: id, toolUseResult: result }, at, calls) {
  for (const block of Array.isArray(message?.content) ? message.content : [])
    if (block?.type === 'tool_use') calls.set(block.id, block);
    else if (block?.type === 'tool_result') {
      const call = calls.get(block.tool_use_id);
      calls.delete(block.tool_use_id);
      // A failed shell command may still have written lines.
      if (call && id && (block.is_error !== true || call.name === 'Bash'))
        yield { id, at, ...written(call.input ?? {}, result) };
    }
}

function* ofCodex(item, at, id, calls) {
  if (item.type === 'custom_tool_call') calls.set(item.call_id, { input: { patch: item.input } });
  else if (item.type === 'function_call') {
    let input = {};
    try {
      input = JSON.parse(item.arguments);
    } catch {}
    const command = Array.isArray(input.command) ? input.command.join('\n') : (input.command ?? input.cmd);
    // A transcript may end before the command does.
    if (id && COMMITS.test(command ?? '')) yield { id, at, commits: true, lines: [] };
    calls.set(item.call_id, { input: { command } });
  } else if (String(item.type).endsWith('_call_output')) {
    const call = calls.get(item.call_id);
    if (call && id) yield { id, at, ...written(call.input) };
  }
}

function* inDocument(document) {
  if (document.sessionId) yield* ofGemini(document);
  else yield* ofOpencode(document);
}

function* ofGemini({ sessionId: id, messages }) {
  for (const { toolCalls } of messages ?? [])
    for (const { status, args, timestamp } of toolCalls ?? [])
      if (status === 'success') yield { id, at: Date.parse(timestamp), ...written(args ?? {}) };
}

function* ofOpencode({ info, messages }) {
  for (const { parts } of messages ?? [])
    for (const { type, state } of parts ?? [])
      if (type === 'tool' && state?.status === 'completed') {
        const { filePath, content, oldString, newString, patchText, command } = state.input ?? {};
        const input = {
          file_path: filePath,
          content,
          old_string: oldString,
          new_string: newString,
          patch: patchText,
          command,
        };
        yield { id: info.parentID ?? info.id, at: state.time?.end ?? 0, ...written(input) };
        if (info.parentID) yield { id: info.id, at: state.time?.end ?? 0, ...written(input) };
      }
}

// The lines that a call wrote to a file, in order.
function written(input, result) {
  const path = input.file_path ?? input.notebook_path;
  const hunks = result?.structuredPatch;
  if (Array.isArray(hunks) && hunks.length > 0)
    return {
      path,
      lines: hunks.flatMap(({ lines }) => lines.filter((one) => one[0] === '+').map((one) => plain(one.slice(1)))),
    };
  if (typeof input.content === 'string') return { path, lines: plainLines(input.content) };
  const edits = input.edits ?? [input];
  if (edits.some(({ new_string: fresh }) => typeof fresh === 'string'))
    return { path, lines: edits.flatMap(({ old_string: old = '', new_string: fresh = '' }) => newIn(old, fresh)) };
  const words = input.patch ?? input.command;
  if (typeof words !== 'string') return { path, lines: [] };
  const rows = /^\*\*\* (?:Begin|Add|Update)/m.test(words)
    ? words.split('\n').flatMap((row) => (row[0] === '+' ? [row.slice(1)] : []))
    : [
        ...words.split('\n'),
        ...[...words.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"/g)].flatMap(([, a, b]) => (a ?? b ?? '').split(/\\n|\n/)),
      ];
  return { path: undefined, lines: rows.map(plain) };
}

function newIn(old, fresh) {
  const left = new Map();
  for (const line of plainLines(old)) left.set(line, (left.get(line) ?? 0) + 1);
  return plainLines(fresh).filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0;
  });
}

const plainLines = (text) => text.split('\n').map(plain);

/** A line without its white space. */
export const plain = (line) => line.replaceAll(/[ \t\r\v\f]+/g, '');
