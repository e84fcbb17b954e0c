import { indexGraphs } from '../../model/graph/graph-index.ts';
import type { NoteData } from '../blame/note-lookup.ts';
import { anyTextQuestion } from '../../git/repository/file-questions.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import type { Oid } from '../../model/ids.ts';
import { byNumber, unite } from '../find/complete-graphs.ts';
import type { Located } from '../find/locate.ts';
import { readCommit } from '../history/commit-info.ts';
import type { History } from '../history/history.ts';
import { thingsOf } from '../index/build/rows.ts';
import { namedCommit } from '../shapes/parts.ts';
import { originAnswer, originOf } from './origin.ts';
import type { WhyBinary } from './why-answer.ts';

/** Whether git takes a file for text. It decides by the file's attributes and its content, as for `git diff`. */
export async function holdsText(repo: Repo, { revision, path, cwd }: Located): Promise<boolean> {
  const isFound = async (...where: readonly string[]): Promise<boolean> => {
    const question = anyTextQuestion(where, path);
    return (await git(question, inRepo(repo, { cwd, accept: [0, 1, 128] }))).code !== 1;
  };
  if (revision !== undefined) return isFound(revision);
  // A file that was removed from the index only has lines as well.
  return (await isFound()) || isFound('--untracked', '--no-exclude-standard');
}

/** Explains a binary file by its last commit. @param note of that commit */
export async function explainBinary(
  { repo }: History,
  file: string,
  lastChange: string | undefined,
  note: NoteData | undefined,
): Promise<WhyBinary> {
  const lookup = indexGraphs(unite(note?.graphs ?? []));
  const steps = lookup.nodes().filter((node) => node.kind === 'commitment' && thingsOf(node).includes(file));
  const commit = lastChange === undefined ? undefined : await readCommit(repo, lastChange as Oid);
  return {
    commit: commit?.oid ?? null,
    last_change: commit ? namedCommit(commit) : null,
    noted: note !== undefined,
    changed_by: steps.sort(byNumber).map(({ id }) => originAnswer(originOf(lookup, id))),
  };
}
