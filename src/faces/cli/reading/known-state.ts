import { existsSync } from 'node:fs';
import { filesOf } from '../../../git/repository/local-files.ts';
import type { Repo } from '../../../git/repository/repo.ts';
import { withIndex } from '../../../ask/index/open.ts';
import { brokenIn } from '../../../ask/knowledge/broken-invariants.ts';
import { KnowledgeGraph } from '../../../ask/knowledge/knowledge-graph.ts';
import type { KnownState } from '../../../ask/review/kept-count.ts';
import { countProposals } from '../../../ask/review/proposals.ts';
import { proposedLinks } from '../../../ask/review/proposed-links.ts';
import { localGraphsOf } from './local-graphs.ts';
import { reviewedIn } from './with-graph.ts';
import { showProgress } from '../render/progress.ts';

/** Reads declared entries if an index exists, because then it is fast. */
export async function knownState(repo: Repo): Promise<KnownState | undefined> {
  if (!existsSync(filesOf(repo).index)) return undefined;
  const { stderr } = process;
  const progress = stderr.isTTY ? showProgress(stderr, repo.env, 'Indexing notes') : undefined;
  const options = {
    warn: () => undefined,
    onProgress: progress && ((done: number, all: number) => progress.at(done, all)),
  };
  try {
    return await withIndex(repo, await localGraphsOf(repo), options, async ({ sources }) => {
      const world = new KnowledgeGraph(sources, false, await reviewedIn(repo));
      const entries = await countProposals(world, sources);
      const proposed = entries + (await proposedLinks(world, sources)).length;
      return { proposed, warnings: await brokenIn(world, sources) };
    });
  } finally {
    progress?.stop();
  }
}
