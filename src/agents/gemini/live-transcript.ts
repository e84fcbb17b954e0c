import type { Usage } from '../../model/model.ts';
import { callKey } from '../../recorder/spool/call-key.ts';
import type { Payload, TranscriptPart } from '../../recorder/spool/event.ts';
import { count, isObject, object, objects, text } from '../../recorder/spool/json-fields.ts';
import { table } from '../../recorder/state/state-schema.ts';
import { parseLine, readLines } from '../common/jsonl.ts';
import { MAX_NAME_CHARACTERS } from '../common/common.ts';
import { TalkCollector } from '../common/talk-collector.ts';
import { wordsOf } from './message.ts';

/** Start of messages that have the user's role although a program wrote them. */
const PROGRAM = /^\s*<(?:session_context|hook_context|system)/;
/** Data collected from the lines of the chats. */
interface ChatData {
  readonly narration: Record<string, string>;
  readonly usage: Record<string, Usage>;
  readonly hearing: TalkCollector;
  model?: string;
}

/**
 * Reads a chat of Gemini CLI (`tmp/<project>/chats/session-<time>-<id>.jsonl`) from a byte offset: the words before each
 * call, the model, and the tokens by message. Gemini writes a message again when its calls have run, and `$set` contains a
 * copy of earlier ones. Hooks give calls no ids, so equal calls share their words. Older versions rewrite one JSON text,
 * which is not read. A sub-agent has a chat of its own, of the same form (see `sub-agents.ts`).
 */
export function readGeminiChat(path: string, offset: number): TranscriptPart | undefined {
  if (!path.endsWith('.jsonl')) return undefined;
  const read = readLines(path, offset);
  if (!read) return undefined;
  const found: ChatData = { narration: table(), usage: table(), hearing: new TalkCollector() };
  take(read.lines, offset > 0, found);
  const { model, narration, hearing, usage } = found;
  return { offset: read.offset, narration, talk: hearing.items, usage, ...(model && { model }) };
}

function take(lines: readonly string[], goesOn: boolean, found: ChatData): void {
  const { narration, usage } = found;
  const seen = new Set<string | undefined>();
  for (const line of lines) {
    const message = /"type":"(?:gemini|user)"/.test(line) ? parseLine(line) : undefined;
    if (message && text(message, 'type') === 'user' && !PROGRAM.test(wordsOf(message)))
      found.hearing.say('prompt', wordsOf(message));
    if (!message || text(message, 'type') !== 'gemini') continue;
    const id = text(message, 'id');
    const calls = objects(message, 'toolCalls');
    if (!seen.has(id)) listen(message, found.hearing);
    seen.add(id);
    const model = text(message, 'model')?.slice(0, MAX_NAME_CHARACTERS);
    if (model) found.model = model;
    // A message with calls that appears for the first time in this part was counted with an earlier part.
    const wasCounted = calls.length > 0 && goesOn && id !== undefined && !Object.hasOwn(usage, id);
    if (id && !wasCounted && isObject(message['tokens'])) usage[id] = usageOf(message['tokens']);
    const words = wordsOf(message);
    for (const call of calls) {
      const key = callKey({ tool: text(call, 'name') ?? '', input: JSON.stringify(object(call, 'args')) });
      if (words) narration[key] = words;
      found.hearing.call(key, object(call, 'args'));
    }
  }
}

function listen(message: Payload, hearing: TalkCollector): void {
  for (const thought of objects(message, 'thoughts')) hearing.say('thinking', text(thought, 'description'));
  hearing.say('words', wordsOf(message));
}

/** Input tokens include cached ones. Tokens of thoughts are counted apart from the output. */
function usageOf(from: Payload): Usage {
  const cacheRead = count(from, 'cached') ?? 0;
  const input = Math.max(0, (count(from, 'input') ?? 0) - cacheRead);
  return { input, output: (count(from, 'output') ?? 0) + (count(from, 'thoughts') ?? 0), cacheRead };
}
