import { describe, expect, it } from 'vitest';
import { factsOf } from '../code.ts';

/** A file of each language with a function before and one after a part that no grammar can read, and a line to repeat. */
const LANGUAGES = {
  'a.c': {
    before: 'int first(void) { return 1; }',
    broken: 'int ] = ;',
    after: 'int last(void) { return 2; }',
    line: 'f(1);',
  },
  'a.cc': {
    before: 'int first() { return 1; }',
    broken: 'int ] = ;',
    after: 'int last() { return 2; }',
    line: 'f(1);',
  },
  'a.cs': {
    before: 'class A { void first() { } }',
    broken: 'int ] = ;',
    after: 'class B { void last() { } }',
    line: 'f(1);',
  },
  'a.php': { before: '<?php function first() { }', broken: '$a = ] ;', after: 'function last() { }', line: 'f(1);' },
  'a.rb': { before: 'def first; end', broken: 'a = ] ;', after: 'def last; end', line: 'f(1);' },
  'a.sh': { before: 'first() { :; }', broken: 'a=$( ]] ;; )', after: 'last() { :; }', line: 'f 1;' },
};

describe.each(Object.entries(LANGUAGES))('an odd file: %s', (path, { before, broken, after, line }) => {
  const names = async (text: string): Promise<string[]> => {
    const { definitions } = await factsOf(path, text);
    return definitions.filter(({ kind }) => kind === 'function').map(({ name, start }) => `${name} ${start}`);
  };

  it('is read around a syntax error', async () => {
    expect(await names(`${before}\n${broken}\n${after}\n`)).toEqual(['first 1', 'last 3']);
  });

  it('has the same lines with CRLF', async () => {
    expect(await names(`${before}\r\n\r\n${after}\r\n`)).toEqual(['first 1', 'last 3']);
    const unix = await factsOf(path, `${before}\n\n${after}\n`);
    expect(await factsOf(path, `${before}\r\n\r\n${after}\r\n`)).toEqual(unix);
  });

  it('may be empty', async () => {
    expect(await factsOf(path, '')).toEqual({ definitions: [], imports: [], references: [], exports: [] });
  });

  it('may be nested deeply, or be one long line, within the limit of time', async () => {
    const start = performance.now();
    const nested = await factsOf(path, `${before}\n${'('.repeat(100_000)}${')'.repeat(100_000)}\n`);
    const braces = await factsOf(path, `${before}\n${'{'.repeat(100_000)}\n`);
    const long = await factsOf(path, `${before} ${line.repeat(Math.floor(900_000 / line.length))}`);
    const results = [nested, braces, long].map(
      ({ fault, definitions }) => fault ?? (definitions.length > 0 ? 'read' : 'nothing found'),
    );
    for (const result of results) expect(['read', 'too slow', 'not parsed']).toContain(result);
    // Three files, each with the limit for its tree and for its query.
    expect(performance.now() - start).toBeLessThan(3 * 2 * 2000 + 10_000);
  });
});

describe('C with conditions that hostile files nest', () => {
  it('takes no longer than its length needs', async () => {
    const start = performance.now();
    await factsOf('a.c', `${'#if A\n{\n#else\n'.repeat(40_000)}${'#endif\n'.repeat(40_000)}`);
    await factsOf('a.c', '/*/'.repeat(300_000));
    await factsOf('a.c', `class ${'A'.repeat(400_000)} ${'B('.repeat(200_000)}`);
    await factsOf('a.c', `${'A '.repeat(400_000)}(`);
    await factsOf('a.cc', `int ${'a<'.repeat(300_000)}::f() {}`);
    expect(performance.now() - start).toBeLessThan(5 * 2 * 2000 + 10_000);
  });
});
