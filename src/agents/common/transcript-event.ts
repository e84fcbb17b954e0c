import type { Adapter, AgentEvent, CallRecord } from '../../recorder/spool/event.ts';
import type { SessionId } from '../../model/ids.ts';
import type { Heard } from '../../model/reasons/heard.ts';
import type { Usage } from '../../model/model.ts';

/** One thing that a session's record tells, in its order. */
export interface Told {
  readonly session: SessionId;
  readonly parent?: SessionId | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** When the call began that has ended. */
  readonly began?: number | undefined;
  /** What the agent's hook would have told. */
  readonly event?: AgentEvent | undefined;
  /** The folder that the session was in. */
  readonly cwd?: string | undefined;
  /** What a tool was given that takes a patch. */
  readonly patch?: string | undefined;
  /** Texts that the session was shown; `of` is the file. */
  readonly shown?: readonly { readonly text: string; readonly of?: string | undefined; readonly whole?: boolean }[];
  /** The conversation, for agents whose record has no reader of its own. */
  readonly heard?: readonly Heard[];
  /** The message whose tokens count from here on. */
  readonly used?: string | undefined;
}

/** What a session's record tells beside its events, by call and by message. */
export interface Beside {
  readonly narration: ReadonlyMap<string, string>;
  readonly heard: readonly Heard[];
  readonly usage: ReadonlyMap<string, Usage>;
  readonly calls: ReadonlyMap<string, CallRecord>;
  readonly model?: string | undefined;
}

/** Is told what could not be read: in the same words what is the same, and where. */
export type Fault = (what: string, where: string) => void;

/** How the records of one agent's sessions are found and read. */
export interface TranscriptReader {
  readonly adapter: Adapter;
  /** One file may hold sessions of many repositories. */
  readonly many?: true;
  /** Whether a file looks like one of this agent's sessions, by its name and its beginning. */
  sniff(path: string, beginning: string): boolean;
  /** Files with sessions in the places where the agent keeps them. */
  find(env: NodeJS.ProcessEnv, tops: readonly string[]): Iterable<string>;
  /** What a file tells, which may be of several sessions; read no further than the caller goes. `tops` are those of the work trees. */
  read(path: string, fault: Fault, tops: readonly string[]): Iterable<Told> | AsyncIterable<Told>;
}

/** How much of the agent's words before a call is kept, in characters. */
const LONGEST_WORDS = 2000;
/** The year 3000: what is later is no time. */
const LATEST = 32_503_680_000_000;

/** Reads what the record of a session tells beside its events, a part of the file after the other. */
export function readBeside({ readTranscript }: Adapter, path: string, session: SessionId): Beside {
  const narration = new Map<string, string>();
  const heard: Heard[] = [];
  const usage = new Map<string, Usage>();
  const calls = new Map<string, CallRecord>();
  let model: string | undefined;
  for (let offset = 0; ;) {
    const part = readTranscript(path, offset, session);
    if (!part) break;
    for (const [call, words] of Object.entries(part.narration)) narration.set(call, words.slice(0, LONGEST_WORDS));
    for (const one of part.heard ?? []) heard.push(one);
    for (const [message, used] of Object.entries(part.usage)) usage.set(message, used);
    for (const [call, record] of Object.entries(part.calls ?? {})) calls.set(call, { ...calls.get(call), ...record });
    model = part.model ?? model;
    if (part.offset <= offset) break;
    offset = part.offset;
  }
  return { narration, heard, usage, calls, model };
}

/** Milliseconds since the epoch of a time as it stands in records; undefined for what is none. */
export function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Number.isSafeInteger(at) && at > 0 && at < LATEST ? at : undefined;
}
