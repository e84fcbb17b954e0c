import { drainIfNeeded } from '../../../recorder/drain-if-needed.ts';
import { isEnabled } from '../../../recorder/repo-state.ts';
import type { Repo } from '../../../git/repository/repo.ts';
import type { CliContext } from '../context.ts';
import { whyNotRecorded } from './file-fault.ts';
import { lookAfterHooks } from './hooks-watch.ts';

/** How long to wait for another recording process, in milliseconds. */
const LOCK_TIMEOUT_MS = 300;

/** Records waiting events, so that answers are up to date. A failure is only a warning. */
export async function catchUp(repo: Repo, ctx: CliContext): Promise<void> {
  await lookAfterHooks(repo, ctx);
  if (!isEnabled(repo)) return;
  try {
    await drainIfNeeded(repo, () => ({ patience: LOCK_TIMEOUT_MS, tidy: true }));
  } catch (error) {
    ctx.warn(`what waits could not be recorded: ${whyNotRecorded(error)}`);
  }
}
