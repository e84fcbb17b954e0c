import type { Payload } from '../../recorder/spool/event.ts';

/** A session with its messages, in the form shared by all places where opencode stores sessions. */
export interface OpenSession {
  readonly info: Payload;
  /** In order, each with its parts. */
  readonly messages: Iterable<{ readonly info: Payload; readonly parts: readonly Payload[] }>;
}
