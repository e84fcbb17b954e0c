import type { DeclaredAnswer } from '../../../../behaviours/answer.ts';
import type { Declared } from '../../../../behaviours/declared/load.ts';
import { type Field, row, span } from '../fields.ts';
import { term } from '../term.ts';

const MAX_TEXT_CHARACTERS = 300;
const MAX_FAULTS = 5;
const FILE = '.gitprov.toml';

const WAITING: Readonly<Record<string, string>> = {
  new: 'what it declares does not run: its content is not accepted in this clone',
  changed: 'what it declares does not run: it has another content than the one that was accepted',
};

/** Rows on `.gitprov.toml`, where a person has something to do about it; no rows without the file, or when all is well. */
export function declaredRows({ state, faults }: Pick<DeclaredAnswer, 'state' | 'faults'>, label = FILE): Field[] {
  const waiting = WAITING[state];
  const shown = faults
    .slice(0, MAX_FAULTS)
    .flatMap(({ what, why, todo }) => [
      row(label, span(term(what, MAX_TEXT_CHARACTERS), 'failed')),
      row('', span(`${term(why, MAX_TEXT_CHARACTERS)} ${term(todo, MAX_TEXT_CHARACTERS)}`, 'quiet')),
    ]);
  const left = faults.length - MAX_FAULTS;
  return [
    ...(waiting ? [row(label, span(`${waiting}.`, 'stale'), span('(git prov behaviours --accept)', 'quiet'))] : []),
    ...shown,
    ...(left > 0 ? [row('', span(`and ${left} more`, 'quiet'))] : []),
  ];
}

/** What a person is asked to accept: the whole file, with its invisible characters shown, and what of it cannot run. */
export function declaredText({ text = '', behaviours, faults }: Declared): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const bad = faults.map(({ what, todo }) => `${term(what, MAX_TEXT_CHARACTERS)} ${term(todo, MAX_TEXT_CHARACTERS)}\n`);
  // After the text, because a long one scrolls away.
  const list = behaviours.map(({ name, does }) => `  ${term(name, 80)}, ${term(does, MAX_TEXT_CHARACTERS)}\n`);
  return `${lines.map((line) => `  ${term(line)}\n`).join('')}\nBehaviours in it:\n${list.join('') || '  none\n'}${bad.join('')}`;
}
