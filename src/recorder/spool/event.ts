import type { Oid, SessionId } from '../../model/ids.ts';
import type { Usage } from '../../model/model.ts';
import type { TaskState } from '../../model/knowledge/task-state.ts';
import type { TalkItem } from '../../model/reasons/talk-item.ts';
import type { Action, Changed, Knowledge } from '../../model/step.ts';

/** A tool call, with the fields that every agent can report. Texts are as the agent gave them: not redacted yet. */
export interface Call {
  readonly id?: string;
  readonly tool: string;
  readonly action: Action;
  /** One line: the object that is read, edited or run. */
  readonly summary: string;
  readonly command?: string;
  /** Absolute paths of the files that the call names. */
  readonly paths: readonly string[];
  /** The whole input as JSON text. */
  readonly input: string;
}

/** A text that replaces another: the first occurrence, or all. */
export interface Replacement {
  readonly old: string;
  readonly fresh: string;
  readonly all: boolean;
}

/** A file tool's report on a file that it wrote. */
export interface Edit {
  readonly path: string;
  /** The previous name of the file. */
  readonly from?: string;
  /** The text that the tool found; null for a new file. */
  readonly before?: string | null;
  /** The text that the agent proposed for the whole file. */
  readonly proposed?: string;
  /** The lines that the tool wrote, where neither text is reported: other new lines in the file are not its own. */
  readonly written?: readonly string[];
  /** The replacements, in order, in the text of the last snapshot. */
  readonly replaced?: Replacement | readonly Replacement[];
  /** A person changed the proposal before it was accepted. */
  readonly byUser: boolean;
}

/** An item of an agent's own to-do list. */
export interface TodoItem {
  /** The agent's name for it; unique only within a list. */
  readonly id?: string;
  /** Absent where a call changes an item that the agent named before. */
  readonly text?: string;
  readonly state?: TaskState;
  /** The ids of the items that it waits for. */
  readonly after?: readonly string[];
}

/** What a call did to an agent's own to-do list. */
export interface TodoList {
  readonly items: readonly TodoItem[];
  /** These are all items: others were removed. */
  readonly isWhole: boolean;
}

export type Outcome = 'ok' | 'failed' | 'refused' | 'interrupted';

export type EventBody =
  | { readonly type: 'session_start'; readonly source: string; readonly model?: string }
  | { readonly type: 'session_end'; readonly reason: string }
  | { readonly type: 'prompt'; readonly text: string }
  | {
      readonly type: 'before';
      readonly call: Call;
      /** The agent's words before the call, where the event contains them. */
      readonly narration?: string;
      /** The agent reports no ends of calls. Those that began before this one are over. */
      readonly unended?: true;
      /** With `unended`: the lines that the call's input spells out, for each file. */
      readonly edits?: readonly Edit[];
    }
  /** The edits of a running call, where an event before its end reports them. */
  | { readonly type: 'edited'; readonly edit: Edit }
  | {
      readonly type: 'after';
      readonly call: Call;
      readonly outcome: Outcome;
      readonly output: string;
      readonly duration?: number;
      /** One for each file that a file tool wrote. */
      readonly edits?: readonly Edit[];
      /** The agent's words before the call, where the event contains them. */
      readonly narration?: string;
      /** The outcome is not reported: the transcript may have it. */
      readonly isOutcomeUnknown?: true;
      /** The agent's name for a program that keeps running in the background after the call. */
      readonly task?: string;
      /** The background program that has ended, by the call's answer. */
      readonly ended?: string;
    }
  /** The agent was informed that programs in the background have ended. */
  | { readonly type: 'background_end'; readonly tasks: readonly string[] }
  /** The results that the model got at the end of parallel calls; includes calls that never ran. */
  | { readonly type: 'batch'; readonly calls: readonly { readonly call: Call; readonly output: string }[] }
  | { readonly type: 'gate'; readonly call: Call }
  /** `tasks`: the session's programs that still run in the background, where reported. */
  | {
      readonly type: 'turn_end';
      readonly failed: boolean;
      readonly tasks?: readonly string[];
      /** The agent's closing words, where no transcript has them. */
      readonly words?: string;
    }
  /** What the agent said or thought apart from calls, where no transcript has it. */
  | { readonly type: 'words'; readonly place: 'words' | 'thinking'; readonly text: string }
  /** `prompted`: the sub-agent's own prompt arrives as an event of its own. `task`: its task, where reported. */
  | {
      readonly type: 'subagent_start';
      readonly child: SessionId;
      readonly kind: string;
      readonly prompted?: true;
      readonly task?: string;
    }
  | { readonly type: 'subagent_end'; readonly child: SessionId }
  | { readonly type: 'compaction'; readonly summary: string }
  /** A person or agent declared an entry: `git prov decide`, `add`, `revise`. `on` lists the commits that it is about. */
  | {
      readonly type: 'knowledge';
      readonly said: Knowledge;
      readonly risks: readonly string[];
      readonly on: readonly Oid[];
    }
  /** A person or agent changed an entry, or a link: `git prov link`, `retract`, `review`. */
  | { readonly type: 'change'; readonly changed: Changed; readonly on: readonly Oid[] }
  /** The agent was given context: its size in bytes, the nodes in it, and how many entries did not fit. */
  | { readonly type: 'context'; readonly bytes: number; readonly nodes: readonly string[]; readonly left: number }
  /** At the end of a turn the agent was asked for the reasons of so many changes. */
  | { readonly type: 'question'; readonly bytes: number; readonly changes: number }
  | { readonly type: 'raw'; readonly name: string }
  | { readonly type: 'ignored' };

