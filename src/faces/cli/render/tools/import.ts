import type { ImportReport } from './import-report.ts';
import type { LineCounts } from '../../../../exchange/write-imported.ts';
import { type TextStyle, renderFields, row, type Span, span } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Commits listed before the rest is counted. */
const MAX_SHOWN_COMMITS = 20;

/** A commit's id, or a prefix of it. */
const ID = /^([0-9a-f]{12})[0-9a-f]{28,52}$/;

/** The result of an import, for people: the commits with their new lines, and the records that could not be used. */
export function renderImport(report: ImportReport, style: TextStyle): string {
  const { source, dryRun, records, commits, unchanged, lines, dropped } = report;
  const shown = (dryRun ? commits : commits.slice(-MAX_SHOWN_COMMITS)).flatMap(
    ({ commit, subject, sessions, lines: one }) => [
      row(shortOid(commit), span(term(subject, 60))),
      row(
        '',
        ...listed([
          span(`${counted(one.agent, 'line')} of ${counted(new Set(sessions).size, 'session')}`, 'agent'),
          ...rest(one).map((words) => span(words)),
        ]),
      ),
    ],
  );
  const more = dryRun ? 0 : Math.max(0, commits.length - MAX_SHOWN_COMMITS);
  const before = more > 0 ? `${more.toLocaleString('en')} commits before these\n` : '';
  const sessions = new Set(commits.flatMap((one) => one.sessions)).size;
  const read = `${counted(records, 'record')} of ${source} read`;
  const what =
    commits.length === 0
      ? records === 0
        ? `No record of ${source} was found that can be used`
        : `${read}: nothing new`
      : [
          `${read}: ${counted(commits.length, 'note')} ${dryRun ? 'would be written' : 'written'}`,
          [counted(sessions, 'session'), `${counted(lines.agent, 'line')} of agents`, ...rest(lines)].join(', '),
          ...(unchanged > 0 ? [`${unchanged} with nothing new`] : []),
        ].join('; ');
  const faults = dropped.map(({ what: fault, count, example }) =>
    row(count.toLocaleString('en'), span(fault), span(`(such as ${term(example.replace(ID, '$1'), 80)})`, 'quiet')),
  );
  const left = faults.length > 0 ? `Not used:\n${renderFields(faults, style)}` : '';
  return `${before}${renderFields(shown, style, 0)}${what}.\n${left}`;
}

const listed = (spans: readonly Span[]): Span[] =>
  spans.map((one, i) => (i < spans.length - 1 ? { ...one, text: `${one.text},` } : one));

const rest = ({ person, unsure }: LineCounts): string[] => [
  ...(person > 0 ? [`${person} of persons`] : []),
  ...(unsure > 0 ? [`${unsure} without an owner`] : []),
];
