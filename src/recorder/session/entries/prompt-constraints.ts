import { createHash } from 'node:crypto';
import { STATED } from '../../../model/knowledge/kinds.ts';
import { sameStatement, statedConstraints } from '../../../model/knowledge/stated-constraints.ts';
import type { SessionState } from '../../state/state.ts';
import type { Sessions } from '../sessions.ts';

/** Constraints that a session makes of its prompts. */
const MAX_OF_SESSION = 20;
/** Statements that are remembered, over all sessions: the latest. */
const MAX_REMEMBERED = 500;

/**
 * Records a prompt, and the constraints that its person states in it: as proposed entries, below the goal. A statement that an
 * earlier prompt of this clone made is not recorded again. The task of a sub-agent is an agent's, so it is only recorded.
 * @param at milliseconds since the epoch
 * @param text with its secrets; what is kept of it is redacted
 */
export async function recordPrompt(sessions: Sessions, state: SessionState, at: number, text: string): Promise<void> {
  await sessions.addPrompt(state, at, text);
  if (!sessions.keepsWords || state.session.parent !== undefined) return;
  for (const statement of statedConstraints(await sessions.redact(text))) {
    if ((state.stated ?? 0) >= MAX_OF_SESSION) return;
    if (!sessions.remember(hashOf(statement), MAX_REMEMBERED)) continue;
    state.stated = (state.stated ?? 0) + 1;
    sessions.add(state, {
      type: 'knowledge',
      kind: 'constraint',
      at,
      text: statement,
      ruledOut: [],
      links: [],
      detail: { source: STATED, status: 'proposed' },
    });
  }
}

const hashOf = (statement: string): string =>
  createHash('sha256').update(sameStatement(statement)).digest('hex').slice(0, 24);
