import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether any process has this home: hooks start some that go on in the background. */
export function areAtWork(home: string): boolean {
  if (!existsSync('/proc/self/environ')) return false;
  return readdirSync('/proc').some((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'latin1').includes(`HOME=${home}\0`);
    } catch {
      return false;
    }
  });
}

/** Waits until no process has this home, at most ten seconds: what would still write may not meet the next story in the same folder. */
export function waitForAll(home: string): void {
  for (let i = 0; i < 200 && areAtWork(home); i++) spawnSync('sleep', ['0.05']);
}
