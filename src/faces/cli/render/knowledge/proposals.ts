import { type NodeId, type Oid, type SessionId, shortId } from '../../../../model/ids.ts';
import type { Proposal } from '../../../../ask/find/proposals.ts';
import type { ProposedLink } from '../../../../ask/review/proposed-links.ts';
import type { Waiting } from '../../../../ask/review/waiting.ts';
import { enumerate } from '../../../../model/one-line.ts';
import type { Node } from '../../../../model/model.ts';
import { claimedMark } from '../claimed.ts';
import { type Field, type TextStyle, renderFields, row, span } from '../fields.ts';
import { term } from '../term.ts';
import { counted, day } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Characters shown of a text, because a person should read what they accept. */
const MAX_TEXT_CHARACTERS = 2000;
/** Characters shown of each end of a link. */
const MAX_END_CHARACTERS = 200;

/** A proposal ready to be printed. */
interface Block {
  readonly session: SessionId;
  readonly at: number;
  readonly heading: string;
  readonly rows: readonly Field[];
}

/** The list of `git prov review` for people. */
export function renderProposals({ entries, links }: Waiting, look: TextStyle): string {
  const all = [...entries.map(entryBlock), ...links.map(linkBlock)].sort((a, b) => a.at - b.at);
  if (all.length === 0) return 'Nothing waits for a review.\n';
  const sizes = new Map<string, number>();
  for (const { session } of all) sizes.set(session, (sizes.get(session) ?? 0) + 1);
  const order = [...sizes.keys()];
  const grouped = all.toSorted((a, b) => order.indexOf(a.session) - order.indexOf(b.session));
  const named = new Set<string>();
  const blocks = grouped.map(({ session, heading, rows }) => {
    const first = !named.has(session);
    named.add(session);
    const group =
      first && sizes.get(session)! > 1
        ? `${look.paint('quiet', `session:${term(session)}, ${counted(sizes.get(session)!, 'proposal')}`)}\n`
        : '';
    return `${group}${look.paint('heading', heading)}\n${renderFields(rows, look)}`;
  });
  return `${blocks.join('\n')}\n${HOW}`;
}

const HOW =
  'Decide with git prov review --accept or --reject, and name entries (kind:id),\nlinks (event:id) or a group: session:ID, commit:REV, --all.\n';

function entryBlock({ node, session, agent, mark, commits }: Proposal): Block {
  const { text, because } = node.detail ?? {};
  const said = typeof text === 'string' ? text : node.summary;
  return {
    session,
    at: node.at,
    heading: `${term(node.kind)}:${shortId(node.id)}`,
    rows: [
      row('says', span(claimedMark(mark) + term(said, MAX_TEXT_CHARACTERS))),
      ...(typeof because === 'string' ? [becauseRow(because)] : []),
      fromRow(agent, node.at, commits),
    ],
  };
}

function linkBlock({ link, by, reference, from, to, session, agent, at, because, mark, commits }: ProposedLink): Block {
  return {
    session,
    at,
    heading: reference.startsWith('event:') ? `event:${shortId(by)}` : `"${term(reference, MAX_END_CHARACTERS)}"`,
    rows: [
      row('links', ...(mark === 'claimed' ? [span(claimedMark(mark).trim())] : []), ...end(link.from, from)),
      row(term(link.kind, 30), ...end(link.to, to)),
      ...(because === undefined ? [] : [becauseRow(because)]),
      fromRow(agent, at, commits),
    ],
  };
}

const end = (id: NodeId, node: Node | undefined): Field['spans'] => [
  span(node ? `${term(node.kind, 30)}:${shortId(id)}` : shortId(id)),
  span(node ? `"${term(node.summary, MAX_END_CHARACTERS)}"` : 'in no note here', node ? undefined : 'quiet'),
];

const becauseRow = (because: string): Field => row('because', span(term(because, MAX_TEXT_CHARACTERS)));

function fromRow(agent: string, at: number, commits: readonly Oid[]): Field {
  const where =
    commits.length > 0
      ? `, commit ${enumerate(
          commits.map((commit) => shortOid(commit)),
          3,
        )}`
      : ', not committed yet';
  return row('from', span(`${term(agent)}, ${day(at)}${where}`, 'quiet'));
}
