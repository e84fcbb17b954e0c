import { isQuestion } from '../../model/graph/question.ts';
import type { SessionId } from '../../model/ids.ts';
import type { Prompted } from '../spool/event.ts';
import { recordPrompt } from './entries/prompt-constraints.ts';
import type { Sessions } from './sessions.ts';
import type { SessionState } from '../state/state.ts';

/** Prompts that only the transcripts of sessions contain: each is recorded before the first later event. */
export class TranscriptPrompts {
  readonly #sessions: Sessions;
  readonly #waiting = new Map<SessionId, Prompted[]>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Adds the prompts of a session's transcript. */
  add({ session }: SessionState, prompts: readonly Prompted[] = []): void {
    if (prompts.length > 0) this.#waiting.set(session.id, [...(this.#waiting.get(session.id) ?? []), ...prompts]);
  }

  /** Whether a session has an unrecorded prompt from before `at`. */
  isDue({ session }: SessionState, at: number): boolean {
    return this.#waiting.get(session.id)?.some((one) => one.at <= at) ?? false;
  }

  /** Records the prompts of a session from before `at`. */
  async record(state: SessionState, at: number): Promise<void> {
    const all = this.#waiting.get(state.session.id) ?? [];
    const due = all.filter((one) => one.at <= at);
    this.#waiting.set(
      state.session.id,
      all.filter((one) => one.at > at),
    );
    for (const one of due) if (!isQuestion(one.text)) await recordPrompt(this.#sessions, state, one.at, one.text);
  }

  /** Records the rest, which no event followed. */
  async recordAll(): Promise<void> {
    for (const id of this.#waiting.keys()) {
      const state = this.#sessions.get(id);
      if (state) await this.record(state, Infinity);
    }
  }
}
