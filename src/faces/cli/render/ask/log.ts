import { shortId } from '../../../../model/ids.ts';
import type { LogEntry, Writer } from '../../../../ask/history/log.ts';
import type { CommonVerification } from '../../../../model/graph/verification.ts';
import type { Total } from '../../../../ask/report/line-share.ts';
import type { Tone } from '../color.ts';
import { type Field, renderFields, row, span, type TextStyle } from '../fields.ts';
import { goalText } from '../unexplained.ts';
import { counted, stated } from '../words.ts';
import { term } from '../term.ts';
import { textWidth } from '../width.ts';

/** Columns for the agents: `claude-code 8f3a21c0 +1`, cut when longer. */
const AGENTS_COLUMNS = 23;
/** Columns for the lines: `120/1400`. */
const LINES_COLUMNS = 8;
/** Columns. On a narrower terminal the agent's name is left out and columns are as narrow as possible. */
const MIN_WIDE_COLUMNS = 72;
const NARROW_AGENTS_COLUMNS = 11;
const NARROW_SHARE = 5;
/** Columns after the subject. With less room no decision is shown. */
const MIN_COLUMNS = 16;
/** Decisions listed when lines are not cut. */
const MAX_SHOWN_DECISIONS = 3;

const TONES: Readonly<Record<CommonVerification, Tone>> = {
  passed: 'passed',
  partly: 'stale',
  stale: 'stale',
  failed: 'failed',
  none: 'quiet',
  'not-applicable': 'quiet',
};

/**
 * One commit of `git prov log`: id, verification, agents' lines of those added, writers, subject, and decisions unless they
 * are switched off.
 */
export function renderEntry(
  entry: LogEntry,
  style: TextStyle,
  { decisions: withDecisions, verbose = false }: { readonly decisions: boolean; readonly verbose?: boolean } = {
    decisions: true,
  },
): string {
  if (!entry.known && !verbose) return renderUnknown(entry, style);
  const { short, known, lines, writers, changers, verification, decisions: all } = entry;
  const { paint, columns, signs } = style;
  const narrow = columns !== undefined && columns < MIN_WIDE_COLUMNS;
  const gap = narrow ? ' ' : '  ';
  const verdict = verification ?? 'none';
  const sign = known ? signs[verdict] : ' ';
  const overruled = all.some(({ status }) => status !== undefined) ? paint('failed', signs.overruled) : ' ';
  const share = (lines ? `${lines.agent}/${lines.added}` : '').padStart(narrow ? NARROW_SHARE : LINES_COLUMNS);
  const who = lines ? whoWrote(entry, lines, narrow) : 'no note';
  const padded = who + ' '.repeat(Math.max(0, (narrow ? NARROW_AGENTS_COLUMNS : AGENTS_COLUMNS) - textWidth(who)));
  const used = textWidth(`${short} ${sign} ${share}${gap}${padded}${gap}`);
  const room = columns === undefined ? undefined : Math.max(1, columns - used);
  const subject = term(entry.subject, room);
  const rest = room === undefined ? undefined : room - textWidth(subject) - 2;
  const why = withDecisions ? decisions(entry, style, rest) : '';
  const name = paint(writers.length + changers.length > 0 ? 'agent' : 'quiet', padded);
  const head = `${paint('stale', short)} ${paint(TONES[verdict], sign)}${overruled}${share}${gap}${name}${gap}${subject}`;
  const more = verbose ? renderFields(provenance(entry), style, 9) : '';
  return `${why === '' ? head.trimEnd() : `${head}  ${paint('quiet', why)}`}\n${more}`;
}

/** What stands between the id and the subject of a commit without a note, and its columns. Long histories have many of these. */
const gaps = new WeakMap<TextStyle, { readonly text: string; readonly width: number }>();

function renderUnknown({ short, subject }: LogEntry, style: TextStyle): string {
  const { paint, columns } = style;
  let gap = gaps.get(style);
  if (!gap) {
    const narrow = columns !== undefined && columns < MIN_WIDE_COLUMNS;
    const between = narrow ? ' ' : '  ';
    const name = 'no note'.padEnd(narrow ? NARROW_AGENTS_COLUMNS : AGENTS_COLUMNS);
    const blank = ' '.repeat(narrow ? NARROW_SHARE : LINES_COLUMNS);
    gap = {
      text: ` ${paint(TONES.none, ' ')} ${blank}${between}${paint('quiet', name)}${between}`,
      width: `   ${blank}${between}${name}${between}`.length,
    };
    gaps.set(style, gap);
  }
  const room = columns === undefined ? undefined : Math.max(1, columns - short.length - gap.width);
  return `${`${paint('stale', short)}${gap.text}${term(subject, room)}`.trimEnd()}\n`;
}

