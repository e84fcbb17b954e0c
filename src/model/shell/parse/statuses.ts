import type { Command, SyntaxNode } from 'unbash';
import { STATUS } from '../../checks/kind.ts';
import type { ScriptWalk } from './walking.ts';
import { argOf } from './word.ts';

const OF_COMMAND = /\$(?:\?|\{\?\})/;
const OF_PIPE = /\$\{(?:PIPESTATUS\[0\]|pipestatus\[1\])\}|\$pipestatus\[1\]/;
const ANY_OF_PIPE = /\$\{?(?:PIPESTATUS|pipestatus)\b(?:\[\w+\])?\}?/g;
const VARIABLE = /\$(?:\{(\w+)\}|(\w+))/g;

/** The variables that keep an exit status: `rc=$?`. */
export function statusNames(commands: readonly SyntaxNode[]): ReadonlySet<string> {
  return new Set(commands.flatMap((node) => (node.type === 'Command' ? savedBy(node)?.name : undefined) ?? []));
}

// `rc=$?` and `rc=${PIPESTATUS[0]}`
function savedBy(node: Command): { readonly name: string; readonly value: string } | undefined {
  const [only, ...others] = node.prefix;
  if (node.name || others.length > 0 || only?.type !== 'Assignment' || only.name === undefined) return undefined;
  const value = only.value?.type === 'Word' ? only.value.text : '';
  return new RegExp(`^"?(?:${OF_COMMAND.source}|${OF_PIPE.source})"?$`).test(value)
    ? { name: only.name, value }
    : undefined;
}

/** A word's text, where an exit status is `STATUS`; undefined if other parts of it are not literal. */
export function textWithStatus(arg: SyntaxNode, names: ReadonlySet<string>): string | undefined {
  if (arg.type !== 'Word') return undefined;
  const { value } = argOf(arg);
  if (value !== undefined) return value;
  if (/['`]|\$\(/.test(arg.text)) return undefined;
  const text = arg.value
    .replace(new RegExp(OF_COMMAND, 'g'), STATUS)
    .replace(ANY_OF_PIPE, STATUS)
    .replace(VARIABLE, (whole, braced?: string, bare?: string) => (names.has(braced ?? bare ?? '') ? STATUS : whole));
  return /[$~*]/.test(text) ? undefined : text;
}

/**
 * Notes which checks a command reports on that prints an exit status, keeps it or exits with it. A pipe has the status of its first part
 * only in `PIPESTATUS`.
 * @param from the index of the first check of the command before it
 */
export function stateChecks(walk: ScriptWalk, from: number, before: SyntaxNode | undefined, node: SyntaxNode): void {
  const first = node.type === 'AndOr' ? node.commands[0]! : node;
  if (first.type !== 'Command') return;
  const saved = savedBy(first);
  if (saved) {
    walk.saved.set(saved.name, reported(walk, from, before, saved.value));
    return;
  }
  const name = first.name?.value;
  const text = first.args.map((arg) => arg.text).join(' ');
  if (name === 'echo' || name === 'printf') {
    const statedBy = walk.marks.has(first) ? walk.marked : undefined;
    for (const i of reportedIn(walk, from, before, text))
      walk.runs[i] = { ...walk.runs[i]!, stated: true, ...(statedBy !== undefined && { statedBy }) };
  }
}

/** Marks checks as decisive if the command exits with their status: `exit $rc`. */
export function exitWith(walk: ScriptWalk, from: number, before: SyntaxNode | undefined, node: SyntaxNode): void {
  if (node.type !== 'Command' || node.name?.value !== 'exit') return;
  const kept = reportedIn(walk, from, before, node.args.map((arg) => arg.text).join(' '));
  for (const i of kept) walk.runs[i] = { ...walk.runs[i]!, decisive: true };
}

const reportedIn = (
  walk: ScriptWalk,
  from: number,
  before: SyntaxNode | undefined,
  text: string,
): readonly number[] => [
  ...reported(walk, from, before, text),
  ...[...text.matchAll(VARIABLE)].flatMap(([, braced, bare]) => walk.saved.get(braced ?? bare ?? '') ?? []),
];

// The checks before this command whose status the words contain.
function reported(walk: ScriptWalk, from: number, before: SyntaxNode | undefined, text: string): readonly number[] {
  const indices = walk.runs.map((_, i) => i).slice(from);
  const last = before?.type === 'AndOr' ? before.commands.at(-1) : before;
  if (last?.type === 'Pipeline' && last.commands.length > 1 && !walk.pipefail)
    // `$?` is that of the last filter, and `grep` without a match has 1.
    return OF_PIPE.test(text) && (before === last || indices.length === 1)
      ? indices.filter((i) => !walk.runs[i]!.behind)
      : [];
  return OF_COMMAND.test(text) ? indices.filter((i) => walk.runs[i]!.decisive) : [];
}
