import { readFileSync, readlinkSync } from 'node:fs';

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
  const state = statOf(pid)?.[0];
  return state === undefined || !/^[ZXx]$/.test(state);
}

/**
 * When a process began, in ticks since the machine started. With its number it names the process, because numbers are used again.
 * Undefined where the system does not say it.
 */
export const beganAt = (pid: number): string | undefined => statOf(pid)?.[19];

/**
 * The numbering that the numbers of processes here belong to: a container and the sandbox of an agent have their own. Undefined where
 * the system has no such thing.
 */
export function pidNumbering(): string | undefined {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
  } catch {
    return undefined;
  }
}

// proc(5): the state is the first field after the name of the program, which is in brackets and may contain some.
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
