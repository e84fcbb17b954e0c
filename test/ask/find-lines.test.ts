import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLines } from '../../src/ask/rests/find-lines.ts';
import { recordedContent, withoutBlanks } from '../../src/model/knowledge/rests-on.ts';
import { RUNS } from '../model/arbitrary.ts';

const line = fc.constantFrom('', 'a', 'b', '  a', 'a b', '}', 'ab');
const some = fc.array(line, { maxLength: 6 });

const recorded = (lines: readonly string[]) => recordedContent(withoutBlanks(lines.join('\n')));

describe('lines that an entry rests on', () => {
  test('are found wherever they are now, with other blanks and blank lines', () => {
    fc.assert(
      fc.property(some, some, some, fc.nat(20), fc.boolean(), (before, own, after, from, isIndented) => {
        fc.pre(withoutBlanks(own.join('')) !== '');
        const text = [...before, ...own.flatMap((one) => (isIndented ? ['', `\t${one} `] : [one])), ...after];
        expect(findLines(text.join('\n'), { from: from + 1, to: from + own.length }, recorded(own))).toBe('same');
      }),
      { numRuns: RUNS },
    );
  });

  test('are found when and only when whole lines of the file have their text', () => {
    fc.assert(
      fc.property(some, some, (text, own) => {
        const wanted = withoutBlanks(own.join(''));
        fc.pre(wanted !== '');
        const there = text.some((_, i) =>
          text.some((__, j) => withoutBlanks(text.slice(i, j + 1).join('')) === wanted),
        );
        expect(findLines(text.join('\n'), { from: 1, to: own.length }, recorded(own))).toBe(there ? 'same' : 'changed');
      }),
      { numRuns: RUNS },
    );
  });

  test('are not looked for without end', () => {
    const text = Array.from({ length: 40_000 }, (_, i) => `${i % 10}`).join('\n');
    const half = recordedContent('x'.repeat(20_000));
    const began = performance.now();
    expect(findLines(text, { from: 1, to: 20_000 }, half)).toBe('unknown');
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
