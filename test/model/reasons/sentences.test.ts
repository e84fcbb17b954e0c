import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sentencesOf } from '../../../src/model/reasons/sentences.ts';
import { cpuMs } from '../../helpers/cpu.ts';

const texts = (text: string): string[] => sentencesOf(text).map((one) => one.text);

describe('the sentences of a text', () => {
  test.each([
    ['It fails. The cache is stale.', ['It fails.', 'The cache is stale.']],
    ['Use `a.b()` here, e.g. for v1.2 of it.', ['Use a.b() here, e.g. for v1.2 of it.']],
    [
      '# Plan\n\n- Drop it, **because** it is stale\n- [x] Keep [all](http://x)',
      ['Drop it, because it is stale', 'Keep all'],
    ],
    ['```js\nconst a = 1;\n```\nThis is why.', ['This is why.']],
    ['| a | b |\n|---|---|\nSo it holds.', ['So it holds.']],
    [
      'A line that was wrapped at some column goes on\nin the next one. Then another.',
      ['A line that was wrapped at some column goes on in the next one.', 'Then another.'],
    ],
    ['`★ Insight ─────────────────────────────────────`\nThe cache is stale.', ['The cache is stale.']],
    ['fix: it\n\nIt was wrong.\n\nCo-authored-by: X <x@y>', ['fix: it', 'It was wrong.']],
    ['It is `a ?? []` here, of type `never`. So it fails.', ['It is a ?? [] here, of type never.', 'So it fails.']],
    [
      'The code uses `" . "` and a test `" - "`. So it fails.',
      ['The code uses " . " and a test " - ".', 'So it fails.'],
    ],
    ['The mark ` has no pair. So it holds.', ['The mark ` has no pair.', 'So it holds.']],
    ['`__init__.py` and __main__ stay, __so they__ say', ['__init__.py and __main__ stay, so they say']],
    ['It matches `src/**/*.ts` and returns `*Config`', ['It matches src/**/*.ts and returns *Config']],
    ['**`a.ts` is bold**, *"so it says"* and *the `x` flag*', ['a.ts is bold, "so it says" and the x flag']],
    ['See [`a.ts`](src/a.ts) and [the docs](http://x)', ['See a.ts and the docs']],
    ['', []],
    ['...', []],
  ])('%j', (text, found) => {
    expect(texts(text)).toEqual(found);
  });

  test('have their positions, and never overlap', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', '.', ' ', '\n', '-', '`', '*', '#', '?', 'ß') }),
        (text) => {
          let last = 0;
          for (const { start, end } of sentencesOf(text)) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(text.length);
            last = end;
          }
        },
      ),
    );
  });

  test.each(['a. ', '*', '`', '`. ', '`a. `b. ', '**a', '[', '- ', '(', 'e.g. ', '. ', '\n', ' \n', '<a', '#'])(
    'of %j, many times, are split quickly',
    async (part) => {
      const text = part.repeat(100_000);
      expect(await cpuMs(() => sentencesOf(text))).toBeLessThan(500);
    },
  );
});
