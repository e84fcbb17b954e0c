import type { Verification } from '../../model/graph/verification.ts';
import type { Context } from './rationale.ts';

/** Why a line is there. */
export interface Why extends Context {
  readonly verification: Verification;
}
