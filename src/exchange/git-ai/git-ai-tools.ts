/** Agents that git-ai calls otherwise than we do: its word, and ours. */
const NAMES = [
  ['claude', 'claude-code'],
  ['github-copilot', 'copilot'],
  ['continue-cli', 'continue'],
] as const;

/** What git-ai calls an agent. */
export const toolOf = (agent: string): string => NAMES.find(([, ours]) => ours === agent)?.[0] ?? agent;

/** What we call an agent of git-ai's. */
export const agentOf = (tool: string): string => NAMES.find(([theirs]) => theirs === tool)?.[1] ?? tool;
