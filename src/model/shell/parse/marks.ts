import { parse } from 'unbash';
import type { Command, ParsedScript, SyntaxNode } from 'unbash';
import { argOf } from './word.ts';

const MAX_COMMAND_CHARACTERS = 64 * 1024;
const MAX_MARKS = 64;

/**
 * The lines that the command line prints between its parts with `echo`, in order: `echo "== build =="; go build ./...; echo done`.
 * They divide its output. Only whole lines of literal words that run once count. Never throws.
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
  if (node.type === 'AndOr') for (const one of node.commands) addMarks(found, one);
  if (node.type !== 'Command' || node.name?.value !== 'echo' || node.redirects.length > 0) return;
  const line = lineOf(node);
  if (line !== undefined) found.set(node, line);
}

function lineOf({ args }: Command): string | undefined {
  const words = args.map((arg) => (arg.type === 'Word' ? argOf(arg).value : undefined));
  if (words.length === 0 || words.some((word) => word === undefined || /[\\\n]|^-[neE]+$/.test(word))) return undefined;
  const line = words.join(' ').trim();
  return line === '' ? undefined : line;
}
