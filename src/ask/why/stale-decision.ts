import type { GraphIndex } from '../../model/graph/graph-index.ts';
import type { NodeId } from '../../model/ids.ts';
import { standingIn } from '../find/entry-status.ts';
import { staleness } from '../knowledge/entry-parts.ts';
import type { OpenContents } from '../rests/open-contents.ts';
import { changedAmong, restsIn } from '../rests/rests.ts';
import type { WhyLines } from './why-answer.ts';

/** What speaks against relying on the decision behind lines, as far as the notes of the lines say. */
export async function staleDecision(
  lookup: GraphIndex,
  id: NodeId,
  open: OpenContents,
): Promise<Pick<WhyLines, 'decision_stale'>> {
  const [node, standing] = [lookup.node(id), standingIn(lookup, id)];
  if (!node || !standing) return {};
  const around = {
    node: (of: NodeId) => lookup.node(of),
    linksFrom: (of: NodeId) => lookup.from(of),
    eventsAbout: (of: NodeId) => lookup.changes(of),
  };
  const rests = restsIn(around, node, standing);
  const changed = rests.length > 0 ? await changedAmong(rests, await open()) : [];
  const stale = staleness({ ...standing, changed });
  return Object.keys(stale).length > 0 ? { decision_stale: stale } : {};
}
