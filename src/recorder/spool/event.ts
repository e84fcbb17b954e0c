import type { Oid, SessionId } from '../../model/ids.ts';
import type { Usage } from '../../model/model.ts';
import type { Heard } from '../../model/reasons/heard.ts';
import type { Action, Changed, Knowledge } from '../../model/step.ts';

/** A tool call, as far as every agent can tell it. Texts are as the agent gave them: not redacted yet. */
export interface Call {
  readonly id?: string;
  readonly tool: string;
  readonly action: Action;
  /** One line: what is read, edited or run. */
  readonly summary: string;
  readonly command?: string;
  /** Absolute paths of the files that the call names. */
  readonly paths: readonly string[];
  /** The whole input as JSON text. */
  readonly input: string;
}

/** A text that is put in the place of another: the first such one, or all. */
export interface Replacement {
  readonly old: string;
  readonly fresh: string;
  readonly all: boolean;
}

/** What a file tool says of a file that it wrote. */
export interface Edit {
  readonly path: string;
  /** The name that the file had before. */
  readonly from?: string;
  /** The text that the tool found; null when there was no file. */
  readonly before?: string | null;
  /** The text that the agent proposed for the whole file. */
  readonly proposed?: string;
  /** The lines that the tool wrote, where neither of the two is told: what else is new in the file is not its own. */
  readonly written?: readonly string[];
  /** What was put in the place of what, one after the other, in what the hook saw before. */
  readonly replaced?: Replacement | readonly Replacement[];
  /** A person changed the proposal before it was accepted. */
  readonly byUser: boolean;
}

export type Outcome = 'ok' | 'failed' | 'refused' | 'interrupted';

export type EventBody =
  | { readonly type: 'session_start'; readonly source: string; readonly model?: string }
  | { readonly type: 'session_end'; readonly reason: string }
  | { readonly type: 'prompt'; readonly text: string }
  | {
      readonly type: 'before';
      readonly call: Call;
      /** The agent's words before it, where the event brings them. */
      readonly narration?: string;
    }
  /** What a call that is under way has written, where that is told apart from its end. */
  | { readonly type: 'edited'; readonly edit: Edit }
  | {
      readonly type: 'after';
      readonly call: Call;
      readonly outcome: Outcome;
      readonly output: string;
      readonly duration?: number;
      /** One for each file that a file tool wrote. */
      readonly edits?: readonly Edit[];
      /** The agent's words before it, where the event brings them. */
      readonly narration?: string;
      /** How it ended was not told: the session's own record may know. */
      readonly untold?: true;
      /** The agent's name for what goes on in the background after the call. */
      readonly task?: string;
      /** What in the background has ended, by the call's answer. */
      readonly ended?: string;
    }
  /** The agent was told that programs in the background have ended. */
  | { readonly type: 'background_end'; readonly tasks: readonly string[] }
  /** The results that the model was given at the end of parallel calls; tells of calls that never ran. */
  | { readonly type: 'batch'; readonly calls: readonly { readonly call: Call; readonly output: string }[] }
  | { readonly type: 'gate'; readonly call: Call }
  /** `tasks`: what of the session's is still at work in the background, where that is said. */
  | { readonly type: 'turn_end'; readonly failed: boolean; readonly tasks?: readonly string[] }
  /** `prompted`: the sub-agent's own prompt is told as an event of its own. `task`: what it was given to do, where that is told. */
  | {
      readonly type: 'subagent_start';
      readonly child: SessionId;
      readonly kind: string;
      readonly prompted?: true;
      readonly task?: string;
    }
  | { readonly type: 'subagent_end'; readonly child: SessionId }
  | { readonly type: 'compaction'; readonly summary: string }
  /** Somebody said something to be recorded: `git prov decide`, `add`, `revise`. `on` are commits that it speaks of. */
  | {
      readonly type: 'knowledge';
      readonly said: Knowledge;
      readonly risks: readonly string[];
      readonly on: readonly Oid[];
    }
  /** Somebody changed what was said, or a link: `git prov link`, `retract`, `review`. */
  | { readonly type: 'change'; readonly changed: Changed; readonly on: readonly Oid[] }
  /** The agent was given context: so many bytes, with these nodes in it. */
  | { readonly type: 'context'; readonly bytes: number; readonly nodes: readonly string[] }
  | { readonly type: 'raw'; readonly name: string }
  | { readonly type: 'ignored' };

