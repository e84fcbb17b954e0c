import type { SummaryEntry } from '../../model/graph/summary.ts';
import { isoTime } from '../shapes/parts.ts';
import { staleness } from '../knowledge/entry-parts.ts';
import type { AgentContext } from './context.ts';
import type { Item } from './ranked-items.ts';

/** Context for programs: its items and the text. */
export const contextJson = (context: AgentContext, budget: number): object => ({
  schema: 'git-prov/context/1',
  session: context.session ?? null,
  paths: context.paths,
  budget,
  bytes: context.bytes,
  left: context.left,
  unread: context.unread,
  summary: context.summary
    ? {
        nodes: context.summary.nodes,
        goals: context.summary.goals.map(textOf),
        decisions: context.summary.decisions.map(textOf),
        patches: context.summary.patches.map(textOf),
      }
    : null,
  items: context.items.map(itemJson),
  text: context.text,
});

const textOf = ({ text }: SummaryEntry): string => text;

const itemJson = ({
  id,
  kind,
  at,
  session,
  agent,
  own,
  status,
  isUndeclared,
  state,
  source,
  words,
  files,
  provenance,
  ...rest
}: Item): object => ({
  node: id,
  kind,
  at: isoTime(at),
  session,
  agent,
  own,
  status,
  ...(isUndeclared && { declared: false }),
  ...(state && { state }),
  ...staleness(rest),
  source,
  text: words?.text ?? null,
  because: words?.because ?? null,
  rejected: words?.ruledOut ?? [],
  confidence: rest.confidence ?? null,
  files,
  verification: rest.verification ?? null,
  commit: rest.commit ?? null,
  provenance: provenance.map(({ at: when, ...one }) => ({ ...one, ...(when !== undefined && { at: isoTime(when) }) })),
});
