import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import {
  compareBytes,
  compareKeys,
  decode,
  encode,
  textOf,
  type Cbor,
  type CborKey,
} from '../../src/model/format/cbor.ts';
import { scan, SCAN_LIMITS } from '../../src/model/format/scan.ts';
import { cborValue, RUNS } from './arbitrary.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'));
const hexOf = (value: Cbor) => Buffer.from(encode(value)).toString('hex');
const repeat = (byte: number, count: number) => new Uint8Array(count).fill(byte);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

const nested = (depth: number) => joined(repeat(0x81, depth - 1), bytes('80'));

// The ProvError of decoding; any other error passes through.
function refusal(input: Uint8Array): ProvError {
  try {
    decode(input);
  } catch (error) {
    if (error instanceof ProvError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('encoding', () => {
  // The vectors of RFC 8949, appendix A, that the format can hold.
  test.each<[Cbor, string]>([
    [0, '00'],
    [23, '17'],
    [24, '1818'],
    [255, '18ff'],
    [256, '190100'],
    [65_535, '19ffff'],
    [65_536, '1a00010000'],
    [4_294_967_295, '1affffffff'],
    [4_294_967_296, '1b0000000100000000'],
    [9_007_199_254_740_991, '1b001fffffffffffff'],
    [-1, '20'],
    [-24, '37'],
    [-25, '3818'],
    [-256, '38ff'],
    [-257, '390100'],
    [-65_537, '3a00010000'],
    [-4_294_967_296, '3affffffff'],
    [-4_294_967_297, '3b0000000100000000'],
    [-9_007_199_254_740_991, '3b001ffffffffffffe'],
    [-0, '00'],
    [false, 'f4'],
    [true, 'f5'],
    [null, 'f6'],
    ['', '60'],
    ['IETF', '6449455446'],
    ['\u00fc', '62c3bc'],
    ['\u{10151}', '64f0908591'],
    [Uint8Array.of(1, 2, 3, 4), '4401020304'],
    [Buffer.from([1, 2, 3, 4]), '4401020304'],
    [[1, [2, 3], []], '8301820203 80'.replace(' ', '')],
    [
      new Map<CborKey, Cbor>([
        ['b', 1],
        ['a', 2],
        [10, 3],
        [-1, 4],
        [Uint8Array.of(9), 5],
      ]),
      'a50a03200441090561610261 6201'.replace(' ', ''),
    ],
    [
      new Map<CborKey, Cbor>([
        ['aa', 1],
        ['b', 2],
      ]),
      'a26162026261 6101'.replace(' ', ''),
    ],
  ])('%o is %s', (value, hex) => {
    expect(hexOf(value)).toBe(hex);
  });

  test('heads are the shortest for strings of every length, also where bytes and characters differ in number', () => {
    for (const char of ['a', 'é', '€', '\u{1f600}'])
      for (let count = 0; count < 300; count++) {
        const text = char.repeat(count);
        expect(scan(encode(text))).toBe(encode(text).length);
        expect(decode(encode(text))).toBe(text);
      }
    for (const length of [0x3fff, 0x5555, 0x5556, 0xffff, 0x10000, 0x15555, 0x15556]) {
      const [text, blob, list] = ['€'.repeat(length), repeat(7, length), Array.from({ length }, () => 0)];
      const [readText, readBlob, readList] = decode(encode([text, blob, list])) as [string, Uint8Array, number[]];
      expect([readText === text, Buffer.compare(readBlob, blob), String(readList) === String(list)]).toEqual([
        true,
        0,
        true,
      ]);
    }
  });

  test('every encoding is canonical, and decodes to the same value', () => {
    fc.assert(
      fc.property(cborValue, (value) => {
        const written = encode(value);
        expect(scan(written)).toBe(written.length);
        expect(encode(decode(written))).toEqual(written);
        expect(plain(decode(written))).toEqual(plain(value));
      }),
      { numRuns: RUNS },
    );
  });

  test('keys sort like their encodings', () => {
    const key = fc.oneof(
      fc.maxSafeInteger(),
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.uint8Array({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(key, key, (a, b) => {
        const keys = [a, b].map((k) => (typeof k === 'string' ? textOf(k) : k)) as [CborKey, CborKey];
        expect(Math.sign(compareKeys(...keys))).toBe(Math.sign(compareBytes(encode(keys[0]), encode(keys[1]))));
      }),
      { numRuns: RUNS * 3 },
    );
  });

  test('text is made well-formed', () => {
    expect(decode(encode('a\ud800b'))).toBe('a\ufffdb');
    expect(decode(encode(`\ufeff${'x'.repeat(100)}`))).toBe('x'.repeat(100));
  });

  test.each([1.5, Number.NaN, Infinity, 2 ** 53])('%d is refused', (value) => {
    expect(() => encode(value)).toThrow(ProvError);
  });

  test('a map with one key twice is refused', () => {
    expect(() =>
      encode(
        new Map([
          [Uint8Array.of(1), 1],
          [Uint8Array.of(1), 2],
        ]),
      ),
    ).toThrow('one key twice');
  });

  test('an earlier result is not overwritten by a later call', () => {
    const first = encode('first');
    for (let i = 0; i < 1000; i++) encode('x'.repeat(100));
    expect(decode(first)).toBe('first');
  });
});

describe('hostile bytes', () => {
  test.each<[string, Uint8Array, string]>([
    ['nothing', bytes(''), 'the bytes end'],
    ['arrays nested 100,000 deep', repeat(0x81, 100_000), 'nested deeper than 16'],
    ['maps nested 100,000 deep', joined(...Array.from({ length: 100_000 }, () => bytes('a100'))), 'nested deeper'],
    ['a bignum of 1 MB', joined(bytes('c25a00100000'), repeat(0xff, 1 << 20)), 'a tag'],
    ['an indefinite array of nulls', joined(bytes('9f'), repeat(0xf6, 4_000_000), bytes('ff')), 'an indefinite length'],
    ['indefinite text', bytes('7f6161ff'), 'an indefinite length'],
    ['an indefinite map', bytes('bf616101ff'), 'an indefinite length'],
    ['a break', bytes('ff'), 'a float, or a simple value'],
    ['an array of 2^32 entries', bytes('9affffffff'), 'more entries than bytes left'],
    ['an array of 2^53 entries', bytes('9b001fffffffffffff'), 'more entries than bytes left'],
    ['a map of 2^31 entries', bytes('ba80000000'), 'more entries than bytes left'],
    ['a map with a key and no value', bytes('a101'), 'more entries than bytes left'],
    ['text of 2^64 bytes', bytes('7bffffffffffffffff'), '2^53'],
    ['bytes of 4 GB', bytes('5affffffff00'), 'a string longer than'],
    ['a head that is cut', bytes('1a0000'), 'the bytes end inside a head'],
    ['an array that is cut', bytes('820101').subarray(0, 2), 'more entries'],
    ['text that is no UTF-8', bytes('61ff'), 'not UTF-8'],
    ['an overlong sequence', bytes('62c080'), 'not UTF-8'],
    ['a surrogate', bytes('63eda080'), 'not UTF-8'],
    ['a code point beyond U+10FFFF', bytes('64f4908080'), 'not UTF-8'],
    ['a sequence that continues past the text', bytes('8261c3 61bc'), 'not UTF-8'],
    ['text that starts with U+FEFF', bytes('64efbbbf61'), 'U+FEFF'],
    ['half a float', bytes('f93c00'), 'a float'],
    ['a float', bytes('fb3ff8000000000000'), 'a float'],
    ['undefined', bytes('f7'), 'a float, or a simple value'],
    ['another simple value', bytes('f820'), 'a float, or a simple value'],
    ['a tag', bytes('c000'), 'a tag'],
    ['an extension of cbor-x', bytes('d9dfff 83 19e000 80 80'), 'a tag'],
    ['23 in two bytes', bytes('1817'), 'not the shortest'],
    ['255 in three bytes', bytes('1900ff'), 'not the shortest'],
    ['65,535 in five bytes', bytes('1a0000ffff'), 'not the shortest'],
    ['2^32 - 1 in nine bytes', bytes('1b00000000ffffffff'), 'not the shortest'],
    ['a length in two bytes too many', bytes('790001 61'), 'not the shortest'],
    ['2^53', bytes('1b0020000000000000'), '2^53'],
    ['-2^53', bytes('3b001fffffffffffff'), '2^53'],
    ['a reserved head', bytes('1c'), 'a reserved head'],
    ['keys out of order', bytes('a2 616201 616101'), 'out of order'],
    ['a longer key first', bytes('a2 62616101 616201'), 'out of order'],
    ['a key twice', bytes('a2 616101 616101'), 'one twice'],
    ['an array as a key', bytes('a1 80 01'), 'a map key that is neither'],
    ['null as a key', bytes('a1 f6 01'), 'a map key that is neither'],
    ['bytes after the item', bytes('0000'), '1 bytes after'],
    ['more than 4 MiB', repeat(0, (4 << 20) + 1), 'at most 4194304'],
    ['two million items', joined(bytes('9a001e8480'), repeat(0, 2_000_000)), 'more than 1048576 items'],
    ['100,000 maps', joined(bytes('9a000186a0'), repeat(0xa0, 100_000)), 'more than 65536 maps'],
  ])('%s: refused at once', (_, input, why) => {
    const begin = process.cpuUsage();
    const error = refusal(input);
    const { user, system } = process.cpuUsage(begin);
    expect(user + system).toBeLessThan(1_000_000);
    expect(error).toMatchObject({ kind: 'data', message: 'Note is not canonical CBOR.', hint: 'Run git prov doctor.' });
    expect(error.cause).toContain(why);
  });

  test.each<[string, string, keyof typeof SCAN_LIMITS, number]>([
    ['bytes', '83010203', 'bytes', 4],
    ['items', '83010203', 'items', 4],
    ['arrays', '8280818001', 'arrays', 4],
    ['arrays beside maps', '82a0 8100', 'arrays', 2],
    ['maps', '82a0 a10080', 'maps', 2],
    ['levels', '81818100', 'depth', 3],
  ])('as many %s as the limit are read, and no more', (_, hex, name, most) => {
    const input = bytes(hex);
    expect(scan(input, { ...SCAN_LIMITS, [name]: most })).toBeLessThanOrEqual(input.length);
    expect(() => scan(input, { ...SCAN_LIMITS, [name]: most - 1 })).toThrow(ProvError);
  });

  test('sixteen levels are read, seventeen are not', () => {
    expect(scan(nested(16))).toBe(16);
    expect(refusal(nested(17)).cause).toContain('nested deeper than 16');
    expect(() => scan(nested(3), { ...SCAN_LIMITS, depth: 2 })).toThrow(ProvError);
  });

  test('the end of the first item is returned, and later bytes are not read', () => {
    expect(scan(bytes('820102 ff ff'))).toBe(3);
  });

  test('a key __proto__ is a key of a Map, and does not change any prototype', () => {
    const value = decode(bytes('a1 695f5f70726f746f5f5f a1 68706f6c6c75746564 f5'));
    expect(value).toBeInstanceOf(Map);
    expect([...(value as Map<string, unknown>).keys()]).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('bytes that the scan accepts are the only encoding of their value', () => {
    let accepted = 0;
    const change = fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) });
    fc.assert(
      fc.property(cborValue, change, (value, { at, byte }) => {
        const input = encode(value);
        input[at % input.length] = byte;
        if (!isCanonical(input)) return;
        accepted++;
        expect(encode(decode(input))).toEqual(input);
      }),
      { numRuns: RUNS * 5 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});

function isCanonical(input: Uint8Array): boolean {
  try {
    return scan(input) === input.length;
  } catch (error) {
    if (error instanceof ProvError) return false;
    throw error;
  }
}

// Maps as sorted lists and bytes as hex, to compare by value.
function plain(value: Cbor): unknown {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') };
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map)
    return { map: [...value].sort(([a], [b]) => compareKeys(a, b)).map(([k, v]) => [plain(k), plain(v)]) };
  return Object.is(value, -0) ? 0 : value;
}
