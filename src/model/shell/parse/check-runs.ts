import type { SyntaxNode } from 'unbash';
import type { Check } from '../../checks/kind.ts';
import type { CommandVerdict, Effect } from '../verdict.ts';
import type { ScriptWalk } from './walking.ts';
import type { Directories } from './flow.ts';
import { baseName, joinPath } from './word.ts';

const MAX_CHECKS = 16;
/** Filters that pass on at least one fault of a check that prints only faults. */
const THROUGH: ReadonlySet<string> = new Set(['tail', 'head', 'cat', 'tee', 'less']);
/** Checks that print nothing unless they find a fault. */
const QUIET =
  /^(?:\S*\/)?(?:tsc|vue-tsc|eslint|shellcheck|flake8|gofmt|hadolint|yamllint|markdownlint|py_compile|standard)\b|^go (?:build|vet)\b|^node (?:--check|-c)\b/;
/** A program that watches files continues after a run, so its exit status is not that of the run. */
const WATCHES =
  /(?:^\S+ (?:run )?|[:-])watch(?:-?all)?(?= |$)|^(?:\S*\/)?(?:tsc|vue-tsc|jest|mocha|svelte-check)\b.* -w(?= |$)/i;
const RUNS_SCRIPT = /^(?:npm|pnpm|yarn|bun)\b/;

/** Adds the checks of one part of a command line. */
export function addChecks(
  walk: ScriptWalk,
  { check = [], label = '', likely, masked, parts }: Effect,
  at: Directories,
): void {
  const folder = folderOf(at, parts?.folder);
  for (const kind of check) {
    if (walk.runs.length >= MAX_CHECKS) return;
    const isQuiet = QUIET.test(label) || (RUNS_SCRIPT.test(label) && kind !== 'test' && kind !== 'format');
    const decisive = masked !== true && walk.behind === 0 && !WATCHES.test(label);
    walk.runs.push({
      kind,
      label,
      decisive,
      ...(walk.behind > 0 && { behind: true }),
      ...(isQuiet && !WATCHES.test(label) && { quiet: true }),
      ...(likely && { likely }),
      ...(walk.stashed && { stashed: true as const }),
      ...(folder !== '' && { folder }),
      ...(parts?.packages && { packages: parts.packages }),
    });
  }
}

/** The folder in which a command works, relative to the start; null when it is not known. */
export function folderOf(at: Directories, named: string | undefined): string | null {
  const [only, ...others] = at ?? [];
  if (only === undefined || others.length > 0) return null;
  return named === undefined || named === '.' ? only : joinPath(only, named);
}

/** Marks checks in a range: their failures do not show in the exit status of the whole. */
export function maskChecks(walk: ScriptWalk, from: number, to = walk.runs.length): void {
  for (let i = from; i < to; i++) walk.runs[i] = { ...walk.runs[i]!, decisive: false };
}

/** Marks checks from an index on: the next command prints their exit status. */
export function stateChecks(walk: ScriptWalk, from: number): void {
  for (let i = from; i < walk.runs.length; i++)
    if (walk.runs[i]!.decisive) walk.runs[i] = { ...walk.runs[i]!, stated: true };
}

/** Marks checks from an index on: they ran in a folder of another file system. */
export function forgetFolders(walk: ScriptWalk, from: number): void {
  for (let i = from; i < walk.runs.length; i++) walk.runs[i] = { ...walk.runs[i]!, folder: null };
}

/** Whether a command prints the exit status of the previous one. */
export const printsStatus = (node: SyntaxNode | undefined): boolean =>
  node?.type === 'Command' && node.name?.value === 'echo' && node.args.some(({ text }) => text.includes('$?'));

/** Marks checks in a range: their output is hidden or cut. */
export function coverOutput(walk: ScriptWalk, from: number, to = walk.runs.length): void {
  for (let i = from; i < to; i++) {
    const { quiet: _, ...check } = walk.runs[i]!;
    walk.runs[i] = check;
  }
}

/** Whether these commands show every fault that a pipe passes to them. */
export const showsAll = (commands: readonly SyntaxNode[]): boolean =>
  commands.every((node) => node.type === 'Command' && THROUGH.has(baseName(node.name?.value ?? '')));

/** Records a part that changes files and is not a check. The checks before it do not verify its changes. */
export function addChange(walk: ScriptWalk, { kind, writes, check }: Effect): void {
  if (check || kind === 'verification' || writes.kind === 'none' || writes.kind === 'git') return;
  if (kind === 'commitment' || kind === 'execution') walk.changedAt = walk.runs.length;
}

/** The checks of a whole command line. */
export function checksOf({ runs, changedAt }: ScriptWalk): Pick<CommandVerdict, 'runs' | 'changes'> {
  if (runs.length === 0) return {};
  const labelled: readonly Check[] = runs;
  if (changedAt === undefined) return { runs: labelled };
  return { runs: labelled, changes: changedAt < runs.length ? 'before check' : 'after check' };
}
