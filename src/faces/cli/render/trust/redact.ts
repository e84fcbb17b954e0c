import type { RedactReport } from './redact-report.ts';
import { type TextStyle, renderFields, row, span } from '../fields.ts';
import { term } from '../term.ts';

/** The redacted text, and the matches with their rules: for people. */
export function renderRedact({ kept, taken, dropped }: RedactReport, style: TextStyle): string {
  const text = kept
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${term(line)}\n`)
    .join('');
  if (dropped !== null) return `${text}\nNothing would be kept: ${term(dropped)}\n`;
  if (taken.length === 0) return `${text}\nNothing would be removed.\n`;
  const rows = taken.map(({ mark, rules, from, to }) =>
    row(
      mark,
      span(rules.map((rule) => term(rule)).join(', ')),
      span(`${to - from} characters from ${from} on`, 'quiet'),
    ),
  );
  return `${text}\n${renderFields(rows, style, 0)}`;
}
