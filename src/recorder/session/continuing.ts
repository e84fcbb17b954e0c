import type { ObjectReader } from '../../git/objects/objects.ts';
import { binaryReader } from '../../git/objects/port.ts';
import { type Repo } from '../../git/repository/repo.ts';
import { type NodeId, numberOf, type SessionId } from '../../model/ids.ts';
import { isDamaged, NoteReader } from '../../notes/notes.ts';
import type { AgentEvent } from '../spool/event.ts';
import { revListIfKnown } from '../../git/history/rev-list.ts';

/** The search for earlier steps of a session reads the notes of this many commits. */
const MAX_COMMITS = 200;

/**
 * Whether a session may have steps that this clone does not know: its first event here is not its beginning. Examples: after
 * `git prov deinit`, or in a second clone.
 */
export const mayContinue = ({ body, parent }: AgentEvent): boolean =>
  parent === undefined && (body.type !== 'session_start' || body.source === 'resume');

/** The step of a session with the highest number in notes along HEAD's history; undefined without any. */
export async function lastStep(repo: Repo, objects: ObjectReader, session: SessionId): Promise<NodeId | undefined> {
  const reader = new NoteReader(binaryReader(repo, objects));
  const tip = await reader.tip();
  if (!tip) return undefined;
  const commits = await revListIfKnown(repo, { flags: [`--max-count=${MAX_COMMITS}`], revisions: ['HEAD'] });
  let last: NodeId | undefined;
  for await (const [, found] of reader.each(commits, tip)) {
    const note = isDamaged(found) ? found.note : found;
    for (const graph of note?.graphs ?? [])
      if (graph.session.id === session)
        for (const { id } of graph.nodes) if (last === undefined || numberOf(id) > numberOf(last)) last = id;
  }
  return last;
}
