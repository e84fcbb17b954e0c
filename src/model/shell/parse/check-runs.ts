import type { Command, SyntaxNode } from 'unbash';
import type { Check } from '../../checks/kind.ts';
import type { CommandVerdict, Effect } from '../verdict.ts';
import type { ScriptWalk } from './walking.ts';
import type { Directories } from './flow.ts';
import { announces, asks } from './pipes.ts';
import { baseName, joinPath } from './word.ts';

const MAX_CHECKS = 16;
/** Checks that print nothing unless they find a fault. */
const QUIET =
  /^(?:\S*\/)?(?:tsc|vue-tsc|eslint|shellcheck|flake8|gofmt|gofumpt|goimports|hadolint|yamllint|markdownlint|actionlint|stylelint|staticcheck|py_compile|standard|rustfmt|shfmt|isort)\b|^(?:go (?:build|vet)|dune build)\b|^cargo (?:\+\S+ )?fmt\b|^node (?:--check|-c)\b|^(?:ba|z|da|fi)?sh -n\b|^git diff\b|^terraform fmt\b|^(?:cargo|xcodebuild|gradle|\.\/gradlew|mvn|swift) .*(?:-q|-quiet|--quiet)(?= |$)/;
/** Faults of these have one of the words `ALARM`. */
const PLAIN = /^(?:\S*\/)?(?:tsc|vue-tsc|eslint|shellcheck|py_compile|isort)\b|^node (?:--check|-c)\b/;
/** Options that write the faults to a file. */
const TO_FILE = /^(?:\S*\/)?(?:eslint|stylelint|hadolint)\b.* (?:-o|--output-file)\b/;
/** Such checks print their faults to the standard output. */
const FAULTS_TO_STDOUT = /^(?:\S*\/)?(?:tsc|vue-tsc|eslint|shellcheck|flake8|gofmt|hadolint|yamllint)\b/;
/** A program that watches files continues after a run, so its exit status is not that of the run. */
const WATCHES =
  /(?:^\S+ (?:run )?|[:-])(?<!--no-)watch(?:-?all)?(?= (?!false(?: |$))|$)|^(?:\S*\/)?(?:tsc|vue-tsc|jest|mocha|svelte-check)\b.* -w(?= |$)/i;
/** Options with which a linter exits with 0 also after a fault. */
const EXITS_WITH_ZERO = / --(?:exit-zero|no-fail|no-exit-code|issues-exit-code[ =]0)(?= |$)/;
const RUNS_SCRIPT = /^(?:npm|pnpm|yarn|bun)\b/;
/** Programs that print the command line of a script first. */
const ECHOES = /^(?:npm|pnpm|bun)\b/;
/** Such a program does not print the command line of the script. */
const SILENT = / (?:-s|--silent|--loglevel[ =]silent)(?= |$)/;
/** Commands that do not fail, so a failure before them is that of an earlier part. */
const HARMLESS: ReadonlySet<string> = new Set([
  'echo',
  'printf',
  'true',
  ':',
  'exit',
  'sleep',
  'date',
  'tail',
  'head',
  'cat',
  'tee',
  'less',
]);

/** Adds the checks of one part of a command line. */
export function addChecks(
  walk: ScriptWalk,
  { check = [], label = '', likely, masked, parts }: Effect,
  at: Directories,
): void {
  const folder = folderOf(at, parts?.folder);
  for (const kind of check) {
    if (walk.runs.length >= MAX_CHECKS) return;
    const isQuiet =
      (QUIET.test(label) && !TO_FILE.test(label)) || (RUNS_SCRIPT.test(label) && kind !== 'test' && kind !== 'format');
    const decisive = masked !== true && walk.behind === 0 && !WATCHES.test(label) && !EXITS_WITH_ZERO.test(label);
    walk.runs.push({
      kind,
      label,
      decisive,
      ...(walk.behind > 0 && { behind: true }),
      ...(isQuiet && !WATCHES.test(label) && { quiet: true }),
      ...(PLAIN.test(label) && { plain: true as const }),
      ...(walk.marks.size > 0 && { slot: walk.marked }),
      ...(FAULTS_TO_STDOUT.test(label) && { merged: true }),
      ...(announces(label) && !walk.behind && { announced: true as const }),
      ...(ECHOES.test(label) && !SILENT.test(label) && { echoed: true }),
      ...(likely && { likely }),
      ...(walk.stashed && { stashed: true as const }),
      ...(folder !== '' && { folder }),
      ...(parts?.packages && { packages: parts.packages }),
    });
  }
}

/** The folder in which a command works, relative to the start; null when it is not known. */
export function folderOf(at: Directories, named: string | undefined): string | null {
  // After `cd web;` the next command may run in the start folder, too. That a part ran in a folder above is no reason to cover more.
  const [only, ...others] = at ?? [];
  if (only === undefined || !others.every((one) => one === '' || only.startsWith(`${one}/`))) return null;
  return named === undefined || named === '.' ? only : joinPath(only, named);
}

/** Marks checks in a range: their failures do not show in the exit status of the whole. */
export function maskChecks(walk: ScriptWalk, from: number, to = walk.runs.length): void {
  for (let i = from; i < to; i++) walk.runs[i] = { ...walk.runs[i]!, decisive: false };
}

/** Marks checks from an index on if a part after `&&` checks nothing and may fail. */
export function followChecks(walk: ScriptWalk, from: number, until: number, right: SyntaxNode): void {
  const isMark = walk.marks.has(right);
  // `go build ./... && go test ./... | grep FAIL` fails if `grep` finds nothing.
  const isAsked = right.type === 'Pipeline' && right.commands.length > 1 && asks(right.commands.at(-1)!);
  if (!isAsked && (walk.runs.length > until || (!isMark && !mayFail(right)))) return;
  for (let i = from; i < until; i++) {
    const check = walk.runs[i]!;
    if (!isMark) walk.runs[i] = { ...check, followed: commits(right) ? (check.followed ?? 'commit') : 'other' };
    else if (check.decisive) walk.runs[i] = { ...check, proven: walk.marked - 1 };
  }
}

/** Marks checks in a range if the line printed last shows their result: after a pass, or only after a failure. */
export function proveChecks(walk: ScriptWalk, from: number, until: number, by: 'proven' | 'denied'): void {
  for (let i = from; i < until; i++)
    if (walk.runs[i]!.decisive) walk.runs[i] = { ...walk.runs[i]!, [by]: walk.marked - 1 };
}

const commits = (node: SyntaxNode): boolean =>
  node.type === 'Command' && node.name?.value === 'git' && /^(?:add|commit)$/.test(node.args[0]?.text ?? '');

function mayFail(node: SyntaxNode): boolean {
  if (node.type === 'Pipeline') return mayFail(node.commands.at(-1)!);
  return node.type !== 'Command' || !HARMLESS.has(baseName(node.name?.value ?? 'true'));
}

/** Marks checks from an index on: they ran in a folder of another file system. */
export function forgetFolders(walk: ScriptWalk, from: number): void {
  for (let i = from; i < walk.runs.length; i++) walk.runs[i] = { ...walk.runs[i]!, folder: null };
}

/** Whether a command asks if the output of its substitution is empty, so that its own status shows the answer. */
export const asksEmpty = ({ name, args }: Command): boolean =>
  /^(?:test|\[)$/.test(name?.value ?? '') && args[0]?.text === '-z' && args[1] !== undefined;

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
