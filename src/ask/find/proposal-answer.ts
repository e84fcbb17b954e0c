import type { NodeId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import { isoTime } from '../shapes/parts.ts';
import { marked, wholeText, type Marked } from '../knowledge/entry-parts.ts';
import type { ProposedLink } from '../review/proposed-links.ts';
import type { Proposal } from './proposals.ts';

/** The name of the format of `git prov review --json`. Fields may be added, but never changed or removed. */
export const REVIEW_SCHEMA = 'git-prov/review/1';

/** The answer to `git prov review`. */
export interface ReviewAnswer {
  readonly schema: typeof REVIEW_SCHEMA;
  readonly proposals: readonly ProposalAnswer[];
  readonly links: readonly ProposedLinkAnswer[];
}

/** A proposed link in the answer to `git prov review`. */
export interface ProposedLinkAnswer extends Marked {
  /** How `--accept` and `--reject` name it. */
  readonly reference: string;
  readonly kind: string;
  readonly from: LinkEndAnswer;
  readonly to: LinkEndAnswer;
  readonly at: string | null;
  readonly because: string | null;
  readonly session: string;
  readonly agent: string;
  readonly commits: readonly string[];
}

/** One end of a link. Only its id is known when no note here contains it. */
export interface LinkEndAnswer {
  readonly id: string;
  readonly kind: string | null;
  readonly text: string | null;
}

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

export const proposedLinkAnswer = (proposed: ProposedLink): ProposedLinkAnswer => {
  const { link, reference, at, because, session, agent, commits, mark } = proposed;
  return {
    reference,
    kind: link.kind,
    from: endAnswer(link.from, proposed.from),
    to: endAnswer(link.to, proposed.to),
    at: isoTime(at),
    because: because ?? null,
    session,
    agent,
    commits,
    ...marked(mark),
  };
};

const endAnswer = (id: NodeId, node: Node | undefined): LinkEndAnswer => ({
  id,
  kind: node?.kind ?? null,
  text: node ? wholeText(node) : null,
});

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
