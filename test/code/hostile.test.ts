import { expect, test } from 'vitest';
import fc from 'fast-check';
import { decodeFacts, encodeFacts } from '../../src/code/store/encode-facts.ts';
import { MAX_FILE_BYTES } from '../../src/code/parse/parser.ts';
import { factsOf, hurriedFactsOf } from './code.ts';

/** The time for each file, in milliseconds, with room for a loaded machine. */
const TIME_MS = 15_000;

test.each([
  ['a long line', `const a = [${'1, '.repeat(300_000)}];`],
  ['many nestings', `${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
  ['many open brackets', '[{'.repeat(200_000)],
  ['many nested functions', `${'function a() {'.repeat(20_000)}${'}'.repeat(20_000)}`],
  ['many chained calls', `a${'.b()'.repeat(100_000)}`],
  ['many definitions', 'function a() {}\n'.repeat(60_000)],
  ['a template that does not end', `\`\${${'`${'.repeat(50_000)}`],
  ['control characters', '\u0001\u001b[31m\u007f'.repeat(1000)],
])('%s are read or refused in time', async (_, text) => {
  const started = performance.now();
  const facts = await hurriedFactsOf('a.js', text);
  expect(performance.now() - started).toBeLessThan(TIME_MS);
  expect(facts.definitions.length).toBeLessThanOrEqual(20_000);
  expect(facts.references.length).toBeLessThanOrEqual(20_000);
});

test.each([
  ['a.ts', `class A extends ${'a.'.repeat(20_000)}B {}`],
  ['a.java', `class A { ${'a.'.repeat(20_000)}B f; void g() { f.h(); } }`],
  ['a.cc', `void ${'a::'.repeat(20_000)}f() {}`],
  ['a.cs', `namespace ${'A.'.repeat(20_000)}B { class C { } class D : C { } }`],
])('a name of many names in %s can be kept', async (path, text) => {
  const facts = await factsOf(path, text);
  expect(facts.definitions.length).toBeGreaterThan(0);
  const bytes = encodeFacts(facts);
  expect(decodeFacts(bytes)).toEqual(facts);
  expect(bytes.length).toBeLessThan(2 * text.length);
});

test.each([
  ['too large', Buffer.alloc(MAX_FILE_BYTES + 1, 'a')],
  ['not text', Buffer.from([0x66, 0xff, 0xfe])],
  ['not text', Buffer.from('a\0b')],
])('a file that is %s has that fault', async (fault, bytes) => {
  expect((await factsOf('a.js', bytes)).fault).toBe(fault);
});

test('after a file that cannot be parsed the next one is', async () => {
  await hurriedFactsOf('a.js', '('.repeat(500_000));
  expect((await hurriedFactsOf('a.js', 'function a() {}')).definitions).toHaveLength(1);
});

test('an empty file has no facts, and no fault', async () => {
  expect(await factsOf('a.js', '')).toEqual({ definitions: [], imports: [], references: [], exports: [] });
});

test('any text gives facts that survive their way into the database', async () => {
  const piece = fc.constantFrom(
    'function ',
    'class ',
    'a',
    'b',
    '{',
    '}',
    '(',
    ')',
    '.',
    'import ',
    "'x'",
    ' from ',
    'new ',
    '\n',
    'extends ',
    'this',
    '=>',
    '= ',
    'const ',
    'export ',
    'ü',
    ';',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 60 }),
      fc.constantFrom('a.ts', 'a.js', 'a.tsx'),
      async (pieces, path) => {
        const facts = await factsOf(path, pieces.join(''));
        expect(decodeFacts(encodeFacts(facts))).toEqual(facts);
        for (const { parent, start, end } of facts.definitions) {
          expect(start).toBeLessThanOrEqual(end);
          expect(parent).toBeLessThan(facts.definitions.length);
        }
      },
    ),
  );
});
