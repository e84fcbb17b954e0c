import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that has a child, and never asks how that ended. */
export interface Unreaped {
  /** The number of the child. */
  readonly pid: number;
  readonly kill: () => void;
}

/** @param child what the child does, in Perl */
export async function startUnreaped(child: string): Promise<Unreaped> {
  const text = `$| = 1; my $pid = fork; if (!$pid) { close STDOUT; ${child} } print "$pid\\n"; sleep 60;`;
  const parent = spawn('perl', ['-e', text], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve));
  return { pid: Number(line.toString()), kill: () => void parent.kill('SIGKILL') };
}

/** A killed child. Linux lists it as a process until the other one ends. */
export async function startKilled(): Promise<Unreaped> {
  const started = await startUnreaped('kill 9, $$');
  for (let i = 0; i < 1000; i++) {
    if (readFileSync(`/proc/${started.pid}/stat`, 'latin1').includes(') Z ')) return started;
    await sleep(10);
  }
  started.kill();
  throw new Error('The child did not end.');
}
