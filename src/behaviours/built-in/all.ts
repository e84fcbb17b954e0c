import type { Behaviour } from '../../model/behaviours/behaviour.ts';
import { repairCheck } from './checks.ts';
import { askOwner, findEvidence, reviewContradiction } from './entries.ts';
import { markStale } from './sources.ts';

/** The behaviours of the program. Each event goes to them in this order. */
export const BUILT_IN: readonly Behaviour[] = [findEvidence, reviewContradiction, askOwner, markStale, repairCheck];
