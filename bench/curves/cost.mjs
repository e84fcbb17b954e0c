// What a command costs: processor time of it and of all processes that it waits for, by the shell's own clock, and its memory.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { median } from '../measure.mjs';

const GNU_TIME = '/usr/bin/time';
// The last line of standard error: user, system and elapsed seconds; before it the kilobytes of the largest process.
const TIMED = 'TIMEFORMAT="cost %3U %3S %3R"; time "$@"';

/**
 * @typedef {{ cpu: number, ms: number, mb: number }} Cost milliseconds of processor time and by the clock, megabytes at most
 * @param {readonly string[]} words the command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, input?: string }} where
 * @returns {Cost}
 */
export function costOf(words, { cwd, env, input }) {
  const memory = existsSync(GNU_TIME) ? [GNU_TIME, '-f', 'memory %M'] : [];
  const done = spawnSync('bash', ['-c', TIMED, 'bash', ...memory, ...words], {
    cwd,
    env,
    ...(input === undefined ? {} : { input }),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'],
    maxBuffer: 1 << 28,
  });
  const said = done.stderr.toString();
  if (done.status !== 0) throw new Error(`${words.join(' ')} ended with ${done.status ?? done.signal}: ${said}`);
  const [user, system, elapsed] = /cost (\S+) (\S+) (\S+)\n$/.exec(said).slice(1).map(Number);
  const kilobytes = Number(/memory (\d+)\n/.exec(said)?.[1] ?? 0);
  return { cpu: (user + system) * 1000, ms: elapsed * 1000, mb: Math.round(kilobytes / 1024) };
}

/** How often a command is run at a size, so that large sizes take minutes and not hours. */
export const roundsAt = (size) => (size < 5000 ? 5 : size < 50_000 ? 3 : 1);

/**
 * Runs operations in turns.
 * @param {Record<string, { before?: () => void, words: readonly string[], input?: string }>} operations
 * @param {{ rounds: number, cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Record<string, Cost>} medians
 */
export function inTurns(operations, { rounds, cwd, env }) {
  const all = Object.fromEntries(Object.keys(operations).map((name) => [name, []]));
  for (let round = rounds > 1 ? -1 : 0; round < rounds; round++)
    for (const [name, { before, words, input }] of Object.entries(operations)) {
      before?.();
      const cost = costOf(words, { cwd, env, ...(input === undefined ? {} : { input }) });
      // The first round writes the program's compiled code and fills git's and the system's caches.
      if (round >= 0) all[name].push(cost);
    }
  const middle = (costs, key) => median(costs.map((cost) => cost[key]));
  return Object.fromEntries(
    Object.entries(all).map(([name, costs]) => [
      name,
      { cpu: middle(costs, 'cpu'), ms: middle(costs, 'ms'), mb: middle(costs, 'mb') },
    ]),
  );
}
