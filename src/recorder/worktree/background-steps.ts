import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeId, RepoPath, SessionId } from '../../model/ids.ts';
import { lasts } from '../../model/shell/background.ts';
import { type BackgroundWrites } from '../../model/shell/background-writes.ts';
import type { BackgroundStep, OpenStep, WorkTreeState } from '../state/state.ts';

/** Longest time (ms) that a program in the background counts as running, when nothing reports its end. */
const MAX_RUNNING_MS = 20 * 60_000;
/** Programs followed at once; the oldest are dropped first. */
const MAX_PROGRAMS = 64;
/** Tolerance between the time of a write and of the snapshot that saw it, by two clocks, in milliseconds. */
const CLOCK_SKEW_MS = 1000;

/** The background program that may have made a difference; undefined when none can have. */
export type BackgroundMaker =
  | { readonly kind: 'background'; readonly step: BackgroundStep }
  | { readonly kind: 'git' | 'unsure' }
  | undefined;

/** When the file at a path was last written; milliseconds since the epoch. */
export type WrittenAt = (path: RepoPath) => number;

/** Follows a program that is still running when its call has returned. */
export function followInBackground(
  workTree: WorkTreeState,
  step: OpenStep,
  node: NodeId,
  lasting: BackgroundWrites,
  task?: string,
): void {
  if (!lasts(lasting)) return;
  workTree.background.push({ ...step, node, lasting, ...(task !== undefined && { task }) });
  workTree.background.splice(0, workTree.background.length - MAX_PROGRAMS);
}

/** Records that programs in the background have ended by now. Their writes appear in the next snapshot. */
export function endBackground(workTree: WorkTreeState, at: number, which: (step: BackgroundStep) => boolean): void {
  for (const step of workTree.background) if (which(step)) step.until = Math.min(step.until ?? at, at);
}

/** Whether a step belongs to a session or to one of its sub-agents. */
export const isOf = ({ session }: OpenStep, id: SessionId): boolean => session === id || session.startsWith(`${id}/`);

/** Every file was just compared, so a program that ended before that time can add nothing more. */
export function forgetEnded(workTree: WorkTreeState, at: number): void {
  workTree.background = workTree.background.filter((step) => endOf(step) >= at);
}

/**
 * The program in the background that may have made the difference at a path that its command names. The command's explanation
 * decides which of the lines are its own (explainer.ts).
 */
export function namedInBackground(
  path: RepoPath,
  steps: readonly BackgroundStep[],
  writtenAt: WrittenAt,
): BackgroundMaker {
  const naming = steps.filter(({ lasting }) => isAmong(path, lasting.paths));
  const last = naming.at(-1);
  if (!last) return undefined;
  const isOne = naming.every(({ session }) => session === last.session);
  return isOne && writtenAt(path) <= endOf(last) ? { kind: 'background', step: last } : { kind: 'unsure' };
}

/** The background programs that may have made an otherwise unexplained difference. */
export function perhapsInBackground(
  path: RepoPath,
  steps: readonly BackgroundStep[],
  writtenAt: WrittenAt,
): BackgroundMaker {
  const free = steps.filter(({ lasting }) => lasting.rest !== 'none');
  if (free.length === 0) return undefined;
  const at = writtenAt(path);
  const able = free.filter((step) => at <= endOf(step));
  if (able.length === 0) return undefined;
  if (able.every(({ lasting }) => lasting.rest === 'git')) return { kind: 'git' };
  const last = able.at(-1)!;
  const isOne = able.every(({ session, lasting }) => session === last.session && lasting.rest === 'any');
  return isOne ? { kind: 'background', step: last } : { kind: 'unsure' };
}

/** Whether a command names this path or a folder above it. */
export const isAmong = (path: RepoPath, named: readonly string[]): boolean =>
  named.some((one) => path === one || path.startsWith(`${one}/`) || one === '.');

/** When files of a work tree were last written, if they are unchanged since `at`; otherwise `at`. */
export const writtenIn =
  (top: string, at: number): WrittenAt =>
  (path) => {
    const time = lstatSync(join(top, path), { throwIfNoEntry: false })?.mtimeMs;
    return time === undefined || time > at + CLOCK_SKEW_MS ? at : Math.floor(time); // events have whole milliseconds
  };

/** When the files of a work tree were created; 0 for a missing file or where the file system does not record it. */
export const bornIn =
  (top: string): WrittenAt =>
  (path) =>
    lstatSync(join(top, path), { throwIfNoEntry: false })?.birthtimeMs ?? 0;

const endOf = (step: BackgroundStep): number => Math.min(step.until ?? Infinity, step.at + MAX_RUNNING_MS);
