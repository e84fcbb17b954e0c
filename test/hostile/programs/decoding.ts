import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { decodeNote } from '../../../src/model/format/note.ts';

/*
 * Decodes the notes in the files that are named, and says of each in a line of JSON how long it took (milliseconds of the
 * processor, and of the clock), how much more memory the process has had since (MiB), and what came of it.
 */
decodeNote(Uint8Array.of(0x82, 1, 0xa0)); // what is loaded once is loaded

for (const file of process.argv.slice(2)) {
  const bytes = new Uint8Array(readFileSync(file));
  const before = process.resourceUsage().maxRSS;
  const cpu = process.cpuUsage();
  const begin = performance.now();
  let said = 'read';
  try {
    decodeNote(bytes);
  } catch (error) {
    said = `${(error as Error).name}: ${(error as Error).message}`;
  }
  const clock = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  const memory = (process.resourceUsage().maxRSS - before) / 1024;
  process.stdout.write(`${JSON.stringify({ ms: Math.min(clock, (user + system) / 1000), memory, said })}\n`);
}
