import type { CodeStep, CodeTraceAnswer } from '../../../../../ask/code/code-trace.ts';
import { nameInId } from '../../../../../ask/code/code-kinds.ts';
import { paintLine, roomFor, span, type TextStyle, wrap } from '../../fields.ts';
import { term } from '../../term.ts';
import { textWidth } from '../../width.ts';
import { entriesPart } from '../linked-entry.ts';

/** Precedes the further lines of a step; its own steps are less far to the right. */
const HANG = '    ';

/** `git prov trace --layer code` for people. */
export function renderCodeTrace(
  { reference, fault, linked = [], backward, forward }: CodeTraceAnswer,
  style: TextStyle,
): string {
  let out = `${style.paint('heading', term(reference, style.columns))}\n`;
  if (fault) out += `${style.paint('stale', `Not parsed: ${fault}`)}\n`;
  for (const [words, steps] of [
    ['Used by:', backward],
    [isCode(reference) ? 'Uses:' : 'Wrote lines of:', forward],
  ] as const) {
    if (!steps) continue;
    out += `${style.paint('quiet', words)}\n`;
    out +=
      steps.length === 0
        ? '  nothing is known\n'
        : steps.map((step) => lines(step, 1, style, isCode(reference) ? SILENT : WRITTEN)).join('');
  }
  return out + entriesPart(linked, style);
}

// Others are recorded changes.
const isCode = (reference: string): boolean => CODE_ID.test(reference);

const CODE_ID = /^(?:file|module|function|type|external|service|tool):/;

function lines(
  { id, path, line, kind, confidence, gone, steps }: CodeStep,
  depth: number,
  style: TextStyle,
  silent: ReadonlySet<string> = SILENT,
): string {
  const more = [
    ...(gone ? ['not there any more'] : []),
    ...(silent.has(kind) ? [] : [kind.replace('_', ' ')]),
    ...(confidence < 1 ? [confidence.toFixed(1)] : []),
  ];
  const about = more.length > 0 ? `(${more.join(', ')})` : '';
  const place = `${term(path)}:${line}`;
  const spans = [
    ...(id === `file:${path}` ? [] : [span(term(nameOf(id)))]),
    span(place, 'quiet'),
    ...(about === '' ? [] : [span(about, 'quiet')]),
  ];
  const indent = '  '.repeat(depth);
  const room = roomFor(style.columns, indent.length + HANG.length);
  const isShort = textWidth(spans.map(({ text }) => text).join(' ')) <= room + HANG.length;
  const rows = isShort ? [spans] : wrap(spans, room);
  const own = rows.map((row, i) => `${indent}${i === 0 ? '' : HANG}${paintLine(row, style.paint)}\n`).join('');
  return own + steps.map((step) => lines(step, depth + 1, style)).join('');
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
