import { ProvError } from '../../errors.ts';
import { EDGE_KINDS, type Edge, type Node, type Session, type UnknownKind } from '../model.ts';
import { PERSON, DECLARABLE } from './kinds.ts';

/**
 * The kinds of agents' entries and links that wait for a person's review, unless `prov.review` names others. These links change
 * what holds: they replace an entry, close a risk, or give a change another reason.
 */
const REVIEWED = 'memory,decision,supersedes,prevents,decided_by';

const KINDS: ReadonlySet<string> = new Set([...DECLARABLE, ...EDGE_KINDS]);

/** Whether an agent's entry or link of this kind only counts after a person accepted it. */
export type ReviewPolicy = (kind: string) => boolean;

/** Without a policy, only the mark in the record decides. */
export const MARKED_ONLY: ReviewPolicy = () => false;

/**
 * Reads `prov.review`: kinds between commas or blanks, `all` or `none`. An unknown word means nothing, because an answer must not
 * depend on it; `checkReview` reports it.
 */
export function reviewPolicy(setting: string | undefined): ReviewPolicy {
  const kinds = new Set(wordsIn(setting ?? REVIEWED));
  return (kind) => kinds.has(kind) || kinds.has('all');
}

/** @throws ProvError `data` when `prov.review` names something that is no kind, so that a person does not rely on it */
export function checkReview(setting: string | undefined): void {
  const words = wordsIn(setting ?? REVIEWED);
  const unknown = words.find((word) => word !== 'all' && word !== 'none' && !KINDS.has(word));
  const hint = `Use kinds of entries or links between commas, all, or none: git config prov.review ${REVIEWED}`;
  if (unknown !== undefined)
    throw new ProvError('data', `prov.review names ${JSON.stringify(unknown.slice(0, 40))}, which is not a kind.`, {
      hint,
    });
  if (words.length > 1 && words.includes('none'))
    throw new ProvError('data', 'prov.review has none beside other kinds.', { hint });
}

const wordsIn = (setting: string): string[] => setting.split(/[\s,]+/).filter((word) => word !== '');

/** Whether an entry can be a proposal, by its own fields: nothing else can. See `isProposal`. */
export const mayBeProposal = ({ detail }: Pick<Node, 'detail'>): boolean =>
  detail?.['status'] === 'proposed' || detail?.['source'] === 'declared';

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

/** Whether an agent's link is proposed as long as no person decided on it: by its event, or by the node that it came with. */
export const isLinkProposal = (
  kind: Edge['kind'] | UnknownKind,
  { detail }: Pick<Node, 'detail'>,
  { agent }: Pick<Session, 'agent'>,
  isReviewed: ReviewPolicy,
): boolean => agent !== PERSON && (detail?.['status'] === 'proposed' || isReviewed(kind));
