import type { AgentFacts } from '../../../../install/inspect.ts';
import type { AgentActivity } from '../../../../recorder/session/agent-activity.ts';

/** The state of an agent on this machine and in this clone. */
export interface AgentState {
  readonly name: string;
  /** The path of its program; undefined when it is not on PATH. */
  readonly program: string | undefined;
  /** Its settings files, of the user and of the repository; empty for an agent that uses `git prov record`. */
  readonly settings: readonly AgentFacts[];
  /** Its events in this clone; undefined without any. */
  readonly heard: AgentActivity | undefined;
}

/** The output of `git prov agents`. */
export interface AgentsReport {
  readonly schema: 'git-prov/agents/1';
  readonly agents: readonly AgentState[];
}
