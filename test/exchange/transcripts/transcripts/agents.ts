import { Claude } from './claude.ts';
import { Codex } from './codex.ts';
import { Gemini } from './gemini.ts';
import { Opencode } from './opencode.ts';
import { Pi } from './pi.ts';

/** The makers of session files, by our names for the agents. */
export const AGENTS = { 'claude-code': Claude, codex: Codex, gemini: Gemini, opencode: Opencode, pi: Pi };
