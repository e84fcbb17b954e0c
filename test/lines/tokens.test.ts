import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasTokensOf, matchTokens } from '../../src/lines/tokens.ts';

/** For each new line, the old line with the most characters in it. */
const of = (old: string, fresh: string): (number | undefined)[] =>
  matchTokens(old.split('\n'), fresh.split('\n')).map((match) =>
    match && !match.isPiece ? [...match.parts].reduce((best, one) => (one[1] > best[1] ? one : best))[0] : undefined,
  );

describe('a line with unchanged tokens is the same line', () => {
  test.each([
    ['quotes and semicolons', "const a = 'x'", 'const a = "x";'],
    ['escaped quotes', "say('it\\'s')", 'say("it\'s");'],
    ['a trailing comma', 'f([1, 2])', 'f([1, 2,])'],
    ['parameters', 'list.map(x => x + 1)', 'list.map((x) => x + 1);'],
    ['wrapping', "call(one, 'two', three)", 'call(\n  one,\n  "two",\n  three,\n);'],
    ['unwrapping', 'call(\n  one,\n  two,\n)', 'call(one, two);'],
    ['a wrapped condition', 'x = a && b', 'x = (\n  a && b\n)'],
    ['quotes of an empty string', "f('')", 'f("")'],
    ['a trailing comma in an object', 'f({ a, })', 'f({ a })'],
    ['a trailing comma in types', 'Map<A, B,>', 'Map<A, B>'],
  ])('%s', (_name, old, fresh) => {
    const found = of(old, fresh);
    expect(fresh.split('\n').filter((line, i) => /\w/.test(line) && found[i] === undefined)).toEqual([]);
    expect(found.find((at) => at !== undefined)).toBe(0);
  });
});

/** The new lines that are pieces of a wrapped line with something new beside them. */
const pieces = (old: string, fresh: string): string[] =>
  matchTokens(old.split('\n'), fresh.split('\n')).flatMap((match, i) => (match?.isPiece ? fresh.split('\n')[i]! : []));

describe('a piece of a wrapped line', () => {
  test('is beside something new', () => {
    expect(pieces('call(one, two)', 'call(\n  one,\n  more,\n  two,\n)')).toEqual(['  one,', '  two,']);
    expect(pieces('alpha beta gamma', 'alpha\nmore\nbeta gamma')).toEqual(['alpha', 'beta gamma']);
  });
  test('is missing where an empty pair of brackets got something', () => {
    expect(pieces('fn check() {}', 'fn check() {\n  run(x);\n}')).toEqual([]);
    expect(pieces('first(all()).then({})', 'first(all(\n  one,\n)).then({})')).toEqual([]);
    expect(pieces('const list = [] as Names', 'const list = [\n  one,\n] as Names')).toEqual([]);
  });
  test('is missing where the old line lost a word', () =>
    expect(pieces('alpha beta gamma delta', 'alpha beta\nmore\ngamma\nother')).toEqual([]));
});

test('a line has only words of another one', () => {
  expect(hasTokensOf("const a = call('x', y)", '  const a = call("x", y);')).toBe(true);
  expect(hasTokensOf('call(one, two)', 'one,')).toBe(true);
  expect(hasTokensOf('const a = 1', 'const b = 1')).toBe(false);
  expect(hasTokensOf('a == b', 'a === b')).toBe(false);
  expect(hasTokensOf('one two', 'two one')).toBe(false);
  expect(hasTokensOf('', 'one')).toBe(false);
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
    ['less at the start', 'await f()', 'f()'],
    ['less in the middle', 'f(a, b, c)', 'f(a, c)'],
    ['one word less', 'a b c', 'a c'],
    ['a comma', 'f(a, b)', 'f(a b)'],
    ['a quote that does not end', "don't", "don''t"],
    ['letters at another word', 'ab c', 'a bc'],
  ])('%s', (_name, old, fresh) => {
    expect(of(old, fresh)).toEqual([undefined]);
  });
});

test('a line that is split to insert another one is not the same line', () => {
  expect(of('fn check() {}', 'fn check() {\n  run(x);\n}')).toEqual([undefined, undefined, undefined]);
  expect(of('fn check() {}', 'fn check() {\n}')).toEqual([0, 0]);
});

