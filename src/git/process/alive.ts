import { readFileSync } from 'node:fs';

/**
 * Whether a process still runs. A killed process stays listed until its parent reads its exit code, and in a container without
 * an init process no parent does. Linux says so in /proc; elsewhere such a process counts as running.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !hasEnded(pid);
}

// proc(5): the state follows the name of the program, which is in brackets and may contain some.
function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return /^ [ZXx] /.test(stat.slice(stat.lastIndexOf(')') + 1));
  } catch {
    return false;
  }
}
