// Times programs side by side: the cases take turns, so that other load on the machine affects all of them equally.
import { spawnSync } from 'node:child_process';

/**
 * @typedef {{ before?: () => void, run: () => void }} Case `before` is not timed
 * @typedef {{ median: number, low: number, high: number, runs: number }} Times milliseconds; the quartiles
 */

/**
 * Runs each case `rounds` times, in turns and in varying order.
 * @param {Record<string, Case>} cases
 * @param {{ rounds: number, warmup?: number }} options `warmup`: rounds before the counted ones
 * @returns {Record<string, Times>}
 */
export function measure(cases, { rounds, warmup = 2 }) {
  const names = Object.keys(cases);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warmup; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + Math.max(round, 0)) % names.length];
      cases[name].before?.();
      const start = process.hrtime.bigint();
      cases[name].run();
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      if (round >= 0) times[name].push(ms);
    }
  }
  return Object.fromEntries(names.map((name) => [name, summary(times[name])]));
}

/** The middle value of numbers; of an even count, the mean of the two in the middle. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { median: median(times), low: at(0.25), high: at(0.75), runs: times.length };
}

/**
 * Runs a program to its end and throws when it fails. Its output is discarded unless it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, input?: string }} options
 */
export function execute(command, args, { cwd, env, input }) {
  const done = spawnSync(command, args, {
    cwd,
    env,
    ...(input === undefined ? {} : { input }),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${done.status ?? done.signal}`);
}
