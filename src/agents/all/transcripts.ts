// Generated from the folders of the agents by `npm run docs`. Do not edit.
import type { TranscriptReader } from '../common/transcript-event.ts';
import { claudeTranscripts } from '../claude-code/transcript.ts';
import { codexTranscripts } from '../codex/transcript.ts';
import { crushTranscripts } from '../crush/transcript.ts';
import { geminiTranscripts } from '../gemini/transcript.ts';
import { opencodeTranscripts } from '../opencode/transcript.ts';
import { piTranscripts } from '../pi/transcript.ts';

/** The readers of sessions that agents keep. The one with the lower rank looks at a file first. */
export const READERS: readonly TranscriptReader[] = [
  opencodeTranscripts, // rank 30
  crushTranscripts,
  piTranscripts,
  codexTranscripts, // rank 60
  geminiTranscripts, // rank 70
  claudeTranscripts, // rank 90
];
