import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pause } from './pause.ts';

/**
 * Whether any process has this home: hooks start some that go on in the background. A process has no environment for a moment
 * while it becomes another program, and one that starts meanwhile is not listed: only two looks in a row prove that no such process runs.
 */
export function areAtWork(home: string): boolean {
  if (!existsSync('/proc/self/environ')) return false;
  if (isAnyWith(home)) return true;
  pause(20);
  return isAnyWith(home);
}

const isAnyWith = (home: string): boolean =>
  readdirSync('/proc').some((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'latin1').includes(`HOME=${home}\0`);
    } catch {
      return false;
    }
  });

/** Waits until no process has this home, at most ten seconds: what would still write may not meet the next story in the same folder. */
export function waitForAll(home: string): void {
  for (let i = 0; i < 200 && areAtWork(home); i++) pause(50);
}
