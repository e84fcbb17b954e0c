import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { decodeNote } from '../../../src/model/format/note.ts';

/*
 * Decodes the notes in the files that are named, and says of each in a line of JSON how long it took (milliseconds of the
 * processor, and of the clock), how much more memory the process has had since (MiB), and what came of it. The times are those
 * of a machine that does `standardWork` in `STANDARD_MS`; on a slower machine they are smaller than what the clock says.
 */
const STANDARD_MS = 28;

/** Takes `STANDARD_MS` in a process that has just started, on a machine on which an empty Node takes 45 ms. */
function standardWork(): number {
  const words = new Map<string, number>();
  for (let i = 0; i < 60_000; i++) words.set(`word ${(i * 7919) % 60_013}`, i);
  return [...words.keys()].sort().length;
}

/** What `work` takes of the processor or of the clock, whichever is less, in milliseconds. */
function timed(work: () => unknown): number {
  const cpu = process.cpuUsage();
  const begin = performance.now();
  work();
  const clock = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(clock, (user + system) / 1000);
}

decodeNote(Uint8Array.of(0x82, 1, 0xa0)); // what is loaded once is loaded

for (const file of process.argv.slice(2)) {
  const bytes = new Uint8Array(readFileSync(file));
  const before = process.resourceUsage().maxRSS;
  let said = 'read';
  const ms = timed(() => {
    try {
      decodeNote(bytes);
    } catch (error) {
      said = `${(error as Error).name}: ${(error as Error).message}`;
    }
  });
  const memory = (process.resourceUsage().maxRSS - before) / 1024;
  const slowness = Math.max(1, timed(standardWork) / STANDARD_MS);
  process.stdout.write(`${JSON.stringify({ ms: ms / slowness, slowness, memory, said })}\n`);
}
