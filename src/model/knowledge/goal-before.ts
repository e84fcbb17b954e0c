import { type NodeId, numberOf, sessionPart } from '../ids.ts';
import type { Node } from '../model.ts';
import { compareStandings, type RecordStanding } from '../standing/standing.ts';
import { isTurnGoal } from './kinds.ts';

/**
 * The last goal of a node's session before it.
 * @param own the standing of the node; a goal of a lower one does not count
 */
export function goalBefore(
  id: NodeId,
  own: RecordStanding,
  entries: Iterable<{ readonly node: Node; readonly standing: RecordStanding }>,
): Node | undefined {
  const [prefix, number] = [`${sessionPart(id)}-`, numberOf(id)];
  let found: Node | undefined;
  for (const { node, standing } of entries) {
    const at = numberOf(node.id);
    const isOfIt =
      isTurnGoal(node) && node.id.startsWith(prefix) && at <= number && compareStandings(standing, own) >= 0;
    if (isOfIt && (!found || at > numberOf(found.id))) found = node;
  }
  return found;
}
