import { describe, expect, test } from 'vitest';
import { painter } from '../../../src/faces/cli/render/color.ts';
import { renderHeading, renderText, span, wrap } from '../../../src/faces/cli/render/fields.ts';
import { textWidth } from '../../../src/faces/cli/render/width.ts';

const wrapped = (text: string, room: number): string[] =>
  wrap([span(text)], room).map((line) => line.map((one) => one.text).join(' '));

describe('words are wrapped', () => {
  test('at spaces', () => expect(wrapped('one two  three four', 9)).toEqual(['one two', 'three', 'four']));

  test('at the folders of a path that is longer than a line, on the line that it began on', () =>
    expect(wrapped('edit packages/app/src/components/navigation/Breadcrumbs.tsx now', 30)).toEqual([
      'edit packages/app/src/',
      'components/navigation/',
      'Breadcrumbs.tsx now',
    ]));

  test('a path that fits on a line is not broken', () =>
    expect(wrapped('edit src/components/a.ts', 20)).toEqual(['edit', 'src/components/a.ts']));

  test('after any character of a language without spaces, and no line begins with its end of a sentence', () => {
    const lines = wrapped('理由: 合計に伝播し、画面全体が「壊れる」。', 12);
    expect(lines).toEqual(['理由: 合計に', '伝播し、画面', '全体が「壊れ', 'る」。']);
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(12);
    expect(wrapped('合計に伝播し、画面', 12)).toEqual(['合計に伝播', 'し、画面']);
  });

  test('without a limit nothing is broken', () =>
    expect(wrapped('理由: 合計に伝播 a/b', Number.POSITIVE_INFINITY)).toEqual(['理由: 合計に伝播 a/b']));
});

test('a text and a heading that are longer than the terminal hang', () => {
  const style = { paint: painter(false), columns: 30 };
  expect(renderText([span('one two three four five six seven')], style, 2)).toBe(
    'one two three four five six\n  seven\n',
  );
  expect(renderHeading('mean', 'src/calc.js:1', style)).toBe('mean  src/calc.js:1\n');
  expect(renderHeading('mean', 'packages/statistics/src/calc.js:1', style)).toBe(
    'mean packages/statistics/\n  src/calc.js:1\n',
  );
});
