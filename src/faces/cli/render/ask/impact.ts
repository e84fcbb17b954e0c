import type { ChangedSymbol, ImpactAnswer, ReachedSymbol } from '../../../../ask/code/impact-answer.ts';
import type { LinkedEntry } from '../../../../ask/shapes/shapes.ts';
import type { Tone } from '../color.ts';
import { type Field, renderFields, row, type Span, span, type TextStyle } from '../fields.ts';
import { code, fit } from '../markdown.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';
import { entrySpan, shortReference } from './linked-entry.ts';

/** Entries that are shown of a list; the rest is counted. */
const MAX_SHOWN = 12;
const MAX_SHOWN_TESTS = 3;
const MAX_CELL_CHARACTERS = 120;

/** `git prov impact` for people: each changed symbol with what reaches it. */
export function renderImpact(impact: ImpactAnswer, look: TextStyle): string {
  const { range, changed, others, unparsed } = impact;
  const blocks: string[] = [];
  if (range)
    blocks.push(`${look.paint('heading', term(range.name, look.columns))}\n${renderFields(totals(impact), look)}`);
  for (const one of changed) blocks.push(block(one, look));
  const rest = [
    ...listed(
      'no symbol',
      others.map((path) => span(term(path))),
    ),
    ...listed(
      'not parsed',
      unparsed.map(({ path, why }) => span(`${term(path)} (${term(why)})`)),
    ),
  ];
  if (rest.length > 0) blocks.push(renderFields(rest, look));
  return blocks.join('\n') || 'No function and no type changes.\n';
}

function totals({ changed }: ImpactAnswer): Field[] {
  const reached = new Set(changed.flatMap((one) => one.reached.map(keyOf)));
  const tests = new Set(changed.flatMap((one) => one.tests));
  const untested = changed.filter(isUntested).length;
  return [
    row('changed', span(`${counted(changed.length, 'function or type', 'functions and types')}`)),
    row('reached', span(`${counted(reached.size, 'caller')}, ${counted(tests.size, 'test file')}`)),
    ...(untested > 0 ? [row('', span(`no test reaches ${counted(untested, 'function')}`, 'stale'))] : []),
  ];
}

// Nothing calls an interface, so no test can reach it that way.
const isUntested = ({ symbol, change, tests }: Pick<ChangedSymbol, 'symbol' | 'change' | 'tests'>): boolean =>
  symbol.kind === 'function' && change !== 'removed' && tests.length === 0;

const keyOf = ({ symbol, path }: ReachedSymbol): string => symbol?.id ?? path;

function block(
  { symbol, change, added, tested, decisions, linked = [], reached, more, tests }: ChangedSymbol,
  look: TextStyle,
): string {
  const place = `${symbol.path}:${symbol.lines[0]}`;
  const title = `${look.paint('heading', term(symbol.name))}  ${look.paint('quiet', term(place))}`;
  const fields: Field[] = [
    ...(change === 'changed' && lines(added) === '' ? [] : [row('change', span(changeWords(change, added)))]),
    ...(tested === null ? [] : [row('tests ran', span(TESTED[tested][0], TESTED[tested][1]))]),
    ...listed(
      'decided',
      decisions.map(({ text }) => span(term(text))),
      3,
    ),
    ...listed('about it', linked.map(entrySpan), 5),
    ...listed(
      reached.some(({ kind }) => kind === 'extends') ? 'used by' : 'called by',
      reached.map(callerOf),
      MAX_SHOWN,
      more,
    ),
    ...listed(
      'reached by',
      tests.map((path) => span(term(path))),
      5,
    ),
    ...(isUntested({ symbol, change, tests }) ? [row('reached by', span('no test', 'stale'))] : []),
  ];
  return `${title}\n${renderFields(fields, look)}`;
}

const TESTED: Readonly<Record<NonNullable<ChangedSymbol['tested']>, readonly [words: string, tone: Tone]>> = {
  passed: ['passed after the change', 'passed'],
  failed: ['failed after the change', 'failed'],
  stale: ['passed, but files changed since', 'stale'],
  partly: ['passed after some of the changes', 'stale'],
  none: ['not after the change', 'stale'],
  'not-applicable': ['none applies', 'quiet'],
};

function changeWords(change: ChangedSymbol['change'], added: ChangedSymbol['added']): string {
  const words = lines(added);
  return words === '' ? change : `${change}: ${words}`;
}

const lines = (added: ChangedSymbol['added']): string =>
  (['agent', 'human', 'unknown'] as const)
    .filter((owner) => added[owner] > 0)
    .map((owner) => `${counted(added[owner], 'line')} ${OWNERS[owner]}`)
    .join(', ');

const OWNERS = { agent: 'by agents', human: 'by people', unknown: 'by unknown authors' };

// With its distance, unless it calls the symbol itself, and its confidence, unless it is certain.
function callerOf({ symbol, path, line, depth, confidence }: ReachedSymbol): Span {
  const more = [...(depth > 1 ? [`${depth} steps`] : []), ...(confidence < 1 ? [confidence.toFixed(1)] : [])];
  const about = more.length > 0 ? ` (${more.join(', ')})` : '';
  return span(`${term(symbol?.name ?? 'top of the file')} ${term(path)}:${line}${about}`);
}

// One row each, of which the first has the label.
function listed(label: string, items: readonly Span[], most = MAX_SHOWN, further = 0): Field[] {
  const shown = items.slice(0, most).map((item, i) => row(i === 0 ? label : '', item));
  const rest = items.length - shown.length + further;
  return rest > 0 ? [...shown, row('', span(`and ${rest} more`, 'quiet'))] : shown;
}

/** Bytes for the table. A report has a place for it in its comment. */
const TABLE_BYTES = 4000;
/** The same for the list of entries. */
const LIST_BYTES = 2000;

/** The same for a comment on a forge: a table of the changed symbols. */
export function impactMarkdown({ range, changed, others }: ImpactAnswer): string {
  const { rows, left } = fit(changed, tableRow, TABLE_BYTES);
  const linked = new Map(changed.flatMap((one) => (one.linked ?? []).map((entry) => [entry.id, entry] as const)));
  const entries = fit([...linked.values()], entryRow, LIST_BYTES);
  const head = ['| Symbol | Change | Callers | Tests that reach it | Tests ran |', '|---|---|--:|---|---|'];
  return [
    `**${counted(changed.length, 'function or type', 'functions and types')}** ${range ? `change in ${code(range.name)}` : ''}`.trim(),
    ...(rows.length > 0 ? [[...head, ...rows].join('\n')] : []),
    ...(left > 0 ? [`…and ${left} more, left out for size: \`git prov impact --json\` has all.`] : []),
    ...(entries.rows.length > 0 ? [`About them:\n\n${entries.rows.join('\n')}`] : []),
    ...(others.length > 0 ? [`Files without a changed function or type: ${counted(others.length, 'file')}.`] : []),
  ].join('\n\n');
}

const entryRow = ({ id, text, stale }: LinkedEntry): string =>
  `- ${code(text, MAX_CELL_CHARACTERS)} ${code(shortReference(id))}${stale ? ': **stale**' : ''}`;

function tableRow({ symbol, change, tested, reached, more, tests }: ChangedSymbol): string {
  const named = tests.slice(0, MAX_SHOWN_TESTS).map((path) => code(path, MAX_CELL_CHARACTERS));
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
