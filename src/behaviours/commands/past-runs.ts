import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../git/repository/replace-file.ts';
import { isObject } from '../../recorder/spool/json-fields.ts';

/** The time of a command, and what came meanwhile. */
export interface PastRun {
  readonly behaviour: string;
  /** The depth of what it does. */
  readonly depth: number;
  /** Milliseconds since the epoch; `to` is the latest possible end while it runs. */
  readonly from: number;
  readonly to: number;
  /** The commits that came to HEAD meanwhile. */
  readonly commits: readonly string[];
}

/** Runs that are remembered, the last ones. */
const MAX_RUNS = 200;
/** A larger file is damaged (bytes). */
const MAX_BYTES = 4 * 1024 * 1024;

const fileIn = (dir: string): string => join(dir, 'past');

/** The runs that are remembered. A damaged file counts as none: the limit of actions in an hour holds without it. */
export function pastRuns(dir: string): PastRun[] {
  const file = fileIn(dir);
  if (!existsSync(file) || statSync(file).size > MAX_BYTES) return [];
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(value) ? value.filter(isRun) : [];
  } catch {
    return [];
  }
}

/** Remembers a run; it replaces the one that began at the same time. */
export const rememberRun = (dir: string, run: PastRun): void =>
  replaceFile(
    fileIn(dir),
    `${JSON.stringify([...pastRuns(dir).filter(({ from }) => from !== run.from), run].slice(-MAX_RUNS))}\n`,
  );

/** The run that a session belongs to, because it began meanwhile. */
export const runAround = (runs: readonly PastRun[], began: number): PastRun | undefined =>
  runs.filter(({ from, to }) => began >= from && began <= to).sort((a, b) => b.depth - a.depth)[0];

/** The run that brought a commit. */
export const runOfCommit = (runs: readonly PastRun[], commit: string): PastRun | undefined =>
  runs.findLast(({ commits }) => commits.includes(commit));

const isRun = (one: unknown): one is PastRun =>
  isObject(one) &&
  typeof one['behaviour'] === 'string' &&
  ['depth', 'from', 'to'].every((name) => Number.isSafeInteger(one[name])) &&
  Array.isArray(one['commits']);
