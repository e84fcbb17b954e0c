import type { Repo } from '../../git/repository/repo.ts';
import type { AgentInstaller } from '../agent-settings.ts';
import type { InstallContext } from '../install.ts';

/** What a check found. A `problem` keeps something from being recorded or read; a `warning` does not. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly what: string;
  readonly why?: string;
  /** What the user can do about it; with `mend`, `git prov doctor --fix` does it. */
  readonly todo?: string;
  readonly mend?: () => Promise<void> | void;
}

/** What checks look at. */
export interface Patient {
  readonly repo: Repo;
  readonly ctx: InstallContext;
  /** The supported agents. */
  readonly agents: readonly AgentInstaller[];
  /** The folder of the local state; nothing need be there. */
  readonly dir: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Looks at one thing. It changes nothing; what it finds says how to mend it. */
export type Check = (patient: Patient) => Promise<readonly Finding[]> | readonly Finding[];

/** The finding that all is well. */
export const fine = (name: string, what: string): Finding => ({ name, state: 'ok', what });

/** A command by which the user has it mended. */
export const FIX = 'git prov doctor --fix mends it.';
