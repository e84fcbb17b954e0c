import type { Repo } from '../../git/repository/repo.ts';
import { mayBeDisplaced, takeNotice } from '../../install/git-hooks/watch.ts';
import type { CliContext } from './context.ts';

/** Puts our git hooks back where another program displaced them, and says so once. */
export async function lookAfterHooks(repo: Repo, ctx: CliContext): Promise<void> {
  if (mayBeDisplaced(repo)) {
    const { noticeHooks } = await import('../../install/git-hooks/repair.ts');
    await noticeHooks(ctx, repo);
  }
  for (const line of takeNotice(repo)) ctx.warn(line);
}
