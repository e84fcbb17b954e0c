import type { CodeStep, CodeTraceAnswer } from '../../../../ask/code/code-trace.ts';
import type { TextStyle } from '../fields.ts';
import { term } from '../term.ts';

/** `git prov trace --layer code` for people. */
export function renderCodeTrace({ symbol, backward, forward }: CodeTraceAnswer, look: TextStyle): string {
  let out = `${look.paint('heading', term(symbol, look.columns))}\n`;
  for (const [words, steps] of [
    ['Used by:', backward],
    ['Uses:', forward],
  ] as const) {
    if (!steps) continue;
    out += `${look.paint('quiet', words)}\n`;
    out += steps.length === 0 ? '  nothing that is known\n' : steps.map((step) => lines(step, 1, look)).join('');
  }
  return out;
}

function lines({ id, path, line, kind, confidence, steps }: CodeStep, depth: number, look: TextStyle): string {
  const name = id === null ? 'top of the file' : id.slice(id.indexOf('#') + 1);
  const more = [...(kind === 'extends' ? ['extends'] : []), ...(confidence < 1 ? [confidence.toFixed(1)] : [])];
  const about = more.length > 0 ? look.paint('quiet', ` (${more.join(', ')})`) : '';
  const own = `${'  '.repeat(depth)}${term(name)} ${look.paint('quiet', `${term(path)}:${line}`)}${about}\n`;
  return own + steps.map((step) => lines(step, depth + 1, look)).join('');
}
