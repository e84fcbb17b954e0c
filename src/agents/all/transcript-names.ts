// Generated from the folders of the agents by `npm run docs`. Do not edit.

/** The agents with sessions that can be read, without the code that reads them. */
export const TRANSCRIPT_AGENTS = [
  { name: 'claude-code', title: 'Claude Code' },
  { name: 'codex', title: 'Codex CLI' },
  { name: 'crush', title: 'Crush' },
  { name: 'gemini', title: 'Gemini CLI' },
  { name: 'opencode', title: 'opencode' },
  { name: 'pi', title: 'Pi' },
] as const;
