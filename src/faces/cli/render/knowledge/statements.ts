import { shortId } from '../../../../model/ids.ts';
import type { EdgeHistory, Happened, NodeHistory } from '../../../../ask/knowledge/events.ts';
import { sourceType, wholeText } from '../../../../ask/knowledge/entry-parts.ts';
import { isUndeclared, type StatementSource, type Statement } from '../../../../ask/knowledge/statements.ts';
import { isUsual, staleWords, standingWords } from './standing-words.ts';
import { claimedMark } from '../claimed.ts';
import {
  paintLine,
  renderFields,
  renderText,
  roomFor,
  row,
  span,
  wrap,
  type Field,
  type TextStyle,
} from '../fields.ts';
import { share } from './lineage.ts';
import { term } from '../term.ts';
import { textWidth } from '../width.ts';
import { counted, day, moment, noneOf } from '../words.ts';

const GAP = '  ';
/** Minimum width of a statement in results of a search. */
const MIN_COLUMNS = 20;
/** Minimum width of a statement in a table. */
const MIN_STATEMENT = 26;
/** Minimum width of a status in a table: `accepted, stale: …`. */
const MIN_STATUS = 18;

/**
 * `git prov list` for people: the table of the fifth seed.
 * @param chosen whether options left out a part
 */
export function renderList(kind: string, statements: readonly Statement[], style: TextStyle, chosen: boolean): string {
  if (statements.length === 0) return noneOf(kind, chosen);
  const marks = statements.some(({ standing }) => !isUsual(standing));
  const provenance = statements.some(({ sources }) => sources);
  const confidences = statements.some(({ confidence }) => confidence !== undefined);
  const columns = fitting(
    [
      // In a pipe ids are whole, for programs that read the table all the same.
      { heading: 'ID', cell: ({ node }) => (style.columns === undefined ? node.id : shortId(node.id)) },
      { heading: 'Statement', cell: ({ mark, node }) => claimedMark(mark) + term(node.summary), least: MIN_STATEMENT },
      {
        heading: 'Confidence',
        cell: ({ confidence }) => (confidence === undefined ? '' : share(confidence)),
        rank: confidences ? 4 : 1,
      },
      ...(marks
        ? [
            {
              heading: 'Status',
              cell: (one: Statement) =>
                isUsual(one.standing) && isUndeclared(one) ? 'not declared' : standingWords(one.standing),
              least: MIN_STATUS,
            },
          ]
        : []),
      {
        heading: 'Source',
        cell: ({ sources, node }) => (provenance ? fromWhat(sources ?? []) : term(sourceType(node) ?? '', 30)),
        rank: 2,
      },
      { heading: 'When', cell: ({ node }) => day(node.at), rank: 3 },
    ],
    statements,
    style.columns,
  );
  return ruled(columns, statements.length, style);
}

interface ListColumn {
  readonly heading: string;
  readonly cell: (one: Statement) => string;
  /** Its cells may be cut to this width. */
  readonly least?: number;
  /** What is left out first where the lines are too long. */
  readonly rank?: number;
}

interface FilledColumn extends Omit<ListColumn, 'cell'> {
  readonly cells: readonly string[];
  readonly width: number;
}

// On a narrow terminal, less important columns are left out.
function fitting(columns: readonly ListColumn[], rows: readonly Statement[], room: number | undefined): FilledColumn[] {
  let shown = columns.map(({ cell, ...column }) => filled(column, rows.map(cell)));
  if (room === undefined) return shown;
  const least = (): number => widthOf(shown, ({ width, least = width }) => Math.min(width, least));
  for (const rank of [1, 2, 3, 4]) {
    if (least() <= room) break;
    shown = shown.filter((one) => one.rank !== rank);
  }
  // The status is cut before the statement.
  for (const heading of ['Status', 'Statement']) {
    const over = widthOf(shown, ({ width }) => width) - room;
    if (over > 0)
      shown = shown.map((one) =>
        one.heading === heading ? { ...one, width: Math.max(Math.min(one.width, one.least!), one.width - over) } : one,
      );
  }
  return shown;
}

function filled(column: Omit<ListColumn, 'cell'>, cells: readonly string[]): FilledColumn {
  const width = cells.reduce((most, cell) => Math.max(most, textWidth(cell)), textWidth(column.heading));
  return { ...column, cells, width };
}

