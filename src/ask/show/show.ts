import { ProvError } from '../../errors.ts';
import type { Oid, SessionId } from '../../model/ids.ts';
import { gather } from '../find/complete-graphs.ts';
import type { History, Sourced } from '../history/history.ts';
import { sessionAnswer } from '../history/session-answer.ts';
import type { SessionStory } from '../history/session-answer.ts';
import { readSessionStory } from '../history/sessions.ts';
import { growTrees, type Branch } from '../history/tree.ts';
import { doneFor, readWork } from './commit-work.ts';
import { treeStatuses } from './tree-statuses.ts';
import { SHOW_SCHEMA, shownCommit, type ShownCommit, type ShownSession } from './show-answer.ts';

/** An answer, with its graphs as trees for people. */
export interface Drawn<T> {
  readonly answer: T;
  readonly trees: readonly Branch[];
}

/** Shows a commit: the owners of its lines, and the graph of the work for it. @throws ProvError `data` for a missing commit */
export async function showCommit(history: History, oid: Oid): Promise<Drawn<ShownCommit>> {
  const work = await readWork(history, oid);
  const { note } = work;
  if (!note) return { answer: shownCommit(work), trees: [] };
  const keep = new Set(doneFor(note, oid).nodes);
  for (const list of note.lines.values()) for (const { from } of list) if (from) keep.add(from);
  const { graphs } = await gather(history, note.graphs, [...keep], oid);
  return { answer: shownCommit(work), trees: growTrees(graphs, await treeStatuses([...graphs, ...note.graphs]), keep) };
}

/** Shows a session according to the notes and this clone. */
export async function showSession(history: Sourced, id: SessionId): Promise<Drawn<ShownSession>> {
  const story = await readStory(history, id);
  return {
    answer: { schema: SHOW_SCHEMA, kind: 'session', ...sessionAnswer(story) },
    trees: growTrees(story.graphs, await treeStatuses(story.graphs, history.sources)),
  };
}

/** A session that was found before. */
export async function readStory(history: Sourced, id: SessionId): Promise<SessionStory> {
  const story = await readSessionStory(history, id);
  if (story) return story;
  throw new ProvError('data', `There is no session ${JSON.stringify(id)} any more.`, { hint: 'Try again.' });
}
