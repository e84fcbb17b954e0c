import { shortId } from '../../../../model/ids.ts';
import type { Proposal } from '../../../../ask/find/proposals.ts';
import { enumerate } from '../../../../model/one-line.ts';
import { claimedMark } from '../claimed.ts';
import { type Field, type TextStyle, renderFields, row, span } from '../fields.ts';
import { term } from '../term.ts';
import { day } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Characters shown of a text, because a person should read what they accept. */
const MAX_TEXT_CHARACTERS = 2000;

/** The list of `git prov review` for people. */
export function renderProposals(proposals: readonly Proposal[], look: TextStyle): string {
  if (proposals.length === 0) return 'Nothing waits for a review.\n';
  const sizes = new Map<string, number>();
  for (const { session } of proposals) sizes.set(session, (sizes.get(session) ?? 0) + 1);
  const order = [...sizes.keys()];
  const grouped = proposals.toSorted((a, b) => order.indexOf(a.session) - order.indexOf(b.session));
  const named = new Set<string>();
  const blocks = grouped.map(({ node, session, agent, mark, commits }) => {
    const { text, because } = node.detail ?? {};
    const rows: Field[] = [
      row('says', span(claimedMark(mark) + term(typeof text === 'string' ? text : node.summary, MAX_TEXT_CHARACTERS))),
    ];
    if (typeof because === 'string') rows.push(row('because', span(term(because, MAX_TEXT_CHARACTERS))));
    const where =
      commits.length > 0
        ? `, commit ${enumerate(
            commits.map((commit) => shortOid(commit)),
            3,
          )}`
        : ', not committed yet';
    rows.push(row('from', span(`${term(agent)}, ${day(node.at)}${where}`, 'quiet')));
    const first = !named.has(session);
    named.add(session);
    const group =
      first && sizes.get(session)! > 1
        ? `${look.paint('quiet', `session:${term(session)}, ${sizes.get(session)} proposals`)}\n`
        : '';
    return `${group}${look.paint('heading', `${term(node.kind)}:${shortId(node.id)}`)}\n${renderFields(rows, look)}`;
  });
  return `${blocks.join('\n')}\nDecide with git prov review --accept or --reject, and name entries (kind:id) or a group: session:ID, commit:REV, --all.\n`;
}
