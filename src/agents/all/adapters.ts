// Generated from the folders of the agents by `npm run docs`. Do not edit.
import type { Adapter } from '../../recorder/spool/event.ts';
import { amp } from '../amp/hooks.ts';
import { claudeCode } from '../claude-code/hooks.ts';
import { cline } from '../cline/hooks.ts';
import { codex } from '../codex/hooks.ts';
import { continueCli } from '../continue/hooks.ts';
import { copilot } from '../copilot/hooks.ts';
import { crush } from '../crush/hooks.ts';
import { cursor } from '../cursor/hooks.ts';
import { droid } from '../droid/hooks.ts';
import { gemini } from '../gemini/hooks.ts';
import { kilo } from '../kilo/hooks.ts';
import { opencode } from '../opencode/hooks.ts';
import { pi } from '../pi/hooks.ts';
import { qwen } from '../qwen/hooks.ts';
import { windsurf } from '../windsurf/hooks.ts';

/** The adapters of all agents. Where the payloads of two look alike, the one with the lower rank is asked first. */
export const ADAPTERS: readonly Adapter[] = [
  qwen, // rank 10
  kilo, // rank 20
  opencode, // rank 30
  amp,
  cline,
  crush,
  cursor,
  droid,
  pi,
  windsurf,
  continueCli, // rank 55
  codex, // rank 60
  gemini, // rank 70
  copilot, // rank 80
  claudeCode, // rank 90
];
