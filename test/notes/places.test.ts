import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Oid } from '../../src/model/ids.ts';
import { Places } from '../../src/notes/packed-locations.ts';

const hex = (digits: number) =>
  fc
    .uint8Array({ minLength: digits / 2, maxLength: digits / 2 })
    .map((bytes) => Buffer.from(bytes).toString('hex') as Oid);

test.each([40, 64])('returns entries by position, in order, with ids of %i digits', (digits) =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(hex(digits), fc.array(hex(digits), { minLength: 1, maxLength: 3 })), { maxLength: 40 }),
      hex(digits),
      fc.nat(50),
      (entries, stranger, cut) => {
        const located = new Map(entries);
        located.delete(stranger);
        const order = [...located.keys()].reverse();
        // An entry named twice is returned once, and one without a note is omitted.
        const places = new Places(located, [stranger, ...order, ...order.slice(0, 2)]);
        expect(places.size).toBe(located.size);
        const found = [...places.slice(0, cut), ...places.slice(cut, places.size + 7)];
        expect(found).toEqual(order.map((commit) => [commit, located.get(commit)]));
      },
    ),
  ),
);
