import type { Writes } from '../verdict.ts';
import { ANY, NONE } from '../verdict.ts';
import type { Arg } from './word.ts';
import { joinPath } from './word.ts';

/**
 * The directories in which the next command may run, relative to where the command line starts; undefined when that cannot
 * be known, empty when it is never reached.
 */
export type Directories = readonly string[] | undefined;

/** What is known after a part: where one may be when it succeeded and when it failed, and whether it verifies. */
export interface Flow {
  readonly ok: Directories;
  readonly fail: Directories;
  readonly checks: boolean;
  /** A failure of the verification does not show in the part's exit status. */
  readonly masked: boolean;
}

const LIMIT = 8;

/** A part that verifies nothing and stays where it is. */
export const quiet = (at: Directories): Flow => ({ ok: at, fail: at, checks: false, masked: false });
/** The part ran in a shell of its own. */
export const stays = (at: Directories, flow: Flow): Flow => ({ ...flow, ok: at, fail: at });
/** The part may not have run at all. */
export const perhaps = (flow: Flow, before: boolean): Flow => ({
  ...flow,
  checks: flow.checks || before,
  masked: flow.checks || before,
});

/** Either of the two ran. */
export const either = (a: Flow, b: Flow): Flow => ({
  ok: union(a.ok, b.ok),
  fail: union(a.fail, b.fail),
  checks: a.checks || b.checks,
  masked: a.masked || b.masked,
});

export const same = (a: Directories, b: Directories): boolean =>
  a === b || (a?.length === b?.length && a?.every((path, i) => path === b?.[i]) === true);

/** Either directory; too many are unknown. */
export function union(a: Directories, b: Directories): Directories {
  if (a === undefined || b === undefined) return undefined;
  const all = [...new Set([...a, ...b])];
  return all.length > LIMIT ? undefined : all;
}

/** `cd`, `pushd`, `popd` with these words. Whether it succeeded is left open. */
export function changeDirectory(words: readonly Arg[], at: Directories): Flow {
  const operands = words.slice(1).filter(({ value }) => value === undefined || !/^-[LPe@]+$/.test(value));
  const target = operands[0]?.value;
  const named = words[0]?.value !== 'popd' && operands.length === 1 && target !== undefined;
  if (!named || /^(-|\+\d+|-\d+|)$/.test(target)) return { ...quiet(at), ok: undefined };
  const ok = target.startsWith('/') ? [joinPath('', target)] : at?.map((directory) => joinPath(directory, target));
  return { ...quiet(at), ok };
}

/** What a part writes, seen from where the command line starts. */
export function writesFrom(writes: Writes, at: Directories): Writes {
  if (writes.kind !== 'paths') return writes;
  const paths = writes.paths.flatMap((path) =>
    path.startsWith('/') ? [joinPath('', path)] : (at?.map((directory) => joinPath(directory, path)) ?? []),
  );
  if (paths.length === 0 && at?.length === 0) return NONE;
  return at !== undefined || writes.paths.every((path) => path.startsWith('/')) ? { kind: 'paths', paths } : ANY;
}
