import type { Redirection, SyntaxNode } from 'unbash';
import { argOf } from './word.ts';

/** The text of a here-document when it is literal. */
export function heredocOf(redirections: readonly Redirection[]): string | undefined {
  for (const redirection of redirections)
    if (redirection.type === 'HereDoc' && (redirection.body.parts ?? []).every((part) => part.type === 'Literal'))
      return redirection.body.text;
  return undefined;
}

/** Whether a part always fails, so that an earlier failure still shows: `|| exit 1`, `|| false`, `|| { echo …; exit 1; }`. */
export function fails(node: SyntaxNode): boolean {
  if (node.type === 'Command') {
    const name = node.name?.value;
    const status = node.args[0]?.type === 'Word' ? node.args[0].value : undefined;
    return (
      name === 'false' || ((name === 'exit' || name === 'return') && status !== undefined && /^[1-9]\d*$/.test(status))
    );
  }
  if (node.type === 'BraceGroup' || node.type === 'Subshell') {
    const last = node.body.commands.at(-1);
    return last !== undefined && fails(last.command);
  }
  return false;
}

/** The words that `echo` or `printf` prints, when they are literal and reach a word-reading program unchanged. */
export function printedWords(node: SyntaxNode): readonly string[] | undefined {
  if (node.type !== 'Command') return undefined;
  const name = node.name?.value;
  if (name !== 'echo' && name !== 'printf') return undefined;
  const words = node.args.map((arg) => (arg.type === 'Word' ? argOf(arg).value : undefined));
  const format = name === 'printf' ? words.shift() : undefined;
  const texts = name === 'echo' && /^-[neE]+$/.test(words[0] ?? '') ? words.slice(1) : words;
  const all =
    format === undefined || /^%s(?:\\n|\\0| )?$/.test(format) ? texts : [format.replace(/\\[n0]/g, ' '), ...texts];
  if (all.some((text) => text === undefined || /[%'"\\]/.test(text))) return undefined;
  return all.flatMap((text) => text!.split(/\s+/)).filter(Boolean);
}
