import { describe, expect, test } from 'vitest';
import { definitionsIn, factsOf } from '../source-tree.ts';

/** Longer than the time for one file, for its tree and its query, on a loaded machine. */
const LIMIT_MS = 15_000;

interface Sample {
  readonly path: string;
  /** A function of a name. */
  readonly function: (name: string) => string;
  /** A text that is damaged. */
  readonly broken: string;
  readonly brackets: (inside: string) => string;
}

const SAMPLES: readonly Sample[] = [
  {
    path: 'a.py',
    function: (name) => `def ${name}():\n    pass\n`,
    broken: '\ndef ((:\n\n',
    brackets: (x) => `x = ${x}\n`,
  },
  {
    path: 'a.go',
    function: (name) => `func ${name}() {\n}\n`,
    broken: 'func ((] {\n}\n',
    brackets: (x) => `var x = ${x}\n`,
  },
  {
    path: 'a.rs',
    function: (name) => `fn ${name}() {\n}\n`,
    broken: 'fn [[ -> ;\n',
    brackets: (x) => `const X: u8 = ${x};\n`,
  },
  {
    path: 'A.java',
    function: (name) => `class C${name} {\n  void ${name}() {}\n}\n`,
    broken: 'void ]] {;\n',
    brackets: (x) => `class X { int x = ${x}; }\n`,
  },
];

describe.each(SAMPLES)('$path', ({ path, function: make, broken, brackets }) => {
  const names = async (text: string): Promise<string[]> =>
    (await factsOf(path, text)).definitions.map(({ name }) => name);

  test('a syntax error hides no function before and after it', async () => {
    expect(await names(make('before') + broken + make('after'))).toEqual(expect.arrayContaining(['before', 'after']));
  });

  test('names may have letters of all scripts, and lines may end with CRLF', async () => {
    const text = make('größe') + make('名前');
    expect(await names(text)).toEqual(expect.arrayContaining(['größe', '名前']));
    expect(await definitionsIn(path, text.replaceAll('\n', '\r\n'))).toEqual(await definitionsIn(path, text));
  });

  test('an empty file has no definitions', async () => {
    expect(await factsOf(path, '')).toEqual({ definitions: [], imports: [], references: [], exports: [] });
  });

  test('a hundred thousand brackets and a line of 900 kB end in time', async () => {
    const start = performance.now();
    await factsOf(path, brackets('('.repeat(100_000) + '1' + ')'.repeat(100_000)));
    await factsOf(path, brackets('f(1) + '.repeat(128_000) + '1'));
    await factsOf(path, make('f').replaceAll('\n', ' ').repeat(20_000).slice(0, 900_000));
    expect(performance.now() - start).toBeLessThan(LIMIT_MS);
    expect(await names(make('still'))).toContain('still');
  });
});
