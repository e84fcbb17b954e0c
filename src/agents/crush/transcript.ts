import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { readRegular } from '../../git/objects/regular-file.ts';
import type { TalkItem } from '../../model/reasons/talk-item.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { object, objects, text } from '../../recorder/spool/json-fields.ts';
import { toRepoPath } from '../../recorder/spool/event-paths.ts';
import { isSpokenWord } from '../common/agent-words.ts';
import { TalkCollector } from '../common/talk-collector.ts';
import { parseLine } from '../common/jsonl.ts';
import { chainOf } from '../common/session-files.ts';
import {
  type TranscriptFault,
  timeOf,
  type TranscriptEntry,
  type TranscriptReader,
} from '../common/transcript-event.ts';
import { type CrushMessage, type CrushSession, readSessions } from './database.ts';
import { crush } from './hooks.ts';
import { FileTexts } from './file-texts.ts';

/** Size limit in bytes of the list of projects. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** An earlier time is in seconds, not milliseconds: the year 1973 in milliseconds. */
const SECONDS_UNTIL = 100_000_000_000;

/** Crush: `.crush/crush.db` in the folder where it was started, or where its list of projects says. */
export const crushTranscripts: TranscriptReader = {
  adapter: crush,
  many: true,
  inWorkTree: true,
  sniff: (path) => basename(path) === 'crush.db',
  find,
  read,
};

function* find(env: NodeJS.ProcessEnv, tops: readonly string[]): Generator<string> {
  const data =
    env['CRUSH_GLOBAL_DATA'] ||
    join(env['XDG_DATA_HOME'] || join(env['HOME'] || homedir(), '.local', 'share'), 'crush');
  const list = parseLine(readRegular(join(data, 'projects.json'), MAX_LIST_BYTES) ?? '') ?? {};
  const listed = objects(list, 'projects').flatMap((project) => {
    const [path, dir] = [text(project, 'path'), text(project, 'data_dir')];
    const isHere = path !== undefined && isAbsolute(path) && tops.some((top) => toRepoPath(path, top) !== undefined);
    return isHere && dir ? [resolve(path, dir)] : [];
  });
  for (const dir of new Set([...tops.map((top) => join(top, '.crush')), ...listed])) {
    const database = join(dir, 'crush.db');
    if (isPlain(dir, 'isDirectory') && isPlain(database, 'isFile')) yield database;
  }
}

// A repository may bring a link that leads to the sessions of another one.
const isPlain = (path: string, kind: 'isDirectory' | 'isFile'): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.[kind]() === true;

function read(path: string, fault: TranscriptFault, tops: readonly string[]): AsyncGenerator<TranscriptEntry> {
  const parents = new Map<string, string>();
  return readSessions(path, fault, function* (session) {
    if (session.parent) parents.set(session.id, session.parent);
    const cwd = folderOf(path, session, tops);
    if (cwd === undefined) return fault('sessions without a folder', path);
    yield* new SessionReader(session, chainOf(session.id, parents), cwd).read();
  });
}

// The database names no folder: it is in a folder of its own in that of the session, unless a setting moved it.
function folderOf(path: string, { file }: CrushSession, tops: readonly string[]): string | undefined {
  const dir = dirname(resolve(path));
  if (basename(dir) === '.crush') return dirname(dir);
  return tops.find((top) => file !== undefined && isAbsolute(file) && toRepoPath(file, top) !== undefined);
}

interface Begun {
  readonly at: number;
  readonly name: string;
  readonly input: Payload;
  readonly words: string;
}

class SessionReader {
  readonly #session: CrushSession;
  readonly #base: Payload;
  readonly #cwd: string;
  readonly #texts: FileTexts;
  readonly #begun = new Map<string, Begun>();

  constructor(session: CrushSession, sessions: readonly string[], cwd: string) {
    this.#session = session;
    this.#base = { sessions, cwd };
    this.#cwd = cwd;
    this.#texts = new FileTexts(session);
  }

  *read(): Generator<TranscriptEntry> {
    for (const message of this.#session.messages()) {
      const at = timeOf(message.created < SECONDS_UNTIL ? message.created * 1000 : message.created);
      if (at === undefined) continue;
      const parts = message.parts.map((part) => ({ type: text(part, 'type'), data: object(part, 'data') }));
      const words = parts.flatMap(({ type, data }) => (type === 'text' ? (text(data, 'text') ?? []) : [])).join('\n');
      if (message.isSummary) yield this.#entry(at, 'PreCompact');
      else if (message.role === 'user') yield* this.#asked(at, parts, words);
      else if (message.role === 'assistant') yield this.#answered(at, parts, words, message);
      for (const { type, data } of parts) if (type === 'tool_result') yield* this.#ended(at, data);
    }
  }

  *#asked(at: number, parts: readonly Part[], words: string): Generator<TranscriptEntry> {
    // A command that the person ran is no prompt, but the session was shown its output.
    const outputs = parts.flatMap(({ type, data }) => (type === 'shell_command' ? (text(data, 'output') ?? []) : []));
    const shown = [words, ...outputs].map((one) => ({ text: one }));
    const isHidden = parts.some(({ data }) => data['hidden'] === true);
    const isPrompt = words !== '' && !isHidden && isSpokenWord(words);
    const entry = isPrompt ? this.#entry(at, 'UserPromptSubmit', { prompt: words }) : this.#entry(at);
    yield { ...entry, shown, ...(isPrompt && { talk: [{ place: 'prompt', text: words }] }) };
  }

  #answered(at: number, parts: readonly Part[], words: string, { model }: CrushMessage): TranscriptEntry {
    const hearing = new TalkCollector();
    for (const { type, data } of parts) {
      if (type === 'reasoning') hearing.say('thinking', text(data, 'thinking'));
      if (type === 'text') hearing.say('words', text(data, 'text'));
      const id = type === 'tool_call' ? text(data, 'id') : undefined;
      if (!id) continue;
      const input = parseLine(text(data, 'input') ?? '') ?? {};
      hearing.call(id, input);
      this.#begun.set(id, { at, name: text(data, 'name') ?? '', input, words });
    }
    const talk: readonly TalkItem[] = hearing.items;
    return { ...this.#entry(at, 'SessionStart', model ? { model } : {}), talk };
  }

  *#ended(at: number, data: Payload): Generator<TranscriptEntry> {
    const id = text(data, 'tool_call_id') ?? '';
    const call = this.#begun.get(id);
    if (!call) return;
    this.#begun.delete(id);
    const output = text(data, 'content') ?? '';
    const isError = data['is_error'] === true;
    const path = text(call.input, 'file_path');
    const texts =
      isError || !path
        ? {}
        : this.#texts.around(resolve(this.#cwd, path), call, parseLine(text(data, 'metadata') ?? ''));
    const fields = {
      tool_name: call.name,
      tool_use_id: id,
      tool_input: call.input,
      output,
      is_error: isError,
      ...texts,
    };
    const entry = this.#entry(at, 'PostToolUse', fields);
    const event =
      entry.event?.body.type === 'after' && call.words
        ? { ...entry.event, body: { ...entry.event.body, narration: call.words } }
        : entry.event;
    yield { ...entry, event, began: call.at, shown: [{ text: output, of: path }] };
  }

  #entry(at: number, name?: string, fields: Payload = {}): TranscriptEntry {
    const event = crush.read({ ...this.#base, ...fields, event: name ?? 'Notification' })!;
    return { session: event.session, parent: event.parent, at, cwd: this.#cwd, ...(name && { event }) };
  }
}

interface Part {
  readonly type: string | undefined;
  readonly data: Payload;
}
