import { describe, expect, test } from 'vitest';
import { CodeGraph } from '../../../src/code/resolve/code-graph.ts';
import { definitionsOf, factsOf, hurriedFactsOf, treeWith } from '../code.ts';

/** The time for each text, in milliseconds: far more than the limit for its tree and its query, for a loaded machine. */
const TIME_MS = 15_000;

/** How each language writes a function, something that no grammar can read, a value in brackets, and a part to repeat. */
interface Sample {
  readonly path: string;
  readonly start?: string;
  readonly make: (name: string) => string;
  readonly broken: string;
  readonly value: (inside: string) => string;
  readonly part: string;
}

const SAMPLES: readonly Sample[] = [
  {
    path: 'a.py',
    make: (name) => `def ${name}():\n    pass\n`,
    broken: 'def ((:\n',
    value: (x) => `x = ${x}\n`,
    part: 'f(1);',
  },
  {
    path: 'a.go',
    make: (name) => `func ${name}() {\n}\n`,
    broken: 'func ((] {\n}\n',
    value: (x) => `var x = ${x}\n`,
    part: 'f(1);',
  },
  {
    path: 'a.rs',
    make: (name) => `fn ${name}() {\n}\n`,
    broken: 'fn [[ -> ;\n',
    value: (x) => `const X: u8 = ${x};\n`,
    part: 'f(1);',
  },
  {
    path: 'A.java',
    make: (name) => `class C${name} {\n  void ${name}() {}\n}\n`,
    broken: 'void ]] {;\n',
    value: (x) => `class X { int x = ${x}; }\n`,
    part: 'f(1);',
  },
  {
    path: 'a.c',
    make: (name) => `int ${name}(void) { return 1; }\n`,
    broken: 'int ] = ;\n',
    value: (x) => `int x = ${x};\n`,
    part: 'f(1);',
  },
  {
    path: 'a.cc',
    make: (name) => `int ${name}() { return 1; }\n`,
    broken: 'int ] = ;\n',
    value: (x) => `int x = ${x};\n`,
    part: 'f(1);',
  },
  {
    path: 'a.cs',
    make: (name) => `class C${name} { void ${name}() { } }\n`,
    broken: 'int ] = ;\n',
    value: (x) => `class X { int x = ${x}; }\n`,
    part: 'f(1);',
  },
  {
    path: 'a.php',
    start: '<?php ',
    make: (name) => `function ${name}() { }\n`,
    broken: '$a = ] ;\n',
    value: (x) => `$x = ${x};\n`,
    part: 'f(1);',
  },
  {
    path: 'a.rb',
    make: (name) => `def ${name}; end\n`,
    broken: 'a = ] ;\n',
    value: (x) => `x = ${x}\n`,
    part: 'f(1);',
  },
  {
    path: 'a.sh',
    make: (name) => `${name}() { :; }\n`,
    broken: 'a=$( ]] ;; )\n',
    value: (x) => `x=$(${x})\n`,
    part: 'f 1;',
  },
];

describe.each(SAMPLES)('$path', ({ path, start = '', make, broken, value, part }) => {
  const functionsIn = async (text: string): Promise<string[]> =>
    (await factsOf(path, text)).definitions.filter(({ kind }) => kind === 'function').map(({ name }) => name);

  test('a syntax error hides no function before and after it', async () => {
    expect(await functionsIn(start + make('before') + broken + make('after'))).toEqual(['before', 'after']);
  });

  test('lines may end with CRLF', async () => {
    const text = `${start}${make('first')}\n${make('last')}`;
    const unix = await factsOf(path, text);
    expect(definitionsOf(unix).length).toBeGreaterThanOrEqual(2);
    expect(await factsOf(path, text.replaceAll('\n', '\r\n'))).toEqual(unix);
  });

  test('an empty file has no definitions', async () => {
    expect(await factsOf(path, '')).toEqual({ definitions: [], imports: [], references: [], exports: [] });
  });

  test.each([
    ['a hundred thousand brackets', start + make('f') + value(`${'('.repeat(100_000)}1${')'.repeat(100_000)}`)],
    ['a hundred thousand braces', `${start}${make('f')}${'{'.repeat(100_000)}\n`],
    ['a line of 900 kB', `${start}${make('f')} ${part.repeat(Math.floor(900_000 / part.length))}`],
    ['many spaces', `${start}${make('f')}${' '.repeat(300_000)}\n${make('g')}`],
    ['many lines', `${start}${make('f')}${' \n'.repeat(150_000)}${make('g')}`],
    ['a sum of 900 kB', start + value(`${'1 + '.repeat(225_000)}1`)],
  ])('%s are read or refused in time', async (_, text) => {
    const started = performance.now();
    const { fault, definitions } = await hurriedFactsOf(path, text);
    expect(performance.now() - started).toBeLessThan(TIME_MS);
    expect(fault ?? definitions.length).not.toBe(0);
    expect(await functionsIn(start + make('still'))).toEqual(['still']);
  });
});

test.each(['a.py', 'a.go', 'a.rs'])('names may have letters of all scripts in %s', async (path) => {
  const { make } = SAMPLES.find((sample) => sample.path === path)!;
  const { definitions } = await factsOf(path, make('größe') + make('名前'));
  expect(definitions.map(({ name }) => name)).toEqual(['größe', '名前']);
});

test.each([
  ['a.c', `${'#if A\n{\n#else\n'.repeat(40_000)}${'#endif\n'.repeat(40_000)}`],
  ['a.c', '/*/'.repeat(300_000)],
  ['a.c', `class ${'A'.repeat(400_000)} ${'B('.repeat(200_000)}`],
  ['a.c', `${'A '.repeat(400_000)}(`],
  ['a.cc', `int ${'a<'.repeat(300_000)}::f() {}`],
])('conditions and macros that hostile files nest take no longer than their length needs in %s', async (path, text) => {
  const started = performance.now();
  await hurriedFactsOf(path, text);
  expect(performance.now() - started).toBeLessThan(TIME_MS);
});

test.each([
  ['a.cc', 'void T::f() { struct T { int a; }; }\n', ['function T.f 1-1', 'type T.f.T 1-1']],
  ['a.go', 'package a\nfunc (t *T) f() { type T struct{} }\n', ['function T.f 2-2', 'type T.f.T 2-2']],
  [
    'a.cc',
    'void B::f() { struct A { int a; }; }\nvoid A::g() { struct B { int b; }; }\n',
    ['function B.f 1-1', 'type B.f.A 1-1', 'function A.g 2-2', 'type A.g.B 2-2'],
  ],
])('a type in a function of its name is not around that function in %s', async (path, text, names) => {
  expect(definitionsOf(await factsOf(path, text))).toEqual(names);
});

test.each([
  ['many parts of one type', 'a.cs', 'partial class A : C { B f; void b() { b(); f.b(); c.b(); } }\n'.repeat(1500)],
  ['many functions in each other', 'a.php', `<?php ${'function f() { $a = $this->b(); $a->c();\n'.repeat(1500)}`],
  ['many modules in each other', 'a.rb', 'class A < B\ndef b; b; c.b; end\n'.repeat(1500)],
  ['many types with one member', 'a.js', 'class A { b() { this.b(); c.b(); } }\n'.repeat(1500)],
])('%s are followed in time', async (_, path, text) => {
  const started = performance.now();
  const facts = await factsOf(path, text);
  const graph = await CodeGraph.of(treeWith({ [path]: facts }));
  for (const reference of facts.references) graph.resolve(path, reference);
  expect(facts.references.length).toBeGreaterThan(2000);
  expect(performance.now() - started).toBeLessThan(TIME_MS);
});
