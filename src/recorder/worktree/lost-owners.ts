import { UNSURE } from '../../lines/owner.ts';
import type { RepoPath } from '../../model/ids.ts';
import type { State } from '../state/state.ts';
import type { OwnerCache } from './blob-owners.ts';
import type { Files } from './files.ts';

/**
 * Makes unknown the uncommitted lines of files that agents changed and that lost their line owners: a power cut can cut off
 * the end of `owners.jsonl`. Without this the lines would become a person's.
 * @param known the last seen blob of a path of a work tree
 * @returns the files with such lines, each once
 */
export async function abstainFromLost(
  { sessions, workTrees }: Pick<State, 'sessions' | 'workTrees'>,
  memo: OwnerCache,
  files: Files,
  known: (workTree: State['workTrees'][string], path: RepoPath) => Promise<string | null>,
): Promise<RepoPath[]> {
  const changed = new Set(
    Object.values(sessions).flatMap(({ cursor }) => cursor.uncommitted.flatMap(({ files: paths }) => paths)),
  );
  const lost = new Set<RepoPath>();
  for (const workTree of Object.values(workTrees))
    for (const path of changed) {
      const blob = (await known(workTree, path)) as Parameters<OwnerCache['get']>[1] | null;
      if (blob === null || memo.get(path, blob, workTree.gitDir)) continue;
      const lines = await files.lines(blob);
      if (!lines) continue;
      // All of them: HEAD may be the commit that contains them. The note of an earlier commit names the owners of its own lines.
      memo.set(
        path,
        blob,
        workTree.gitDir,
        lines.map(() => UNSURE),
      );
      lost.add(path);
    }
  return [...lost];
}
