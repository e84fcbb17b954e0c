import type { ReconcileReport } from './reconcile-report.ts';
import { type TextStyle, renderFields, span } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** The carried notes for people: a row for each commit. */
export function renderReconciled({ commits, looked, dryRun }: ReconcileReport, style: TextStyle): string {
  const rows = commits.map(({ commit, subject, lines, from }) => ({
    label: shortOid(commit),
    spans: [
      span(term(subject, 60)),
      span(`${counted(lines, 'line')} of agents,`, 'agent'),
      span(from.map((one) => `${term(one.how, 20)} of ${shortOid(one.commit)}`).join(', ') || 'as before', 'quiet'),
    ],
  }));
  const what = `${counted(commits.length, 'note')} ${dryRun ? 'would be written' : 'written'}, ${counted(looked, 'commit')} looked at.`;
  return `${renderFields(rows, style, 0)}${what}\n`;
}
