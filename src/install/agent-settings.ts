import { ProvError } from '../errors.ts';
import type { Place } from './paths.ts';

/** How one coding agent is told about git prov. Everything here is text in, text out; the files are the caller's. */
export interface AgentInstaller {
  /** As the user names it: `claude-code`. */
  readonly name: string;
  /** Its program, looked for on PATH. */
  readonly program: string;
  /** The files below are git prov's alone: nobody else writes there, and they go when it goes. */
  readonly ownsFile?: boolean;
  /** They are programs that the agent runs. */
  readonly isProgram?: boolean;
  /** Where several files of one kind are needed: what is done with each. The first is the one below. */
  readonly parts?: readonly AgentInstaller[];
  /** The user's own settings file. */
  userFile(place: Place): string;
  /** Paths of which one is there where the agent was run, when its settings folder alone does not tell. */
  signs?(place: Place): readonly string[];
  /** The settings file that a repository can commit. */
  sharedFile(workTree: string): string;
  /** What the user has to do in the agent before it runs our hooks, in a sentence; undefined when that is nothing. */
  notice?(shared: boolean): string | undefined;
  /** Where a file is in the way that is somebody else's, and stays as it is: what that means, and what to do; empty when nothing is to be done. */
  notTaken?(text: string, path: string): string | undefined;
  /**
   * The settings with our hooks in them; the same text when they are all there.
   * @param path only for errors
   * @throws ProvError `data` when the text is not what the agent's settings are made of
   */
  register(text: string | undefined, path: string): string;
  /**
   * The settings without our hooks.
   * @param original the text before `register`, which tells what is empty because of us
   */
  unregister(text: string, original: string | undefined, path: string): string;
  /** Which of our hooks are there. */
  state(text: string | undefined, path: string): Registration;
}

/** What an agent's registration is made of: each with one file. */
export const partsOf = (agent: AgentInstaller): readonly AgentInstaller[] => agent.parts ?? [agent];

/** The agent of this name among those. Throws `usage` when there is none. */
export function agentNamed(name: string, agents: readonly AgentInstaller[]): AgentInstaller {
  const agent = agents.find((known) => known.name === name);
  if (agent) return agent;
  throw new ProvError('usage', `Unknown agent ${JSON.stringify(name)}.`, {
    hint: `Known are: ${agents.map((known) => known.name).join(', ')}.`,
  });
}

export interface Registration {
  readonly registered: readonly string[];
  readonly missing: readonly string[];
  /** The agent is told to run no hooks at all. */
  readonly disabled: boolean;
}

/**
 * The command line that an agent runs at each event. It has to stay the same from version to version (agents ask for
 * trust again when it changes), does nothing where git prov is not installed, and costs one process.
 * Run by sh, bash, zsh or Git Bash alike.
 */
export const agentCommand = (agent: string): string =>
  `f="\${XDG_DATA_HOME:-$HOME/.local/share}/git-prov/agent"; [ ! -r "$f" ] || exec sh "$f" ${agent}`;

/** Whether a command line is ours, of whatever version. */
export const isOurCommand = (command: unknown): boolean =>
  typeof command === 'string' && command.includes('/git-prov/agent"');
