import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RepoPath } from '../../src/model/ids.ts';
import { isTextPath, pathFromBytes, pathToBytes } from '../../src/model/path.ts';
import { runs } from '../helpers/runs.ts';

const RUNS = { numRuns: runs(300) * 4 };
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

// Bytes of text and of no text, in any mixture.
const piece = fc.constantFrom(
  '61',
  '00',
  '7f',
  '80',
  'bf',
  'c2',
  'c3a9',
  'c080',
  'e282ac',
  'e282',
  'eda080',
  'efbfbd',
  'efbbbf',
  'f09f9880',
  'f09f98',
  'f4908080',
  'f8',
  'ff',
);
const bytes = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((all) => Buffer.from(all.join(''), 'hex')),
  fc.uint8Array({ maxLength: 8 }).map((all) => Buffer.from(all)),
);

test('any bytes are a path, and the path has the same bytes', () => {
  fc.assert(
    fc.property(bytes, (all) => {
      expect(hex(pathToBytes(pathFromBytes(all)))).toBe(hex(all));
    }),
    RUNS,
  );
});

test('bytes of text are that text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
      const path = text.toWellFormed() as RepoPath;
      expect([pathFromBytes(Buffer.from(path)), isTextPath(path), hex(pathToBytes(path))]).toEqual([
        path,
        true,
        hex(Buffer.from(path)),
      ]);
    }),
    RUNS,
  );
});

test.each([
  ['61ff62', 'a\udcffb'],
  ['80', '\udc80'],
  ['c3', '\udcc3'],
  ['c3a9ff', 'é\udcff'],
  ['dfbfff', '\u07ff\udcff'],
  ['e282acff', '€\udcff'],
  ['efbfbfff', '\uffff\udcff'],
  ['efbfbdff', '\ufffd\udcff'],
  ['efbfbd', '\ufffd'], // the character that a decoder puts in place of invalid bytes
  ['f0908080ff', '\u{10000}\udcff'],
  ['f48fbfbfff', '\u{10ffff}\udcff'],
  ['eda080', '\udced\udca0\udc80'], // a surrogate is no character
  ['c080', '\udcc0\udc80'], // nor is a longer form of one
  ['7fff', '\u007f\udcff'],
  ['', ''],
])('the bytes %s are the path %j', (digits, path) => {
  expect(pathFromBytes(Buffer.from(digits, 'hex'))).toBe(path);
  expect(hex(pathToBytes(path as RepoPath))).toBe(digits);
  expect(isTextPath(path as RepoPath)).toBe(
    !/[\udc80-\udcff]/.test(path.replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, '')),
  );
});

test('a part of a larger buffer is a path, too', () => {
  const large = Buffer.from('00616263ff00', 'hex');
  expect([pathFromBytes(large.subarray(1, 4)), pathFromBytes(large.subarray(1, 5))]).toEqual(['abc', 'abc\udcff']);
});

test('a long path is decoded whole', () => {
  const long = Buffer.from(`ff${'61'.repeat(9000)}`, 'hex');
  expect(pathFromBytes(long)).toBe(`\udcff${'a'.repeat(9000)}`);
  expect(hex(pathToBytes(pathFromBytes(long)))).toBe(hex(long));
});
