import type { Usage } from '../../model/model.ts';
import type { TextPlace } from '../../model/reasons/talk-item.ts';
import type { Payload, TranscriptPart } from '../../recorder/spool/event.ts';
import { table } from '../../recorder/state/state-schema.ts';
import { MAX_NAME_CHARACTERS } from './common.ts';
import { TalkCollector } from './talk-collector.ts';
import { readLines } from './jsonl.ts';

/** Collects what a part of a session's record contains beyond the events of hooks. */
export class RecordPart {
  readonly #narration: Record<string, string> = table();
  readonly #usage: Record<string, Usage> = table();
  readonly #hearing = new TalkCollector();
  #model: string | undefined;
  #words = '';

  /**
   * A text of the agent. Its words count for the calls that follow, until `silence`.
   * @param isAside it is part of another conversation, and counts only for its calls
   */
  say(place: Exclude<TextPlace, 'prompt'>, words: string | undefined, isAside = false): void {
    if (!isAside) this.#hearing.say(place, words);
    if (place === 'words') this.#words = `${this.#words}\n${words ?? ''}`.trim();
  }

  /** A prompt. @param planned see `TextItem` */
  prompt(words: string | undefined, planned = false): void {
    this.#hearing.say('prompt', words, planned ? { planned } : {});
  }

  /** The words so far belong to no later call. */
  silence(): void {
    this.#words = '';
  }

  /** A call, by the key that its events have. */
  call(key: string, input: Payload, isAside = false): void {
    if (!isAside) this.#hearing.call(key, input);
    if (this.#words) this.#narration[key] = this.#words;
  }

  /** The tokens of a message; a later count of it replaces this one. */
  used(message: string, usage: Usage): void {
    this.#usage[message] = usage;
  }

  set model(name: string | undefined) {
    if (name !== undefined) this.#model = name.slice(0, MAX_NAME_CHARACTERS);
  }

  /** @param offset where the next reading starts */
  at(offset: number): TranscriptPart {
    const found = { narration: this.#narration, talk: this.#hearing.items, usage: this.#usage };
    return { offset, ...found, ...(this.#model && { model: this.#model }) };
  }
}

/**
 * Reads the complete lines of a record from a byte offset on.
 * @param take handles one line
 * @returns undefined when the file cannot be read
 */
export function readRecordLines(
  path: string,
  offset: number,
  take: (line: string, part: RecordPart) => void,
): TranscriptPart | undefined {
  const read = readLines(path, offset);
  if (!read) return undefined;
  const part = new RecordPart();
  for (const line of read.lines) take(line, part);
  return part.at(read.offset);
}
