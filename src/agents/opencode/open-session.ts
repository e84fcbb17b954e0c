import type { Payload } from '../../recorder/spool/event.ts';

/** A session with what was said in it, as all the places have it where opencode keeps sessions. */
export interface OpenSession {
  readonly info: Payload;
  /** In their order, each with its parts. */
  readonly messages: Iterable<{ readonly info: Payload; readonly parts: readonly Payload[] }>;
}
