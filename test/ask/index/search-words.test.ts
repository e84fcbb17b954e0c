import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutSigns, wordsOf } from '../../../src/ask/index/build/search-words.ts';
import { graphRows } from '../../../src/ask/index/build/rows.ts';
import { made } from '../setup.ts';

const SIGNS = ['–', '—', '‘', '’', '“', '”', '…', '→'];

test('arrows, dashes, quotation marks and ellipses separate words', () => {
  expect(wordsOf('Read src/a.ts … → edit “don’t” — b–c')).toEqual([
    'read',
    'src',
    'a',
    'ts',
    'edit',
    'don',
    't',
    'b',
    'c',
  ]);
  for (const sign of SIGNS) {
    expect(withoutSigns(`a${sign}b`)).toBe('a b');
    expect(sign.normalize('NFKD')).not.toMatch(/[\p{L}\p{N}\p{M}]/u); // so nothing is lost without it
  }
});

test('a text has the same words in the index as in a search, whatever signs it has', () => {
  const part = fc.oneof(
    fc.constantFrom(...SIGNS, ' ', '-', 'é', 'Straße', '数据', '\u0301'),
    fc.string({ maxLength: 70 }),
  );
  const text = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (summary) => {
      const { done } = graphRows(made('s', [{ n: 1, kind: 'commitment', summary }]));
      expect(wordsOf(done[0]![1]).slice(0, -1)).toEqual(wordsOf(summary));
    }),
  );
});
