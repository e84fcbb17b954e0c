import { ProvError } from '../errors.ts';
import type { SessionId } from '../model/ids.ts';
import type { Session } from '../model/model.ts';
import type { Adapter, AgentEvent, Payload, Spawned, TranscriptPart } from '../recorder/spool/event.ts';
import { amp } from './amp/hooks.ts';
import { claudeCode } from './claude-code/hooks.ts';
import { cline } from './cline/hooks.ts';
import { codex } from './codex/hooks.ts';
import { continueCli } from './continue/hooks.ts';
import { cursor } from './cursor/hooks.ts';
import { droid } from './droid/hooks.ts';
import { gemini } from './gemini/hooks.ts';
import { generic, toldSpeaker } from './generic/hooks.ts';
import { copilot } from './copilot/hooks.ts';
import { opencode } from './opencode/hooks.ts';
import { own } from '../recorder/spool/own-events.ts';
import { windsurf } from './windsurf/hooks.ts';

/** Those whose payloads look like another's before that one. */
const ADAPTERS: readonly Adapter[] = [
  opencode,
  amp,
  cursor,
  windsurf,
  droid,
  cline,
  continueCli,
  codex,
  gemini,
  copilot,
  claudeCode,
];

/** Whether an agent of this name has an adapter, and so speaks for itself. */
export const isKnownAgent = (name: string): boolean => ADAPTERS.some(({ agent }) => agent === name);

const READERS = [own, generic(isKnownAgent), ...ADAPTERS];

/**
 * The event in a payload, read by the adapter whose agent wrote it; undefined when nobody knows it.
 * @param teller the agent in whose settings the hook stands that spooled it, where it is known
 * @throws ProvError `data` when something in it cannot be used at all, such as a session id with control characters
 */
export function readEvent(payload: Payload, teller?: string, env = process.env): AgentEvent | undefined {
  try {
    const event = READERS.find((adapter) => adapter.sniff(payload, teller))?.read(payload, env);
    if (!event || !ADAPTERS.some(({ agent }) => agent === teller)) return event;
    return { ...event, by: event.agent === teller ? 'own' : 'other' };
  } catch (cause) {
    if (cause instanceof ProvError) throw cause;
    throw new ProvError('data', 'A payload that cannot be read, such as one nested too deep.', { cause });
  }
}

/** What the record of one of this agent's sessions tells from a byte offset on. */
export function readTranscript(
  { agent, id }: Pick<Session, 'agent' | 'id'>,
  path: string,
  offset: number,
  parts?: Readonly<Record<string, number>>,
): TranscriptPart | undefined {
  return ADAPTERS.find((adapter) => adapter.agent === agent)?.readTranscript(path, offset, id, parts);
}

/** What a sub-agent was given to do, by its agent's records. @param transcript the parent's record */
export const spawnedTask = (agent: string, child: SessionId, transcript: string | undefined): Spawned | undefined =>
  ADAPTERS.find((adapter) => adapter.agent === agent)?.spawned?.(child, transcript);

/** What a hook prints so that the agent's model is told a text; undefined for an agent that takes none. */
export const contextOutput = (agent: string, text: string): string | undefined =>
  ADAPTERS.find((adapter) => adapter.agent === agent)?.contextOutput?.(text);

/** The agents that take a text at the start of a session. */
export const contextAgents = (): readonly Pick<Adapter, 'agent' | 'vendor'>[] =>
  ADAPTERS.filter(({ contextOutput: print }) => print !== undefined);

/** The agent session whose shell runs a process with this environment. */
export function agentOf(env: NodeJS.ProcessEnv): { agent: string; vendor: string; id: SessionId } | undefined {
  for (const { agent, vendor, sessionOf } of ADAPTERS) {
    const id = sessionOf(env);
    if (id) return { agent, vendor, id };
  }
  return toldSpeaker(env, isKnownAgent);
}

/** The agent whose shell runs a process with this environment without saying for which session. */
export const shellAgentOf = (env: NodeJS.ProcessEnv): string | undefined =>
  ADAPTERS.find((adapter) => adapter.isShell?.(env))?.agent;