/** One event of an agent's session, in the same form for every agent. */
export interface AgentEvent {
  readonly agent: string;
  readonly vendor: string;
  readonly session: SessionId;
  readonly parent?: SessionId;
  /** The agent's transcript of the session on this machine. */
  readonly transcript?: string;
  /** The folder where the call runs, if it is not the payload's `cwd`. */
  readonly cwd?: string;
  /** Distinguishes the event from all others of its session; a repeated key is the same event. Absent where the agent gives none. */
  readonly key?: string;
  /** Tokens by message, and the model, where events report them and not the transcript. */
  readonly usage?: Readonly<Record<string, Usage>>;
  readonly model?: string;
  /** Which settings made the hook run: the agent's own, or another agent's that it reads too. Absent where the hook does not know. */
  readonly by?: 'own' | 'other';
  readonly body: EventBody;
}

/** The code for one agent: only it knows the agent's payloads. */
export interface Adapter {
  readonly agent: string;
  readonly vendor: string;
  /** Whether this payload is this agent's. @param hookedAgent the agent with the hook in its settings, where known */
  sniff(payload: Payload, hookedAgent?: string): boolean;
  /**
   * Reads the event; undefined when the payload lacks a required field.
   * @param env decides where the agent keeps its transcripts; the environment of the process by default
   */
  read(payload: Payload, env?: NodeJS.ProcessEnv): AgentEvent | undefined;
  /** The session that started the shell of this process, from its environment. */
  sessionOf(env: NodeJS.ProcessEnv): SessionId | undefined;
  /** Whether the agent's shell runs this process, for an agent with a shell that does not name the session. */
  isShell?(env: NodeJS.ProcessEnv): boolean;
  /** A resumed conversation no longer has the context that it began with. */
  readonly forgets?: true;
  /** The output of a session-start hook that passes a text to the model. */
  contextOutput?(text: string): string;
  /** The output of a hook at the end of a turn that makes the agent go on with a question; absent where none was tried. */
  questionOutput?(text: string): string;
  /** The task of a sub-agent, from the transcripts. @param transcript the parent's */
  spawned?(child: SessionId, transcript: string | undefined): Spawned | undefined;
  /** The sub-agent that made a call, for an agent with hooks that do not name it. @param transcript the parent's */
  subagentOf?(parent: SessionId, transcript: string | undefined, call: Call): Subagent | undefined;
  /** Reads a transcript from a byte offset; undefined when the file is missing. One file may contain several sessions. */
  readTranscript(
    path: string,
    offset: number,
    session: SessionId,
    parts?: Readonly<Record<string, number>>,
  ): TranscriptPart | undefined;
}

/** A sub-agent that its parent's transcripts name. */
export interface Subagent {
  readonly child: SessionId;
  /** Its own transcript. */
  readonly transcript: string;
}

/** The record of a sub-agent's start in the transcripts. */
export interface Spawned {
  /** Its prompt, whole. */
  readonly task?: string;
  /** The same in a few words. */
  readonly about?: string;
  /** The id of the call that started it. */
  readonly call?: string;
}

/** The data in a part of a transcript, beyond what hooks report. */
export interface TranscriptPart {
  /** Where the next reading starts. */
  readonly offset: number;
  /** The same for further files of the transcript, by path. */
  readonly parts?: Readonly<Record<string, number>>;
  /** The agent's words before a call, by call id; without ids, by `likeKey` and a suffix for each call, in their order. */
  readonly narration: Readonly<Record<string, string>>;
  /** The conversation with the calls in it, in order. */
  readonly talk?: readonly TalkItem[];
  /** Tokens by message; a later reading of the same message replaces the earlier. */
  readonly usage: Readonly<Record<string, Usage>>;
  /** The tokens of the whole session until now, where only these are reported. */
  readonly total?: Usage;
  readonly model?: string;
  /** The person's prompts, where no hook reports them, in order. */
  readonly prompts?: readonly Prompted[];
  /** Data on calls that no hook reports, by call id. */
  readonly calls?: Readonly<Record<string, CallRecord>>;
  /** Scripts that call tools themselves, by the id of the script's own call; only hooks know the ids of their calls. */
  readonly scripts?: Readonly<Record<string, ScriptRecord>>;
}

/** A transcript's data on a script, or on a call that waits for one. One reading may contain only a part of it. */
export interface ScriptRecord {
  /** When it began and ended, in milliseconds since the epoch. */
  readonly at?: number;
  readonly over?: number;
  /** The agent's words before it. */
  readonly words?: string;
  readonly code?: string;
  /** The name by which the agent waits for a script that is still running. */
  readonly cell?: string;
  /** This call waits for the script of that name. */
  readonly waits?: string;
}

/** A person's prompt, and its time in milliseconds since the epoch. */
export interface Prompted {
  readonly text: string;
  readonly at: number;
}

/** A transcript's data on a call. */
export interface CallRecord {
  /** The exit status of its command. */
  readonly exit?: number;
  /** Milliseconds. */
  readonly duration?: number;
  /** Its command is still running although the model got an answer. */
  readonly running?: true;
  /** When it ended, in milliseconds since the epoch. */
  readonly over?: number;
  /** It did nothing: its input was wrong, or a person refused it. */
  readonly never?: 'failed' | 'refused';
  /** The files that it wrote. */
  readonly edits?: readonly Edit[];
}

/** A decoded JSON object of unknown shape. */
export type Payload = Readonly<Record<string, unknown>>;
