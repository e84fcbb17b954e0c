import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether faults can be injected into system calls here: strace exists and may trace. */
export const HAS_STRACE = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

/** The system calls that write, or open the way to it. */
const CALLS = (
  'write pwrite64 writev openat open close fsync fdatasync rename renameat renameat2 ' +
  'link linkat unlink unlinkat mkdir mkdirat ftruncate truncate'
).split(' ');
/** A line of strace that is not about a file. */
const PIPE = /^(?:\d+ +)?\w+\(\d+<(?:pipe|socket|anon_inode)/i;
const KINDS = ['KILL', 'ENOSPC', 'EIO', 'EMFILE'] as const;

/** At the `nth` such system call of a process, it is killed before the call, or the call fails. */
export interface Fault {
  readonly call: string;
  readonly nth: number;
  readonly kind: (typeof KINDS)[number];
}

/** The arguments of strace: for the program alone, or with its threads and children, each counted separately. */
function straceArgs(fault: Fault | 'none', follow: boolean, log: string): string[] {
  const common = [...(follow ? ['-f', '-ff', '--seccomp-bpf'] : []), '-qq', '-y', '-o', log];
  if (fault === 'none') return [...common, '-e', `trace=${CALLS.map((call) => `?${call}`).join(',')}`];
  const what = fault.kind === 'KILL' ? 'signal=KILL' : `error=${fault.kind}`;
  return [...common, '-e', `trace=${fault.call}`, '-e', `inject=${fault.call}:${what}:when=${fault.nth}`];
}

/**
 * Whether the fault hit a file. A pipe within one process or to its child has no disk that could be full; Node waits for
 * ever when one of its own fails.
 */
export function hitFile(logs: string): boolean {
  const lines = readdirSync(logs).flatMap((name) => readFileSync(join(logs, name), 'latin1').split('\n'));
  const hits = lines.filter((line) => line.includes('(INJECTED)'));
  return hits.length === 0 || hits.some((line) => !PIPE.test(line));
}

/** Writes a program that runs another one under strace. Without a fault, it leaves a list of its system calls in `logs`. */
export function writeTraced(file: string, program: string, fault: Fault | 'none', follow: boolean, logs: string): void {
  mkdirSync(logs, { recursive: true });
  const args = straceArgs(fault, follow, `${logs}/log.$$`).map((one) => (one.includes('$') ? `"${one}"` : `'${one}'`));
  writeFileSync(file, `#!/bin/sh\nexec strace ${args.join(' ')} ${program} "$@"\n`);
  chmodSync(file, 0o755);
}

/** A folder of programs that replace those of the same names when it is first on PATH: each is traced. */
export function writePath(folder: string, names: readonly string[], fault: Fault | 'none', logs: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of names) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`])
      .stdout.toString()
      .trim();
    if (found) writeTraced(join(folder, name), found, fault, true, logs);
  }
}

/**
 * All possible faults of processes that made these system calls. A call that only touched pipes does not fail.
 * @param script a fault before a process opens this file does not count: nothing of ours has begun
 */
export function faultsFrom(logs: string, script = ''): Fault[] {
  const found = new Map<string, Fault>();
  for (const name of readdirSync(logs)) {
    const counts = new Map<string, number>();
    const lines = readFileSync(join(logs, name), 'latin1').split('\n');
    const begin = script ? lines.findIndex((line) => line.includes(script)) : -1;
    for (const [i, line] of lines.entries()) {
      const call = /^(?:\d+ +)?(\w+)\(/.exec(line)?.[1];
      if (call === undefined) continue;
      const nth = (counts.get(call) ?? 0) + 1;
      counts.set(call, nth);
      if (i <= begin) continue;
      // A file is closed whatever close returns; strace would leave it open, and block the reader at the other end of a pipe.
      for (const kind of call === 'close' || PIPE.test(line) ? (['KILL'] as const) : KINDS) {
        const fault = { call, nth, kind };
        found.set(faultName(fault), fault);
      }
    }
  }
  return [...found.values()];
}

/** A fault in words. */
export const faultName = ({ call, nth, kind }: Fault): string => `${kind} at ${call} ${nth}`;
