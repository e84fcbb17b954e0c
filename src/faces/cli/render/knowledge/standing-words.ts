import { enumerate } from '../../../../model/one-line.ts';
import type { ChangedSource, CodePlace } from '../../../../model/knowledge/rests-on.ts';
import type { Standing } from '../../../../model/knowledge/status.ts';
import { term } from '../term.ts';

/** Changed places that are named. */
const MAX_SHOWN_PLACES = 2;
const MAX_PLACE_CHARACTERS = 80;

/** How an entry stands: its status, and the state of a task. A task that is accepted or completed only has its state. */
export function standingWords(standing: Pick<Standing, 'status' | 'state' | 'staleSince' | 'changed'>): string {
  return [...statusWords(standing), ...staleWords(standing)].join(', ');
}

/** Whether the status of an entry is the usual one, which tables and trees do not print. */
export const isUsual = ({ status, state, ...standing }: Standing): boolean =>
  status === 'accepted' && !state && staleWords(standing).length === 0;

function statusWords({ status, state }: Pick<Standing, 'status' | 'state'>): string[] {
  if (!state) return [status];
  if (status !== 'proposed') return [state];
  return state === 'open' ? [status] : [status, state];
}

/** What speaks against relying on an entry: what it rests on has changed. None where nothing does. */
export function staleWords({ staleSince, changed = [] }: Pick<Standing, 'staleSince' | 'changed'>): string[] {
  if (changed.length > 0) return [changedWords(changed)];
  return staleSince === undefined ? [] : ['stale'];
}

/** `mean in src/calc.js changed`. */
export function changedWords(changed: readonly ChangedSource[]): string {
  const words = changed.map(
    ({ place, state }) => `${placeWords(place)} ${state === 'missing' ? 'is missing' : 'changed'}`,
  );
  return `stale: ${enumerate(words, MAX_SHOWN_PLACES)}`;
}

function placeWords({ path, symbol, lines }: CodePlace): string {
  const file = term(path, MAX_PLACE_CHARACTERS);
  if (symbol) return `${term(symbol.name, MAX_PLACE_CHARACTERS)} in ${file}`;
  if (!lines) return file;
  return lines.from === lines.to ? `${file}:${lines.from}` : `${file}:${lines.from}-${lines.to}`;
}
