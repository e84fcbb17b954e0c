import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hexInto } from '../../src/model/hex.ts';
import { nodeId, numberOf, sessionPart } from '../../src/model/ids.ts';
import { GENESIS, nextContext } from '../../src/model/graph/ledger.ts';

test('hex digits become their bytes, and the bytes around them are unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(5), (bytes, at) => {
      const into = new Uint8Array(at + bytes.length + 3).fill(0xaa);
      expect(hexInto(into, at, Buffer.from(bytes).toString('hex'), bytes.length)).toBe(true);
      expect(into.subarray(at, at + bytes.length)).toEqual(bytes);
      expect([...into.subarray(0, at), ...into.subarray(at + bytes.length)].every((byte) => byte === 0xaa)).toBe(true);
    }),
  );
});

test.each([
  ['a large letter', 'A'],
  ['a letter behind f', 'g'],
  ['a character with the last byte of a digit', '\u0130'],
  ['a character of 128 to 255', '\u00b0'],
  ['half a character', '\ud830'],
])('%s is no hex digit, wherever it stands', (_, odd) => {
  for (let place = 0; place < 64; place++) {
    const hex = `${'0'.repeat(place)}${odd}${'0'.repeat(63 - place)}`;
    expect(hexInto(new Uint8Array(32), 0, hex, 32)).toBe(false);
    expect(() => nextContext(GENESIS, hex)).toThrow('not a hash of 64 hex digits');
  }
});

test.each([0, 62, 63, 65, 66])('%i digits are not a hash', (length) => {
  expect(hexInto(new Uint8Array(32), 0, '0'.repeat(length), 32)).toBe(false);
});

test('a node has the number in its id', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), (number) => {
      const id = nodeId(`deadbeef-${number}`);
      expect([sessionPart(id), numberOf(id)]).toEqual(['deadbeef', number]);
    }),
  );
});
