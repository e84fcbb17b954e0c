import { isStopped } from '../../model/checks/stopped.ts';
import type { SessionId } from '../../model/ids.ts';
import { callKey } from '../spool/call-key.ts';
import type { CallRecord, Edit, EventBody, Outcome } from '../spool/event.ts';
import { table } from '../state/state-schema.ts';
import type { OpenStep, SessionState } from '../state/state.ts';

type After = Extract<EventBody, { type: 'after' }>;

/** How a call ended; `unended`: unknown. */
export interface Result {
  readonly outcome: Outcome;
  readonly duration?: number;
  readonly unended?: true;
}

/** Calls kept between two drains. */
const MAX_CALLS = 64;
const MAX_NARRATIONS = 100;

/** The outcome of a command by its exit status. One that was killed has a negative status, or that of `timeout` or a shell. */
export const outcomeOf = (exit: number | undefined): Outcome =>
  exit === undefined || exit === 0 ? 'ok' : exit < 0 || isStopped(exit) ? 'interrupted' : 'failed';

/** What transcripts contain on calls beyond the hooks, until it is used. */
export class TranscriptResults {
  /** Edits are not kept between drains, because they were not scanned for secrets. */
  readonly #edits = new Map<string, readonly Edit[]>();

  /** Adds the calls of a session's transcript. */
  add(state: SessionState, calls: Readonly<Record<string, CallRecord>>): void {
    for (const [call, { edits, ...rest }] of Object.entries(calls)) {
      state.told = table(state.told);
      state.told[call] = { ...state.told[call], ...rest };
      if (edits) this.#edits.set(keyOf(state.session.id, call), edits);
    }
  }

  /** What is known of a call; undefined without any data. */
  of(state: SessionState, call: string): CallRecord | undefined {
    const record = state.told && Object.hasOwn(state.told, call) ? state.told[call] : undefined;
    const edits = this.#edits.get(keyOf(state.session.id, call));
    return record && { ...record, ...(edits && { edits }) };
  }

  /** Adds the edits of a file tool from an earlier event, where the event of its end has none. */
  complete<Body extends EventBody>(state: SessionState, body: Body): Body {
    if (body.type !== 'after' || body.call.action !== 'edit' || body.edits || body.outcome !== 'ok') return body;
    const edits = this.#edits.get(keyOf(state.session.id, callKey(body.call)));
    return edits ? { ...body, edits } : body;
  }

  /** How a call ended: the transcript has the exit status where the hook does not report it. */
  result(state: SessionState, { key, action }: OpenStep, { outcome, duration, isOutcomeUnknown }: After): Result {
    const record = this.of(state, key);
    const took = duration ?? record?.duration;
    const isKnown = action === 'shell' && record?.exit !== undefined;
    return {
      outcome: isKnown ? outcomeOf(record.exit) : outcome,
      ...(took !== undefined && { duration: took }),
      ...(isOutcomeUnknown && !isKnown && { unended: true }),
    };
  }

  /** A call is over: its data is not needed any more. */
  forget(state: SessionState, call: string): void {
    this.#edits.delete(keyOf(state.session.id, call));
    if (!state.told) return;
    delete state.told[call];
    if (Object.keys(state.told).length === 0) delete state.told;
  }
}

/** Drops the oldest data on calls without an event, beyond a limit. Call this before saving. */
export function pruneResults(state: SessionState): void {
  for (const call of Object.keys(state.narration).slice(0, -MAX_NARRATIONS)) delete state.narration[call];
  for (const call of Object.keys(state.told ?? {}).slice(0, -MAX_CALLS)) delete state.told![call];
}

const keyOf = (session: SessionId, call: string): string => `${session}\0${call}`;
