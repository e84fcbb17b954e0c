import { Claude } from './claude.ts';
import { Codex, CodexScripts } from './codex.ts';
import { Gemini } from './gemini.ts';
import { Opencode } from './opencode.ts';
import { Pi } from './pi.ts';

/** The makers of session files. Each name begins with our name for the agent. */
export const AGENTS = {
  'claude-code': Claude,
  codex: Codex,
  'codex in code mode': CodexScripts,
  gemini: Gemini,
  opencode: Opencode,
  pi: Pi,
};
