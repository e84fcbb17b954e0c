import { expect, test } from 'vitest';
import { parseSymbol, symbolAround, symbolsIn, symbolsNamed, symbolsOn } from '../../src/code/symbols.ts';
import { factsOf } from './code.ts';

test.each([
  ['mean', { path: undefined, name: 'mean', kind: undefined }],
  ['src/calc.js#mean', { path: 'src/calc.js', name: 'mean', kind: undefined }],
  ['function:src/calc.js#Calc.mean', { path: 'src/calc.js', name: 'Calc.mean', kind: 'function' }],
  ['type:Calc', { path: undefined, name: 'Calc', kind: 'type' }],
  ['Calc#mean', { path: undefined, name: 'Calc.mean', kind: undefined }],
  ['Calc::mean', { path: undefined, name: 'Calc.mean', kind: undefined }],
  ['a b.js#größe', { path: 'a b.js', name: 'größe', kind: undefined }],
  ['src/a#b.js#mean', { path: 'src/a#b.js', name: 'mean', kind: undefined }],
  ['a.js#Calc#mean', { path: 'a.js', name: 'Calc.mean', kind: undefined }],
  ['Calc.#hidden', { path: undefined, name: 'Calc.#hidden', kind: undefined }],
  ['function:a.js#Calc.#hidden', { path: 'a.js', name: 'Calc.#hidden', kind: 'function' }],
  ['a.js##hidden', { path: 'a.js', name: '#hidden', kind: undefined }],
])('%s names a symbol', (text, query) => {
  expect(parseSymbol(text)).toEqual(query);
});

test.each(['', 'src/calc.js', '-x', 'a.js:3', '../x', 'a/b', 'function:'])('%j names no symbol', (text) => {
  expect(parseSymbol(text)).toBeUndefined();
});

const TEXT =
  'class A {\n  get x() { return 1 }\n  set x(v) {}\n  f() {\n    const g = () => 1;\n  }\n}\nfunction f() {}\n';

test('a getter and its setter are one symbol', async () => {
  const facts = await factsOf('a.js', TEXT);
  expect(symbolsNamed('a.js', facts, parseSymbol('x')!)).toMatchObject([
    {
      name: 'A.x',
      ranges: [
        [2, 2],
        [3, 3],
      ],
    },
  ]);
});

test('a whole name is preferred to the end of a longer one', async () => {
  const facts = await factsOf('a.js', TEXT);
  expect(symbolsNamed('a.js', facts, parseSymbol('f')!).map(({ name }) => name)).toEqual(['f']);
  expect(symbolsNamed('a.js', facts, parseSymbol('A.f')!).map(({ name }) => name)).toEqual(['A.f']);
  expect(symbolsNamed('a.js', facts, parseSymbol('type:f')!)).toEqual([]);
});

test('the innermost symbol around lines is found', async () => {
  const symbols = symbolsIn('a.js', await factsOf('a.js', TEXT));
  const at = (start: number, end?: number): string | undefined => symbolAround(symbols, start, end)?.name;
  expect([at(5), at(4), at(4, 6), at(2, 4), at(7), at(8), at(9), at(7, 8)]).toEqual([
    'A.f.g',
    'A.f',
    'A.f',
    'A',
    'A',
    'f',
    undefined,
    undefined,
  ]);
});

test('all innermost symbols at a line are found', async () => {
  const text = [
    'class A { b() {} c() {} }', // the class and its functions stand on one line
    'const d = () => 1, e = () => 2;',
    'function f() {',
    '  const g = () => 1;',
    '} function h() {',
    '}',
  ].join('\n');
  const symbols = symbolsIn('a.js', await factsOf('a.js', text));
  const at = [1, 2, 3, 4, 5, 6, 7].map((line) => symbolsOn(symbols, line).map(({ name }) => name));
  expect(at).toEqual([['A', 'A.b', 'A.c'], ['d', 'e'], ['f'], ['f.g'], ['f', 'h'], ['h'], []]);
});
