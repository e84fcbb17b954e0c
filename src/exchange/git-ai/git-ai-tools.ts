/** Agents with a different name in git-ai: its name, then ours. */
const NAMES = [
  ['claude', 'claude-code'],
  ['github-copilot', 'copilot'],
  ['continue-cli', 'continue'],
] as const;

/** git-ai's name for an agent. */
export const toolOf = (agent: string): string => NAMES.find(([, ours]) => ours === agent)?.[0] ?? agent;

/** Our name for an agent of git-ai. */
export const agentOf = (tool: string): string => NAMES.find(([theirs]) => theirs === tool)?.[1] ?? tool;
