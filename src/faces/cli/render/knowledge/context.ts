import type { AgentContext } from '../../../../ask/context/context.ts';
import { term } from '../term.ts';

/** Context in the form that an agent receives, or a message if it is empty. */
export function renderContext({ text, left }: AgentContext): string {
  if (text !== '')
    return text
      .split('\n')
      .map((line) => term(line))
      .join('\n');
  return left > 0 ? 'The budget is too small for any entry.\n' : 'There are no entries for an agent.\n';
}
