import type { Writes } from '../verdict.ts';
import { ANY, NONE } from '../verdict.ts';
import { expanded, type Variables } from '../variables.ts';
import type { Arg } from './word.ts';
import { joinPath } from './word.ts';

/**
 * The directories in which the next command may run, relative to the start of the command line. Undefined when unknown,
 * empty when the next command is never reached.
 */
export type Directories = readonly string[] | undefined;

/** The state after a part: the possible directories after success and after failure, and whether it verifies. */
export interface Flow {
  readonly ok: Directories;
  readonly fail: Directories;
  readonly checks: boolean;
  /** The part's exit status hides a failed verification. */
  readonly masked: boolean;
}

const MAX_DIRECTORIES = 8;

/** A part that verifies nothing and keeps its directory. */
export const quiet = (at: Directories): Flow => ({ ok: at, fail: at, checks: false, masked: false });
/** A part that ran in a subshell. */
export const stays = (at: Directories, flow: Flow): Flow => ({ ...flow, ok: at, fail: at });
/** A part that may not have run at all. */
export const perhaps = (flow: Flow, before: boolean): Flow => ({
  ...flow,
  checks: flow.checks || before,
  masked: flow.checks || before,
});

/** Either of the two parts ran. */
export const either = (a: Flow, b: Flow): Flow => ({
  ok: union(a.ok, b.ok),
  fail: union(a.fail, b.fail),
  checks: a.checks || b.checks,
  masked: a.masked || b.masked,
});

export const same = (a: Directories, b: Directories): boolean =>
  a === b || (a?.length === b?.length && a?.every((path, i) => path === b?.[i]) === true);

/** All directories of both; unknown when there are too many. */
export function union(a: Directories, b: Directories): Directories {
  if (a === undefined || b === undefined) return undefined;
  const all = [...new Set([...a, ...b])];
  return all.length > MAX_DIRECTORIES ? undefined : all;
}

/** Reads `cd`, `pushd` or `popd`. The result covers both success and failure. */
export function changeDirectory(named: readonly Arg[], at: Directories, known: Variables): Flow {
  const words = named.map((word) => expanded(known, word));
  const operands = words.slice(1).filter(({ value }) => value === undefined || !/^-[LPe@]+$/.test(value));
  const target = operands[0]?.value ?? fromHere(operands[0]?.text ?? '');
  const isNamed = words[0]?.value !== 'popd' && operands.length === 1 && target !== undefined;
  if (!isNamed || /^(-|\+\d+|-\d+|)$/.test(target)) return { ...quiet(at), ok: undefined };
  const ok = target.startsWith('/') ? [joinPath('', target)] : at?.map((directory) => joinPath(directory, target));
  return { ...quiet(at), ok };
}

// The folder in `cd "$PWD/web"`.
const fromHere = (text: string): string | undefined => {
  const rest = /^"?\$(?:PWD|\{PWD\})"?((?:\/[\w.@+-]+)*)\/?"?$/.exec(text)?.[1];
  return rest === undefined ? undefined : `.${rest}`;
};

/** What a part writes, relative to the start of the command line. */
export function writesFrom(writes: Writes, at: Directories): Writes {
  if (writes.kind !== 'paths') return writes;
  const paths = writes.paths.flatMap((path) =>
    path.startsWith('/') ? [joinPath('', path)] : (at?.map((directory) => joinPath(directory, path)) ?? []),
  );
  if (paths.length === 0 && at?.length === 0) return NONE;
  return at !== undefined || writes.paths.every((path) => path.startsWith('/')) ? { kind: 'paths', paths } : ANY;
}