describe('of several lines, each is judged by itself', () => {
  test.each<[string, string, string, (number | undefined)[]]>([
    ['a semicolon less', 'a;\nb', 'a\nb', [0, 1]],
    ['a comma less between two lines', 'a,\nb', 'a\nb', [undefined, 1]],
    ['the line above is removed', 'x\na b', 'a b', [1]],
    ['a line is removed between two that are joined', 'a\nb\nc', 'a c', [undefined]],
    ['two lines are joined: the longer one counts', 'a\nlonger', 'a longer', [1]],
    ['two lines of one length are joined: the first counts', 'ab\ncd', 'ab cd', [0]],
    ['a line is split', 'a b', 'a\nb', [0, 0]],
    ['a line is split for something new in between', 'a b', 'a\nnew\nb', [undefined, undefined, undefined]],
    ['something new follows a semicolon that is removed', 'a b;', 'a b\nnew', [0, undefined]],
    ['something new in the second half of a split line', 'a; b', 'a\n; new b', [0, undefined]],
    ['something new before the first half of a split line', '; a b', 'new ;\na b', [undefined, 0]],
    ['a parenthesis that opens in a line', 'x = a || b\n&& c', 'x = (a || b\n) && c', [undefined, 1]],
    ['a parenthesis that closes in a line', 'x = a\n|| b && c', 'x = (\na || b) && c', [0, undefined]],
  ])('%s', (_name, old, fresh, found) => {
    expect(of(old, fresh)).toEqual(found);
  });
});

describe('a formatted line beside a new one with the same words is the same line', () => {
  const old = ['const a = call("a", 1)', 'const b = call("b", 2)', 'const c = call("c", 3)'];
  const fresh = [
    "const a = call('a', 1);",
    "const x = call('x', 9);",
    "const b = call('b', 2);",
    "const c = call('c', 3);",
  ];
  test.each<[string, string[], string[], (number | undefined)[]]>([
    ['added', old, fresh, [0, undefined, 1, 2]],
    [
      'added and wrapped',
      old,
      [
        'const a = call("a", 1)',
        'const x = call(',
        ' "x",',
        ' 9,',
        ')',
        'const b = call(',
        ' "b",',
        ' 2,',
        ')',
        'const c = call("c", 3)',
      ],
      [0, undefined, undefined, undefined, undefined, 1, 1, 1, 1, 2],
    ],
    [
      'removed',
      ['const a = call("a", 1)', 'const x = call("x", 9)', ...old.slice(1)],
      [fresh[0]!, ...fresh.slice(2)],
      [0, 2, 3],
    ],
    ['added at the start', old, [fresh[1]!, fresh[0]!, ...fresh.slice(2)], [undefined, 0, 1, 2]],
    ['added at the end', old, [fresh[0]!, ...fresh.slice(2), fresh[1]!], [0, 1, 2, undefined]],
    [
      'two added',
      old,
      [fresh[0]!, fresh[1]!, "const y = call('y', 8);", ...fresh.slice(2)],
      [0, undefined, undefined, 1, 2],
    ],
  ])('%s', (_name, before, after, found) => {
    expect(of(before.join('\n'), after.join('\n'))).toEqual(found);
  });
});

describe('of more than 20,000 tokens', () => {
  const words = (count: number): string => 'x '.repeat(count);
  test('no more are compared one by one', () => {
    expect(of(words(10_000), words(10_000))).toEqual([0]);
    expect(of(`${words(10_001)}y`, `${words(10_001)}\ny`)).toEqual([undefined, undefined]);
  });
  test('lines with the same tokens are the same, and lines between them are compared', () => {
    const all = Array.from({ length: 3000 }, (_, i) => `call${i}("a", ${i})`);
    const fresh = all.map((line) => `${line.replaceAll('"', "'")};`);
    expect(of(all.join('\n'), fresh.join('\n'))).toEqual(all.map((_, i) => i));
    const wrapped = fresh.with(1500, 'call1500(\n  "a",\n  1500,\n);').with(2500, 'other(2500)').join('\n');
    const expected = all.flatMap((_, i) => (i === 1500 ? [i, i, i, i] : [i === 2500 ? undefined : i]));
    expect(of(all.join('\n'), wrapped)).toEqual(expected);
  });
});

test('never throws, and names only existing lines', () => {
  const text = fc.array(fc.string({ unit: fc.constantFrom(...'ab\'";,() =>{}[]'), maxLength: 12 }), { maxLength: 6 });
  fc.assert(
    fc.property(text, text, (old, fresh) => {
      const found = matchTokens(old, fresh);
      expect(found).toHaveLength(fresh.length);
      for (const match of found)
        for (const at of match?.parts.keys() ?? []) expect(at >= 0 && at < old.length).toBe(true);
    }),
  );
});
