/** The limits of a behaviour. A behaviour that reaches one is stopped until a person resumes it. */
export interface Limits {
  /** Actions in an hour. */
  readonly hour: number;
  /** Actions after an event. */
  readonly run: number;
  /** Entries of it that are open at one time. */
  readonly open: number;
  /** How deep it may react to what behaviours did: 0 reacts only to people and agents. */
  readonly depth: number;
}

export const DEFAULT_LIMITS: Limits = { hour: 60, run: 20, open: 50, depth: 3 };

/** The name of a limit. */
export type Guard = keyof Limits;

/** What a behaviour has used of its limits. */
export interface Used {
  /** In the last hour. */
  readonly hour: number;
  /** For the present event. */
  readonly run: number;
  /** Open now. */
  readonly open: number;
}

/**
 * The limit that keeps a behaviour from another action; undefined when it may act.
 * @param depth of the event
 * @param opens whether the action leaves an open entry
 */
export function reached(limits: Limits, used: Used, depth: number, opens: boolean): Guard | undefined {
  if (depth > limits.depth) return 'depth';
  if (used.hour >= limits.hour) return 'hour';
  if (used.run >= limits.run) return 'run';
  return opens && used.open >= limits.open ? 'open' : undefined;
}
