import type { LogEntry, Told, Verdict, Writer } from '../../query/log.ts';
import type { Tone } from './color.ts';
import type { Look } from './fields.ts';
import { term } from './term.ts';
import { textWidth } from './width.ts';

/** The column of agents: `claude-code 8f3a21c0 +1`, cut when longer. */
const WHO = 23;
/** The column of lines: `120/1400`. */
const SHARE = 8;
/** Less room than this after the subject is not worth a decision. */
const ENOUGH = 16;
/** So many decisions are named where lines are not cut. */
const DECISIONS = 3;

const TONES: Readonly<Record<Verdict, Tone>> = { passed: 'passed', partly: 'stale', failed: 'failed', none: 'quiet' };

/** One commit of `git prov log`: id, verification, agents' lines of those added, who, subject, decisions. */
export function renderEntry({ commit, told }: LogEntry, look: Look): string {
  const { paint, columns, signs } = look;
  const verdict = told?.verification ?? 'none';
  const sign = told ? signs[verdict === 'partly' ? 'stale' : verdict] : ' ';
  const share = (told ? `${told.added.agent}/${told.added.added}` : '').padStart(SHARE);
  const who = told ? whoWrote(told) : 'unknown';
  const padded = who + ' '.repeat(Math.max(0, WHO - textWidth(who)));
  const used = textWidth(`${commit.short} ${sign} ${share}  ${padded}  `);
  const room = columns === undefined ? undefined : Math.max(1, columns - used);
  const subject = term(commit.subject, room);
  const rest = room === undefined ? undefined : room - textWidth(subject) - 2;
  const why = told ? decisions(told, look, rest) : '';
  const name = paint(told && told.writers.length > 0 ? 'agent' : 'quiet', padded);
  const head = `${paint('stale', commit.short)} ${paint(TONES[verdict], sign)} ${share}  ${name}  ${subject}`;
  return `${why === '' ? head.trimEnd() : `${head}  ${paint('quiet', why)}`}\n`;
}

function whoWrote({ writers }: Told): string {
  const [first, ...others] = writers;
  if (!first) return 'no agent';
  const more = others.length > 0 ? ` +${others.length}` : '';
  const id = ` ${first.short}${more}`;
  return `${term(nameOf(first), WHO - id.length)}${id}`;
}

const nameOf = ({ session }: Writer): string => session?.agent ?? 'agent';

function decisions({ decisions: all }: Told, { signs }: Look, room: number | undefined): string {
  if (all.length === 0 || (room !== undefined && room < ENOUGH)) return '';
  const named = all.slice(0, DECISIONS).map(({ summary }) => term(summary));
  const rest = all.length - named.length;
  const text = `${signs.pointer} ${named.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return room === undefined ? text : term(text, room);
}
