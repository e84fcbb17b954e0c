import { newestFirst } from '../../../../../ask/history/history.ts';
import type { Oid } from '../../../../../model/ids.ts';
import type { Declarer } from './declare-entry.ts';

/** Notes that get a change of an entry: those of the newest commits. */
const MAX_NOTES = 64;

/** The commits that have a note. An entry about another commit goes into the next commit's note. */
export async function withNote({ ctx }: Declarer, commits: readonly (Oid | undefined)[]): Promise<Oid[]> {
  const wanted = [...new Set(commits)].filter((commit): commit is Oid => commit !== undefined);
  if (wanted.length === 0) return [];
  const found = await ctx.store.read(wanted);
  return wanted.filter((commit) => found.has(commit));
}

/**
 * The commits whose notes get a change of an entry: a verdict, a revision, or that it was taken back. All that have the entry get it,
 * because blame reads only the note of a line's commit.
 * @param commits those whose notes have the entry
 */
export async function notesToChange(declarer: Declarer, commits: readonly Oid[]): Promise<Oid[]> {
  const sorted = commits.length > 1 ? await newestFirst(declarer.history.repo, commits) : commits;
  return withNote(declarer, sorted.slice(0, MAX_NOTES));
}
