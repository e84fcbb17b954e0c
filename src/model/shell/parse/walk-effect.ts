import type { Redirection } from 'unbash';
import { addChange, addChecks, folderOf } from './check-runs.ts';
import type { Directories } from './flow.ts';
import { writesFrom } from './flow.ts';
import { lastsToo, NOTHING_LASTS } from '../background.ts';
import { hasHoles } from './printed.ts';
import { reachToo } from '../write-targets.ts';
import type { Effect, Fixes } from '../verdict.ts';
import { bothFix, bothWrite, checking, stronger } from '../verdict.ts';
import type { ScriptWalk } from './walking.ts';
import type { Arg } from './word.ts';
import { argOf } from './word.ts';
import { changesPaths } from '../writers.ts';
import type { Explained } from '../writing.ts';

/** Folders of snapshots, which only test runners write. */
const SNAPSHOT_FOLDERS = ['__snapshots__/'];

/** Adds the effect of one simple command to the walk. */
export function add(walk: ScriptWalk, effect: Effect, at: Directories): void {
  walk.kind = stronger(walk.kind, effect.kind);
  walk.commits ||= effect.commits === true;
  walk.hasCommit ||= effect.isCommit === true;
  if (effect.kind === 'verification') {
    if (!walk.hasCommit) walk.checks = 'before commit';
    else walk.checks = walk.checks === undefined || walk.checks === 'after commit' ? 'after commit' : 'around commit';
  }
  if (effect.label) walk.label ??= effect.label;
  if (effect.stashes) walk.stashed = effect.stashes === 'away';
  if (effect.branch === 'left') leaveBranch(walk);
  walk.branch = effect.branch ?? walk.branch;
  addChecks(walk, effect, at);
  addChange(walk, effect);
  const writes = writesFrom(effect.writes, at);
  walk.writes = bothWrite(walk.writes, writes);
  walk.reach = reachToo(walk.reach, effect, writes, at);
  const fixes = fixesFrom(effect.fixes, at);
  walk.fixes = bothFix(walk.fixes, fixes);
  if (fixes) walk.writings.add({ paths: fixes.files, rest: 'nothing', fixes: fixes.makes ? 'makes' : 'repairs' });
  if (writes.kind === 'paths' || writes.kind === 'any') {
    const { explains, outputs } = effect;
    const isWhole = explains && !explains.partly && !hasHoles(explains);
    const rest = isWhole || effect.serves ? 'nothing' : effect.kind === 'verification' ? 'check' : 'program';
    const paths = writes.kind === 'paths' ? writes.paths : undefined;
    const known = [...(outputs ?? []), ...(fixes?.snapshots ? SNAPSHOT_FOLDERS : [])];
    walk.writings.add({ ...explains, paths, rest, ...(known.length > 0 && { outputs: known }) });
  }
  if (walk.behind > 0) walk.lasting = lastsToo(walk.lasting, effect, writes);
}

// `git checkout main && npm test; git checkout -`: the snapshot after the command shows another tree than the one that was checked.
function leaveBranch(walk: ScriptWalk): void {
  for (let i = walk.leftAt ?? walk.runs.length; i < walk.runs.length; i++)
    walk.runs[i] = { ...walk.runs[i]!, stashed: true };
  walk.leftAt = walk.runs.length;
}

// Converts paths so that they are relative to the start of the command line.
function fixesFrom(fixes: Fixes | undefined, at: Directories): Fixes | undefined {
  if (!fixes) return undefined;
  const found = writesFrom({ kind: 'paths', paths: fixes.files }, at);
  return { ...fixes, files: found.kind === 'paths' ? found.paths : [] };
}

/** A command that runs a task of the project checks what the task checks, if its manifest shows that. */
export function ofTask(walk: ScriptWalk, effect: Effect, at: Directories): Effect {
  const { task, parts } = effect;
  const folder = task && !parts?.packages ? folderOf(at, parts?.folder) : null;
  const kinds = task && folder !== null ? walk.tasks?.({ ...task, folder }) : undefined;
  walk.byTask ||= kinds !== undefined;
  return kinds ? { ...effect, ...checking(kinds), label: effect.label ?? task!.label } : effect;
}

/** Ends background programs, as in `gen.py & wait` or `server & …; kill $!`. They are over when the command returns. */
export function endOthers(walk: ScriptWalk, name: string): void {
  if (walk.behind > 0) return;
  walk.lasting = NOTHING_LASTS;
  if (name !== 'wait') walk.kills = true;
}

/** Applies options that `set` turns on. */
export function setOptions(walk: ScriptWalk, words: readonly Arg[]): void {
  for (const [i, { value }] of words.entries()) {
    if (/^-[a-z]*e/.test(value ?? '') || (value === 'errexit' && words[i - 1]?.value !== '+o')) walk.errexit = true;
    if (value === 'pipefail' && words[i - 1]?.value !== '+o') walk.pipefail = true;
  }
}

/** Adds the files that redirections write. @param printed the command's output, when its words show it */
export function walkRedirections(
  walk: ScriptWalk,
  redirections: readonly Redirection[],
  at: Directories,
  printed?: Explained,
): void {
  for (const redirection of redirections) {
    if (redirection.type !== 'Redirect' || redirection.target === undefined) continue;
    if (!/^(>|>>|>\||<>|&>|&>>|>&)$/.test(redirection.operator)) continue;
    const target = argOf(redirection.target);
    if (redirection.operator === '>&' && /^(\d+-?|-)$/.test(target.text)) continue;
    if (redirection.target.parts?.some((part) => part.type === 'ProcessSubstitution')) continue;
    const isOutput = redirection.descriptor === undefined && redirection.operator !== '<>';
    if (isOutput && target.value !== undefined) keepScript(walk, target.value, redirection.operator, printed);
    add(walk, changesPaths([target], isOutput ? printed : undefined), at);
  }
}

// A later part may run the text as a script, in the same folder or by an absolute path.
function keepScript(walk: ScriptWalk, path: string, operator: string, printed: Explained | undefined): void {
  if (operator === '>' && printed?.lines && !printed.partly && !hasHoles(printed))
    walk.written.set(path, printed.lines.join('\n'));
  else walk.written.delete(path);
}
