import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { localFiles } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';

/** Files of the local state that are replaced together, all or none. Paths are relative to its folder. */
export interface Staging {
  readonly writes: ReadonlyMap<string, string | Uint8Array>;
  readonly removals: Iterable<string>;
}

const PLAN = 'plan.json';

/**
 * Writes files into a staging folder. They count once this returns: the next process with the lock moves them into place.
 * Call this with the lock.
 */
export function stage(provDir: string, { writes, removals }: Staging): void {
  const dir = localFiles(provDir).staging;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const names = [...writes.keys()];
  for (const [i, name] of names.entries()) replaceFile(join(dir, String(i)), writes.get(name)!);
  replaceFile(join(dir, PLAN), JSON.stringify({ names, removals: [...removals] }));
  renameSync(dir, localFiles(provDir).staged);
}

/** Removes staged files that were not moved into place yet. */
export const unstage = (provDir: string): void => rmSync(localFiles(provDir).staged, { recursive: true, force: true });

/** Whether a process was killed before it had moved its staged files into place. */
export const hasStaged = (provDir: string): boolean => existsSync(join(localFiles(provDir).staged, PLAN));

/** Moves staged files into place, if any; a second run changes nothing. Call this with the lock. */
export function finishStaged(provDir: string): void {
  if (!hasStaged(provDir)) return;
  const dir = localFiles(provDir).staged;
  const { names, removals } = JSON.parse(readFileSync(join(dir, PLAN), 'utf8')) as {
    names: string[];
    removals: string[];
  };
  for (const [i, name] of names.entries()) {
    if (!isInside(name) || !existsSync(join(dir, String(i)))) continue; // already moved before a process was killed
    mkdirSync(dirname(join(provDir, name)), { recursive: true, mode: 0o700 });
    renameSync(join(dir, String(i)), join(provDir, name));
  }
  for (const name of removals.filter(isInside)) rmSync(join(provDir, name), { force: true });
  rmSync(dir, { recursive: true, force: true });
}

// Whether a name of a plan stays in the private folder: the plan is a file, so another program may have written it.
const isInside = (name: string): boolean => !isAbsolute(name) && !name.split(/[\\/]/).includes('..');
