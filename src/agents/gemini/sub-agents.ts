import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type SessionId, sessionId } from '../../model/ids.ts';
import { callKey } from '../../recorder/spool/call-key.ts';
import type { Call, Spawned, Subagent } from '../../recorder/spool/event.ts';
import { object, objects, text } from '../../recorder/spool/json-fields.ts';
import { parseLine, readLines } from '../common/jsonl.ts';
import { wordsOf } from './message.ts';

/** Sub-agent files read for one session. */
const MAX_SUB_AGENT_FILES = 200;

/** What the chat of a sub-agent contains. */
interface Chat {
  readonly path: string;
  /** Size and time of the file when it was read. */
  readonly mark: string;
  readonly task: string | undefined;
  /** The keys of its calls that have ended. */
  readonly calls: ReadonlySet<string>;
}

// The chats of the session that was asked for last: every event of a sub-agent asks.
let known: { readonly dir: string; readonly chats: Map<string, Chat> } = { dir: '', chats: new Map() };

/**
 * The sub-agent that made a call. Gemini's hooks do not name it, but its chat (`chats/<session>/<id>.jsonl`) has the call
 * once that has ended. Undefined when no chat has the call, or several have.
 * @param transcript the chat of the session
 */
export function geminiSubagentOf(parent: SessionId, transcript: string | undefined, call: Call): Subagent | undefined {
  const key = callKey({ tool: call.tool, input: call.input });
  const having = chatsOf(parent, transcript).filter(({ calls }) => calls.has(key));
  const [chat] = having;
  if (!chat || having.length > 1) return undefined;
  return { child: sessionId(`${parent}/${basename(chat.path, '.jsonl')}`), transcript: chat.path };
}

/** The task of a sub-agent, from its chat. @param transcript the chat of the session that started it */
export function readGeminiSubagent(child: SessionId, transcript: string | undefined): Spawned | undefined {
  const [parent = '', id] = child.split('/');
  const chat = chatsOf(parent as SessionId, transcript).find(({ path }) => basename(path, '.jsonl') === id);
  return chat?.task ? { task: chat.task } : undefined;
}

function chatsOf(parent: SessionId, transcript: string | undefined): Chat[] {
  if (!transcript?.endsWith('.jsonl') || !/^[\w-]+$/.test(parent)) return [];
  const dir = join(dirname(transcript), parent);
  if (known.dir !== dir) known = { dir, chats: new Map() };
  return pathsIn(dir).flatMap((path) => {
    const chat = chatIn(path, known.chats.get(path));
    if (chat) known.chats.set(path, chat);
    return chat ?? [];
  });
}

function pathsIn(dir: string): string[] {
  try {
    const names = readdirSync(dir).filter((name) => /^[\w-]+\.jsonl$/.test(name));
    return names.slice(0, MAX_SUB_AGENT_FILES).map((name) => join(dir, name));
  } catch {
    return []; // it has no sub-agents
  }
}

function chatIn(path: string, before: Chat | undefined): Chat | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const mark = `${stat.size} ${stat.mtimeMs}`;
  if (before?.mark === mark) return before;
  let task: string | undefined;
  const calls = new Set<string>();
  for (const line of readLines(path, 0)?.lines ?? []) {
    const message = /"type":"(?:gemini|user)"/.test(line) ? parseLine(line) : undefined;
    if (!message) continue;
    if (text(message, 'type') === 'user') task ??= wordsOf(message) || undefined;
    for (const call of objects(message, 'toolCalls'))
      calls.add(callKey({ tool: text(call, 'name') ?? '', input: JSON.stringify(object(call, 'args')) }));
  }
  return { path, mark, task, calls };
}
