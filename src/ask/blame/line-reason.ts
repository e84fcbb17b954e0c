import type { CheckState, Verification } from '../../model/graph/verification.ts';
import type { Context } from './rationale.ts';

/** The reason for a line. */
export interface Why extends Context {
  readonly verification: Verification;
  /** The last check of each kind, the strongest kind first. */
  readonly checks: readonly CheckState[];
}