/** One event of an agent's session, whatever the agent. */
export interface AgentEvent {
  readonly agent: string;
  readonly vendor: string;
  readonly session: SessionId;
  readonly parent?: SessionId;
  /** The session's own record on this machine. */
  readonly transcript?: string;
  /** The folder that the call runs in, where that is not the payload's `cwd`. */
  readonly cwd?: string;
  /** What tells the event from all others of its session; told twice, it happened once. Absent where nothing does. */
  readonly key?: string;
  /** Tokens by message, and the model, where events tell and not the session's own record. */
  readonly usage?: Readonly<Record<string, Usage>>;
  readonly model?: string;
  /** Whose settings had the hook run: the agent's own, or another's that it reads too. Absent where the hook does not know. */
  readonly by?: 'own' | 'other';
  readonly body: EventBody;
}

/** What an adapter does: knows its agent's payloads, and nothing else does. */
export interface Adapter {
  readonly agent: string;
  readonly vendor: string;
  /** Whether this payload is this agent's. @param teller the agent in whose settings the hook stands, where it is known */
  sniff(payload: Payload, teller?: string): boolean;
  /**
   * The event, or undefined when the payload lacks what every event has.
   * @param env tells where the agent keeps its sessions’ records; the process’s own by default
   */
  read(payload: Payload, env?: NodeJS.ProcessEnv): AgentEvent | undefined;
  /** The session whose shell runs this process, from its environment. */
  sessionOf(env: NodeJS.ProcessEnv): SessionId | undefined;
  /** Whether its shell runs this process, for an agent whose shell does not tell the session. */
  isShell?(env: NodeJS.ProcessEnv): boolean;
  /** What the hook of a session's start prints so that the model is told a text. */
  contextOutput?(text: string): string;
  /** What a sub-agent was given to do, where records have it. @param transcript the parent's record */
  spawned?(child: SessionId, transcript: string | undefined): Spawned | undefined;
  /** The sub-agent that made a call, for an agent whose hooks do not name it. @param transcript the parent's record */
  subagentOf?(parent: SessionId, transcript: string | undefined, call: Call): Subagent | undefined;
  /** Reads a session's own record from a byte offset; undefined when it is not there. One file may hold several sessions. */
  readTranscript(
    path: string,
    offset: number,
    session: SessionId,
    parts?: Readonly<Record<string, number>>,
  ): TranscriptPart | undefined;
}

/** A sub-agent that the records of its parent name. */
export interface Subagent {
  readonly child: SessionId;
  /** Its own record. */
  readonly transcript: string;
}

/** What records have on the start of a sub-agent. */
export interface Spawned {
  /** Its prompt, whole. */
  readonly task?: string;
  /** The same in a few words. */
  readonly about?: string;
  /** The id of the call that started it. */
  readonly call?: string;
}

/** What a part of a session's own record tells beyond the hooks. */
export interface TranscriptPart {
  /** Where to go on reading. */
  readonly offset: number;
  /** The same for files that belong to the record, by path. */
  readonly parts?: Readonly<Record<string, number>>;
  /** The agent's words before a call, by call id; where hooks tell none, by `likeKey` and whatever tells calls apart, in their order. */
  readonly narration: Readonly<Record<string, string>>;
  /** The conversation with the calls in it, in order. */
  readonly heard?: readonly Heard[];
  /** Tokens by message; a later reading of the same message replaces the earlier. */
  readonly usage: Readonly<Record<string, Usage>>;
  /** The tokens of the whole session until now, where only these are told. */
  readonly total?: Usage;
  readonly model?: string;
  /** What the person asked for, where no hook tells it, in its order. */
  readonly prompts?: readonly Prompted[];
  /** What it tells of calls that no hook told, by call id. */
  readonly calls?: Readonly<Record<string, CallRecord>>;
  /** Scripts that call tools themselves, by the id of the script's own call; their calls have ids that only hooks know. */
  readonly scripts?: Readonly<Record<string, ScriptRecord>>;
}

/** What a session's own record has on a script, or on a call that waits for one. One reading may see a part of it. */
export interface ScriptRecord {
  /** When it began and ended, in milliseconds since the epoch. */
  readonly at?: number;
  readonly over?: number;
  /** The agent's words before it. */
  readonly words?: string;
  readonly code?: string;
  /** The name under which the agent waits for a script that still runs. */
  readonly cell?: string;
  /** This call waits for the script of that name. */
  readonly waits?: string;
}

/** What a person asked for, and when: milliseconds since the epoch. */
export interface Prompted {
  readonly text: string;
  readonly at: number;
}

/** What a session's own record tells of a call. */
export interface CallRecord {
  /** The exit status of its command. */
  readonly exit?: number;
  /** Milliseconds. */
  readonly duration?: number;
  /** Its command is still at work although the model was answered. */
  readonly running?: true;
  /** It is over, since then (milliseconds since the epoch). */
  readonly over?: number;
  /** It did nothing: its input was wrong, or a person refused it. */
  readonly never?: 'failed' | 'refused';
  /** The files that it wrote. */
  readonly edits?: readonly Edit[];
}

/** A decoded JSON object of unknown shape. */
export type Payload = Readonly<Record<string, unknown>>;