const widthOf = (columns: readonly FilledColumn[], of: (column: FilledColumn) => number): number =>
  columns.reduce((sum, column) => sum + of(column) + GAP.length, -GAP.length);

function ruled(columns: readonly FilledColumn[], rows: number, { paint, unicode }: TextStyle): string {
  const line = (cellOf: (column: FilledColumn) => string): string =>
    columns
      .map((column) => {
        const shown = term(cellOf(column), column.width);
        return shown + ' '.repeat(Math.max(0, column.width - textWidth(shown)));
      })
      .join(GAP)
      .trimEnd();
  const rule = (unicode ? '─' : '-').repeat(widthOf(columns, ({ width }) => width));
  const lines = Array.from({ length: rows }, (_, n) => `${line(({ cells }) => cells[n]!)}\n`);
  return `${paint(
    'heading',
    line(({ heading }) => heading),
  )}\n${paint('quiet', rule)}\n${lines.join('')}`;
}

// `3 episodes`, `1 note`, `direct`.
function fromWhat(sources: readonly StatementSource[]): string {
  const counts = new Map<string, number>();
  for (const { node } of sources) counts.set(node?.kind ?? 'node', (counts.get(node?.kind ?? 'node') ?? 0) + 1);
  return counts.size === 0 ? 'direct' : [...counts].map(([kind, count]) => counted(count, term(kind, 30))).join(', ');
}

/** Precedes the further lines of a result. */
const FROM = '   ';

/**
 * `git prov search` for people.
 * @param chosen whether options left out a part
 */
export function renderSearch(found: readonly Statement[], { paint, columns }: TextStyle, chosen: boolean): string {
  if (found.length === 0) return `Nothing here has all these words${chosen ? ' and fits these options' : ''}.\n`;
  let out = '';
  for (const [i, one] of found.entries()) {
    const { node, standing, mark, confidence, sources } = one;
    const head = `${i + 1}. [${term(node.kind, 30)}] ${claimedMark(mark)}`;
    const facts = [
      ...(confidence === undefined ? [] : [share(confidence)]),
      ...(isUsual(standing) ? [] : [standingWords(standing)]),
    ];
    const tail = `${facts.length > 0 ? ` (${facts.join(', ')})` : ''}  ${term(shortId(node.id))}  ${day(node.at)}`;
    const room = columns === undefined ? Number.POSITIVE_INFINITY : columns - textWidth(head) - 2;
    if (room - textWidth(tail) < Math.min(MIN_COLUMNS, textWidth(term(node.summary)))) {
      const about = wrap([span(tail, 'quiet')], roomFor(columns, FROM.length));
      out += `${paint('quiet', head)}"${term(node.summary, Math.max(MIN_COLUMNS, room))}"\n`;
      out += about.map((line) => `${FROM}${paintLine(line, paint)}\n`).join('');
    } else out += `${paint('quiet', head)}"${term(node.summary, room - textWidth(tail))}"${paint('quiet', tail)}\n`;
    if (sources) out += `${FROM}${paint('quiet', fromLine(sources, sourceType(node)))}\n`;
  }
  return out;
}

function fromLine(sources: readonly StatementSource[], via: string | undefined): string {
  const how = via === undefined ? '' : ` (${term(via, 30)})`;
  const [one] = sources;
  if (sources.length === 1 && one)
    return `From: ${claimedMark(one.mark)}${one.node ? `${term(one.node.kind, 30)}:` : ''}${term(shortId(one.id))}${how}`;
  return `From: ${fromWhat(sources)}${how}`;
}

/**
 * The status of an entry, as rows after its text.
 * @param traced also how it came to be known, and every confidence that it had (fifth seed, "Show Memory with Provenance")
 */
