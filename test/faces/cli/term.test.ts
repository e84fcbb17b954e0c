import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { term } from '../../../src/faces/cli/render/term.ts';
import { gitWidth, textWidth } from '../../../src/faces/cli/render/width.ts';
import { painter, wantsColor } from '../../../src/faces/cli/render/color.ts';

describe('term', () => {
  test.for([
    ['plain text, `code` and "quotes"', 'plain text, `code` and "quotes"'],
    ['é ü 日本語 🎉 naïve', 'é ü 日本語 🎉 naïve'],
    ['e\u0301', 'e\u0301'],
    ['one\ntwo\r\tthree', 'one\\ntwo\\r\\tthree'],
    ['\u001b[31mred\u001b]0;title\u0007', '\\x1b[31mred\\x1b]0;title\\x07'],
    ['\u0000\u007f\u009b', '\\x00\\x7f\\x9b'],
    ['a\u202eb\u2066c\u200f', 'a\\u{202e}b\\u{2066}c\\u{200f}'],
    ['\u200b\u200d\ufeff\u2060\u00ad\u{e0041}\u3164', '\\u{200b}\\u{200d}\\u{feff}\\u{2060}\\xad\\u{e0041}\\u{3164}'],
    ['a\u2028b', 'a\\u{2028}b'],
    ['caf\udce9.txt \ud800', 'caf\\xe9.txt \\u{d800}'],
    // a joiner stays between two pictures only
    ['👨🏽\u200d💻 ❤\ufe0f\u200d🔥 👩\u200d👩\u200d👧', '👨🏽\u200d💻 ❤\ufe0f\u200d🔥 👩\u200d👩\u200d👧'],
    ['a\u200db 💻\u200d \u200d💻', 'a\\u{200d}b 💻\\u{200d} \\u{200d}💻'],
    [`z${'\u0335'.repeat(6)}`, `z${'\u0335'.repeat(4)}\\u{335}\\u{335}`],
  ])('%j is shown as %j', ([text, shown]) => expect(term(text!)).toBe(shown));

  test.for([
    ['hello', 5, 'hello'],
    ['hello', 4, 'hel…'],
    ['hello', 1, '…'],
    ['hello', 0, ''],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['a\u001bbc', 5, 'a…'],
    ['👩\u200d💻 now', 4, '👩…'],
    ['👩\u200d💻 now', 6, '👩\u200d💻 …'],
  ] as const)('%j in %d columns is %j', ([text, width, shown]) => expect(term(text, width)).toBe(shown));

  test('is one line of visible characters within the given width, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 40 }), (text, width) => {
        const shown = term(text, width);
        expect(shown).not.toMatch(/(?!(?<=\p{Emoji})\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(textWidth(shown)).toBeLessThanOrEqual(width);
        expect(term(shown)).toBe(shown);
      }),
    );
  });
});

test('padding counts columns, or bytes where the text is not UTF-8', () => {
  expect(gitWidth(Buffer.from('Åsa 日本語').toString('latin1'))).toBe(10);
  expect(gitWidth(Buffer.from('e\u0301\u200b').toString('latin1'))).toBe(1);
  expect(gitWidth(Buffer.from('Ada 🇯🇵').toString('latin1'))).toBe(6);
  expect(gitWidth('caf\xe9')).toBe(4);
});

describe('colour', () => {
  const tty = { tty: true, pager: false };
  const env = { TERM: 'xterm' };
  const on = (settings: Record<string, string>, sink = tty, environment: NodeJS.ProcessEnv = env): boolean =>
    wantsColor(new Map(Object.entries(settings)), sink, environment);

  test('auto needs a terminal that can show it', () => {
    expect(on({})).toBe(true);
    expect(on({}, { tty: false, pager: false })).toBe(false);
    expect(on({}, tty, { TERM: 'dumb' })).toBe(false);
    expect(on({}, tty, {})).toBe(false);
    expect(on({ 'color.ui': 'true' }, { tty: false, pager: false })).toBe(false);
  });

  test('color.prov overrides color.ui, and NO_COLOR overrides both', () => {
    expect(on({ 'color.ui': 'always' }, { tty: false, pager: false })).toBe(true);
    expect(on({ 'color.ui': 'always', 'color.prov': 'never' })).toBe(false);
    expect(on({ 'color.ui': 'false' })).toBe(false);
    expect(on({ 'color.ui': 'always' }, tty, { NO_COLOR: '1' })).toBe(false);
    expect(on({}, tty, { ...env, NO_COLOR: '' })).toBe(true);
  });

  test('color.pager decides for a pager', () => {
    expect(on({}, { tty: true, pager: true })).toBe(true);
    expect(on({ 'color.pager': 'false' }, { tty: true, pager: true })).toBe(false);
  });

  test('text is coloured, or unchanged', () => {
    expect(painter(true)('failed', 'x')).toBe('\u001b[31mx\u001b[m');
    expect(painter(false)('failed', 'x')).toBe('x');
  });
});
