import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceBytes } from './state.ts';

/** Files of the local state that are to be others, all or none. Paths are relative to its folder. */
export interface Staging {
  readonly writes: ReadonlyMap<string, string | Uint8Array>;
  readonly removals: Iterable<string>;
}

/** Where they lie until they are put in their places; under the other name while they are being written. */
const STAGED = 'staged';
const UNDONE = 'staged.new';
const PLAN = 'plan.json';

/**
 * Writes files beside their places. From the moment that this returns they count: whoever has the lock next puts them there.
 * To be called with the lock.
 */
export function stage(provDir: string, { writes, removals }: Staging): void {
  const dir = join(provDir, UNDONE);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const names = [...writes.keys()];
  for (const [i, name] of names.entries()) replaceBytes(join(dir, String(i)), writes.get(name)!);
  replaceBytes(join(dir, PLAN), JSON.stringify({ names, removals: [...removals] }));
  renameSync(dir, join(provDir, STAGED));
}

/** Takes back what was staged and is in no place yet. */
export const unstage = (provDir: string): void => rmSync(join(provDir, STAGED), { recursive: true, force: true });

/** Puts staged files in their places, if there are any; done twice, it changes nothing. To be called with the lock. */
export function finishStaged(provDir: string): void {
  const dir = join(provDir, STAGED);
  if (!existsSync(join(dir, PLAN))) return;
  const { names, removals } = JSON.parse(readFileSync(join(dir, PLAN), 'utf8')) as {
    names: string[];
    removals: string[];
  };
  for (const [i, name] of names.entries()) {
    if (!existsSync(join(dir, String(i)))) continue; // put there before this was killed
    mkdirSync(dirname(join(provDir, name)), { recursive: true, mode: 0o700 });
    renameSync(join(dir, String(i)), join(provDir, name));
  }
  for (const name of removals) rmSync(join(provDir, name), { force: true });
  rmSync(dir, { recursive: true, force: true });
}
