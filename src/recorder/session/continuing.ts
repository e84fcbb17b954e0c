import type { ObjectReader } from '../../git/objects/objects.ts';
import { binaryReader } from '../../git/objects/port.ts';
import { type Repo } from '../../git/repository/repo.ts';
import { isLongId, type NodeId, numberOf, prefixesOf, sessionPart, type SessionId } from '../../model/ids.ts';
import { standingOfGraph } from '../../model/standing/standing.ts';
import { isDamaged } from '../../notes/notes.ts';
import { JudgedReader } from '../../notes/standing/judged.ts';
import type { AgentEvent } from '../spool/event.ts';
import { revListIfKnown } from '../../git/history/rev-list.ts';

/** The search for earlier steps of a session reads the notes of this many commits. */
const MAX_COMMITS = 200;
/** Steps of a session that notes may claim beyond the trusted ones. No session has so many. */
const MAX_CLAIMED_STEPS = 10_000_000;

/**
 * Whether a session may have steps that this clone does not know: its first event here is not its beginning. Examples: after
 * `git prov deinit`, or in a second clone.
 */
export const mayContinue = ({ body, parent }: AgentEvent): boolean =>
  parent === undefined && (body.type !== 'session_start' || body.source === 'resume');

/**
 * The step of a session with the highest number in notes along HEAD's history; undefined without any. A person who can push notes can add
 * steps in the name of a session. So a claimed step counts only up to a limit above the trusted ones: otherwise no number would be left
 * for the steps that follow. For the same reason it decides the length of the prefix only where no trusted or longer one is known.
 */
export async function lastStep(repo: Repo, objects: ObjectReader, session: SessionId): Promise<NodeId | undefined> {
  const reader = new JudgedReader(repo, binaryReader(repo, objects), undefined, true);
  const tip = await reader.tip();
  if (!tip) return undefined;
  const commits = await revListIfKnown(repo, { flags: [`--max-count=${MAX_COMMITS}`], revisions: ['HEAD'] });
  const trusted: NodeId[] = [];
  const claimed: NodeId[] = [];
  for await (const [, found] of reader.each(commits, tip)) {
    const note = isDamaged(found) ? found.note : found;
    for (const graph of note?.graphs ?? []) {
      if (graph.session.id !== session) continue;
      const known = standingOfGraph(graph) === 'claimed' ? claimed : trusted;
      for (const { id } of graph.nodes) if (isOfSession(id, session)) known.push(id);
    }
  }
  const isLong = trusted.length > 0 ? isLongId(highest(trusted)!) : claimed.some(isLongId);
  const sure = highest(trusted.filter((id) => isLongId(id) === isLong));
  const limit = (sure ? numberOf(sure) : 0) + MAX_CLAIMED_STEPS;
  const likely = highest(claimed.filter((id) => isLongId(id) === isLong && numberOf(id) <= limit));
  return highest([sure, likely].filter((id) => id !== undefined));
}

function highest(ids: readonly NodeId[]): NodeId | undefined {
  let last: NodeId | undefined;
  for (const id of ids) if (last === undefined || numberOf(id) > numberOf(last)) last = id;
  return last;
}

// Files and commits that steps refer to have ids of their own.
const isOfSession = (id: NodeId, session: SessionId): boolean => prefixesOf(session).includes(sessionPart(id));
