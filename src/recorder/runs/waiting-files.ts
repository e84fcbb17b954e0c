import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular } from '../../git/objects/regular-file.ts';
import { localFiles } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';
import { isCheckKind } from '../../model/checks/kind.ts';
import { isOid, type Oid, type RepoPath } from '../../model/ids.ts';
import { isObject } from '../spool/json-fields.ts';
import type { RunReport } from './run-report.ts';

/** A check on files of a work tree that no commit had then. */
export interface WaitingRun {
  readonly report: RunReport;
  /** Who ran it. */
  readonly by: string;
  /** When it ended, in milliseconds since the epoch. */
  readonly at: number;
  /** The git dir of its work tree. */
  readonly gitDir: string;
  /** HEAD when it ran; null before the first commit. */
  readonly head: Oid | null;
  /** HEAD when its commits were last looked for. */
  readonly looked?: Oid;
  /** The files that differed from HEAD, with the contents that it ran on. */
  readonly files: readonly (readonly [RepoPath, Oid])[];
}

/** Runs kept at once. The oldest ones are given up. */
const MAX_RUNS = 64;
/** Files kept for a run. */
export const MAX_RUN_FILES = 1024;
const MAX_BYTES = 4 * 1024 * 1024;
/** How long a run waits for its commit. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether a check waits for a commit. It is asked at each commit, so it reads no file. */
export const hasWaitingRuns = (provDir: string): boolean => names(provDir).length > 0;

/** Keeps a run, or replaces one of this name. @param name of a run that was read; a new one when absent */
export function keepRun(provDir: string, run: WaitingRun, name = newName(provDir, run.at)): void {
  const dir = localFiles(provDir).runs;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  replaceFile(join(dir, name), JSON.stringify({ version: 1, ...run }));
  for (const old of names(provDir).slice(0, -MAX_RUNS)) dropRun(provDir, old);
}

/** The runs that wait, the oldest first. Damaged ones, and those that waited for too long, are deleted. */
export function waitingRuns(provDir: string, now: number): { name: string; run: WaitingRun }[] {
  return names(provDir).flatMap((name) => {
    const run = read(join(localFiles(provDir).runs, name));
    if (run && Math.abs(now - run.at) <= MAX_AGE_MS) return [{ name, run }];
    dropRun(provDir, name);
    return [];
  });
}

export const dropRun = (provDir: string, name: string): void =>
  rmSync(join(localFiles(provDir).runs, name), { force: true });

function names(provDir: string): string[] {
  try {
    return readdirSync(localFiles(provDir).runs)
      .filter((name) => /^\d{14}-\d+\.json$/.test(name))
      .sort();
  } catch {
    return []; // no check was run yet
  }
}

function newName(provDir: string, at: number): string {
  const time = String(at).padStart(14, '0');
  const taken = new Set(names(provDir));
  let number = process.pid;
  while (taken.has(`${time}-${number}.json`)) number++;
  return `${time}-${number}.json`;
}

function read(file: string): WaitingRun | undefined {
  try {
    const found: unknown = JSON.parse(readRegular(file, MAX_BYTES) ?? '');
    return isRun(found) ? found : undefined;
  } catch {
    return undefined; // cut off
  }
}

const isRun = (found: unknown): found is WaitingRun =>
  isObject(found) &&
  found['version'] === 1 &&
  typeof found['by'] === 'string' &&
  typeof found['gitDir'] === 'string' &&
  Number.isSafeInteger(found['at']) &&
  (found['head'] === null || isId(found['head'])) &&
  (found['looked'] === undefined || isId(found['looked'])) &&
  isReport(found['report']) &&
  Array.isArray(found['files']) &&
  found['files'].length <= MAX_RUN_FILES &&
  found['files'].every((one) => Array.isArray(one) && typeof one[0] === 'string' && isId(one[1]));

const isReport = (found: unknown): boolean =>
  isObject(found) &&
  found['format'] === 'command' &&
  typeof found['words'] === 'string' &&
  typeof found['kind'] === 'string' &&
  isCheckKind(found['kind']) &&
  ['passed', 'failed', 'unknown'].includes(String(found['result']));

const isId = (found: unknown): boolean => typeof found === 'string' && isOid(found);
