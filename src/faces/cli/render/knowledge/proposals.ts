import { type NodeId, type Oid, type SessionId, shortId } from '../../../../model/ids.ts';
import type { Proposal } from '../../../../ask/review/proposals.ts';
import type { ProposedLink } from '../../../../ask/review/proposed-links.ts';
import type { Considered, ConsideredWaiting, Effects } from '../../../../ask/review/effects.ts';
import type { WhoAccepts } from '../../../../ask/review/who-accepts.ts';
import { enumerate } from '../../../../model/one-line.ts';
import type { Node } from '../../../../model/model.ts';
import { claimedMark } from '../claimed.ts';
import { type Field, type TextStyle, renderFields, renderText, row, span } from '../fields.ts';
import { term } from '../term.ts';
import { staleWords } from './standing-words.ts';
import { counted, day } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Characters shown of a text, because a person should read what they accept. */
const MAX_TEXT_CHARACTERS = 2000;
/** Characters shown of each end of a link. */
const MAX_END_CHARACTERS = 200;

const MAX_SHOWN_FILES = 3;
const MAX_SHOWN_SIGNERS = 8;

/** A proposal ready to be printed. */
interface Block {
  readonly session: SessionId;
  readonly at: number;
  readonly heading: string;
  readonly rows: readonly Field[];
}

/** The list of `git prov review` for people. */
export function renderProposals({ entries, links }: ConsideredWaiting, who: WhoAccepts, style: TextStyle): string {
  const all = [...entries.map(entryBlock), ...links.map(linkBlock)].sort((a, b) => a.at - b.at);
  if (all.length === 0) return 'Nothing waits for a review.\n';
  const sizes = new Map<string, number>();
  for (const { session } of all) sizes.set(session, (sizes.get(session) ?? 0) + 1);
  const places = new Map([...sizes.keys()].map((session, place) => [session, place]));
  const grouped = all.toSorted((a, b) => places.get(a.session)! - places.get(b.session)!);
  const named = new Set<string>();
  const blocks = grouped.map(({ session, heading, rows }) => {
    const first = !named.has(session);
    named.add(session);
    const group =
      first && sizes.get(session)! > 1
        ? `${style.paint('quiet', `session:${term(session)}, ${counted(sizes.get(session)!, 'proposal')}`)}\n`
        : '';
    return `${group}${style.paint('heading', heading)}\n${renderFields(rows, style)}`;
  });
  const count = proposalCount({ entries: entries.length, links: links.length });
  const words = [`${count} to decide on.`, HOW, ...whoWords(who)].map((text) => renderText([span(text)], style));
  return `${blocks.join('\n')}\n${words.join('')}`;
}

/** A number of entries and links: `2 entries and 1 link`. */
export const proposalCount = ({ entries, links }: { readonly entries: number; readonly links: number }): string =>
  [...(entries > 0 ? [counted(entries, 'entry', 'entries')] : []), ...(links > 0 ? [counted(links, 'link')] : [])].join(
    ' and ',
  );

// Who may accept, and how a signature matters.
function whoWords({ person, isAgent, signs, signers }: WhoAccepts): string[] {
  const who = isAgent ? 'Only a person accepts, not an agent' : `You may accept, ${asWhom(person)}`;
  const listed =
    signers === undefined || signers.length === 0
      ? []
      : [`Signatures of these people count here: ${term(enumerate(signers, MAX_SHOWN_SIGNERS), 300)}.`];
  if (signs) return [`${who}; your acceptance is signed.`, ...listed];
  const unsigned =
    signers === undefined ? [] : ['Yours is not signed, so it counts only in this clone: see git prov init --sign.'];
  return [`${who}.`, ...listed, ...unsigned];
}

const asWhom = (person: string | undefined): string =>
  person === undefined ? 'without a name: git config user.name sets it' : `as ${term(person, 60)}`;

