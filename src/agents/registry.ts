import { ProvError } from '../errors.ts';
import type { SessionId } from '../model/ids.ts';
import type { Session } from '../model/model.ts';
import type {
  Adapter,
  AgentEvent,
  Call,
  Payload,
  Spawned,
  Subagent,
  TodoList,
  TranscriptPart,
} from '../recorder/spool/event.ts';
import { ADAPTERS } from './all/adapters.ts';
import type { TalkItem } from '../model/reasons/talk-item.ts';
import { spokenIn } from './common/talk-collector.ts';
import { todosIn } from './common/todo-list.ts';
import { generic, reportedSpeaker } from './generic/hooks.ts';
import { own } from '../recorder/spool/own-events.ts';

/** Whether an agent of this name has its own adapter. */
export const isKnownAgent = (name: string): boolean => ADAPTERS.some(({ agent }) => agent === name);

const READERS = [own, generic(isKnownAgent), ...ADAPTERS];

/**
 * Reads the event in a payload with the first adapter that recognises it; undefined when none does.
 * @param hookedAgent the agent that has our hook in its settings, where known
 * @throws ProvError `data` for a value that cannot be used at all, such as a session id with control characters
 */
export function readEvent(payload: Payload, hookedAgent?: string, env = process.env): AgentEvent | undefined {
  try {
    const event = READERS.find((adapter) => adapter.sniff(payload, hookedAgent))?.read(payload, env);
    if (!event || !ADAPTERS.some(({ agent }) => agent === hookedAgent)) return event;
    return { ...event, by: event.agent === hookedAgent ? 'own' : 'other' };
  } catch (cause) {
    if (cause instanceof ProvError) throw cause;
    throw new ProvError('data', 'The payload cannot be read; it may be nested too deeply.', { cause });
  }
}

/** Reads a session's transcript from a byte offset on. */
export function readTranscript(
  { agent, id }: Pick<Session, 'agent' | 'id'>,
  path: string,
  offset: number,
  parts?: Readonly<Record<string, number>>,
): TranscriptPart | undefined {
  return ADAPTERS.find((adapter) => adapter.agent === agent)?.readTranscript(path, offset, id, parts);
}

/** The task of a sub-agent, from its agent's transcripts. @param transcript the parent's transcript */
export const spawnedTask = (agent: string, child: SessionId, transcript: string | undefined): Spawned | undefined =>
  ADAPTERS.find((adapter) => adapter.agent === agent)?.spawned?.(child, transcript);

/** Whether the hooks of an agent report the calls of a sub-agent as those of the session that started it. */
export const hidesSubagents = (agent: string): boolean =>
  ADAPTERS.find((adapter) => adapter.agent === agent)?.subagentOf !== undefined;

/** The sub-agent that made a call, by the agent's transcripts. @param transcript the parent's transcript */
export const subagentOf = (
  agent: string,
  parent: SessionId,
  transcript: string | undefined,
  call: Call,
): Subagent | undefined => ADAPTERS.find((adapter) => adapter.agent === agent)?.subagentOf?.(parent, transcript, call);

/** What an ended call did to its agent's own to-do list; undefined for a call of another kind. */
export const todosOf = ({ action, input }: Call, output: string): TodoList | undefined =>
  action === 'plan' ? todosIn(input, output) : undefined;

/** What the agent wrote for others in the input of a call: the message of a commit, the text of a pull request, a plan. */
export const saidIn = ({ action, input }: Call): readonly TalkItem[] =>
  action === 'read' || action === 'edit' || action === 'spawn' ? [] : spokenIn(input);

/** The output of a hook that adds a text to the model's context; undefined for an agent that does not support this. */
export const contextOutput = (agent: string, text: string): string | undefined =>
  ADAPTERS.find((adapter) => adapter.agent === agent)?.contextOutput?.(text);

/** The output of a hook at the end of a turn that makes the agent go on with a question; undefined where none was tried. */
export const questionOutput = (agent: string, text: string): string | undefined =>
  ADAPTERS.find((adapter) => adapter.agent === agent)?.questionOutput?.(text);

/** Whether a conversation that this agent resumes no longer has the context that it began with. */
export const forgetsContext = (agent: string): boolean =>
  ADAPTERS.find((adapter) => adapter.agent === agent)?.forgets === true;

/** The agents that accept context at the start of a session. */
export const contextAgents = (): readonly Pick<Adapter, 'agent' | 'vendor'>[] =>
  ADAPTERS.filter(({ contextOutput: print }) => print !== undefined);

/** The agent session that started a process with this environment. */
export function agentOf(env: NodeJS.ProcessEnv): { agent: string; vendor: string; id: SessionId } | undefined {
  for (const { agent, vendor, sessionOf } of ADAPTERS) {
    const id = sessionOf(env);
    if (id) return { agent, vendor, id };
  }
  return reportedSpeaker(env, isKnownAgent);
}

/** An environment without the variables that `agentOf` and `shellAgentOf` read. */
export function withoutAgent(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const examined = new Set<string>();
  // Some are only read when another one is there, and some only when it is not.
  for (const value of ['1', undefined]) {
    const any = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => (examined.add(String(name)), value) });
    for (const { sessionOf, isShell } of ADAPTERS) {
      sessionOf(any);
      isShell?.(any);
    }
    reportedSpeaker(any, isKnownAgent);
  }
  return Object.fromEntries(Object.entries(env).filter(([name]) => !examined.has(name)));
}

/** The agent that started a process with this environment, for agents whose shell names no session. */
export const shellAgentOf = (env: NodeJS.ProcessEnv): string | undefined =>
  ADAPTERS.find((adapter) => adapter.isShell?.(env))?.agent;
