import type { SessionId } from '../../model/ids.ts';
import type { Prompted } from '../spool/event.ts';
import type { Sessions } from './sessions.ts';
import type { SessionState } from '../state/state.ts';

/** What persons asked for, where only sessions' own records tell it: each comes before the first event behind it. */
export class Asked {
  readonly #sessions: Sessions;
  readonly #waiting = new Map<SessionId, Prompted[]>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Adds what a session's record tells. */
  add({ session }: SessionState, prompts: readonly Prompted[] = []): void {
    if (prompts.length > 0) this.#waiting.set(session.id, [...(this.#waiting.get(session.id) ?? []), ...prompts]);
  }

  /** Whether something was asked in a session before `at` that was not recorded yet. */
  isDue({ session }: SessionState, at: number): boolean {
    return this.#waiting.get(session.id)?.some((one) => one.at <= at) ?? false;
  }

  /** Records what was asked in a session before `at`. */
  async tell(state: SessionState, at: number): Promise<void> {
    const all = this.#waiting.get(state.session.id) ?? [];
    const due = all.filter((one) => one.at <= at);
    this.#waiting.set(
      state.session.id,
      all.filter((one) => one.at > at),
    );
    for (const one of due) await this.#sessions.addPrompt(state, one.at, one.text);
  }

  /** Records the rest: no event came behind it. */
  async tellAll(): Promise<void> {
    for (const id of this.#waiting.keys()) {
      const state = this.#sessions.get(id);
      if (state) await this.tell(state, Infinity);
    }
  }
}
