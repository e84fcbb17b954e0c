import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeId, RepoPath, SessionId } from '../../model/ids.ts';
import { lasts } from '../../model/shell/background.ts';
import { type Lasting } from '../../model/shell/lasting.ts';
import type { BackgroundStep, OpenStep, WorkTreeState } from '../state/state.ts';

/** A program in the background is reckoned with for so long, in milliseconds, when nobody tells that it has ended. */
const BOUND_MS = 20 * 60_000;
/** So many are followed at once; the first are forgotten. */
const FOLLOWED = 64;
/** What lies between a write and the look that saw it, by two clocks, in milliseconds. */
const SLACK_MS = 1000;

/** Who may have made a difference in the background; undefined when nobody there. */
export type BackgroundMaker =
  | { readonly kind: 'background'; readonly step: BackgroundStep }
  | { readonly kind: 'git' | 'unsure' }
  | undefined;

/** When the file at a path was last written; milliseconds since the epoch. */
export type WrittenAt = (path: RepoPath) => number;

/** Reckons with a program that is still at work when its call has returned. */
export function goOn(workTree: WorkTreeState, step: OpenStep, node: NodeId, lasting: Lasting, task?: string): void {
  if (!lasts(lasting)) return;
  workTree.background.push({ ...step, node, lasting, ...(task !== undefined && { task }) });
  workTree.background.splice(0, workTree.background.length - FOLLOWED);
}

/** Notes that programs in the background have ended by now. What they wrote is seen at the next look. */
export function endThose(workTree: WorkTreeState, at: number, which: (step: BackgroundStep) => boolean): void {
  for (const step of workTree.background) if (which(step)) step.until = Math.min(step.until ?? at, at);
}

/** Whether a step is a session's own, or one of its sub-agents'. */
export const isOf = ({ session }: OpenStep, id: SessionId): boolean => session === id || session.startsWith(`${id}/`);

/** All files were looked at: what has ended before that can write no more. */
export function forgetEnded(workTree: WorkTreeState, at: number): void {
  workTree.background = workTree.background.filter((step) => endOf(step) >= at);
}

/**
 * The program in the background that may have made the difference at a path that its command names. Which of the lines are its
 * own, the command's explanation decides (explainer.ts).
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

/** Who in the background may have made a difference that nothing else explains. */
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

/** Whether a path is one of those that a command names, or lies below one. */
export const isAmong = (path: RepoPath, named: readonly string[]): boolean =>
  named.some((one) => path === one || path.startsWith(`${one}/`) || one === '.');

/** When files of a work tree were last written, as far as they still stand as they were seen at `at`; else that moment. */
export const writtenIn =
  (top: string, at: number): WrittenAt =>
  (path) => {
    const time = lstatSync(join(top, path), { throwIfNoEntry: false })?.mtimeMs;
    return time === undefined || time > at + SLACK_MS ? at : Math.floor(time); // events have whole milliseconds
  };

/** When the files of a work tree came to be; 0 where there is none or the file system does not tell. */
export const bornIn =
  (top: string): WrittenAt =>
  (path) =>
    lstatSync(join(top, path), { throwIfNoEntry: false })?.birthtimeMs ?? 0;

const endOf = (step: BackgroundStep): number => Math.min(step.until ?? Infinity, step.at + BOUND_MS);
