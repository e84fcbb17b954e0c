import { passedOf } from '../../model/graph/verification.ts';
import { PERSON } from '../../model/knowledge/kinds.ts';
import type { EventBody } from '../spool/event.ts';
import type { SessionState } from '../state/state.ts';

/**
 * Whether the notes of earlier commits are to be told now how their lines were verified, and do not wait for the next commit:
 * at the end of a turn, and when a verification passed and the session has nothing left to commit. A failure within a turn
 * waits: the agent goes on to mend what failed. Likewise what was said of earlier commits.
 */
export function isVerified(body: EventBody, { cursor, nodes, session, about }: SessionState): boolean {
  switch (body.type) {
    case 'turn_end':
    case 'session_end':
    case 'subagent_end':
      return true;
    case 'after': {
      const last = nodes.at(-1);
      return cursor.uncommitted.length === 0 && last !== undefined && passedOf(last) === true;
    }
    case 'knowledge':
    case 'change':
      return session.agent === PERSON && about !== undefined; // no turn of theirs ends
    default:
      return false;
  }
}
