import type { SessionId } from '../../model/ids.ts';
import type { SessionState } from '../state/state.ts';

/** Sub-agents without lines whose graphs go into one note, at most. */
const MAX_READERS = 64;

/** The sub-agents of these sessions that did something since their last graph: what they read led to the commit. */
export function readersBelow(above: ReadonlySet<SessionId>, all: readonly SessionState[]): SessionId[] {
  const found = new Set<SessionId>();
  for (let size = -1; size < found.size;) {
    size = found.size;
    for (const { session, nodes } of all) {
      const isBelow = session.parent && (above.has(session.parent) || found.has(session.parent));
      if (isBelow && nodes.length > 0 && found.size < MAX_READERS) found.add(session.id);
    }
  }
  return [...found];
}
