import { indexGraphs } from '../../model/graph/graph-index.ts';
import type { NoteData } from '../blame/note-lookup.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import type { Oid } from '../../model/ids.ts';
import { byNumber, unite } from '../find/complete-graphs.ts';
import type { Located } from '../find/locate.ts';
import { type CommitInfo, readCommit } from '../history/commit-info.ts';
import type { History } from '../history/history.ts';
import { thingsOf } from '../index/build/rows.ts';
import { originOf, type StepOrigin } from './origin.ts';

/** What is known about a binary file, which has no lines that somebody wrote. */
export interface BinaryFile {
  /** The last commit that changed the file; undefined where git finds none. */
  readonly commit: CommitInfo | undefined;
  /** Whether that commit has a note. */
  readonly noted: boolean;
  /** The recorded steps of that commit that changed the file. */
  readonly changedBy: readonly StepOrigin[];
}

/** Whether git takes a file for text. It decides by the file's attributes and its content, as for `git diff`. */
export async function holdsText(repo: Repo, { revision, path, cwd }: Located): Promise<boolean> {
  const at = revision === undefined ? [] : [revision];
  const args = ['grep', '-I', '--quiet', '--no-recurse-submodules', '-e', '', ...at, '--', `:(literal)${path}`];
  const { code } = await git(args, inRepo(repo, { cwd, accept: [0, 1, 128] }));
  return code !== 1;
}

/** Explains a binary file by its last commit. @param note of that commit */
export async function explainBinary(
  { repo }: History,
  file: string,
  lastChange: string | undefined,
  note: NoteData | undefined,
): Promise<BinaryFile> {
  const lookup = indexGraphs(unite(note?.graphs ?? []));
  const steps = lookup.nodes().filter((node) => node.kind === 'commitment' && thingsOf(node).includes(file));
  return {
    commit: lastChange === undefined ? undefined : await readCommit(repo, lastChange as Oid),
    noted: note !== undefined,
    changedBy: steps.sort(byNumber).map(({ id }) => originOf(lookup, id)),
  };
}
