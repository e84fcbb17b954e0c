import { agents } from '../agent-port.ts';
import type { TranscriptPrompts } from './transcript-prompts.ts';
import type { Sessions } from './sessions.ts';
import { addUsage } from '../ledger/token-usage.ts';
import type { SessionState } from '../state/state.ts';
import type { TranscriptResults } from './transcript-results.ts';

/** Reads the agent's transcript of a session from where the last reading stopped. */
export async function readRecord(
  state: SessionState,
  sessions: Sessions,
  results: TranscriptResults,
  prompts: TranscriptPrompts,
): Promise<void> {
  const { transcript } = state;
  const part =
    transcript && agents().readTranscript(state.session, transcript.path, transcript.offset, transcript.parts);
  if (!part) return;
  transcript.offset = part.offset;
  if (part.parts && Object.keys(part.parts).length > 0) transcript.parts = { ...part.parts };
  for (const [call, words] of Object.entries(part.narration)) await sessions.narrate(state, call, words);
  await sessions.hear(state, part.talk ?? []);
  await sessions.keepScripts(state, part.scripts);
  addUsage(state, part);
  results.add(state, part.calls ?? {});
  prompts.add(state, part.prompts);
  if (part.model) state.session = { ...state.session, model: await sessions.names.name(part.model) };
}
