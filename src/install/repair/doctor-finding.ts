import type { Repo } from '../../git/repository/repo.ts';
import type { AgentInstaller } from '../agent-settings.ts';
import type { InstallContext } from '../install.ts';

/** The result of a check. A `problem` prevents recording or reading; a `warning` does not. */
export interface DoctorFinding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly what: string;
  readonly why?: string;
  /** What the user can do. With `mend`, `git prov doctor --fix` does it. */
  readonly todo?: string;
  readonly mend?: () => Promise<void> | void;
}

/** The input of a check. */
export interface CheckContext {
  readonly repo: Repo;
  readonly ctx: InstallContext;
  /** The supported agents. */
  readonly agents: readonly AgentInstaller[];
  /** The folder of the local state, which may not exist. */
  readonly dir: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Checks one thing without changing it. A finding may contain the repair. */
export type Check = (context: CheckContext) => Promise<readonly DoctorFinding[]> | readonly DoctorFinding[];

/** A finding without a fault. */
export const fine = (name: string, what: string): DoctorFinding => ({ name, state: 'ok', what });

/** The hint for findings that `--fix` can repair. */
export const FIX = 'git prov doctor --fix repairs it.';
