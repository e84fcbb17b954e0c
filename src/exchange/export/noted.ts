import { changesOf, type CommitChange } from '../../git/history/commit-changes.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import { shallowCommits } from '../../git/history/shallow.ts';
import { prefixesOf, sessionPart, type Oid, type SessionId } from '../../model/ids.ts';
import { DeclaredEdges } from '../../model/knowledge/declared-edges.ts';
import type { Graph, Note, Session } from '../../model/model.ts';
import { readCommits, type CommitInfo } from '../../ask/history/commit-info.ts';
import { batches, newestFirst, readable, type History } from '../../ask/history/history.ts';
import { isDamaged } from '../../notes/notes.ts';
import { checkRevisions, revList } from '../../git/history/rev-list.ts';

/** A commit with its note, the input of exporters. */
export interface ExportedCommit {
  readonly commit: CommitInfo;
  readonly note: Note;
  readonly change: CommitChange;
  /** The note does not cover all lines of the commit. A line without an attribution may have any author. */
  readonly partial: boolean;
}

/** The selected notes. */
export interface Selection {
  /** Arguments of `git rev-list`. By default HEAD's history, or all notes if a session is named. */
  readonly revisions: readonly string[];
  /** Only the parts of this session and its sub-agents. */
  readonly session?: SessionId | undefined;
}

/** Commits per batch: enough to need few processes. */
const COMMITS_PER_BATCH = 64;

/**
 * The commits of a selection with a note, in git's order. Memory use does not depend on their number.
 * @param progress receives the number of commits processed
 * @throws ProvError `usage` for an invalid revision, `git` for a missing one
 */
export async function* notedCommits(
  history: History,
  selection: Selection,
  progress?: (done: number) => void,
): AsyncGenerator<ExportedCommit> {
  const objects = new ObjectReader(history.repo);
  const shallow = shallowCommits(history.repo);
  let done = 0;
  try {
    for await (const batch of batches(commitsOf(history, selection), COMMITS_PER_BATCH)) {
      for await (const noted of readBatch(history, batch, objects))
        if (selection.session === undefined || hasPart(noted.note, selection.session))
          yield shallow.has(noted.commit.oid) ? { ...noted, partial: true } : noted;
      progress?.((done += batch.length));
    }
  } finally {
    await objects.close();
  }
}

/** The declared edges in all notes of a selection, with the events about them. */
export async function declaredEdges(history: History, selection: Selection): Promise<DeclaredEdges> {
  const declared = new DeclaredEdges();
  for await (const batch of batches(commitsOf(history, selection), COMMITS_PER_BATCH))
    for await (const [, found] of history.notes.each(batch)) declared.add(readable(history, found)?.graphs ?? []);
  return declared;
}

/** The number of commits in a selection, with and without notes. */
export async function countCommits(history: History, selection: Selection): Promise<number> {
  let count = 0;
  for await (const _ of commitsOf(history, selection)) count++;
  return count;
}

async function* commitsOf({ repo, notes }: History, { revisions, session }: Selection): AsyncGenerator<Oid> {
  checkRevisions(revisions);
  if (revisions.length === 0 && session !== undefined) {
    yield* await newestFirst(repo, [...(await notes.list()).keys()]);
    return;
  }
  yield* revList(repo, { revisions: revisions.length > 0 ? revisions : ['HEAD'] });
}

// The notes are read and given on one by one: together they may not fit into memory.
async function* readBatch(
  history: History,
  batch: readonly Oid[],
  objects: ObjectReader,
): AsyncGenerator<ExportedCommit> {
  const located = await history.notes.locate(batch);
  const noted = batch.filter((commit) => located.has(commit));
  if (noted.length === 0) return;
  const [changes, commits] = await Promise.all([
    changesOf(history.repo, noted, objects),
    readCommits(history.repo, noted),
  ]);
  const infos = new Map(commits.map((commit) => [commit.oid, commit]));
  for await (const [oid, found] of history.notes.at(new Map(noted.map((commit) => [commit, located.get(commit)!])))) {
    const note = readable(history, found);
    const [change, commit] = [changes.get(oid), infos.get(oid)];
    if (note && change && commit) yield { commit, note, change, partial: isDamaged(found) };
  }
}

/** Whether a session is the given one, or a sub-agent of it. */
export const isOf = ({ id, parent }: Session, session: SessionId): boolean =>
  id === session || parent === session || id.startsWith(`${session}/`);

/** The graphs in a note of a session and its sub-agents; all graphs without a session. */
export const graphsOf = ({ graphs }: Note, session: SessionId | undefined): readonly Graph[] =>
  session === undefined ? graphs : graphs.filter((graph) => isOf(graph.session, session));

function hasPart(note: Note, session: SessionId): boolean {
  if (graphsOf(note, session).length > 0) return true;
  const prefixes = prefixesOf(session);
  return [...note.lines.values()].some((list) => list.some(({ node }) => node && prefixes.includes(sessionPart(node))));
}
