import type { Repo } from '../../git/repository/repo.ts';
import type { SessionId } from '../../model/ids.ts';
import { isEnabled } from '../repo-state.ts';
import { loadState } from '../state/load-state.ts';
import { provDirOf } from '../../git/repository/local-files.ts';

/** A step that is open for longer (ms) belongs to a killed agent. */
const MAX_STEP_MS = 20 * 60 * 1000;

/** Actions that only look at files: nothing runs in them. */
const HARMLESS: ReadonlySet<string> = new Set(['read', 'edit', 'spawn', 'plan']);

/**
 * The session that has a command or program running in this clone, as far as its hooks reported; undefined when none has. Drain
 * the spool first.
 */
export function runningCommand(repo: Repo): SessionId | undefined {
  if (!isEnabled(repo)) return undefined;
  const now = Date.now();
  for (const { open, background } of Object.values(loadState(provDirOf(repo)).workTrees)) {
    const running = [...open, ...background.filter(({ until }) => until === undefined)];
    const found = running.find(({ action, at }) => !HARMLESS.has(action) && Math.abs(now - at) < MAX_STEP_MS);
    if (found) return found.session;
  }
  return undefined;
}
