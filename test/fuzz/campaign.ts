import { cpuMs } from '../helpers/cpu.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ProvError } from '../../src/errors.ts';
import { SEED, tell } from '../stress/campaign.ts';
import { Dice } from './dice.ts';

/** The number of runs of each target: a few in a test run; `npm run fuzz` sets another number. */
const RUNS = Number(process.env['FUZZ'] ?? 0);
export const TIMEOUT = RUNS > 0 ? 6 * 60 * 60_000 : 60_000;
/**
 * An input that takes longer, in milliseconds, is a finding. A large one is read and written a dozen times over, and a KiB may hold
 * a thousand values: it may take longer by the KiB, which is still far from what anything quadratic would take.
 */
const SLOW_MS = 50;
const SLOW_MS_KIB = 2;
const SLOWEST = 10;
/** The size limit of notes; larger inputs are cut. */
const LONGEST = 4 << 20;
/** The folder for inputs that fail. */
const KEPT = join(tmpdir(), 'git-prov-fuzz');

/** A reader of external data. */
export interface Target {
  readonly name: string;
  /** Another input, generated from the dice. */
  readonly input: (dice: Dice) => Uint8Array;
  /**
   * Reads it, and checks the result. Returns whether it could be read.
   * @throws ProvError of any kind but `bug` where it is refused; anything else is a finding
   */
  readonly run: (bytes: Uint8Array) => boolean | Promise<boolean>;
  /** The number of runs in a test run. */
  readonly few: number;
  /** How often in a campaign, for each time of the cheapest ones. */
  readonly share?: number;
  /** It waits for processes, so its time proves nothing. */
  readonly untimed?: boolean;
}

/**
 * Tries a target with many inputs. The nth follows from the seed and n alone. Of a failure the input is made small, kept in
 * a file and shown.
 * @returns how many could be read: a target that refuses everything tests nothing
 */
export async function fuzz(target: Target): Promise<number> {
  const times = RUNS > 0 ? Math.ceil(RUNS * (target.share ?? 1)) : target.few;
  const slowest: { ms: number; n: number; bytes: Uint8Array }[] = [];
  let read = 0;
  const begin = performance.now();
  for (let n = 0; n < times; n++) {
    const bytes = target.input(new Dice(SEED * 1_000_003 + n)).subarray(0, LONGEST);
    const before = performance.now();
    let fault = attempt(target, bytes);
    if (fault instanceof Promise) fault = await fault;
    if (fault === 'read') read++;
    else if (fault !== 'refused') throw await report(target, bytes, n, fault);
    const ms = performance.now() - before;
    if (slowest.length < SLOWEST || ms > slowest.at(-1)!.ms) {
      slowest.push({ ms, n, bytes });
      slowest.sort((a, b) => b.ms - a.ms);
      slowest.length = Math.min(slowest.length, SLOWEST);
    }
  }
  const seconds = (performance.now() - begin) / 1000;
  const worst = target.untimed ? [] : await measureAgain(target, slowest);
  tell(
    `${target.name}: ${times} inputs in ${seconds.toFixed(1)} s, ${read} read; slowest ${worst
      .map(({ ms, n, bytes }) => `${ms.toFixed(1)} ms (n ${n}, ${bytes.length} bytes)`)
      .slice(0, RUNS > 0 ? SLOWEST : 1)
      .join(', ')}`,
  );
  for (const { ms, n, bytes } of worst)
    if (ms > SLOW_MS + (SLOW_MS_KIB * bytes.length) / 1024)
      throw await report(target, bytes, n, new Error(`it takes ${ms.toFixed(0)} ms`));
  return read;
}

type Attempt = 'read' | 'refused' | Error;

function attempt(target: Target, bytes: Uint8Array): Attempt | Promise<Attempt> {
  try {
    const read = target.run(bytes);
    return read instanceof Promise ? read.then(judged, refusedOr) : judged(read);
  } catch (error) {
    return refusedOr(error);
  }
}

const judged = (read: boolean): Attempt => (read ? 'read' : 'refused');

const refusedOr = (error: unknown): Attempt => {
  if (error instanceof ProvError && error.kind !== 'bug') return 'refused';
  return error instanceof Error ? error : new Error(String(error));
};

// Another process may have used the core meanwhile, so the shortest of several runs counts.
async function measureAgain<T extends { ms: number; bytes: Uint8Array }>(target: Target, slowest: T[]): Promise<T[]> {
  for (const one of slowest)
    for (let i = 0; i < 5; i++) {
      one.ms = Math.min(one.ms, await cpuMs(() => attempt(target, one.bytes)));
    }
  return slowest.sort((a, b) => b.ms - a.ms);
}

async function report(target: Target, bytes: Uint8Array, n: number, fault: Error): Promise<Error> {
  const small = await shrink(target, bytes, fault.message);
  mkdirSync(KEPT, { recursive: true });
  const file = join(KEPT, `${target.name.replaceAll(/\W+/g, '-')}-${SEED}-${n}.bin`);
  writeFileSync(file, small);
  const shown = Buffer.from(small.subarray(0, 400));
  const cause = `${fault.stack ?? fault.message}`;
  return new Error(
    `${target.name}, SEED ${SEED}, input ${n}, kept in ${file} (${small.length} bytes)\n  hex ${shown.toString('hex')}\n  text ${JSON.stringify(shown.toString('utf8'))}\n${cause}`,
  );
}

// Removes pieces as long as it still fails in the same way.
async function shrink(target: Target, bytes: Uint8Array, message: string): Promise<Uint8Array> {
  let small = bytes;
  let tries = 0;
  for (let size = Math.ceil(small.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < small.length && tries++ < 3000;) {
      const less = Uint8Array.from([...small.subarray(0, at), ...small.subarray(at + size)]);
      const found = await attempt(target, less);
      if (found instanceof Error && found.message === message) small = less;
      else at += size;
    }
  return small;
}
