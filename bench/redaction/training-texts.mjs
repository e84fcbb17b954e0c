import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { combinations } from './combinations.mjs';
import { otherPasswords } from './password-habits.mjs';
import { readSources } from './sources.mjs';

const LISTS = resolve(import.meta.dirname, '../../fixtures/redact');
const COMBINATIONS = 9000;
/** Texts of each kind in a list. */
const TIMES = 8;
/** The same for lists of whole texts. */
const TIMES_BLIND = 24;
/** Share of the texts of the lists that keep the habits of their list. */
const AS_LISTED = 0.45;

/** Texts with secrets: the lists of kinds, half of them with passwords of other habits, and made-up combinations. */
export function* secretTexts({ corpus, dice, draw, humanPassword, kindsIn, typed }, without) {
  const random = dice(99);
  const other = otherPasswords(wordlist, draw, random);
  const value = () => (random() < 0.5 ? other() : humanPassword('l', random));
  for (const name of readdirSync(LISTS)) {
    if (!/^(?:typed|blind)-/.test(name) || without.some((one) => name.includes(one))) continue;
    if (name.startsWith('blind-')) {
      yield* corpus(kindsIn(name), TIMES_BLIND, 77);
      continue;
    }
    for (const one of typed(join(LISTS, name), 77, TIMES, wordlist))
      yield random() < AS_LISTED ? one : varied(one, other);
  }
  yield* combinations(dice(98), value, COMBINATIONS);
}

function varied({ kind, text, secrets }, other) {
  const instead = new Map();
  for (const secret of secrets) if (secret.length < 24 && !secret.includes('\n')) instead.set(secret, other());
  for (const [secret, made] of instead) text = text.replaceAll(secret, () => made);
  return { kind, text, secrets: secrets.map((secret) => instead.get(secret) ?? secret) };
}

/** The ordinary texts of a repository, without its paths. */
export function* ordinaryTexts(directory, most) {
  for (const { sort, text } of readSources(directory, most)) if (sort !== 'paths') yield text;
}
