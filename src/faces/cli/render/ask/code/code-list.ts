import type { CodeItem, CodeListAnswer } from '../../../../../ask/code/code-list.ts';
import { renderText, span, type TextStyle } from '../../fields.ts';
import { renderTable, type Column } from '../../table.ts';
import { term } from '../../term.ts';
import { noneOf } from '../../words.ts';

const NAME_COLUMNS = 40;
/** Files that are not parsed and shown; the rest is counted. */
const MAX_UNPARSED = 5;

/**
 * `git prov list function` and its like for people.
 * @param chosen whether options left out a part, so that an empty list does not say that there is none
 */
export function renderCodeList(answer: CodeListAnswer, style: TextStyle, chosen: boolean): string {
  const { kind, items, more, unparsed = [] } = answer;
  const table = items.length === 0 ? noneOf(kind, chosen) : renderTable(COLUMNS, items, style);
  const rest = more > 0 ? `${style.paint('quiet', `and ${more} more; see --limit`)}\n` : '';
  return `${table}${rest}${unparsedLines(unparsed, style)}`;
}

function unparsedLines(unparsed: NonNullable<CodeListAnswer['unparsed']>, style: TextStyle): string {
  const shown = unparsed
    .slice(0, MAX_UNPARSED)
    .map(({ path, why }) => span(`Not parsed: ${term(path)} (${why})`, 'stale'));
  const rest = unparsed.length - shown.length;
  return [...shown, ...(rest > 0 ? [span(`and ${rest} more that are not parsed; see --json`, 'quiet')] : [])]
    .map((line) => renderText([line], style))
    .join('');
}

const COLUMNS: readonly Column<CodeItem>[] = [
  {
    heading: 'Name',
    cell: ({ name, path, id }) => term(path === null ? id.replace(/^external:/, '') : name, NAME_COLUMNS),
    cut: 'end',
  },
  {
    heading: 'Runs', // a command, or the image that has one
    cell: ({ service, tool }) => term((service ?? tool)?.command ?? tool?.host ?? service?.image ?? '', 40),
    cut: 'end',
    rank: 5,
  },
  { heading: 'Role', cell: ({ role = '' }) => role },
  { heading: 'User', cell: ({ service }) => term(service?.user ?? '', 20), rank: 1 },
  {
    heading: 'Ports',
    cell: ({ service }) => term([...(service?.ports ?? []), ...(service?.hosts ?? [])].join(' '), 30),
    rank: 3,
  },
  { heading: 'Needs', cell: ({ service }) => term((service?.dependsOn ?? []).join(' '), 30), rank: 4 },
  { heading: 'Secrets', cell: ({ service, tool }) => term((service ?? tool)?.secrets.join(' ') ?? '', 30), rank: 2 },
  {
    heading: 'Place',
    cell: ({ path, lines }) => (path === null ? '' : term(lines ? `${path}:${lines[0]}` : path)),
    cut: 'start',
  },
  { heading: 'Version', cell: ({ version = '' }) => term(version, 20) },
  { heading: 'Files', right: true, cell: ({ importedBy }) => (importedBy === undefined ? '' : String(importedBy)) },
];
