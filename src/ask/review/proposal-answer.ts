import type { NodeId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import { isoTime } from '../shapes/parts.ts';
import { marked, type Stale, staleness, wholeText, type Marked } from '../knowledge/entry-parts.ts';
import type { ConsideredWaiting, Effects } from './effects.ts';
import type { ProposedLink } from './proposed-links.ts';
import type { Proposal } from './proposals.ts';

/** The name of the format of `git prov review --json`. Fields may be added, but never changed or removed. */
export const REVIEW_SCHEMA = 'git-prov/review/1';

/** What waits for a verdict, with what acceptance changes. */
export interface WaitingAnswer {
  readonly proposals: readonly (ProposalAnswer & { readonly effects: EffectsAnswer })[];
  readonly links: readonly (ProposedLinkAnswer & { readonly effects: EffectsAnswer })[];
}

/** The answer to `git prov review`. */
export interface ReviewAnswer extends WaitingAnswer {
  readonly schema: typeof REVIEW_SCHEMA;
  /** `signers`: the people on the list of allowed signers; null without a list. */
  readonly may_accept: {
    readonly person: string | null;
    readonly signs: boolean;
    readonly signers: readonly string[] | null;
  };
}

/** What the acceptance of a proposal changes. */
export interface EffectsAnswer {
  /** The lines of agents that it gives the reason for. */
  readonly reason_of: readonly { readonly path: string; readonly commit: string; readonly lines: number }[];
  /** `words`: agents are given its words, which they are not given now; `settled`: they get it as accepted, no longer as proposed. */
  readonly agents: 'words' | 'settled' | null;
  readonly replaces: readonly LinkEndAnswer[];
  /** The risks that it closes. */
  readonly closes: readonly LinkEndAnswer[];
  readonly settles: readonly { readonly from: string; readonly kind: string; readonly to: string }[];
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
export interface ProposalAnswer extends Marked, Stale {
  readonly node: string;
  readonly kind: string;
  readonly at: string;
  readonly text: string;
  readonly because: string | null;
  readonly session: string;
  readonly agent: string;
  readonly commits: readonly string[];
}

export const waitingAnswer = ({ entries, links }: ConsideredWaiting): WaitingAnswer => ({
  proposals: entries.map(({ one, effects }) => ({ ...proposalAnswer(one), effects: effectsAnswer(effects) })),
  links: links.map(({ one, effects }) => ({ ...linkAnswer(one), effects: effectsAnswer(effects) })),
});

const proposalAnswer = ({ node, session, agent, mark, standing, commits }: Proposal): ProposalAnswer => ({
  node: node.id,
  kind: node.kind,
  at: new Date(node.at).toISOString(),
  text: textIn(node.detail?.['text']) ?? node.summary,
  because: textIn(node.detail?.['because']) ?? null,
  session,
  agent,
  commits,
  ...staleness(standing),
  ...marked(mark),
});

const linkAnswer = (proposed: ProposedLink): ProposedLinkAnswer => {
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

const effectsAnswer = ({ reasonOf, agents, replaces, closes, settles }: Effects): EffectsAnswer => ({
  reason_of: reasonOf,
  agents: agents ?? null,
  replaces: replaces.map(({ id, node }) => endAnswer(id, node)),
  closes: closes.map(({ id, node }) => endAnswer(id, node)),
  settles: settles.map(({ from, kind, to }) => ({ from, kind, to })),
});

const endAnswer = (id: NodeId, node: Node | undefined): LinkEndAnswer => ({
  id,
  kind: node?.kind ?? null,
  text: node ? wholeText(node) : null,
});

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
