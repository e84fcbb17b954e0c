import { parse } from 'unbash';
import type { ParsedScript, SyntaxNode } from 'unbash';
import { IF_FAILED, OR, STATUS } from '../../checks/kind.ts';
import { statusNames, textWithStatus } from './statuses.ts';

const MAX_COMMAND_CHARACTERS = 64 * 1024;
const MAX_MARKS = 64;

/**
 * The lines that the command line prints between its parts with `echo` or `printf`, in order: `echo "== build =="; go build ./...`.
 * They divide its output. Only whole lines of literal words and exit statuses (`STATUS`) that run once count. Of `… && echo a || echo b`,
 * one is printed: `a`, `OR`, `b`. Never throws.
 */
export function marksOf(command: string): readonly string[] {
  if (!/\b(?:echo|printf)\b/.test(command) || command.length > MAX_COMMAND_CHARACTERS) return [];
  try {
    return [...markNodes(parse(command)).values()];
  } catch {
    // The command cannot be read, so nothing is known of its output.
    return [];
  }
}

/** The commands of a script that print such a line, with the line. */
export function markNodes(script: ParsedScript): ReadonlyMap<SyntaxNode, string> {
  const found = new Map<SyntaxNode, string>();
  const names = statusNames(script.commands.map(({ command }) => command));
  for (const { command, background } of script.commands) if (!background) addMarks(found, command, names);
  return found;
}

function addMarks(found: Map<SyntaxNode, string>, node: SyntaxNode, names: ReadonlySet<string>): void {
  if (found.size >= MAX_MARKS) return;
  if (node.type === 'If') {
    const [yes, no] = [node.then, node.else].map((list) => list?.commands[0]?.command);
    const [good, bad] = [yes, no].map((one) => one && lineOf(one, names));
    if (node.elif.length === 0 && good !== undefined && bad !== undefined && good !== bad)
      found.set(yes!, `${good}${OR}${bad}`);
    return;
  }
  if (node.type === 'AndOr') {
    const [yes, no] = node.commands.slice(-2).map((one) => lineOf(one, names));
    const operators = node.operators.slice(-2).join(' ');
    const isEither = operators === '&& ||' && yes !== undefined && no !== undefined && yes !== no;
    const isDenial = !isEither && operators.endsWith('||') && no !== undefined;
    const rest = isEither ? node.commands.slice(0, -2) : isDenial ? node.commands.slice(0, -1) : node.commands;
    for (const one of rest) addMarks(found, one, names);
    if (isEither) found.set(node.commands.at(-2)!, `${yes}${OR}${no}`);
    if (isDenial) found.set(node.commands.at(-1)!, `${IF_FAILED}${no}`);
    return;
  }
  const line = lineOf(node, names);
  if (line !== undefined) found.set(node, line);
}

function lineOf(node: SyntaxNode, names: ReadonlySet<string>): string | undefined {
  if (node.type !== 'Command' || node.redirects.length > 0) return undefined;
  const name = node.name?.value;
  if (name !== 'echo' && name !== 'printf') return undefined;
  const words = node.args.map((arg) => textWithStatus(arg, names));
  if (words.length === 0 || words.some((word) => word === undefined)) return undefined;
  const line = name === 'echo' ? echoed(words as string[]) : formatted(words as string[]);
  const text = line?.trim() ?? '';
  return text === '' || text === STATUS || /[\\\n]/.test(text) ? undefined : text;
}

// A `\n` is removed only at the start and the end, because bash prints it and zsh does not.
const trimmed = (text: string): string => text.replace(/^(?:\\n|\s)+|(?:\\n|\s)+$/g, '');

function echoed([first, ...rest]: readonly string[]): string | undefined {
  const isOption = /^-[neE]+$/.test(first!);
  if (isOption && first!.includes('n')) return undefined;
  return trimmed((isOption ? rest : [first, ...rest]).join(' '));
}

function formatted([format, ...values]: readonly string[]): string | undefined {
  if (format === '--') return formatted(values);
  const places = format!.match(/%[sd]/g)?.length ?? 0;
  if (!/(?:\\n|\n)$/.test(format!) || places > 1 || places !== values.length || /%[^sd]/.test(format!))
    return undefined;
  return trimmed(format!.replace(/%[sd]/, () => values[0]!));
}
