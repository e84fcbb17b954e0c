import type { Attention, Concern } from '../../../../ask/report/attention.ts';
import type { CommitPart, FilePart, Report } from '../../../../ask/report/report.ts';
import type { Counted, Sum } from '../../../../ask/report/sum.ts';
import { shortId, type NodeId } from '../../../../model/ids.ts';
import type { Tone } from '../color.ts';
import { renderFields, span, type Field, type TextStyle, type Span } from '../fields.ts';
import {
  agentOf,
  approvedLines,
  CONCERNS,
  countedWords,
  filesById,
  isClaimed,
  nothingWords,
  percent,
  placesOf,
  reasonWords,
  statementIn,
  limitWords,
  sizeWords,
  someOf,
  symbolWords,
  takenWords,
  unknownWords,
  verificationWords,
} from './report-words.ts';
import { term } from '../term.ts';
import { placeOf } from '../../../../ask/report/report-answer.ts';
import type { DoubtedLines } from '../../../../ask/report/doubted-lines.ts';
import { CLAIMED, counted, doubtLabel, reference, sessionSpans, placeWord } from '../words.ts';

const MAX_SHOWN_PLACES = 40;
const MAX_SHOWN_SESSIONS = 3;
const MAX_SHOWN_FILES = 5;
const TONES: Readonly<Record<Concern, Tone>> = {
  failed: 'failed',
  rejected: 'failed',
  blind: 'stale',
  none: 'stale',
  unrecorded: 'quiet',
  stale: 'stale',
  unknown: 'quiet',
};

/** Entries of a section of the report, unless all are asked for. */
const MAX_ENTRIES = 20;

