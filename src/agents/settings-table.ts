import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { UserPlace } from '../install/user-paths.ts';
import { AGENTS } from './all/installers.ts';
import { agentNamed, type AgentInstaller } from '../install/agent-settings.ts';

export { AGENTS };

/**
 * The agents that the user named, or the installed ones.
 * @throws ProvError `usage` for an unknown name
 */
export function chosenAgents(names: readonly string[] | undefined, place: UserPlace): readonly AgentInstaller[] {
  if (!names?.length) return AGENTS.filter((agent) => isFound(agent, place));
  return [...new Set(names)].map((name) => agentNamed(name, AGENTS));
}

/** The ids of sessions that agents give. No other may become part of a command: ids come from notes, which anybody can write. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/**
 * The command with which an agent continues a session; its parts need no quotes in a shell.
 * @param agent its name in the note
 * @returns `unknown` when no command is known, `refused` for an id that no agent gives
 */
export function resumeCommand(agent: string, session: string): readonly string[] | 'unknown' | 'refused' {
  const found = AGENTS.find(({ name }) => name === agent);
  if (!found?.resume) return 'unknown';
  return SESSION_ID.test(session) ? [found.program, ...found.resume(session)] : 'refused';
}

/** Whether the agent seems to be installed: one of its own files, its settings folder, or its program on PATH exists. */
const isFound = (agent: AgentInstaller, place: UserPlace): boolean =>
  (agent.signs?.(place) ?? [dirname(agent.userFile(place))]).some((path) => existsSync(path)) ||
  programOf(agent, place) !== undefined;

/** The path of the agent's program on PATH; undefined when it is missing. */
export function programOf({ program }: AgentInstaller, { env }: UserPlace): string | undefined {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', ''] : [''];
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((dir) => dir !== '')
    .flatMap((dir) => endings.map((ending) => join(dir, program + ending)))
    .find((path) => existsSync(path));
}
