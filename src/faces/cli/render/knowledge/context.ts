import { shortId } from '../../../../model/ids.ts';
import type { AgentContext } from '../../../../ask/context/context.ts';
import type { Provenance } from '../../../../ask/context/ranked-items.ts';
import { day } from '../words.ts';
import { term } from '../term.ts';

const provenanceLine = ({ how, node, kind, at, by }: Provenance): string =>
  [
    term(how, 30),
    at === undefined ? `${kind === undefined ? '' : `${term(kind, 30)}:`}${term(shortId(node))}` : day(at),
    by === undefined ? '' : `by ${term(by, 60)}`,
  ]
    .filter(Boolean)
    .join(' ');

/**
 * Context in the form that an agent receives, or a message if it is empty.
 * @param verbose also where each entry comes from, for a person (fifth seed): it is not given to agents
 */
export function renderContext({ text, left, items }: AgentContext, verbose = false): string {
  if (text !== '')
    return text
      .split('\n')
      .map((line) => {
        const item = verbose ? items.find(({ kind, id }) => line.startsWith(`- ${kind}:${shortId(id)} `)) : undefined;
        const more = (item?.provenance ?? []).map((one) => `\n    ${provenanceLine(one)}`);
        return `${term(line)}${more.join('')}`;
      })
      .join('\n');
  return left > 0 ? 'The budget is too small for any entry.\n' : 'There are no entries for an agent.\n';
}
