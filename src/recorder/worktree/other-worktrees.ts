import { resolve } from 'node:path';
import type { SessionId } from '../../model/ids.ts';
import { readCommand, readReach } from '../../model/shell/parse/command.ts';
import type { Directories } from '../../model/shell/parse/flow.ts';
import type { BackgroundWrites } from '../../model/shell/background-writes.ts';
import { ANY, bothWrite, type CommandVerdict, GIT, NONE, type Writes } from '../../model/shell/verdict.ts';
import { isOf } from './background-steps.ts';
import { realPath, writtenPaths } from '../spool/event-paths.ts';
import type { OpenStep, WorkTreeState } from '../state/state.ts';

/** The writes that a command may do in one of several work trees; `perhaps`: programs that run elsewhere may write there too. */
export interface WritesHere {
  readonly writes: Writes;
  readonly commits: boolean;
  readonly perhaps: boolean;
}

/**
 * The possible writes of a command in one work tree of a repository with several: the files that it names there, and anything if
 * a program runs inside it. A program that runs elsewhere, or at an unknown place, may have written here or not.
 * @param trees all known work trees
 * @param beside it is not the work tree where the command began, which gets the benefit of the doubt
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
  const mayBe = (place: ProgramPlace): boolean =>
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

/** The place where programs run: this work tree, only other ones, only outside of all, unknown, or without any program. */
type ProgramPlace = 'here' | 'others' | 'outside' | 'unknown' | 'nowhere';

function where(
  directories: Directories,
  cwd: string,
  workTree: WorkTreeState,
  trees: readonly WorkTreeState[],
): ProgramPlace {
  if (directories === undefined) return 'unknown';
  if (directories.length === 0) return 'nowhere';
  const inside = directories.map((directory) => treeAround(realPath(resolve(cwd, directory)), trees));
  if (inside.includes(workTree)) return 'here';
  return inside.some((tree) => tree !== undefined) ? 'others' : 'outside';
}

// The innermost one: a work tree may contain another.
function treeAround(path: string, trees: readonly WorkTreeState[]): WorkTreeState | undefined {
  const around = trees.filter(({ top }) => path === top || path.startsWith(`${top}/`));
  return around.toSorted((a, b) => b.top.length - a.top.length)[0];
}

/** A step as it counts in a work tree, given all known work trees. */
export function stepIn(workTree: WorkTreeState, step: OpenStep, trees: readonly WorkTreeState[]): OpenStep {
  const { command, verdict, cwd } = step;
  if (command === undefined || !verdict || cwd === undefined || (trees.length < 2 && !step.beside)) return step;
  const { perhaps: _, ...rest } = step;
  const here = writesHere(command, cwd, workTree, trees, step.beside === true);
  const { writes, commits } = here;
  return { ...rest, verdict: { ...verdict, writes, commits }, ...(here.perhaps && { perhaps: true }) };
}

/** A step as it counts in another work tree, where it moved to. */
export function stepBeside(workTree: WorkTreeState, step: OpenStep, trees: readonly WorkTreeState[]): OpenStep {
  const { command, verdict, cwd } = step;
  const elsewhere = { ...step, beside: true, paths: [] } as const;
  if (command === undefined || !verdict) return elsewhere;
  const { lasting: _, ...rest } = verdict;
  const background = backgroundIn(readCommand(command), workTree.top, cwd);
  return stepIn(workTree, { ...elsewhere, verdict: { ...rest, ...(background && { lasting: background }) } }, trees);
}

/** The possible writes of programs that a command left running; paths outside the work tree are dropped. */
export const backgroundIn = (
  { lasting }: CommandVerdict,
  top: string,
  cwd: string | undefined,
): BackgroundWrites | undefined =>
  lasting && { ...lasting, paths: lasting.paths.flatMap((path) => writtenPaths(path, top, cwd)) };

/** Whether a linked work tree was created while a step was running: then all its changes are younger than the step's start. */
export const isBornIn = ({ born }: WorkTreeState, step: OpenStep): boolean => born !== undefined && born >= step.at;

/** Adds the running steps of a session's shell to a work tree that was created meanwhile, by one of them. */
export function joinBorn(workTree: WorkTreeState, trees: readonly WorkTreeState[], by: SessionId): void {
  const isShell = (step: OpenStep): boolean => step.action === 'shell' && isOf(step, by);
  if (workTree.open.some(isShell)) return;
  const steps = trees.flatMap(({ open }) => open).filter((step) => isShell(step) && isBornIn(workTree, step));
  workTree.open.push(...steps.map((step) => stepBeside(workTree, step, trees)));
}
