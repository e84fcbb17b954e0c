import type { Repo } from '../../../git/repository/repo.ts';
import { mayBeDisplaced, takeNotice } from '../../../install/git-hooks/watch.ts';
import type { CliContext } from '../context.ts';

/** Restores our git hooks after another program displaced them, and reports it once. */
export async function lookAfterHooks(repo: Repo, ctx: CliContext): Promise<void> {
  if (mayBeDisplaced(repo)) {
    const { noticeHooks } = await import('../../../install/git-hooks/repair.ts');
    await noticeHooks(ctx, repo);
  }
  for (const line of takeNotice(repo)) ctx.warn(line);
}
