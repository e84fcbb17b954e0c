import { resolve } from 'node:path';
import type { SessionId } from '../../model/ids.ts';
import { readCommand, readReach } from '../../model/shell/parse/command.ts';
import type { Directories } from '../../model/shell/parse/flow.ts';
import type { Lasting } from '../../model/shell/lasting.ts';
import { ANY, bothWrite, type CommandVerdict, GIT, NONE, type Writes } from '../../model/shell/verdict.ts';
import { isOf } from './background.ts';
import { realPath, writtenPaths } from '../spool/paths.ts';
import type { OpenStep, WorkTreeState } from '../state/state.ts';

/** What a command may write in one of several work trees; `perhaps`: programs that run elsewhere may write there too. */
export interface WritesHere {
  readonly writes: Writes;
  readonly commits: boolean;
  readonly perhaps: boolean;
}

/**
 * What a command may write in a work tree of a repository that has several: the files that it names there, and anything where a
 * program runs inside of it. A program that runs elsewhere, or nobody knows where, may have written here or not.
 * @param trees all work trees, as far as they are known
 * @param beside it is another work tree than the one that the command began in, which has the benefit of the doubt
 */
export function writesHere(
  command: string,
  cwd: string,
  workTree: WorkTreeState,
  trees: readonly WorkTreeState[],
  beside: boolean,
): WritesHere {
  const reach = readReach(command);
  const paths = reach.paths.flatMap((path) => writtenPaths(path, workTree.top, cwd));
  const any = where(reach.any, cwd, workTree, trees);
  const git = where(reach.git, cwd, workTree, trees);
  const commits = where(reach.commits, cwd, workTree, trees);
  const mayBe = (place: Where): boolean =>
    place === 'here' || (!beside && (place === 'unknown' || place === 'outside'));
  const writes = [
    paths.length > 0 ? ({ kind: 'paths', paths } as const) : NONE,
    mayBe(any) ? ANY : NONE,
    mayBe(git) ? GIT : NONE,
  ].reduce(bothWrite);
  return {
    writes,
    commits: mayBe(commits) || commits === 'unknown',
    perhaps: (any !== 'nowhere' && !mayBe(any)) || (git === 'unknown' && beside),
  };
}

/** Where programs run: in this work tree, only in others, only outside of all, nobody knows, or there are none. */
type Where = 'here' | 'others' | 'outside' | 'unknown' | 'nowhere';

function where(directories: Directories, cwd: string, workTree: WorkTreeState, trees: readonly WorkTreeState[]): Where {
  if (directories === undefined) return 'unknown';
  if (directories.length === 0) return 'nowhere';
  const inside = directories.map((directory) => treeAround(realPath(resolve(cwd, directory)), trees));
  if (inside.includes(workTree)) return 'here';
  return inside.some((tree) => tree !== undefined) ? 'others' : 'outside';
}

// The innermost: work trees may lie in one another.
function treeAround(path: string, trees: readonly WorkTreeState[]): WorkTreeState | undefined {
  const around = trees.filter(({ top }) => path === top || path.startsWith(`${top}/`));
  return around.toSorted((a, b) => b.top.length - a.top.length)[0];
}

/** A step as it counts in a work tree, by all work trees that are known now. */
export function stepIn(workTree: WorkTreeState, step: OpenStep, trees: readonly WorkTreeState[]): OpenStep {
  const { command, verdict, cwd } = step;
  if (command === undefined || !verdict || cwd === undefined || (trees.length < 2 && !step.beside)) return step;
  const { perhaps: _, ...rest } = step;
  const here = writesHere(command, cwd, workTree, trees, step.beside === true);
  const { writes, commits } = here;
  return { ...rest, verdict: { ...verdict, writes, commits }, ...(here.perhaps && { perhaps: true }) };
}

/** Such a step as it counts in another work tree, which it went on to. */
export function stepBeside(workTree: WorkTreeState, step: OpenStep, trees: readonly WorkTreeState[]): OpenStep {
  const { command, verdict, cwd } = step;
  const elsewhere = { ...step, beside: true, paths: [] } as const;
  if (command === undefined || !verdict) return elsewhere;
  const { lasting: _, ...rest } = verdict;
  const lasting = lastingIn(readCommand(command), workTree.top, cwd);
  return stepIn(workTree, { ...elsewhere, verdict: { ...rest, ...(lasting && { lasting }) } }, trees);
}

/** What programs may write that a command left at work; paths outside of the work tree are not ours. */
export const lastingIn = ({ lasting }: CommandVerdict, top: string, cwd: string | undefined): Lasting | undefined =>
  lasting && { ...lasting, paths: lasting.paths.flatMap((path) => writtenPaths(path, top, cwd)) };

/** Whether a linked work tree was made while a step was under way: then all that was done in it was done since. */
export const isBornIn = ({ born }: WorkTreeState, step: OpenStep): boolean => born !== undefined && born >= step.at;

/** Lets the steps of a session's shell that are under way count in a work tree that was made meanwhile, by one of them. */
export function joinBorn(workTree: WorkTreeState, trees: readonly WorkTreeState[], by: SessionId): void {
  const isShell = (step: OpenStep): boolean => step.action === 'shell' && isOf(step, by);
  if (workTree.open.some(isShell)) return;
  const steps = trees.flatMap(({ open }) => open).filter((step) => isShell(step) && isBornIn(workTree, step));
  workTree.open.push(...steps.map((step) => stepBeside(workTree, step, trees)));
}