export function standingFields({ node, standing, mark, confidence, sources = [] }: Statement, traced = false): Field[] {
  const { status, state, supersededBy, confidenceHistory } = standing;
  const by = supersededBy ? [span('by'), span(`[${shortId(supersededBy)}]`, 'quiet')] : [];
  const before =
    confidenceHistory.length > 1
      ? [
          span(
            `(before: ${confidenceHistory
              .slice(0, -1)
              .map(({ value }) => share(value))
              .join(', ')})`,
            'quiet',
          ),
        ]
      : [];
  return [
    ...(traced ? [row('type', span(term(sourceType(node) ?? node.kind, 30)))] : []),
    row('status', span(status, status === 'accepted' ? 'passed' : 'stale'), ...by),
    ...(state ? [row('state', span(state, state === 'done' ? 'passed' : 'stale'))] : []),
    ...staleWords(standing).map((words) => row('', span(words, 'stale'))),
    ...(mark === 'claimed' ? [row('standing', span('claimed: not signed by an allowed signer', 'failed'))] : []),
    ...(confidence === undefined ? [] : [row('confidence', span(share(confidence)), ...(traced ? [] : before))]),
    ...(traced
      ? confidenceHistory.map(({ at, value, why }, i) =>
          row(i === 0 ? 'history' : '', span(`${day(at)}: ${share(value)}`), span(`(${term(why, 200)})`, 'quiet')),
        )
      : []),
    ...sources.map(({ id, node, mark: of, linkStatus }, i) =>
      row(
        i === 0 ? 'from' : '',
        span(claimedMark(of) + term(node?.summary ?? 'a node that is in no note here')),
        span(`[${node ? `${term(node.kind, 30)}:` : ''}${term(shortId(id))}]`, 'quiet'),
        ...(linkStatus === 'proposed' && status !== 'proposed' ? [span('proposed link', 'stale')] : []),
      ),
    ),
  ];
}

/** `git prov history NODE` for people. */
export function renderNodeHistory({ node, standing, mark, events }: NodeHistory, style: TextStyle): string {
  const title = span(`History of ${term(node.kind, 30)}:${term(shortId(node.id))}`, 'heading');
  const head = renderText([title, span(`${claimedMark(mark)}"${term(wholeText(node))}"`)], style, GAP.length);
  const words = standingWords(standing);
  const now = standing.confidence === undefined ? words : `${words}, ${share(standing.confidence)}`;
  return `${head}${renderFields([row('now', span(now))], style)}\n${events.map((one) => eventLines(one, style)).join('')}`;
}

const end = (node: EdgeHistory['from']): string =>
  node ? `${term(node.kind, 30)}:${term(shortId(node.id))}` : 'a node that is in no note here';

/** `git prov history FROM EDGE TO` for people. */
export function renderEdgeHistory({ from, edge, to, holds, status, events }: EdgeHistory, style: TextStyle): string {
  const title = span(`History of ${end(from)} ${term(edge, 30)} ${end(to)}`, 'heading');
  const head = renderText([title], style, GAP.length);
  const summary =
    events.length === 0 ? '  This edge is not recorded.\n' : events.map((one) => eventLines(one, style)).join('');
  return `${head}${renderFields([row('now', span(status ?? (holds ? 'holds' : 'is not there')))], style)}\n${summary}`;
}

const value = (one: string | number): string => (typeof one === 'number' ? share(one) : one);

const OUTRANKED = 'does not count: it is only claimed, unlike the entry';

// `link accepted` for `link_accepted`.
const eventName = (name: string): string => name.replaceAll('_', ' ');

function eventLines({ event, goal, run, mark }: Happened, style: TextStyle): string {
  const { at, before, after, because, by, agent, session, counts, isOutranked } = event;
  const arrow = style.unicode ? '→' : '->';
  const change =
    after === undefined
      ? ''
      : before === undefined || before === after
        ? ` ${value(after)}`
        : ` ${value(before)} ${arrow} ${value(after)}`;
  // What happened to a link says how it stands, but for a proposal.
  const proposed = event.event === 'linked' && after === 'proposed' ? ' (proposed)' : '';
  const other =
    event.object === undefined
      ? ''
      : ` ${event.edge === undefined ? '' : `${term(event.edge, 30)} `}${term(shortId(event.object))}`;
  const fields = [
    row(
      'who',
      span(claimedMark(mark) + term(by ?? agent, 60)),
      span(`[session:${term(session)}${run === undefined ? '' : `, run ${term(run, 30)}`}]`, 'quiet'),
    ),
    ...(goal ? [row('run', span(term(goal.summary)), span(`[goal:${term(shortId(goal.id))}]`, 'quiet'))] : []),
    ...(because === undefined ? [] : [row('because', span(term(because)))]),
    ...(counts
      ? []
      : [row('', span(isOutranked ? OUTRANKED : 'does not count: this author may not change the entry', 'stale'))]),
  ];
  return `  ${style.paint('quiet', moment(at))}  ${eventName(event.event)}${event.edge === undefined ? change + other : other + proposed}  ${style.paint('quiet', `[${term(shortId(event.node))}]`)}\n${renderFields(fields, style, 6)}`;
}
