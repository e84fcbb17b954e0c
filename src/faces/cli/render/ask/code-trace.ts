import type { CodeStep, CodeTraceAnswer } from '../../../../ask/code/code-trace.ts';
import { nameInId } from '../../../../ask/code/code-kinds.ts';
import type { TextStyle } from '../fields.ts';
import { term } from '../term.ts';
import { entriesPart } from './linked-entry.ts';

/** `git prov trace --layer code` for people. */
export function renderCodeTrace(
  { reference, fault, linked = [], backward, forward }: CodeTraceAnswer,
  look: TextStyle,
): string {
  let out = `${look.paint('heading', term(reference, look.columns))}\n`;
  if (fault) out += `${look.paint('stale', `Not parsed: ${fault}`)}\n`;
  for (const [words, steps] of [
    ['Used by:', backward],
    [isCode(reference) ? 'Uses:' : 'Wrote lines of:', forward],
  ] as const) {
    if (!steps) continue;
    out += `${look.paint('quiet', words)}\n`;
    out +=
      steps.length === 0
        ? '  nothing that is known\n'
        : steps.map((step) => lines(step, 1, look, isCode(reference) ? SILENT : WRITTEN)).join('');
  }
  return out + entriesPart(linked, look);
}

// Others are recorded changes.
const isCode = (reference: string): boolean => CODE_ID.test(reference);

const CODE_ID = /^(?:file|module|function|type|external|service|tool):/;

function lines(
  { id, path, line, kind, confidence, gone, steps }: CodeStep,
  depth: number,
  look: TextStyle,
  silent: ReadonlySet<string> = SILENT,
): string {
  const more = [
    ...(gone ? ['not there any more'] : []),
    ...(silent.has(kind) ? [] : [kind.replace('_', ' ')]),
    ...(confidence < 1 ? [confidence.toFixed(1)] : []),
  ];
  const about = more.length > 0 ? look.paint('quiet', ` (${more.join(', ')})`) : '';
  const place = look.paint('quiet', `${term(path)}:${line}`);
  const named = id === `file:${path}` ? place : `${term(nameOf(id))} ${place}`;
  const own = `${'  '.repeat(depth)}${named}${about}\n`;
  return own + steps.map((step) => lines(step, depth + 1, look)).join('');
}

/** The kinds of use that are not named: most are of these. */
const SILENT: ReadonlySet<string> = new Set(['calls', 'imports']);
/** The same for what a recorded change leads to. */
const WRITTEN: ReadonlySet<string> = new Set(['writes']);

function nameOf(id: string | null): string {
  if (id === null) return 'top of the file';
  if (/^(?:function|type|service|tool):/.test(id)) return nameInId(id);
  return id.replace(/^(?:file|external):/, '');
}
