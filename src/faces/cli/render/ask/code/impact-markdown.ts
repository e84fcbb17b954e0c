import type { ChangedSymbol, ImpactAnswer } from '../../../../../ask/code/impact-answer.ts';
import type { LinkedEntry } from '../../../../../ask/shapes/shapes.ts';
import { code, fit } from '../../markdown.ts';
import { counted } from '../../words.ts';
import { isUntested, TESTED } from './impact.ts';
import { placesWords, shortReference } from '../linked-entry.ts';

const MAX_SHOWN_TESTS = 3;
const MAX_CELL_CHARACTERS = 120;
/** Bytes for the table. A report has a place for it in its comment. */
const TABLE_BYTES = 4000;
/** The same for the list of entries. */
const LIST_BYTES = 2000;

/** `git prov impact` for a comment on a forge: a table of the changed symbols, and the entries that may be stale. */
export function impactMarkdown(answer: ImpactAnswer): string {
  const { range, changed, others } = answer;
  const { rows, left } = fit(changed, tableRow, TABLE_BYTES);
  const head = ['| Symbol | Change | Callers | Tests that reach it | Tests ran |', '|---|---|--:|---|---|'];
  return [
    `**${counted(changed.length, 'function or type', 'functions and types')}** ${range ? `change in ${code(range.name)}` : ''}`.trim(),
    ...(rows.length > 0 ? [[...head, ...rows].join('\n')] : []),
    ...(left > 0 ? [leftOut(left)] : []),
    ...entriesList(answer),
    ...(others.length > 0 ? [`Files without a changed function or type: ${counted(others.length, 'file')}.`] : []),
  ].join('\n\n');
}

const leftOut = (left: number): string => `…and ${left} more, left out for size: \`git prov impact --json\` has all.`;

// What rests on a function that changes may be wrong now. Entries with a stale text come first.
function entriesList({ range, changed }: ImpactAnswer): string[] {
  const linked = new Map(changed.flatMap((one) => (one.linked ?? []).map((entry) => [entry.id, entry] as const)));
  const entries = [...linked.values()].toSorted((a, b) => Number(b.stale) - Number(a.stale));
  if (entries.length === 0) return [];
  const { rows, left } = fit(entries, entryRow, LIST_BYTES);
  const title = range ? '**May be stale**, because they are about what changes:' : 'About it:';
  return [title, rows.join('\n'), ...(left > 0 ? [leftOut(left)] : [])];
}

function entryRow({ id, text, status, stale, changed }: LinkedEntry): string {
  const words = changed ? `, ${code(placesWords(changed), MAX_CELL_CHARACTERS)}` : '';
  const marks = `${stale ? ': **stale**' : ''}${words}${status === 'proposed' ? ' (proposed)' : ''}`;
  return `- ${code(text, MAX_CELL_CHARACTERS)} ${code(shortReference(id))}${marks}`;
}

function tableRow({ symbol, change, tested, reached, more, tests, test_runs: runs = [] }: ChangedSymbol): string {
  const named = tests.slice(0, MAX_SHOWN_TESTS).map((path) => {
    const state = runs.find((run) => run.path === path)?.state;
    const words = state === undefined || state === tested ? '' : ` (${TESTED[state][0]})`;
    return `${code(path, MAX_CELL_CHARACTERS)}${words}`;
  });
  const rest = tests.length - named.length;
  const cells = [
    `${code(symbol.name, MAX_CELL_CHARACTERS)} ${code(`${symbol.path}:${symbol.lines[0]}`, MAX_CELL_CHARACTERS)}`,
    change,
    String(reached.length + more),
    isUntested({ symbol, change, tests }) ? '**no test**' : `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
    tested === null ? '' : TESTED[tested][0],
  ];
  return `| ${cells.join(' | ')} |`;
}
