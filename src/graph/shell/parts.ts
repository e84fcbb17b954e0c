import type { Redirection, SyntaxNode } from 'unbash';

/** The text of a here-document, where it is literal. */
export function heredocOf(redirections: readonly Redirection[]): string | undefined {
  for (const redirection of redirections)
    if (redirection.type === 'HereDoc' && (redirection.body.parts ?? []).every((part) => part.type === 'Literal'))
      return redirection.body.text;
  return undefined;
}

/** `|| exit 1`, `|| false`, `|| { echo …; exit 1; }`: the failure still shows. */
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
