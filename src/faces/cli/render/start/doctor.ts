import type { Report } from './doctor-report.ts';
import type { Diagnosis } from './doctor-report.ts';
import { renderFields, span, type Field, type TextStyle, type Span } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';

/** The report for people: repairs, the result of each check, and remaining problems. */
export function renderDoctor(report: Report, style: TextStyle): string {
  const rows: Field[] = [
    ...report.mended.map((what) => ({ label: 'mended', spans: [span(term(what), 'passed')] })),
    ...report.failed.map((what) => ({ label: 'failed', spans: [span(term(what), 'failed')] })),
    ...report.checks.flatMap(rowsOf),
  ];
  return `${renderFields(rows, style, 0)}${summary(report)}\n`;
}

const more = (text: string | undefined): Field[] =>
  text === undefined ? [] : [{ label: '', spans: [span(term(text), 'quiet')] }];

function rowsOf({ name, state, what, why, todo }: Diagnosis): Field[] {
  return [{ label: name, spans: [...mark(state), span(term(what))] }, ...more(why), ...more(todo)];
}

function mark(state: Diagnosis['state']): Span[] {
  if (state === 'ok') return [span('ok:', 'passed')];
  return [state === 'problem' ? span('problem:', 'failed') : span('warning:', 'stale')];
}

function summary({ problems, fix, checks }: Report): string {
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  if (problems === 0) return warnings > 0 ? `${counted(warnings, 'warning')}, no other problem.` : 'No problem found.';
  const mendable = checks.some(({ state, mendable: can }) => state === 'problem' && can);
  return `${counted(problems, 'problem')}${fix ? ' left' : mendable ? '; git prov doctor --fix repairs what it can' : ''}.`;
}
