import type { Doubt } from '../../../../exchange/transcripts/match/landed.ts';
import { TRANSCRIPT_AGENTS } from '../../../../agents/all/transcript-names.ts';
import { enumerate } from '../../../../model/one-line.ts';
import { shortSession } from '../../../../model/ids.ts';
import type { TranscriptReport } from './transcripts-report.ts';
import { type TextStyle, renderFields, renderText, row, span } from '../fields.ts';
import { term } from '../term.ts';
import { counted, moment } from '../words.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

/** Commits listed before the rest is counted; a dry run lists all. */
const MAX_SHOWN_COMMITS = 20;

const WHY: Readonly<Record<Doubt, string>> = {
  shown: 'the session had been shown them before',
  returned: 'an earlier commit has them',
  stranger: 'another person made the commit',
  late: 'they were written after the commit',
  moved: 'they were moved or indented',
  little: 'too little of the session is there',
  both: 'two sessions wrote them',
  command: 'a command may have written them',
  left: 'of a session that is recorded already',
};

const NONE = `No session of this repository was found where ${enumerate(
  TRANSCRIPT_AGENTS.map(({ title }) => title),
  TRANSCRIPT_AGENTS.length,
)} keep theirs. To read others, name their files or folders.`;

/** The result of an import of transcripts, for people: commits with the owners of their lines, and skipped records. */
export function renderTranscripts(report: TranscriptReport, style: TextStyle): string {
  const { dryRun, commits, sessions, files, elsewhere, looked, bots, noted, written, unread } = report;
  const shown = dryRun ? commits : commits.slice(-MAX_SHOWN_COMMITS);
  const rows = shown.flatMap(({ commit, subject, lines, unsure }) => [
    row(shortOid(commit), span(term(subject, 60))),
    ...lines.map(({ session, path, lines: count, step, at }) =>
      row(
        '',
        span(`${counted(count, 'line')} of ${term(path, 60)}`, 'agent'),
        span(`by ${shortSession(session)},`),
        span(`${term(step, 60)}, ${moment(at)}`, 'quiet'),
      ),
    ),
    ...Object.entries(unsure).map(([doubt, count]) =>
      row('', span(`${counted(count, 'line')} without an owner: ${WHY[doubt as Doubt]}`, 'quiet')),
    ),
  ]);
  const more = commits.length - shown.length;
  const found = sessions.filter(({ lines }) => lines > 0).length;
  const left = sessions.filter((one) => one.left);
  const what = [
    `${counted(files, 'file')} and ${counted(sessions.length, 'session')} read${elsewhere > 0 ? ` (${elsewhere} of other repositories)` : ''}`,
    `${counted(looked, 'commit')} looked at, lines of ${counted(found, 'session')} found in ${commits.length} of them`,
    `${counted(written, 'note')} ${dryRun ? 'would be written' : 'written'}`,
    ...(noted > 0 ? [`${counted(noted, 'commit')} with ${noted === 1 ? 'a note' : 'notes'} skipped`] : []),
    ...(bots > 0 ? [`${counted(bots, 'commit')} of programs skipped`] : []),
    ...(left.length > 0 ? [`${counted(left.length, 'recorded session')} skipped`] : []),
  ].join('; ');
  const faults = unread.map(({ what: fault, count, where }) =>
    row(count.toLocaleString('en'), span(fault), span(`such as ${term(where, 80)}`, 'quiet')),
  );
  return [
    more > 0 ? `${more.toLocaleString('en')} commits before these\n` : '',
    renderFields(rows, style, 0),
    sessions.length > 0 || files > 0 ? renderText([span(`${what}.`)], style) : '',
    sessions.length === 0 ? renderText([span(NONE)], style) : '',
    faults.length > 0 ? `Not read:\n${renderFields(faults, style)}` : '',
  ].join('');
}
