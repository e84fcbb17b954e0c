import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { opencode } from './hooks.ts';
import { TalkCollector } from '../common/talk-collector.ts';
import { parseLine } from '../common/jsonl.ts';
import { chainOf, filesBelow, namesIn } from '../common/session-files.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { toRepoPath } from '../../recorder/spool/event-paths.ts';
import { object, objects, text } from '../../recorder/spool/json-fields.ts';
import { readRegular } from '../../git/objects/regular-file.ts';
import type { SessionId } from '../../model/ids.ts';
import type { TalkItem } from '../../model/reasons/talk-item.ts';
import { readSessions } from './database.ts';
import {
  type TranscriptFault,
  timeOf,
  type TranscriptEntry,
  type TranscriptReader,
} from '../common/transcript-event.ts';
import type { OpenSession } from './open-session.ts';

/** Size limit in bytes of a JSON file, which has to be read whole. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * opencode: `opencode.db` in its data folder, the files below `storage/` in older versions, or the output of `opencode
 * export`.
 */
export const opencodeTranscripts: TranscriptReader = {
  adapter: opencode,
  many: true,
  sniff: (path, beginning) =>
    path.endsWith('opencode.db') ||
    inStorage(path) ||
    (path.endsWith('.json') && /^\{\s*"info":\s*\{\s*"id":\s*"ses_/.test(beginning)),
  find,
  read,
};

const inStorage = (path: string): boolean =>
  path.includes(`${sep}storage${sep}session${sep}`) && path.endsWith('.json') && !path.includes(`${sep}info${sep}`);

function* find(env: NodeJS.ProcessEnv): Generator<string> {
  const data = join(env['XDG_DATA_HOME'] || join(env['HOME'] || homedir(), '.local', 'share'), 'opencode');
  const database = join(data, 'opencode.db');
  if (existsSync(database)) yield database;
  yield* filesBelow(join(data, 'storage', 'session'), /\.json$/);
}

async function* read(path: string, fault: TranscriptFault, tops: readonly string[]): AsyncGenerator<TranscriptEntry> {
  const parents = new Map<string, string>();
  const sessionEntries = function* (session: OpenSession): Generator<TranscriptEntry> {
    const id = text(session.info, 'id');
    const parent = text(session.info, 'parentID');
    if (!id) return fault('records without a session or a time', path);
    if (parent) parents.set(id, parent);
    yield* ofSession(session, chainOf(id, parents), tops);
  };
  if (path.endsWith('.db')) yield* readSessions(path, fault, sessionEntries);
  else
    for (const session of inStorage(path) ? storedSession(path, fault) : exported(path, fault))
      yield* sessionEntries(session);
}

// The output of `opencode export`.
function* exported(path: string, fault: TranscriptFault): Generator<OpenSession> {
  const whole = json(path, fault);
  if (!whole) return;
  const messages = objects(whole, 'messages').map((one) => ({
    info: object(one, 'info'),
    parts: objects(one, 'parts'),
  }));
  yield { info: object(whole, 'info'), messages };
}

function* storedSession(path: string, fault: TranscriptFault): Generator<OpenSession> {
  const info = json(path, fault);
  const storage = path.slice(0, path.indexOf(`${sep}session${sep}`));
  const id = info && text(info, 'id');
  if (!info || id === undefined || !/^\w+$/.test(id)) return;
  const read = (dir: string): Payload[] =>
    filesIn(dir)
      .map((file) => json(file, fault))
      .filter((found) => found !== undefined);
  const messages = read(join(storage, 'message', id));
  const partsOf = (message: Payload): Payload[] => {
    const name = text(message, 'id') ?? '';
    return /^\w+$/.test(name) ? read(join(storage, 'part', name)) : [];
  };
  yield { info, messages: messages.map((message) => ({ info: message, parts: partsOf(message) })) };
}

// File names are ascending ids, so this is the order in time.
const filesIn = (dir: string): string[] =>
  namesIn(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(dir, name));

function json(path: string, fault: TranscriptFault): Payload | undefined {
  const found = parseLine(readRegular(path, MAX_FILE_BYTES) ?? '');
  if (!found) fault('files that are too large or no JSON', path);
  return found;
}

function* ofSession(
  { info, messages }: OpenSession,
  sessions: readonly string[],
  tops: readonly string[],
): Generator<TranscriptEntry> {
  const cwd = text(info, 'directory');
  const base: Payload = { plugin: 'opencode', sessions, ...(cwd && { cwd }) };
  const { session, parent } = opencode.read({ ...base, hook_event_name: 'SessionStart' })!;
  for (const { info: message, parts } of messages) {
    const at = timeOf(object(message, 'time')['created']);
    if (at === undefined) continue;
    const common = { session, parent, at, cwd };
    if (cwd && tops.length > 0 && !tops.some((top) => toRepoPath(cwd, top) !== undefined)) {
      yield common; // a session of another repository: its messages are not needed
      return;
    }
    const words = parts.flatMap((part) =>
      text(part, 'type') === 'text' && part['synthetic'] !== true ? (text(part, 'text') ?? []) : [],
    );
    if (text(message, 'role') === 'user') yield* prompted(parts, words.join('\n'), base, common);
    else yield* worked(message, parts, words.join('\n'), base, common);
  }
}

type EntryBase = {
  readonly session: SessionId;
  readonly parent: SessionId | undefined;
  readonly at: number;
  readonly cwd: string | undefined;
};

function* prompted(
  parts: readonly Payload[],
  prompt: string,
  base: Payload,
  common: EntryBase,
): Generator<TranscriptEntry> {
  // Attached files are texts too, but not a person's words.
  const shown = parts.flatMap((part) => text(part, 'text') ?? []).map((words) => ({ text: words }));
  const event = prompt === '' ? undefined : opencode.read({ ...base, hook_event_name: 'UserPromptSubmit', prompt });
  yield { ...common, ...(event && { event }), shown, talk: [{ place: 'prompt', text: prompt }] };
}

function talkIn(parts: readonly Payload[]): readonly TalkItem[] {
  const hearing = new TalkCollector();
  for (const part of parts) {
    const [type, call] = [text(part, 'type'), text(part, 'callID')];
    if (type === 'reasoning') hearing.say('thinking', text(part, 'text'));
    if (type === 'text' && part['synthetic'] !== true) hearing.say('words', text(part, 'text'));
    if (type === 'tool' && call) hearing.call(call, object(object(part, 'state'), 'input'));
  }
  return hearing.items;
}

function* worked(
  message: Payload,
  parts: readonly Payload[],
  narration: string,
  base: Payload,
  common: EntryBase,
): Generator<TranscriptEntry> {
  const usage = [{ id: text(message, 'id'), model: text(message, 'modelID'), tokens: message['tokens'] }];
  const start = opencode.read({ ...base, hook_event_name: 'SessionStart', usage });
  yield { ...common, ...(start && { event: start }), talk: talkIn(parts) };
  for (const part of parts) {
    if (text(part, 'type') === 'compaction')
      yield { ...common, event: opencode.read({ ...base, hook_event_name: 'PostCompact' }) };
    const state = object(part, 'state');
    const status = text(state, 'status');
    if (text(part, 'type') !== 'tool' || (status !== 'completed' && status !== 'error')) continue;
    const time = object(state, 'time');
    const began = timeOf(time['start']) ?? common.at;
    const input = object(state, 'input');
    const { diff, exit } = object(state, 'metadata');
    const output = text(state, 'output') ?? '';
    const call = {
      tool_name: text(part, 'tool') ?? 'unknown',
      tool_use_id: text(part, 'callID'),
      tool_input: input,
      narration,
    };
    const payload =
      status === 'completed'
        ? { ...base, ...call, hook_event_name: 'PostToolUse', tool_response: { output, diff, exit } }
        : { ...base, ...call, hook_event_name: 'PostToolUseFailure', error: text(state, 'error') ?? '' };
    const patch = text(input, 'patchText') ?? (typeof diff === 'string' ? diff : undefined);
    const event = opencode.read(payload);
    yield {
      ...common,
      at: timeOf(time['end']) ?? began,
      began,
      ...(event && { event }),
      ...(patch && { patch }),
      shown: [{ text: output }],
    };
  }
}
