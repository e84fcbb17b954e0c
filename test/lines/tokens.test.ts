import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchTokens } from '../../src/lines/tokens.ts';

const of = (old: string, fresh: string): (number | undefined)[] => matchTokens(old.split('\n'), fresh.split('\n'));

describe('a line with unchanged tokens is the same line', () => {
  test.each([
    ['quotes and semicolons', "const a = 'x'", 'const a = "x";'],
    ['escaped quotes', "say('it\\'s')", 'say("it\'s");'],
    ['a trailing comma', 'f([1, 2])', 'f([1, 2,])'],
    ['parameters', 'list.map(x => x + 1)', 'list.map((x) => x + 1);'],
    ['wrapping', "call(one, 'two', three)", 'call(\n  one,\n  "two",\n  three,\n);'],
    ['unwrapping', 'call(\n  one,\n  two,\n)', 'call(one, two);'],
    ['a wrapped condition', 'x = a && b', 'x = (\n  a && b\n)'],
  ])('%s', (_name, old, fresh) => {
    const found = of(old, fresh);
    expect(fresh.split('\n').filter((line, i) => /\w/.test(line) && found[i] === undefined)).toEqual([]);
    expect(found.find((at) => at !== undefined)).toBe(0);
  });
});

describe('a line with another token is not', () => {
  test.each([
    ['a name', "const a = 'x'", 'const b = "x";'],
    ['a string', "const a = 'x'", 'const a = "y";'],
    ['an operator', 'a + b', 'a - b;'],
    ['something more', 'return a', 'return a + b;'],
    ['something less', 'return a + b', 'return a;'],
    ['parentheses in an expression', 'a * (b + c)', 'a * b + c'],
    ['commas between numbers', '[1, 2]', '[12]'],
    ['a call', 'f', 'f()'],
  ])('%s', (_name, old, fresh) => {
    expect(of(old, fresh)).toEqual([undefined]);
  });
});

test('a line that is split to insert another one is not the same line', () => {
  expect(of('fn check() {}', 'fn check() {\n  run(x);\n}')).toEqual([undefined, undefined, undefined]);
  expect(of('fn check() {}', 'fn check() {\n}')).toEqual([0, 0]);
});

test('never throws, and names only existing lines', () => {
  const text = fc.array(fc.string({ unit: fc.constantFrom(...'ab\'";,() =>{}[]'), maxLength: 12 }), { maxLength: 6 });
  fc.assert(
    fc.property(text, text, (old, fresh) => {
      const found = matchTokens(old, fresh);
      expect(found).toHaveLength(fresh.length);
      for (const at of found) expect(at === undefined || (at >= 0 && at < old.length)).toBe(true);
    }),
  );
});
