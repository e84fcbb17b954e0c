import type { AgentFacts } from '../../../install/inspect.ts';
import type { Heard } from '../../../recorder/session/agent-activity.ts';

/** How things stand with an agent on this machine and in this clone. */
export interface AgentState {
  readonly name: string;
  /** Where its program lies on PATH. */
  readonly program: string | undefined;
  /** Its settings, of the user's and of the repository; none for an agent that reports by `git prov record`. */
  readonly settings: readonly AgentFacts[];
  /** Its events in this clone; undefined without any. */
  readonly heard: Heard | undefined;
}

/** What `git prov agents` says. */
export interface AgentsReport {
  readonly schema: 'git-prov/agents/1';
  readonly agents: readonly AgentState[];
}
