import type { ChangedSymbol, ImpactAnswer, ReachedSymbol } from '../../../../../ask/code/impact-answer.ts';
import type { CommonVerification } from '../../../../../model/graph/verification.ts';
import type { Tone } from '../../color.ts';
import { type Field, renderFields, renderHeading, row, type Span, span, type TextStyle } from '../../fields.ts';
import { term } from '../../term.ts';
import { counted } from '../../words.ts';
import { entrySpan } from '../linked-entry.ts';

/** Entries that are shown of a list; the rest is counted. */
const MAX_SHOWN = 12;

/** `git prov impact` for people: each changed symbol with what reaches it. */
export function renderImpact(impact: ImpactAnswer, style: TextStyle): string {
  const { range, changed, others, unparsed } = impact;
  const blocks: string[] = [];
  if (range)
    blocks.push(`${style.paint('heading', term(range.name, style.columns))}\n${renderFields(totals(impact), style)}`);
  for (const one of changed) blocks.push(block(one, style));
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
  if (rest.length > 0) blocks.push(renderFields(rest, style));
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

/** Whether no test reaches a function. Nothing calls an interface, so no test can reach it that way. */
export const isUntested = ({ symbol, change, tests }: Pick<ChangedSymbol, 'symbol' | 'change' | 'tests'>): boolean =>
  symbol.kind === 'function' && change !== 'removed' && tests.length === 0;

const keyOf = ({ symbol, path }: ReachedSymbol): string => symbol?.id ?? path;

function block(
  { symbol, change, added, tested, decisions, linked = [], reached, more, tests, test_runs: runs = [] }: ChangedSymbol,
  style: TextStyle,
): string {
  const place = `${symbol.path}:${symbol.lines[0]}`;
  const title = renderHeading(term(symbol.name), term(place), style);
  const fields: Field[] = [
    ...(change === 'changed' && lines(added) === '' ? [] : [row('change', span(changeWords(change, added)))]),
    ...(tested === null ? [] : [row('tests ran', span(TESTED[tested][0], TESTED[tested][1]))]),
    ...listed(
      'decided',
      decisions.map(({ text, source }) =>
        source === 'consolidated' ? span('no reason was given', 'quiet') : span(term(text)),
      ),
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
      tests.map((path) => testSpan(path, runs.find((run) => run.path === path)?.state)),
      5,
    ),
    ...(isUntested({ symbol, change, tests }) ? [row('reached by', span('no test', 'stale'))] : []),
  ];
  return title + renderFields(fields, style);
}

const testSpan = (path: string, state: CommonVerification | undefined): Span =>
  state === undefined ? span(term(path)) : span(`${term(path)} (${TESTED[state][0]})`, TESTED[state][1]);

/** Whether tests ran, in words. */
export const TESTED: Readonly<Record<NonNullable<ChangedSymbol['tested']>, readonly [words: string, tone: Tone]>> = {
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