/** `git prov report` for people at a terminal: a summary, then the sections. @param whole without a limit for each section */
export function renderReport(report: Report, style: TextStyle, whole = false): string {
  const { range, sum } = report;
  const section = sectionOf(whole);
  const nothing = nothingWords(report, term);
  const limits = limitWords(report).map((words) => field('', [span(words, 'stale')]));
  if (nothing !== undefined) return renderFields([field('', [span(nothing)]), ...limits], style, 0);
  const title = `${style.paint('heading', term(range.name, style.columns))}\n`;
  return [
    title + renderFields([...summary(report), ...limits], style),
    section('Look at first', attentionFields(report, style), style),
    section('Doubts and deferred work', report.doubts.map(doubtField), style),
    section(
      'Files',
      report.files.map((file) => fileField(file, report)),
      style,
    ),
    section(
      'Commits',
      report.commits.map((part) => commitField(part, report, style)),
      style,
    ),
    section('Approved by a person', approvedFields(report), style),
    section('Decisions', nodeFields('decision', sum.decisions, report), style),
    section('Goals', nodeFields('goal', sum.goals, report), style),
    section(
      'Sessions',
      sum.sessions.map((one) => sessionField(one, report)),
      style,
    ),
    renderFields([field('', [span(countedWords(report), 'quiet')])], style, 0),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

const doubtField = ({ doubt, path, ranges }: DoubtedLines): Field =>
  field(doubtLabel(doubt), [
    span(`${term(path)}:${ranges.map(([start, count]) => placeOf(start, count)).join(', :')}`),
    span(`“${term(doubt.text)}”`),
    span(`(${placeWord(doubt)})`, 'quiet'),
  ]);

const field = (label: string, spans: readonly Span[]): Field => ({ label, spans });

const sectionOf =
  (whole: boolean) =>
  (title: string, fields: readonly Field[], style: TextStyle): string => {
    if (fields.length === 0) return '';
    const rest = whole ? 0 : fields.length - MAX_ENTRIES;
    const more = rest > 0 ? [field('', [span(`and ${rest} more (--all prints them)`, 'quiet')])] : [];
    const shown = rest > 0 ? fields.slice(0, MAX_ENTRIES) : fields;
    return `${style.paint('heading', title)}\n${renderFields([...shown, ...more], style)}`;
  };

function summary(report: Report): Field[] {
  const { added, agent, human, unknown, approved, blind = 0 } = report.sum.counts;
  const sessions = counted(report.sum.sessions.length, 'session');
  const taken = takenWords(report, term);
  const reasons = [...new Set(report.attention.flatMap((one) => one.unknown))];
  const unexplained = reasonWords(report.sum, (count) => `${counted(count, 'line')} of agents`);
  return [
    field('range', [span(sizeWords(report)), ...(taken ? [span(`(${taken})`, 'quiet')] : [])]),
    field('agents', [span(`${counted(agent, 'line')} (${percent(agent, added)}) in ${sessions}`, 'agent')]),
    field('people', [span(counted(human, 'line'))]),
    ...(unknown > 0 ? [field('unknown', [span(`${counted(unknown, 'line')}: ${unknownWords(reasons)}`)])] : []),
    field('verified', [span(verificationWords(report.sum.counts))]),
    ...(blind > 0 ? [field('blind', [span(`${counted(blind, 'line')} in files that the session had not read`)])] : []),
    ...(unexplained === undefined ? [] : [field('reasons', [span(unexplained)])]),
    ...(approved > 0
      ? [field('approved', [span(`${counted(approved, 'line')} written in steps that a person approved`)])]
      : []),
  ];
}

function attentionFields(report: Report, style: TextStyle): Field[] {
  if (report.attention.length === 0)
    return [field('', [span('Nothing: every line is known, and all that agents wrote was verified.', 'passed')])];
  return report.attention.map((one) => attentionField(one, report, style));
}

function signOf(concern: Concern, signs: TextStyle['signs']): string {
  switch (concern) {
    case 'unknown':
      return '?';
    case 'blind':
    case 'rejected':
      return '!';
    default:
      return signs[concern === 'unrecorded' ? 'none' : concern];
  }
}

function attentionField(one: Attention, report: Report, { signs }: TextStyle): Field {
  const { concern, lines, approved, decision, unknown } = one;
  const sign = signOf(concern, signs);
  const text = statementIn(report, decision);
  const symbols = symbolWords(one, term);
  return field(`${sign} ${CONCERNS[concern].short}`, [
    span(placesOf(one, MAX_SHOWN_PLACES, term), TONES[concern]),
    ...(symbols === undefined ? [] : [span(symbols)]),
    span(`(${counted(lines, 'line')}${approved > 0 ? `, ${approved} approved by a person` : ''})`),
    ...(concern === 'unknown' ? [span(unknownWords(unknown), 'quiet')] : []),
    ...(text ? [span(`${signs.pointer} ${term(text)}`, 'quiet')] : []),
  ]);
}

const share = ({ counts }: Sum): string => `${counts.agent}/${counts.added}`;

function whoSpans({ sessions, counts }: Sum, report: Report): Span[] {
  if (sessions.length === 0) return [];
  const named = sessions.map(({ id }) => `${term(agentOf(report, id), 24)} ${shortId(id)}`);
  return [span(someOf(named, MAX_SHOWN_SESSIONS, 'session'), 'agent'), span(`(${verificationWords(counts)})`, 'quiet')];
}

function fileField({ path, change, sum }: FilePart, report: Report): Field {
  const { status, oldPath, binary } = change;
  const notes = [
    ...(oldPath ? [`was ${term(oldPath)}`] : []),
    ...(status === 'deleted' ? ['deleted'] : []),
    ...(binary ? ['binary'] : []),
    ...(sum.counts.unknown > 0 ? [`${sum.counts.unknown} unknown`] : []),
  ];
  return field(share(sum), [
    span(term(path)),
    ...(notes.length > 0 ? [span(`(${notes.join(', ')})`, 'quiet')] : []),
    ...whoSpans(sum, report),
  ]);
}

function commitField({ commit, note, sum }: CommitPart, report: Report, { signs }: TextStyle): Field {
  const missing = note === 'none' ? 'no note' : note === 'unreadable' ? 'the note cannot be read' : '';
  return field(`${commit.short} ${share(sum)}`, [
    span(term(commit.subject)),
    ...(missing ? [span(`(${missing})`, 'stale')] : whoSpans(sum, report)),
    ...(sum.decisions.length > 0 ? [span(`${signs.pointer} ${decisionWords(sum, report)}`, 'quiet')] : []),
  ]);
}

const decisionWords = ({ decisions }: Sum, report: Report): string =>
  someOf(
    decisions.map(({ id }) => term(statementIn(report, id) ?? `decision:${id}`)),
    1,
    'decision',
  );

const approvedFields = (report: Report): Field[] =>
  approvedLines(report).map((lines) => field('', [span(placesOf(lines, MAX_SHOWN_PLACES, term))]));

function nodeFields(kind: string, all: readonly Counted<NodeId>[], report: Report): Field[] {
  const byId = filesById(report);
  return all.map(({ id, lines }) => {
    const text = statementIn(report, id);
    const files = (byId.get(id) ?? []).map((path) => term(path));
    return field(counted(lines, 'line'), [
      ...(text ? [span(term(text))] : []),
      reference(kind, id),
      span(`in ${someOf(files, MAX_SHOWN_FILES, 'file')}`, 'quiet'),
    ]);
  });
}

function sessionField({ id, lines }: Counted<string>, report: Report): Field {
  const spans = sessionSpans(report.sessions.get(id) ?? null, id);
  return field(counted(lines, 'line'), [...spans, ...(isClaimed(report, id) ? [CLAIMED] : [])]);
}
