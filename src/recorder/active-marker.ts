import { rmSync, writeFileSync } from 'node:fs';
import { hasDeclarations } from './session/declared-knowledge.ts';
import type { SessionState, State } from './state/state.ts';
import { localFiles } from '../git/repository/local-files.ts';

/** An agent without events for longer than this is no longer at work. */
const ACTIVE_MS = 24 * 60 * 60 * 1000;

/**
 * Writes the marker without which the git hooks start no process of ours: an agent is at work here, or an entry waits for the
 * note of the next commit.
 */
export function markActive(provDir: string, { workTrees }: State, sessions: readonly SessionState[]): void {
  const marker = localFiles(provDir).active;
  // Changes that stayed uncommitted for a day were most likely thrown away; if not, the next drain still knows them.
  const soon = Date.now() - ACTIVE_MS;
  const running = Object.values(workTrees).some(({ open, background }) =>
    [...open, ...background].some((step) => step.at > soon),
  );
  const waits = ({ cursor, lastAt }: SessionState): boolean => cursor.uncommitted.length > 0 && lastAt > soon;
  if (running || sessions.some((one) => waits(one) || hasDeclarations(one))) writeFileSync(marker, '');
  else rmSync(marker, { force: true });
}
