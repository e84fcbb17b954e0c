import { parse } from 'unbash';
import type { ParsedScript, SyntaxNode } from 'unbash';
import { OR } from '../../checks/kind.ts';
import { argOf } from './word.ts';

const MAX_COMMAND_CHARACTERS = 64 * 1024;
const MAX_MARKS = 64;

/**
 * The lines that the command line prints between its parts with `echo`, in order: `echo "== build =="; go build ./...; echo done`.
 * They divide its output. Only whole lines of literal words that run once count. Of `… && echo a || echo b`, one is printed: `a`, `OR`,
 * `b`. Never throws.
 */
export function marksOf(command: string): readonly string[] {
  if (!/\becho\b/.test(command) || command.length > MAX_COMMAND_CHARACTERS) return [];
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
  for (const { command, background } of script.commands) if (!background) addMarks(found, command);
  return found;
}

function addMarks(found: Map<SyntaxNode, string>, node: SyntaxNode): void {
  if (found.size >= MAX_MARKS) return;
  if (node.type === 'AndOr') {
    const [yes, no] = node.commands.slice(-2).map(lineOf);
    const isEither =
      node.operators.slice(-2).join(' ') === '&& ||' && yes !== undefined && no !== undefined && yes !== no;
    for (const one of isEither ? node.commands.slice(0, -2) : node.commands) addMarks(found, one);
    if (isEither) found.set(node.commands.at(-2)!, `${yes}${OR}${no}`);
    return;
  }
  const line = lineOf(node);
  if (line !== undefined) found.set(node, line);
}

function lineOf(node: SyntaxNode): string | undefined {
  if (node.type !== 'Command' || node.name?.value !== 'echo' || node.redirects.length > 0) return undefined;
  const words = node.args.map((arg) => (arg.type === 'Word' ? argOf(arg).value : undefined));
  if (words.length === 0 || words.some((word) => word === undefined || /[\\\n]|^-[neE]+$/.test(word))) return undefined;
  const line = words.join(' ').trim();
  return line === '' ? undefined : line;
}
