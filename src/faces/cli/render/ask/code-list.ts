import type { CodeItem, CodeListAnswer } from '../../../../ask/code/code-list.ts';
import type { TextStyle } from '../fields.ts';
import { renderTable, type Column } from '../table.ts';
import { term } from '../term.ts';

const NAME_COLUMNS = 40;

/** `git prov list function` and its like for people. */
export function renderCodeList({ kind, items, more }: CodeListAnswer, look: TextStyle): string {
  if (items.length === 0) return `Nothing of the kind ${kind} is here.\n`;
  const rest = more > 0 ? look.paint('quiet', `and ${more} more; see --limit`) : '';
  return `${renderTable(COLUMNS, items, look)}${rest === '' ? '' : `${rest}\n`}`;
}

const COLUMNS: readonly Column<CodeItem>[] = [
  { heading: 'Name', cell: ({ name, path, id }) => term(path === null ? id.replace(/^external:/, '') : name, NAME_COLUMNS) },
  { heading: 'Place', cell: ({ path, lines }) => (path === null ? '' : term(lines ? `${path}:${lines[0]}` : path)) },
  { heading: 'Version', cell: ({ version = '' }) => term(version, 20) },
  { heading: 'Files', right: true, cell: ({ importedBy }) => (importedBy === undefined ? '' : String(importedBy)) },
];
