import type { SpawnOptions, SpawnSyncOptions } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { getSystemErrorName } from 'node:util';

/** The arguments of `spawn` and `spawnSync` after the program. */
export function callOf<T extends SpawnOptions | SpawnSyncOptions>(
  rest: readonly unknown[],
): [args: readonly string[], options: T] {
  const [args, options] = Array.isArray(rest[0]) ? [rest[0], rest[1]] : [[], rest[0]];
  return [args.map(String), (options ?? {}) as T]; // as in Node, an argument may be a number
}

/**
 * Which of the three streams are pipes.
 * @param known the options that another process understands
 * @returns undefined for a call that this process has to make itself
 */
export function pipesOf(
  args: readonly string[],
  options: SpawnOptions | SpawnSyncOptions,
  known: ReadonlySet<string>,
): boolean[] | undefined {
  const isKnown = Object.entries(options).every(([name, value]) => value === undefined || known.has(name));
  // Node refuses an argument with a NUL.
  if (!isKnown || args.some((arg) => arg.includes('\0'))) return undefined;
  const { stdio } = options;
  const kinds = [0, 1, 2].map((fd) => (Array.isArray(stdio) ? stdio[fd] : stdio) ?? 'pipe');
  const isOwn = kinds.some((kind) => kind !== 'pipe' && kind !== 'ignore');
  return isOwn || (Array.isArray(stdio) && stdio.length > 3) ? undefined : kinds.map((kind) => kind === 'pipe');
}

/** The folder that a program starts in. */
export const folderOf = (cwd: string | URL | undefined): string =>
  cwd === undefined ? process.cwd() : typeof cwd === 'string' ? cwd : fileURLToPath(cwd);

/** The error that Node gives for a program that did not start or printed too much. @param errno the number of the system's error */
export function failure(call: 'spawn' | 'spawnSync', file: string, args: readonly string[], errno: number): Error {
  const code = getSystemErrorName(-errno);
  const more = { code, errno: -errno, syscall: `${call} ${file}`, path: file, spawnargs: [...args] };
  return Object.assign(new Error(`${call} ${file} ${code}`), more);
}

/** The name of a signal. @param signal its number */
export const signalName = (signal: number): NodeJS.Signals =>
  Object.entries(constants.signals).find(([, number]) => number === signal)![0] as NodeJS.Signals;
