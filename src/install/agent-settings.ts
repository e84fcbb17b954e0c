import { ProvError } from '../errors.ts';
import type { UserPlace } from './user-paths.ts';

/** Registers git prov in one agent's settings. The functions take and return text; the caller reads and writes the files. */
export interface AgentInstaller {
  /** The name on the command line: `claude-code`. */
  readonly name: string;
  /** Its program, searched on PATH. */
  readonly program: string;
  /**
   * The programs that start the agent's commands; `program` alone when absent. Editors are left out: a terminal in one may be the
   * person's.
   */
  readonly runsIn?: readonly string[];
  /** The files below belong to git prov alone. Uninstalling deletes them. */
  readonly ownsFile?: boolean;
  /** The files are programs that the agent runs. */
  readonly isProgram?: boolean;
  /** Set when an agent needs several files of one kind, one part for each. The first part is the agent itself. */
  readonly parts?: readonly AgentInstaller[];
  /** The user's own settings file. */
  userFile(place: UserPlace): string;
  /**
   * Paths that show whether the agent was used here: any one of them is enough. For agents with a settings folder that
   * proves nothing.
   */
  signs?(place: UserPlace): readonly string[];
  /** The settings file that a repository can commit. */
  sharedFile(workTree: string): string;
  /**
   * The arguments with which its program continues a session. Absent for an agent that cannot, or where that is not known.
   * @param session an id that contains only letters, digits, `.`, `_` and `-`
   */
  resume?(session: string): readonly string[];
  /** What the user must do in the agent before it runs our hooks, as a sentence; undefined when nothing. */
  notice?(shared: boolean): string | undefined;
  /**
   * Advice when a file of the user keeps the agent from reading ours. Empty when nothing has to be done, undefined when
   * nothing is in the way.
   */
  notTaken?(text: string, path: string): string | undefined;
  /**
   * Adds our hooks to the settings. Returns the same text when all of them are present.
   * @param path only for errors
   * @throws ProvError `data` when the text is not in the form of the agent's settings
   */
  register(text: string | undefined, path: string): string;
  /**
   * Removes our hooks from the settings.
   * @param original the text before `register`, which shows what became empty because of us
   */
  unregister(text: string, original: string | undefined, path: string): string;
  /** Which of our hooks are registered. */
  state(text: string | undefined, path: string): Registration;
}

/** The parts of an agent's registration, each with one file. */
export const partsOf = (agent: AgentInstaller): readonly AgentInstaller[] => agent.parts ?? [agent];

/** Finds an agent by name. @throws ProvError `usage` for an unknown name */
export function agentNamed(name: string, agents: readonly AgentInstaller[]): AgentInstaller {
  const agent = agents.find((known) => known.name === name);
  if (agent) return agent;
  throw new ProvError('usage', `Unknown agent ${JSON.stringify(name)}.`, {
    hint: `Known agents: ${agents.map((known) => known.name).join(', ')}.`,
  });
}

export interface Registration {
  readonly registered: readonly string[];
  readonly missing: readonly string[];
  /** The settings switch off all hooks of the agent. */
  readonly disabled: boolean;
}

/**
 * The command line that an agent runs at each event. It must stay the same in every version, because agents ask for trust
 * again when it changes. It does nothing where git prov is not installed, and costs one process. It works in sh, bash, zsh
 * and Git Bash.
 */
export const agentCommand = (agent: string): string =>
  `f="\${XDG_DATA_HOME:-$HOME/.local/share}/git-prov/agent"; [ ! -r "$f" ] || exec sh "$f" ${agent}`;

/** Whether a command line is ours, from any version. */
export const isOurCommand = (command: unknown): boolean =>
  typeof command === 'string' && command.includes('/git-prov/agent"');
