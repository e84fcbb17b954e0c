import type { RunningProcess } from '../git/process/ancestors.ts';
import { AGENTS } from './all/installers.ts';
import { agentOf, shellAgentOf } from './registry.ts';

/** An agent that started a process, and its own process or that of its shell. */
export interface AgentAbove {
  readonly agent: string;
  readonly pid: number;
}

/**
 * The agent among the processes above one: a program of an agent, or a process that was started with an agent's marks. A command
 * can remove the marks from its own environment, and not from that of the shell that runs it.
 * @param above the nearest first
 */
export function agentAmong(above: readonly RunningProcess[]): AgentAbove | undefined {
  for (const { pid, names, env } of above) {
    const agent = programOfAgent(names) ?? markOfAgent(env);
    if (agent !== undefined) return { agent, pid };
  }
  return undefined;
}

function programOfAgent(names: readonly string[]): string | undefined {
  const programs = new Set(names.map((name) => name.replace(/^.*[\\/]/s, '').replace(/\.exe$/, '')));
  return AGENTS.find(({ program, runsIn = [program] }) => runsIn.some((one) => programs.has(one)))?.name;
}

function markOfAgent(env: NodeJS.ProcessEnv): string | undefined {
  try {
    return agentOf(env)?.agent ?? shellAgentOf(env);
  } catch {
    return undefined; // the mark of a session that no agent gives
  }
}
