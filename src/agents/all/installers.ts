// Generated from the folders of the agents by `npm run docs`. Do not edit.
import type { AgentInstaller } from '../../install/agent-settings.ts';
import { amp } from '../amp/settings.ts';
import { claudeCode } from '../claude-code/settings.ts';
import { cline } from '../cline/settings.ts';
import { codex } from '../codex/settings.ts';
import { continueCli } from '../continue/settings.ts';
import { copilot } from '../copilot/settings.ts';
import { crush } from '../crush/settings.ts';
import { cursor } from '../cursor/settings.ts';
import { droid } from '../droid/settings.ts';
import { gemini } from '../gemini/settings.ts';
import { kilo } from '../kilo/settings.ts';
import { opencode } from '../opencode/settings.ts';
import { pi } from '../pi/settings.ts';
import { qwen } from '../qwen/settings.ts';
import { windsurf } from '../windsurf/settings.ts';

/** Every agent with settings that can name our hook. */
export const AGENTS: readonly AgentInstaller[] = [
  amp,
  claudeCode,
  cline,
  codex,
  continueCli,
  copilot,
  crush,
  cursor,
  droid,
  gemini,
  kilo,
  opencode,
  pi,
  qwen,
  windsurf,
];
