import type { SyntaxNode } from 'unbash';
import type { Check, CheckKind } from '../../checks/kind.ts';
import type { Task } from '../check/task.ts';
import type { BackgroundWrites } from '../background-writes.ts';
import { NOTHING_LASTS } from '../background.ts';
import type { BranchMove, CommandVerdict, Fixes, Writes } from '../verdict.ts';
import { NONE } from '../verdict.ts';
import { type WriteTargets, NOWHERE } from '../write-targets.ts';
import { WritingList } from '../writing.ts';
import type { Variables } from '../variables.ts';

/** The state of a walk over a script. */
export interface ScriptWalk {
  kind: CommandVerdict['kind'];
  writes: Writes;
  commits: boolean;
  hasCommit: boolean;
  checks: CommandVerdict['checks'];
  label: string | undefined;
  /** The checks so far, in order. */
  runs: Check[];
  /** The number of checks before the last part that changes files and is not a check; undefined without such a part. */
  changedAt: number | undefined;
  lasting: BackgroundWrites;
  reach: WriteTargets;
  readonly writings: WritingList;
  kills: boolean;
  fixes: Fixes | undefined;
  /** The words that the previous part of the pipeline prints, when literal. */
  fed: readonly string[] | undefined;
  /** How many parts around this one run in the background. */
  behind: number;
  visits: number;
  depth: number;
  scripts: number;
  errexit: boolean;
  pipefail: boolean;
  /** `git stash` has taken the changes away. */
  stashed: boolean;
  branch: BranchMove | undefined;
  /** The number of checks before git last went to another branch. */
  leftAt: number | undefined;
  readonly functions: Set<string>;
  readonly variables: Variables;
  /** The texts of files that earlier parts wrote from their own words. */
  readonly written: Map<string, string>;
  /** The parts that print a line of their own between others, and how many of them ran so far. */
  readonly marks: ReadonlyMap<SyntaxNode, string>;
  marked: number;
  /** The checks, by index, whose exit status a variable keeps: `rc=$?`. */
  readonly saved: Map<string, readonly number[]>;
  readonly tasks: TaskKinds | undefined;
  byTask: boolean;
}

/** The kinds of check that a task of the project runs; undefined when they are not known. */
export type TaskKinds = (task: Task) => readonly CheckKind[] | undefined;

/** The initial state of a walk. @param behind see `readCommand` */
export const beginWalk = (behind: boolean, marks: ReadonlyMap<SyntaxNode, string>, tasks?: TaskKinds): ScriptWalk => ({
  marks,
  marked: 0,
  saved: new Map(),
  tasks,
  byTask: false,
  kind: 'exploration',
  writes: NONE,
  commits: false,
  hasCommit: false,
  checks: undefined,
  label: undefined,
  runs: [],
  changedAt: undefined,
  lasting: NOTHING_LASTS,
  reach: NOWHERE,
  writings: new WritingList(),
  kills: false,
  fixes: undefined,
  fed: undefined,
  behind: behind ? 1 : 0,
  visits: 0,
  depth: 0,
  scripts: 0,
  errexit: false,
  pipefail: false,
  stashed: false,
  branch: undefined,
  leftAt: undefined,
  variables: new Map(),
  functions: new Set(),
  written: new Map(),
});
