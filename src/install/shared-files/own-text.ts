import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathBelow } from '../../git/paths/path-below.ts';
import { readIf } from '../apply.ts';
import { same } from '../install-change.ts';
import type { Plan } from '../plan.ts';

/** Permissions of files and folders that the repository commits. */
const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

/** A file for the work tree that `init` writes. */
export interface OwnText {
  /** Relative to the top of the work tree, with slashes. */
  readonly path: string;
  /** The new content; undefined when the file cannot take it. */
  readonly next: (current: Buffer | undefined) => Buffer | undefined;
  /** Describes the change for the user. */
  readonly say: string;
}

/** Where a file is, and whether it may be written. A link may lead out of the work tree: nothing is written there. */
export function placeIn(workTree: string, path: string): { readonly file: string; readonly isInside: boolean } {
  const file = join(workTree, ...path.split('/'));
  let there = file;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  return { file, isInside: pathBelow(realpathSync(workTree), realpathSync(there)) !== undefined };
}

/** Plans to write a text. A file that has the new content already stays: a colleague committed it, so `deinit` keeps it too. */
export function planText(plan: Plan, workTree: string, { path, next, say }: OwnText): void {
  const { file, isInside } = placeIn(workTree, path);
  if (!isInside) return;
  const current = readIf(file);
  const after = next(current);
  if (!after || same(after, current)) return;
  const entry = plan.entry(file);
  const before = entry && same(current, entry.after) ? entry.before : current;
  plan.folder(dirname(file), FOLDER_MODE);
  plan.file(file, after, { role: 'text', mode: FILE_MODE, before, say });
}

/** Whether a text of ours is in place. */
export function isInPlace(workTree: string, { path, next }: OwnText): boolean {
  const { file, isInside } = placeIn(workTree, path);
  if (!isInside) return false;
  const current = readIf(file);
  return current !== undefined && same(next(current), current);
}