// What the note says of the commit: who worked on it, why, and whether it was checked (first seed, "log --verbose").
function provenance({ writers, changers, decisions: all, asked, verification, lines: added }: LogEntry): Field[] {
  if (!added) return [];
  const changed = changers.map((session) => ({ short: session.short, session, lines: 0 }));
  const verdict = verification ?? 'not-applicable';
  const sessions = [...writers, ...changed.filter(({ short }) => !writers.some((one) => one.short === short))];
  return [
    ...sessions.map(({ short, session, lines }, i) =>
      row(
        i === 0 ? 'sessions' : '',
        span(term(session?.agent ?? 'agent', 40)),
        ...(session?.model ? [span(`(${term(session.model, 60)})`)] : []),
        span(`[session:${shortId(short)}]`, 'quiet'),
        span(counted(lines, 'line')),
      ),
    ),
    row('lines', span(`${added.agent} of agents, ${added.human} of people, ${added.unsure} not certain`)),
    ...all.map((node, i) =>
      row(
        i === 0 ? 'decisions' : '',
        span(term(stated(node), 420)),
        span(`[decision:${term(shortId(node.id))}]`, 'quiet'),
      ),
    ),
    ...(all.length === 0 ? asked : []).map((node, i) =>
      row(i === 0 ? 'asked for' : '', span(term(node.summary, 300)), span(`[goal:${term(shortId(node.id))}]`, 'quiet')),
    ),
    ...(verdict === 'not-applicable' ? [] : [row('checks', span(verdict, TONES[verdict]))]),
  ];
}

// When no agent's line is known. Blame and why show such lines as human or unknown.
function whoWrote({ writers, changers }: LogEntry, lines: Total, narrow: boolean): string {
  const changed = changers.map((session) => ({ short: session.short, session, lines: 0 }));
  const [first, ...others] = writers.length > 0 || lines.added > 0 ? writers : changed;
  if (!first) return lines.unsure > 0 ? 'not certain' : lines.added > 0 ? 'human' : 'no lines';
  const more = others.length > 0 ? ` +${others.length}` : '';
  const id = ` ${shortId(first.short)}${more}`;
  if (narrow) return id.trim();
  return `${term(nameOf(first), AGENTS_COLUMNS - id.length)}${id}`;
}

const nameOf = ({ session }: Writer): string => session?.agent ?? 'agent';

function decisions({ decisions: all, asked }: LogEntry, { signs }: TextStyle, room: number | undefined): string {
  const [first] = asked;
  if (all.length === 0 && first && (room === undefined || room >= MIN_COLUMNS))
    return term(`${signs.pointer} ${goalText(first)}`, room);
  if (all.length === 0 || (room !== undefined && room < MIN_COLUMNS)) return '';
  const different = eachSentenceOnce(all);
  const named = different
    .slice(0, MAX_SHOWN_DECISIONS)
    .map((text) => (different.length > 1 ? text.replace(/\.$/, '') : text));
  const rest = different.length - named.length;
  const text = `${signs.pointer} ${named.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return room === undefined ? text : term(text, room);
}

/** Where a sentence ends and another begins. */
const BETWEEN_SENTENCES = /(?<=[.!?])\s+(?=\p{Lu})/u;

// Decisions of one commit often share a sentence, because each is the reason of its own edit. A decision without a sentence of its own
// is left out; equal ones are counted.
function eachSentenceOnce(all: LogEntry['decisions']): string[] {
  const counts = new Map<string, number>();
  for (const node of all) counts.set(stated(node), (counts.get(stated(node)) ?? 0) + 1);
  const seen = new Set<string>();
  return all.flatMap((node) => {
    // A sentence of the user, or of a decision that was rejected, is not that of an agent's.
    const said = (summary: string): string => stated({ ...node, summary });
    const own = node.summary.split(BETWEEN_SENTENCES).filter((sentence) => !seen.has(said(sentence)));
    for (const sentence of own) seen.add(said(sentence));
    const count = counts.get(stated(node))!;
    return own.length === 0 ? [] : [`${term(said(own.join(' ')))}${count > 1 ? ` (${count} times)` : ''}`];
  });
}
