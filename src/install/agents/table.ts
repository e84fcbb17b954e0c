import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ProvError } from '../../errors.ts';
import type { Place } from '../paths.ts';
import type { AgentInstaller } from './agent.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

/** Every agent that can be told about git prov. */
export const AGENTS: readonly AgentInstaller[] = [claudeCode, codex, gemini, copilot, opencode];

/**
 * The agents that the user named, or else those that are found on this machine.
 * @throws ProvError `usage` for a name that is not known
 */
export function chosenAgents(names: readonly string[] | undefined, place: Place): readonly AgentInstaller[] {
  if (!names?.length) return AGENTS.filter((agent) => isFound(agent, place));
  return [...new Set(names)].map(agentNamed);
}

/** The agent of this name. Throws `usage` when there is none. */
export function agentNamed(name: string): AgentInstaller {
  const agent = AGENTS.find((known) => known.name === name);
  if (agent) return agent;
  throw new ProvError('usage', `Unknown agent ${JSON.stringify(name)}.`, {
    hint: `Known are: ${AGENTS.map((known) => known.name).join(', ')}.`,
  });
}

/** Whether the agent seems to be installed: its settings folder is there, or its program is on PATH. */
function isFound(agent: AgentInstaller, place: Place): boolean {
  if (existsSync(dirname(agent.userFile(place)))) return true;
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', ''] : [''];
  return (place.env['PATH'] ?? '')
    .split(delimiter)
    .some((dir) => dir !== '' && endings.some((ending) => existsSync(join(dir, agent.program + ending))));
}
