import type { If, SyntaxNode } from 'unbash';
import { proveChecks } from './check-runs.ts';
import type { Directories, Flow } from './flow.ts';
import { either, perhaps, quiet, same, union } from './flow.ts';
import { mayNotRun, mayRepeat } from './pipes.ts';
import type { ScriptWalk } from './walking.ts';

/** Walks a part of the script. */
type Step = (node: SyntaxNode, at: Directories) => Flow;

/** Walks a condition. Its checks may not run, unless each branch has one. */
export function walkIf(walk: ScriptWalk, node: If, at: Directories, step: Step): Flow {
  const first = walk.runs.length;
  const clause = step(node.clause, at);
  const from = walk.runs.length;
  let isChecked = node.else !== undefined;
  const walkBranch = (branch: SyntaxNode, before: Directories): Flow => {
    const since = walk.runs.length;
    const flow = step(branch, before);
    isChecked &&= walk.runs.length > since;
    return flow;
  };
  let fail = clause.fail;
  const { marked } = walk;
  const ends = [walkBranch(node.then, clause.ok)];
  // `if npm test; then echo good; else echo bad; fi`
  if (walk.marked > marked) proveChecks(walk, first, from, 'proven');
  for (const branch of node.elif) {
    const test = step(branch.clause, fail);
    ends.push({ ...test, fail: [] }, walkBranch(branch.then, test.ok));
    fail = test.fail;
  }
  ends.push(node.else ? walkBranch(node.else, fail) : quiet(fail));
  if (!isChecked) mayNotRun(walk, from);
  // a branch may not run at all
  return perhaps(ends.reduce(either), clause.checks);
}

/** Walks the parts of a loop. @param isRun it runs at least once */
export function walkLoop(
  walk: ScriptWalk,
  parts: readonly SyntaxNode[],
  at: Directories,
  isRun: boolean,
  step: Step,
): Flow {
  const since = walk.runs.length;
  const run = (from: Directories): Flow => {
    let flow: Flow = quiet(from);
    for (const part of parts) flow = either(flow, step(part, union(flow.ok, flow.fail)));
    mayRepeat(walk, since);
    if (!isRun) mayNotRun(walk, since);
    return flow;
  };
  const once = run(at);
  const after = union(once.ok, once.fail);
  if (same(after, at)) return perhaps(once, false);
  // The body changes the directory, so from the second run on the directory is unknown.
  return perhaps({ ...run(undefined), ok: undefined, fail: undefined }, false);
}
