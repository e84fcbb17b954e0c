import type { ImportReport } from '../commands/import.ts';
import { type Look, renderFields, row, span } from './fields.ts';
import { term } from './term.ts';
import { counted } from './words.ts';

/** How many commits are named before the rest is only counted. */
const NAMED = 20;

/** What was imported, for people: the commits, what they got, and what could not be used. */
export function renderImport(report: ImportReport, look: Look): string {
  const { source, dryRun, records, commits, unchanged, lines, dropped } = report;
  const shown = commits
    .slice(-NAMED)
    .map(({ commit, sessions, lines: { agent, person, unsure } }) =>
      row(
        commit.slice(0, 10),
        span(`${counted(agent, 'line')} of ${counted(new Set(sessions).size, 'session')}`, 'agent'),
        ...(person > 0 ? [span(`${person} of persons`)] : []),
        ...(unsure > 0 ? [span(`${unsure} of nobody that is named`, 'quiet')] : []),
      ),
    );
  const more = commits.length - shown.length;
  const before = more > 0 ? `${more.toLocaleString('en')} commits before these\n` : '';
  const sessions = new Set(commits.flatMap((one) => one.sessions)).size;
  const what = [
    `${counted(records, 'record')} of ${source} read: ${counted(commits.length, 'note')} ${dryRun ? 'would be written' : 'written'}`,
    `${counted(sessions, 'session')}, ${counted(lines.agent, 'line')} of agents, ${lines.person} of persons`,
    `${unchanged} with nothing new`,
  ].join('; ');
  const faults = dropped.map(({ what: fault, count, example }) =>
    row(count.toLocaleString('en'), span(fault), span(`(such as ${term(example, 80)})`, 'quiet')),
  );
  const left = faults.length > 0 ? `Not used:\n${renderFields(faults, look)}` : '';
  return `${before}${renderFields(shown, look, 0)}${what}.\n${left}`;
}
