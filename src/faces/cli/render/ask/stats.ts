import { type StatsPart, sizeOf, type Stats } from '../../../../ask/report/stats.ts';
import { renderFields, row, span, type Field, type TextStyle } from '../fields.ts';
import { percent, verificationWords } from './report-words.ts';
import { term } from '../term.ts';
import { textWidth } from '../width.ts';
import { counted, day } from '../words.ts';

/** Columns of a bar, and of the name before it. On a narrow terminal both are shorter. */
const BAR_COLUMNS = 20;
const MIN_BAR_COLUMNS = 5;
const MAX_NAME_COLUMNS = 32;
const MIN_NAME_COLUMNS = 12;
/** Columns of the gaps and the percentage. */
const BETWEEN_COLUMNS = 12;
/** Rows of a table; the rest is counted. */
const MAX_ROWS = 10;

/** `git prov stats` for people. */
export function renderStats(stats: Stats, style: TextStyle): string {
  const { range, lines: counts, decided, agents, models, folders, months, survived } = stats;
  const { added, agent, human, unknown } = counts;
  const title = `${style.paint('heading', `${term(range.name, 80)}: ${counted(added, 'line')}`)}\n`;
  if (added === 0) return `${title}  There are no lines to count.\n`;
  const rows: Field[] = [
    row('agents', span(share(agent, added), 'agent')),
    row('people', span(share(human, added))),
    row('unknown', span(share(unknown, added), 'unknown')),
  ];
  if (agent > 0)
    rows.push(
      row('verified', span(verificationWords(counts))),
      row('decided', span(`${share(decided, agent)} with a reason`)),
    );
  if (survived)
    rows.push(
      row(
        'survived',
        span(`${share(survived.standing, survived.written)} of what agents wrote before ${day(survived.before)}`),
      ),
    );
  return [
    title + renderFields(rows, style),
    table(
      'By agent',
      agents.map(({ name, lines }) => [name, lines, agent]),
      style,
    ),
    table(
      'By model',
      models.map(({ name, lines }) => [name, lines, agent]),
      style,
    ),
    table('By folder (share of agents)', folders.map(agentPart), style),
    table('By month (share of agents)', months.slice(-12).map(agentPart), style),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

type BarRow = readonly [name: string, part: number, whole: number];

const agentPart = (part: StatsPart): BarRow => [part.name, part.agent, sizeOf(part)];

const share = (part: number, whole: number): string => `${percent(part, whole)} (${part})`;

function table(title: string, rows: readonly BarRow[], { paint, unicode, columns }: TextStyle): string {
  if (rows.length === 0) return '';
  const [full, empty] = unicode ? ['█', '░'] : ['#', '.'];
  const shown = rows.slice(0, title.startsWith('By month') ? rows.length : MAX_ROWS);
  const counts = Math.max(...shown.map(([, part, whole]) => `${part} of ${whole}`.length));
  const room = (columns ?? Number.POSITIVE_INFINITY) - BETWEEN_COLUMNS - counts;
  const longest = Math.max(...shown.map(([name]) => textWidth(term(name, MAX_NAME_COLUMNS))));
  const bars = Math.min(BAR_COLUMNS, Math.max(MIN_BAR_COLUMNS, room - longest));
  const width = Math.min(longest, Math.max(MIN_NAME_COLUMNS, room - bars));
  const names = shown.map(([name]) => term(name, width));
  const lines = shown.map(([, part, whole], i) => {
    const filled = whole === 0 ? 0 : Math.round((bars * part) / whole);
    const bar = `${paint('agent', full.repeat(filled))}${paint('quiet', empty.repeat(bars - filled))}`;
    const gap = ' '.repeat(width - textWidth(names[i]!) + 2);
    return `  ${names[i]}${gap}${bar}  ${percent(part, whole).padStart(4)}  ${part} of ${whole}\n`;
  });
  const rest = rows.length - shown.length;
  const more = rest > 0 ? `  ${paint('quiet', `and ${rest} more`)}\n` : '';
  return `${paint('heading', title)}\n${lines.join('')}${more}`;
}

/** Width of a character of the badge's text in pixels, and of the space around a text. */
const CHARACTER_PIXELS = 6.5;
const SPACE_PIXELS = 10;

/** An SVG badge with the share of agents. */
export function renderBadge({ lines: { agent, added } }: Stats): string {
  const [label, value] = ['written by agents', percent(agent, added)];
  const [left, right] = [label, value].map((text) => Math.round(text.length * CHARACTER_PIXELS + SPACE_PIXELS)) as [
    number,
    number,
  ];
  const width = left + right;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${value}">`,
    `<title>${label}: ${value}</title>`,
    `<rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="#0a6e8a"/>`,
    '<g fill="#fff" font-family="Verdana,Geneva,sans-serif" font-size="11" text-anchor="middle">',
    `<text x="${left / 2}" y="14">${label}</text><text x="${left + right / 2}" y="14">${value}</text>`,
    '</g></svg>',
    '',
  ].join('\n');
}
