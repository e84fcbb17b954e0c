import { passedOf } from '../../model/graph/verification.ts';
import { isScribe } from '../../model/knowledge/kinds.ts';
import type { EventBody } from '../spool/event.ts';
import type { SessionState } from '../state/state.ts';

/**
 * Whether the notes of earlier commits get new verifications now, without waiting for the next commit: at the end of a turn, and
 * when a verification passed and the session has nothing left to commit. A failure within a turn waits, because the agent is
 * about to fix what failed. The same applies to entries about earlier commits.
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
      // The turns of a person and of a summary have no end.
      return isScribe(session.agent) && about !== undefined;
    default:
      return false;
  }
}
