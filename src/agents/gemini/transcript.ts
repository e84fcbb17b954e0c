import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gemini } from './hooks.ts';
import { parseLine } from '../common/jsonl.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { readRegular } from '../../git/objects/regular-file.ts';
import { sessionId } from '../../model/ids.ts';
import { filesBelow, namesIn } from '../common/session-files.ts';
import { recordsIn } from '../common/transcript-lines.ts';
import {
  type TranscriptFault,
  timeOf,
  type TranscriptEntry,
  type TranscriptReader,
} from '../common/transcript-event.ts';

/** The sentence that gives the model its working folder. */
const FOLDER =
  /(?:Workspace Directories:\*{0,2}\s*\n\s*- |currently working in the director(?:y|ies):?\s*(?:\n\s*- )?)(\/[^\n]+)/;
/** Size limit in bytes of an older session, which is one JSON text. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const NOT_SAID = /^\s*<(?:session_context|hook_context|system)/;

/**
 * Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`; a folder with the session's name has its
 * sub-agents.
 */
export const geminiTranscripts: TranscriptReader = {
  adapter: gemini,
  sniff: (path, beginning) => /\.jsonl?$/.test(path) && beginning.includes('"projectHash"'),
  find,
  read,
};

function* find(env: NodeJS.ProcessEnv): Generator<string> {
  const dir = join(env['GEMINI_CLI_HOME'] || env['HOME'] || homedir(), '.gemini', 'tmp');
  for (const project of namesIn(dir)) yield* filesBelow(join(dir, project, 'chats'), /\.jsonl?$/);
}

function* read(path: string, fault: TranscriptFault, tops: readonly string[]): Generator<TranscriptEntry> {
  const seen = new Set<string>();
  let session: Pick<TranscriptEntry, 'session' | 'parent'> | undefined;
  let cwd = folderBeside(path);
  for (const record of path.endsWith('.json') ? recordsOf(path, fault) : recordsIn(path, fault, () => true)) {
    const id = text(record, 'sessionId');
    const hash = text(record, 'projectHash');
    if (id !== undefined && hash !== undefined) {
      session ??= sessionOf(id, record, path);
      cwd ??= tops.find((top) => projectHash(top) === hash);
      const [named] = Array.isArray(record['directories']) ? (record['directories'] as unknown[]) : [];
      cwd = typeof named === 'string' ? named : cwd;
    }
    const texts = textsIn(object(record, '$set'), 'messages').join('\n');
    cwd ??= FOLDER.exec(texts || wordsOf(record))?.[1]?.trim();
    const at = timeOf(record['timestamp']);
    if (!session || at === undefined) continue;
    const base = { session, cwd, path, at };
    if (text(record, 'type') === 'user') yield* prompted(record, base, seen);
    else if (text(record, 'type') === 'gemini') yield* answered(record, base, seen);
  }
}

interface Base {
  readonly session: Pick<TranscriptEntry, 'session' | 'parent'>;
  readonly cwd: string | undefined;
  readonly path: string;
  readonly at: number;
}

// A sub-agent's file is in a folder named after its parent session.
function sessionOf(id: string, header: Payload, path: string): Pick<TranscriptEntry, 'session' | 'parent'> {
  if (text(header, 'kind') !== 'subagent') return { session: sessionId(id) };
  const parent = sessionId(basename(dirname(path)));
  return { session: sessionId(`${parent}/${id}`), parent };
}

// Newer versions store the project's folder in a file beside the chats.
function folderBeside(path: string): string | undefined {
  const project = path.slice(0, path.lastIndexOf('/chats/'));
  const file = join(project, '.project_root');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

// An older session is one JSON text: a header that contains all messages.
function* recordsOf(path: string, fault: TranscriptFault): Generator<Payload> {
  const whole = parseLine(readRegular(path, MAX_FILE_BYTES) ?? '');
  if (!whole) return fault('files that are too large or no JSON', path);
  yield whole;
  yield* objects(whole, 'messages');
}

// The name of a project's folder in the chats.
const projectHash = (folder: string): string => createHash('sha256').update(folder).digest('hex');

function hook(
  { session: { session, parent }, cwd, path, at }: Base,
  name: string,
  fields: Payload,
): Pick<TranscriptEntry, 'event'> {
  const base = {
    session_id: session,
    transcript_path: path,
    timestamp: new Date(at).toISOString(),
    ...(cwd && { cwd }),
  };
  const event = gemini.read({ ...base, hook_event_name: name, ...fields });
  return event ? { event: { ...event, session, ...(parent && { parent }) } } : {};
}

function* prompted(record: Payload, base: Base, seen: Set<string>): Generator<TranscriptEntry> {
  const { session, cwd, at } = base;
  const id = text(record, 'id') ?? String(at);
  const prompt = wordsOf(record);
  if (seen.has(id) || prompt === '') return;
  seen.add(id);
  const event = NOT_SAID.test(prompt) ? {} : hook(base, 'BeforeAgent', { prompt });
  yield { ...session, at, cwd, ...event, shown: [{ text: prompt }] };
}

// Gemini writes a message again when its calls have run.
function* answered(record: Payload, base: Base, seen: Set<string>): Generator<TranscriptEntry> {
  const { session, cwd, at } = base;
  const id = text(record, 'id') ?? String(at);
  if (!seen.has(id)) yield { ...session, at, cwd, used: id };
  seen.add(id);
  for (const call of objects(record, 'toolCalls')) {
    const key = `${id}/${text(call, 'id') ?? ''}`;
    const over = timeOf(call['timestamp']) ?? at;
    if (seen.has(key) || !/^(?:success|error|cancelled)$/.test(text(call, 'status') ?? '')) continue;
    seen.add(key);
    const fields = {
      tool_name: text(call, 'name') ?? 'unknown',
      tool_input: object(call, 'args'),
      tool_response: responseOf(call),
    };
    const output = outputOf(call);
    yield {
      ...session,
      at: over,
      began: at,
      cwd,
      ...hook({ ...base, at: over }, 'AfterTool', fields),
      shown: [{ text: output }],
    };
  }
}

function responseOf(call: Payload): Payload {
  const isOk = text(call, 'status') === 'success';
  return {
    llmContent: outputOf(call),
    returnDisplay: call['resultDisplay'],
    ...(!isOk && { error: { message: outputOf(call) } }),
  };
}

function outputOf(call: Payload): string {
  const parts = objects(call, 'result').map((part) => object(object(part, 'functionResponse'), 'response'));
  return parts.map((part) => text(part, 'output') ?? text(part, 'error') ?? '').join('\n');
}

const textsIn = (from: Payload, key: string): string[] => objects(from, key).map(wordsOf);

function wordsOf(message: Payload): string {
  const content = message['content'];
  if (typeof content === 'string') return content;
  return (Array.isArray(content) ? content : [])
    .flatMap((part) => (isObject(part) ? (text(part, 'text') ?? []) : []))
    .join('\n');
}
