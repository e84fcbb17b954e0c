import type { Command, Redirection, SyntaxNode } from 'unbash';
import { ANNOUNCES } from '../../checks/patterns/faults.ts';
import type { Check } from '../../checks/kind.ts';
import type { ScriptWalk } from './walking.ts';
import { argOf, baseName } from './word.ts';

/** Filters that pass on at least one line if they get one. */
const THROUGH: ReadonlySet<string> = new Set('tail head cat tee less sort uniq cut tr nl fold column'.split(' '));
/** Filters that show the end of what they get. */
const SHOWS_END: ReadonlySet<string> = new Set(['tail', 'cat', 'tee']);
/** What `grep -v` may hide, because no fault of a check has these words: noise of runtimes and package managers. */
const NOISE =
  /^[\^\\\s*]*(?:(?:npm |yarn |node: |\(node:\d*\)? ?)?warn(?:ing)?s?:?|deprecat\w*|experimental\w*|node_modules|no test files|\[?no test files\]?|npm notice|go: downloading|(?:debugger|ld: warning).*|[#$>=-]+|browserslist|update-browserslist.*|punycode|trace-(?:warnings|deprecation).*)[\s$:]*$/i;

/** Lines of packages and tests that passed. */
const PASSES = /^\^?(?:ok|PASS|--- PASS|=== RUN)[\s:\\sb]*$/;

const PICKED =
  /^[\s^(]*(?:ok|PASS|[#ℹ] pass|passing|--- PASS|test result: ok|[✓✔]|succeeded|\*\* \w+ succeeded \*\*)[\s\\.:)$]*$/i;

/** Replaces the checks from an index on. */
const change = (walk: ScriptWalk, from: number, to: (check: Check) => Check): void => {
  for (let i = from; i < walk.runs.length; i++) walk.runs[i] = to(walk.runs[i]!);
};

/** Notes what the rest of a pipe does to the output of the checks from an index on. @param isMerged it gets their errors too (`|&`) */
export function filterOutput(walk: ScriptWalk, from: number, filters: readonly SyntaxNode[], isMerged: boolean): void {
  if (filters.length === 0) return;
  if (isMerged) change(walk, from, (check) => ({ ...check, merged: true }));
  const counted = countedBy(filters);
  if (!filters.every((node) => passesOn(node) || leavesOut(node, PASSES)) && !counted) coverOutput(walk, from);
  // `go test ./... | grep -v '^ok'`: it prints a line for each package, and only passes are left out.
  else if (filters.some((node) => leavesOut(node, PASSES)))
    change(walk, from, (check) => ({ ...check, ...(/^go test\b/.test(check.label) && { quiet: true as const }) }));
  // The whole fails, too, if `grep` finds nothing.
  if (walk.pipefail && filters.some(asks)) change(walk, from, (check) => ({ ...check, followed: 'other' }));
  if (filters.some(picksPasses)) change(walk, from, (check) => ({ ...check, picked: true }));
  const showsEnd = filters.every((node) => node.type === 'Command' && SHOWS_END.has(nameOf(node)));
  change(walk, from, ({ announced, ...check }) => ({
    ...check,
    ...(announced && showsEnd && check.merged && { announced }),
  }));
  if (counted) change(walk, from, (check) => ({ ...check, counted }));
  const most = Math.min(...filters.map(mostLines));
  if (most < Infinity)
    change(walk, from, (check) => ({ ...check, partial: Math.min(most, check.partial ?? Infinity) }));
  const shown = linesShown(filters);
  if (shown !== undefined) change(walk, from, (check) => ({ ...check, shown }));
}

const nameOf = (node: Command): string => baseName(node.name?.value ?? '');
const wordsOf = (node: Command): string[] =>
  node.args.map((arg) => (arg.type === 'Word' ? argOf(arg).value : undefined) ?? '');

// Whether a filter prints something if it gets a line with a fault.
function passesOn(node: SyntaxNode): boolean {
  if (node.type !== 'Command') return false;
  const name = nameOf(node);
  if (name === 'sed') return wordsOf(node).every((word) => /^(?:-E|-r|-e|s(\W).*)$/.test(word));
  return THROUGH.has(name) || leavesOut(node, NOISE);
}

// Whether a filter is `grep -v` of such words only.
function leavesOut(node: SyntaxNode, words: RegExp): boolean {
  if (node.type !== 'Command' || !/^(?:e?grep|rg)$/.test(nameOf(node))) return false;
  const [option, pattern, ...rest] = wordsOf(node);
  return (
    /^-[viE]*v[viE]*$/.test(option ?? '') &&
    pattern !== undefined &&
    rest.length === 0 &&
    pattern.split(/\\?\|/).every((one) => words.test(one.replace(/^\(|\)$/g, '')) || NOISE.test(one))
  );
}

// Whether a filter is `grep '^ok'` or the like, which hides failures.
function picksPasses(node: SyntaxNode): boolean {
  if (node.type !== 'Command' || !/^(?:e?grep|rg)$/.test(nameOf(node))) return false;
  const words = wordsOf(node).filter((word) => !word.startsWith('-') || word.startsWith('--- '));
  const isNegated = wordsOf(node).some((word) => /^-[a-zA-Z]*v/.test(word));
  return !isNegated && words.length > 0 && words[0]!.split(/\\?\|/).every((one) => PICKED.test(one));
}

// What the number is that the last filter prints; undefined for other filters.
function countedBy(filters: readonly SyntaxNode[]): Check['counted'] {
  const last = filters.at(-1)!;
  if (last.type !== 'Command' || !filters.slice(0, -1).every(passesOn)) return undefined;
  const words = wordsOf(last);
  if (nameOf(last) === 'wc') return words.length === 1 && words[0] === '-l' ? 'lines' : undefined;
  if (nameOf(last) !== 'grep') return undefined;
  const pattern = words.at(-1) ?? '';
  return /^-[icE]*c[icE]*$/.test(words[0] ?? '') &&
    words.length === 2 &&
    pattern.split(/\\?\|/).every((one) => /^\^?(?:error|FAIL|✗|✖|×)/i.test(one))
    ? 'faults'
    : undefined;
}

// The number of lines that a `head` lets through.
function linesShown(filters: readonly SyntaxNode[]): number | undefined {
  const head = filters.findLast((node): node is Command => node.type === 'Command' && node.name?.value === 'head');
  if (!head) return undefined;
  const words = head.args.map(({ text }) => text).join(' ');
  // `head -c 99` and `head -n -5` do not show a number of lines.
  if (/(?:^|\s)-(?:c|-bytes)|-(?:n|-lines)[ =]?-/.test(words)) return undefined;
  return Number(/(?:^|\s)-(?:n|-lines)?[ =]?(\d+)(?=\s|$)/.exec(words)?.[1] ?? 10);
}

// How many lines a filter lets through at most; 0 where it leaves out others than the first or the last ones.
function mostLines(node: SyntaxNode): number {
  const name = node.type === 'Command' ? nameOf(node) : '';
  if (name === 'cat' || name === 'tee' || name === 'less') return Infinity;
  if (name !== 'head' && name !== 'tail') return 0;
  const words = (node as Command).args.map(({ text }) => text).join(' ');
  const number = /^-(?:n|-lines)?[ =]?(\d+)$/.exec(words)?.[1] ?? (words === '' ? '10' : '0');
  return Number(number);
}

/** Marks checks from an index on: their output is hidden or cut, so it shows no silence. */
export function coverOutput(walk: ScriptWalk, from: number): void {
  change(walk, from, (whole) => {
    const { quiet: _, announced: __, ...check } = whole;
    return { ...check, partial: 0 };
  });
}

/** Marks checks from an index on: their output goes to a file or a variable. */
export function divertOutput(walk: ScriptWalk, from: number): void {
  coverOutput(walk, from);
  change(walk, from, (check) => ({ ...check, diverted: true }));
}

/** Marks checks from an index on by where redirections send their output. */
export function noteOutput(walk: ScriptWalk, from: number, redirections: readonly Redirection[]): void {
  if (redirections.some(hidesOutput)) divertOutput(walk, from);
  // Nothing of it is printed at another place, and faults may be lost.
  if (redirections.some(hidesErrors)) {
    coverOutput(walk, from);
    change(walk, from, (check) => ({ ...check, merged: true }));
  }
  if (redirections.some((one) => one.operator === '>&' && one.type === 'Redirect' && one.target?.value === '1'))
    change(walk, from, (check) => ({ ...check, merged: true }));
}

const hides = ({ operator }: Redirection): boolean => /^(?:>|>>|>\||&>|&>>)$/.test(operator);
const hidesErrors = (one: Redirection): boolean => hides(one) && isOfErrors(one);
const hidesOutput = (one: Redirection): boolean => hides(one) && !isOfErrors(one);
// `2>/dev/null`
const isOfErrors = ({ descriptor }: Redirection): boolean =>
  descriptor?.type === 'FileDescriptor' && descriptor.value === 2;

/** Whether a check's runner announces a failure at the end of its output. */
export const announces = (label: string): boolean => ANNOUNCES.test(label);

/** Marks checks from an index on: a condition decides whether they run. @param instead they run after a failure */
export const mayNotRun = (walk: ScriptWalk, from: number, instead = false): void =>
  change(walk, from, (check) => ({ ...check, maybe: true, ...(instead && { instead }) }));

/** Marks checks from an index on: a loop may run them several times. */
export const mayRepeat = (walk: ScriptWalk, from: number): void =>
  change(walk, from, (check) => ({ ...check, repeated: true }));

/** Marks the checks of a function's body from an index on: it may be called at any place, several times or never. */
export function runsAnywhere(walk: ScriptWalk, from: number): void {
  divertOutput(walk, from);
  mayNotRun(walk, from);
  mayRepeat(walk, from);
}

const ASKING: ReadonlySet<string> = new Set(['test', '[', 'grep', 'which', 'type', 'command', 'diff', 'cmp']);

/** Whether a command only asks, so that a negative answer is no failure: `[ -f a ] && npm test`. */
export const asks = (node: SyntaxNode): boolean =>
  node.type === 'TestCommand' || (node.type === 'Command' && ASKING.has(node.name?.value ?? ''));
