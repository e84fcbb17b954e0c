import type { Adapter, AgentEvent, CallRecord } from '../../recorder/spool/event.ts';
import type { SessionId } from '../../model/ids.ts';
import type { TalkItem } from '../../model/reasons/talk-item.ts';
import type { Usage } from '../../model/model.ts';

/** One entry of a transcript, in order. */
export interface TranscriptEntry {
  readonly session: SessionId;
  readonly parent?: SessionId | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The start of the call that ended here, in milliseconds since the epoch. */
  readonly began?: number | undefined;
  /** The event that the agent's hook would have sent. */
  readonly event?: AgentEvent | undefined;
  /** The working folder of the session. */
  readonly cwd?: string | undefined;
  /** The patch that a tool received. */
  readonly patch?: string | undefined;
  /** Texts that the session was shown; `of` is the file, and `whole` means the text is the whole file. */
  readonly shown?: readonly { readonly text: string; readonly of?: string | undefined; readonly whole?: boolean }[];
  /** The conversation, for agents without a separate reader for it. */
  readonly talk?: readonly TalkItem[];
  /** The message whose tokens count from this entry on. */
  readonly used?: string | undefined;
}

/** Data of a transcript apart from its events, by call and by message. */
export interface TranscriptData {
  readonly narration: ReadonlyMap<string, string>;
  readonly talk: readonly TalkItem[];
  readonly usage: ReadonlyMap<string, Usage>;
  readonly calls: ReadonlyMap<string, CallRecord>;
  readonly model?: string | undefined;
}

/** Reports what could not be read: the kind of fault, always in the same words, and the place. */
export type TranscriptFault = (what: string, where: string) => void;

/** Finds and reads the transcripts of one agent. */
export interface TranscriptReader {
  readonly adapter: Adapter;
  /** A file may hold sessions of several repositories. */
  readonly many?: true;
  /** The agent keeps its files in the work tree. One that is tracked came with the repository, and may be forged. */
  readonly inWorkTree?: true;
  /** Whether a file looks like a transcript of this agent, by its name and its beginning. */
  sniff(path: string, beginning: string): boolean;
  /** The transcript files in the agent's usual folders. */
  find(env: NodeJS.ProcessEnv, tops: readonly string[]): Iterable<string>;
  /**
   * The entries of a file, possibly of several sessions. It is a generator: it reads only as far as the caller needs.
   * `tops` are the top folders of the work trees.
   */
  read(
    path: string,
    fault: TranscriptFault,
    tops: readonly string[],
  ): Iterable<TranscriptEntry> | AsyncIterable<TranscriptEntry>;
}

/** Characters kept of the agent's words before a call. */
const MAX_WORDS_CHARACTERS = 2000;
/** The year 3000, in milliseconds since the epoch. A later value is not a time. */
const MAX_TIME_MS = 32_503_680_000_000;

/** Reads the data of a transcript apart from its events, in parts. */
export function readBeside({ readTranscript }: Adapter, path: string, session: SessionId): TranscriptData {
  const narration = new Map<string, string>();
  const talk: TalkItem[] = [];
  const usage = new Map<string, Usage>();
  const calls = new Map<string, CallRecord>();
  let model: string | undefined;
  for (let offset = 0; ;) {
    const part = readTranscript(path, offset, session);
    if (!part) break;
    for (const [call, words] of Object.entries(part.narration))
      narration.set(call, words.slice(0, MAX_WORDS_CHARACTERS));
    for (const one of part.talk ?? []) talk.push(one);
    for (const [message, used] of Object.entries(part.usage)) usage.set(message, used);
    for (const [call, record] of Object.entries(part.calls ?? {})) calls.set(call, { ...calls.get(call), ...record });
    model = part.model ?? model;
    if (part.offset <= offset) break;
    offset = part.offset;
  }
  return { narration, talk, usage, calls, model };
}

/** Converts a time from a transcript to milliseconds since the epoch; undefined when it is not a time. */
export function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Number.isSafeInteger(at) && at > 0 && at < MAX_TIME_MS ? at : undefined;
}
