import type { SessionId } from '../model/ids.ts';
import type { Session } from '../model/model.ts';
import type { TalkItem } from '../model/reasons/talk-item.ts';
import type { AgentEvent, Call, Payload, Spawned, Subagent, TodoList, TranscriptPart } from './spool/event.ts';

/** What the recorder needs from the agents it supports; `src/agents/registry.ts` implements it. */
export interface Agents {
  /**
   * Reads the event in a payload; undefined for a payload that no agent writes.
   * @param hookedAgent the agent with the hook in its settings that spooled the payload, if known
   * @param env decides where agents keep their session records
   * @throws ProvError `data` for a payload that cannot be used, such as a session id with control characters
   */
  readEvent(payload: Payload, hookedAgent?: string, env?: NodeJS.ProcessEnv): AgentEvent | undefined;
  /** Reads a session's transcript from a byte offset on. */
  readTranscript(
    session: Pick<Session, 'agent' | 'id'>,
    path: string,
    offset: number,
    parts?: Readonly<Record<string, number>>,
  ): TranscriptPart | undefined;
  /** The task of a sub-agent, from its agent's transcripts. @param transcript the parent's transcript */
  spawnedTask(agent: string, child: SessionId, transcript: string | undefined): Spawned | undefined;
  /** Whether the agent's hooks report the calls of a sub-agent as those of the session that started it. */
  hidesSubagents(agent: string): boolean;
  /** The sub-agent that made such a call; undefined for a call of the session, or when no transcript shows it. */
  subagentOf(agent: string, parent: SessionId, transcript: string | undefined, call: Call): Subagent | undefined;
  /** What an ended call did to its agent's own to-do list; undefined for a call of another kind. */
  todosOf(call: Call, output: string): TodoList | undefined;
  /** What the agent wrote for others in the input of a call: the message of a commit, the text of a pull request, a plan. */
  saidIn(call: Call): readonly TalkItem[];
  /** The agent session that started the shell of a process with this environment. */
  agentOf(env: NodeJS.ProcessEnv): { agent: string; vendor: string; id: SessionId } | undefined;
  /** The agent that started the shell of a process with this environment, if that shell does not name its session. */
  shellAgentOf(env: NodeJS.ProcessEnv): string | undefined;
}

let load: (() => Promise<Agents>) | undefined;
let loaded: Agents | undefined;

/**
 * Registers the agents, since this folder knows none by name. Called once, before anything is recorded.
 * @param how loads the agents on first use
 */
export function handInAgents(how: () => Promise<Agents>): void {
  load = how;
}

/** The agents, loaded on the first call. */
export async function loadAgents(): Promise<Agents> {
  if (!load) throw new Error('handInAgents was not called');
  return (loaded ??= await load());
}

/** The agents, for code that runs inside a drain or another caller of `loadAgents`. */
export function agents(): Agents {
  if (!loaded) throw new Error('loadAgents was not awaited');
  return loaded;
}
