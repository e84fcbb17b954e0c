import type { Repo } from '../git/repo.ts';
import { mayBeDisplaced, takeNotice } from '../install/hook-watch.ts';
import type { CliContext } from './context.ts';

/** Puts our git hooks back where another program displaced them, and says so once. */
export async function lookAfterHooks(repo: Repo, ctx: CliContext): Promise<void> {
  if (mayBeDisplaced(repo)) {
    const { noticeHooks } = await import('../install/hook-repair.ts');
    await noticeHooks(ctx, repo);
  }
  for (const line of takeNotice(repo)) ctx.warn(line);
}
