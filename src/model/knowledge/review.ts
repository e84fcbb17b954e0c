import type { Node, Session } from '../model.ts';
import { PERSON } from './kinds.ts';

/** The kinds of agents' entries that wait for a person's review, unless `prov.review` names others. */
const REVIEWED = 'memory,decision';

/** Whether an agent's entry of this kind only counts after a person accepted it. */
export type ReviewPolicy = (kind: string) => boolean;

/** Without a policy, only the mark in the record decides. */
export const MARKED_ONLY: ReviewPolicy = () => false;

/** Reads `prov.review`: kinds between commas or blanks, `all` or `none`. */
export function reviewPolicy(setting: string | undefined): ReviewPolicy {
  const kinds = (setting ?? REVIEWED).split(/[\s,]+/);
  return (kind) => kinds.includes(kind) || kinds.includes('all');
}

/**
 * Whether an entry is proposed as long as nobody decided on it. The writer of a note can leave out the mark, but cannot change
 * the reader's policy, so both count.
 */
export const isProposal = (
  { kind, detail }: Pick<Node, 'kind' | 'detail'>,
  { agent }: Pick<Session, 'agent'>,
  isReviewed: ReviewPolicy,
): boolean =>
  detail?.['status'] === 'proposed' || (agent !== PERSON && detail?.['source'] === 'declared' && isReviewed(kind));
