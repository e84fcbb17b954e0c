import { marked, type Marked } from '../knowledge/entry-parts.ts';
import type { Proposal } from './proposals.ts';

/** The name of the format of `git prov review --json`. Fields may be added, but never changed or removed. */
export const REVIEW_SCHEMA = 'git-prov/review/1';

/** A proposal in the answer to `git prov review`. */
export interface ProposalAnswer extends Marked {
  readonly node: string;
  readonly kind: string;
  readonly at: string;
  readonly text: string;
  readonly because: string | null;
  readonly session: string;
  readonly agent: string;
  readonly commits: readonly string[];
}

export const proposalAnswer = ({ node, session, agent, mark, commits }: Proposal): ProposalAnswer => ({
  node: node.id,
  kind: node.kind,
  at: new Date(node.at).toISOString(),
  text: textIn(node.detail?.['text']) ?? node.summary,
  because: textIn(node.detail?.['because']) ?? null,
  session,
  agent,
  commits,
  ...marked(mark),
});

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