const HOW =
  'Decide with git prov review --accept or --reject, and name entries (kind:id), links (event:id) or a group: session:ID, commit:REV, --all.';

function entryBlock({ one, effects }: Considered<Proposal>): Block {
  const { node, session, agent, mark, standing, commits } = one;
  const { text, because } = node.detail ?? {};
  const statement = typeof text === 'string' ? text : node.summary;
  return {
    session,
    at: node.at,
    heading: `${term(node.kind)}:${shortId(node.id)}`,
    rows: [
      row('says', span(claimedMark(mark) + term(statement, MAX_TEXT_CHARACTERS))),
      ...(typeof because === 'string' ? [becauseRow(because)] : []),
      ...staleWords(standing).map((words) => row('', span(words, 'stale'))),
      fromRow(agent, node.at, commits, sourceOf(node)),
      ...effectRows(effects),
    ],
  };
}

function linkBlock({ one, effects }: Considered<ProposedLink>): Block {
  const { link, by, reference, from, to, session, agent, at, because, mark, commits } = one;
  return {
    session,
    at,
    heading: reference.startsWith('event:') ? `event:${shortId(by)}` : `"${term(reference, MAX_END_CHARACTERS)}"`,
    rows: [
      row('links', ...(mark === 'claimed' ? [span(claimedMark(mark).trim())] : []), ...end(link.from, from)),
      row(term(link.kind, 30), ...end(link.to, to)),
      ...(because === undefined ? [] : [becauseRow(because)]),
      fromRow(agent, at, commits),
      ...effectRows(effects),
    ],
  };
}

const end = (id: NodeId, node: Node | undefined): Field['spans'] => [
  span(node ? `${term(node.kind, 30)}:${shortId(id)}` : shortId(id)),
  span(node ? `"${term(node.summary, MAX_END_CHARACTERS)}"` : 'in no note here', node ? undefined : 'quiet'),
];

const becauseRow = (because: string): Field => row('because', span(term(because, MAX_TEXT_CHARACTERS)));

/** The origin of words that were not declared. */
const SOURCES: Readonly<Record<string, string>> = {
  narrated: ', found in the transcript',
  consolidated: ', a list of the work',
};

function sourceOf({ detail = {} }: Node): string | undefined {
  const { model, source } = detail;
  return typeof model === 'string' ? `, summarised by ${term(model, 80)}` : SOURCES[String(source)];
}

// What acceptance changes.
function effectRows({ reasonOf, agents, replaces, closes, settles }: Effects): Field[] {
  const lines = reasonOf.reduce((sum, one) => sum + one.lines, 0);
  const files = [...new Set(reasonOf.map(({ path }) => term(path)))];
  const parts: Field['spans'][] = [
    ...(lines > 0
      ? [[span(`it is the accepted reason of ${counted(lines, 'line')} in ${enumerate(files, MAX_SHOWN_FILES)}`)]]
      : []),
    ...(agents === undefined ? [] : [[span(AGENTS[agents])]]),
    ...replaces.map(({ id, node }) => [span('it replaces'), ...end(id, node)]),
    ...closes.map(({ id, node }) => [span('agents no longer get the risk'), ...end(id, node)]),
    ...settles.map(({ kind, end: { id, node } }) => [
      span(`its link ${term(kind, 30)}`),
      ...end(id, node),
      span('is accepted'),
    ]),
  ];
  return parts.map((spans, i) => row(i === 0 ? 'then' : '', ...spans));
}

const AGENTS = {
  words: 'agents get its words, which they do not get now',
  settled: 'agents get it as accepted, not as proposed',
} as const;

function fromRow(agent: string, at: number, commits: readonly Oid[], source = ''): Field {
  const where =
    commits.length > 0
      ? `, commit ${enumerate(
          commits.map((commit) => shortOid(commit)),
          3,
        )}`
      : ', not committed yet';
  return row('from', span(`${term(agent)}, ${day(at)}${where}${source}`, 'quiet'));
}
