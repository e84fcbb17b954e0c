import { faded, sourceBase } from '../confidence.ts';
import type { Edge } from '../model.ts';
import type { RecordStanding } from '../standing/level.ts';
import type { EdgeStatus } from './edge-status.ts';

/** An edge in its current state. */
export interface Link extends Edge {
  /** The last time it was declared or observed, in milliseconds since the epoch. */
  readonly at: number;
  /** Absent for an edge that was not declared: it follows from the steps. */
  readonly status?: EdgeStatus;
  /** Whether an event about the edge itself decided its status; see `EdgeStanding`. */
  readonly isOwn?: boolean;
  /** How far this clone can rely on it; `claimed` when absent. */
  readonly standing?: RecordStanding;
}

/** Whether a person rejected the edge itself. What came with a rejected entry is still where the entry came from. */
export const isRejected = ({ status, isOwn }: Link): boolean => status === 'rejected' && isOwn === true;

/** Default λ of the decay of edges, for each day (`prov.decay`): half of the confidence is left after 347 days (ln 2 / λ). */
export const DEFAULT_DECAY_PER_DAY = 0.002;

/** The parameters of confidence. */
export interface Weighing {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Per day. */
  readonly decay: number;
}

/**
 * The confidence in an edge now, from 0 to 1.
 * @param touched when it or one of its ends was last touched, in milliseconds since the epoch
 */
export const confidenceOf = ({ source }: Pick<Link, 'source'>, touched: number, { now, decay }: Weighing): number =>
  faded(sourceBase(source), touched, now, decay);
