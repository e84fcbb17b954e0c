import { join, resolve } from 'node:path';
import type { Payload } from '../../recorder/spool/event.ts';
import { object, objects, text } from '../../recorder/spool/json-fields.ts';
import { isSpokenWord } from '../common/agent-words.ts';
import {
  type TranscriptFault,
  timeOf,
  type TranscriptEntry,
  type TranscriptReader,
} from '../common/transcript-event.ts';
import { filesBelow, namesIn } from '../common/session-files.ts';
import { recordsIn } from '../common/transcript-lines.ts';
import { piFolder } from './folder.ts';
import { pi } from './hooks.ts';
import { wordsIn } from './live-transcript.ts';

/** Pi: `~/.pi/agent/sessions/--<folder>--/<time>_<session>.jsonl`, or below the folder that `PI_CODING_AGENT_SESSION_DIR` names. */
export const piTranscripts: TranscriptReader = {
  adapter: pi,
  sniff: (path, beginning) =>
    path.endsWith('.jsonl') && /^\{"type":"session",(?:"version":\d+,)?"id":"/.test(beginning),
  find,
  read,
};

function* find(env: NodeJS.ProcessEnv, tops: readonly string[]): Generator<string> {
  const slugs = tops.map((top) => `--${top.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}-`);
  const dir = join(piFolder(env), 'sessions');
  for (const name of namesIn(dir))
    if (slugs.some((slug) => name.startsWith(slug))) yield* filesBelow(join(dir, name), /\.jsonl$/);
  if (env['PI_CODING_AGENT_SESSION_DIR']) yield* filesBelow(resolve(env['PI_CODING_AGENT_SESSION_DIR']), /\.jsonl$/);
}

/** A call without a result so far. */
interface Begun {
  readonly at: number;
  readonly name: string;
  readonly input: Payload;
}

/** An entry of the file, with the fields that our extension's payloads have. */
interface Entry {
  readonly record: Payload;
  readonly at: number;
  readonly base: Payload;
}

function* read(path: string, fault: TranscriptFault): Generator<TranscriptEntry> {
  const begun = new Map<string, Begun>();
  let base: Payload | undefined;
  for (const record of recordsIn(path, fault, (line) => line.includes('"type":"'))) {
    const at = timeOf(record['timestamp']);
    const type = text(record, 'type');
    if (type === 'session') {
      const [id, cwd] = [text(record, 'id'), text(record, 'cwd')];
      base = id ? { plugin: 'pi', sessions: [id], ...(cwd && { cwd }) } : undefined;
    }
    if (!base || at === undefined) {
      if (type === 'session' || type === 'message') fault('records without a session or a time', path);
      continue;
    }
    const entry = { record, at, base };
    if (type === 'message') yield* textEntries(entry, begun);
    else if (type === 'compaction') yield asEntry(entry, 'PostCompact');
    else yield { ...asEntry(entry), shown: [{ text: wordsIn(record) }] };
  }
}

function asEntry({ at, base }: Entry, name?: string, fields: Payload = {}): TranscriptEntry {
  const event = pi.read({ ...base, ...fields, hook_event_name: name ?? 'Notification' })!;
  return { session: event.session, parent: event.parent, at, cwd: text(base, 'cwd'), ...(name && { event }) };
}

function* textEntries(entry: Entry, begun: Map<string, Begun>): Generator<TranscriptEntry> {
  const message = object(entry.record, 'message');
  const words = wordsIn(message);
  switch (text(message, 'role')) {
    case 'user':
      yield {
        ...(isSpokenWord(words) ? asEntry(entry, 'UserPromptSubmit', { prompt: words }) : asEntry(entry)),
        shown: [{ text: words }],
      };
      return;
    case 'assistant':
      for (const block of objects(message, 'content')) {
        const id = text(block, 'type') === 'toolCall' ? text(block, 'id') : undefined;
        if (id) begun.set(id, { at: entry.at, name: text(block, 'name') ?? '', input: object(block, 'arguments') });
      }
      yield { ...asEntry(entry), used: text(entry.record, 'id') };
      return;
    case 'toolResult':
      yield* ended(entry, message, begun);
      return;
    case 'bashExecution': // a command of the person
      yield { ...asEntry(entry), shown: [{ text: text(message, 'output') ?? '' }] };
      return;
    default:
      yield { ...asEntry(entry), shown: [{ text: words }] };
  }
}

function* ended(entry: Entry, message: Payload, begun: Map<string, Begun>): Generator<TranscriptEntry> {
  const id = text(message, 'toolCallId') ?? '';
  const call = begun.get(id);
  if (!call) return;
  begun.delete(id);
  const output = wordsIn(message);
  const details = object(message, 'details');
  const end =
    message['isError'] === true
      ? asEntry(entry, 'PostToolUseFailure', { ...fieldsOf(id, call), error: output })
      : asEntry(entry, 'PostToolUse', {
          ...fieldsOf(id, call),
          tool_response: { output, diff: text(details, 'diff') },
        });
  const of = text(call.input, 'path');
  // A part of a file has a note at its end.
  const isWhole =
    call.name === 'read' && message['isError'] !== true && !('offset' in call.input || 'limit' in call.input);
  const whole = isWhole && Object.keys(object(details, 'truncation')).length === 0;
  yield { ...end, began: call.at, shown: [{ text: output, of, whole }] };
}

const fieldsOf = (id: string, { name, input }: Begun): Payload => ({
  tool_name: name,
  tool_use_id: id,
  tool_input: input,
});
