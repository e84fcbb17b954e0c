import type { AgentContext } from '../../../ask/context/context.ts';
import { term } from './term.ts';

/** Context as an agent is given it, or a word when there is none. */
export function renderContext({ text, left }: AgentContext): string {
  if (text !== '')
    return text
      .split('\n')
      .map((line) => term(line))
      .join('\n');
  return left > 0 ? 'Nothing fits into so few bytes.\n' : 'Nothing is known here that an agent should be told.\n';
}
