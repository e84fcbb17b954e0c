import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Place } from '../install/paths.ts';
import { AGENTS } from './all/installers.ts';
import { agentNamed, type AgentInstaller } from '../install/agent-settings.ts';

export { AGENTS };

/**
 * The agents that the user named, or the installed ones.
 * @throws ProvError `usage` for an unknown name
 */
export function chosenAgents(names: readonly string[] | undefined, place: Place): readonly AgentInstaller[] {
  if (!names?.length) return AGENTS.filter((agent) => isFound(agent, place));
  return [...new Set(names)].map((name) => agentNamed(name, AGENTS));
}

/** Whether the agent seems to be installed: one of its own files, its settings folder, or its program on PATH exists. */
const isFound = (agent: AgentInstaller, place: Place): boolean =>
  (agent.signs?.(place) ?? [dirname(agent.userFile(place))]).some((path) => existsSync(path)) ||
  programOf(agent, place) !== undefined;

/** The path of the agent's program on PATH; undefined when it is missing. */
export function programOf({ program }: AgentInstaller, { env }: Place): string | undefined {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', ''] : [''];
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((dir) => dir !== '')
    .flatMap((dir) => endings.map((ending) => join(dir, program + ending)))
    .find((path) => existsSync(path));
}
