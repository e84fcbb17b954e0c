import { encodeNote } from '../../src/model/format/note.ts';
import { nodeId, type RepoPath } from '../../src/model/ids.ts';
import { pathFromBytes } from '../../src/model/path.ts';

/** A blob that demands more time or memory than it is worth, or breaks a rule for notes. */
export interface Bomb {
  readonly name: string;
  readonly make: () => Uint8Array;
}

const MEBIBYTE = 1 << 20;
const BYTES = 2;
const TEXT = 3;
const ARRAY = 4;
const MAP = 5;

const head = (major: number, count: number): number[] => {
  if (count < 24) return [(major << 5) | count];
  if (count < 65_536) return [(major << 5) | 25, count >> 8, count & 255];
  return [(major << 5) | 26, count >>> 24, (count >> 16) & 255, (count >> 8) & 255, count & 255];
};

const repeat = (bytes: readonly number[], times: number): Buffer =>
  Buffer.alloc(bytes.length * times, Uint8Array.from(bytes));
const bytes = (...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))));

/** A body with one field that version 1 does not know, with this value. */
const extra = (...value: readonly (readonly number[] | Uint8Array)[]): Uint8Array =>
  bytes([0x82, 1, 0xa1, 0x61, 0x78], ...value);

/** Keys of five bytes, each with a null. */
function integers(count: number): Buffer {
  const all = Buffer.alloc(6 * count, 0xf6);
  for (let i = 0; i < count; i++) all.set(head(0, i + 70_000), 6 * i);
  return all;
}

/** A note with `count` strangers that each claim nearly all lines of a file. */
const claims = (count: number, lines: number): Uint8Array =>
  new Uint8Array(
    Buffer.concat(
      Array.from({ length: count }, (_, i) => {
        const list = Array.from({ length: lines }, (__, k) => ({
          start: 1 + i + k * (count + 2),
          count: count + 1,
          node: nodeId(`deadbeef-${i}`),
          evidence: 'exact' as const,
        }));
        const note = encodeNote({ graphs: [], carried: [], lines: new Map([['a.txt' as RepoPath, list]]) });
        return i === 0 ? note : Buffer.concat([Buffer.from('\n'), note]);
      }),
    ),
  );

export const BOMBS: readonly Bomb[] = [
  { name: 'arrays nested ten thousand deep', make: () => bytes([0x82, 1], repeat([0x81], 10_000)) },
  { name: 'maps nested a million deep', make: () => bytes([0x82, 1], repeat([0xa1, 0], MEBIBYTE)) },
  { name: 'a bignum of 1 MB', make: () => bytes([0x82, 1, 0xc2], head(BYTES, MEBIBYTE), Buffer.alloc(MEBIBYTE, 255)) },
  {
    name: '10 MB of nulls in a list without a length',
    make: () => bytes([0x82, 1, 0x9f], repeat([0xf6], 10 * MEBIBYTE)),
  },
  {
    name: '4 MB of nulls in a list without a length',
    make: () => bytes([0x82, 1, 0x9f], repeat([0xf6], 4 * MEBIBYTE - 4)),
  },
  { name: 'a text without a length, in a million pieces', make: () => extra([0x7f], repeat([0x60], MEBIBYTE), [0xff]) },
  { name: 'a list that says it has four billion entries', make: () => extra([0x9a, 255, 255, 255, 255]) },
  { name: 'a map that says it has 2^53 entries', make: () => extra([0xbb, 0, 0x1f, 255, 255, 255, 255, 255, 255]) },
  { name: 'a text that says it has 2^64 bytes', make: () => extra([0x7b, 255, 255, 255, 255, 255, 255, 255, 255]) },
  { name: 'a million empty lists', make: () => extra(head(ARRAY, MEBIBYTE), repeat([0x80], MEBIBYTE)) },
  { name: 'four million nulls', make: () => extra(head(ARRAY, 4_190_000), repeat([0xf6], 4_190_000)) },
  { name: 'a hundred thousand maps', make: () => extra(head(ARRAY, 100_000), repeat([0xa0], 100_000)) },
  {
    name: 'lists nested fifteen deep, seventy thousand times',
    make: () => bytes([0x82, 1], head(ARRAY, 70_000), repeat([...repeat([0x81], 13), 0x80], 70_000)),
  },
  { name: 'a map with 800,000 keys', make: () => extra(head(MAP, 600_000), integers(600_000)) },
  {
    name: 'text of 4 MB that is not UTF-8 at its end',
    make: () => extra(head(TEXT, 4_000_001), repeat([0x61], 4_000_000), [0xff]),
  },
  { name: 'tags inside tags', make: () => bytes([0x82, 1], repeat([0xd8, 0x1c], MEBIBYTE), [0xf6]) },
  {
    name: 'a hundred thousand notes in one blob',
    make: () => bytes(repeat([0x82, 1, 0xa0, 0x0a], 100_000), [0x82, 1, 0xa0]),
  },
  { name: 'claims of five thousand strangers on the same lines', make: () => claims(5000, 1) },
  { name: 'a version of tomorrow', make: () => bytes([0x82, 2, 0xa0]) },
  { name: 'nothing at all', make: () => new Uint8Array() },
  { name: 'a page of text', make: () => new Uint8Array(Buffer.from('\u001b]0;owned\u0007Reviewed-by: nobody\n')) },
];

/** Paths of 64 KiB without any byte of text. */
const darkPaths = (count: number): Uint8Array =>
  encodeNote({
    graphs: [],
    carried: [],
    lines: new Map(
      Array.from({ length: count }, (_, i) => [
        pathFromBytes(
          Buffer.concat([Buffer.of(128 + i), Buffer.alloc(65_000, i % 2 === 0 ? 'a\xff' : 'b\xfe\xc3', 'latin1')]),
        ),
        [{ start: 1, count: 1, node: null, evidence: 'exact' as const }],
      ]),
    ),
  });

/** Valid notes that are as costly as possible. */
export const HEAVY: readonly Bomb[] = [
  { name: 'sixty paths of 64 KiB that are no text', make: () => darkPaths(60) },
  { name: 'a thousand notes that claim a hundred thousand lines', make: () => claims(1000, 100) },
  {
    name: 'one note with all the lists that there may be',
    make: () => extra(head(ARRAY, (1 << 18) - 4), repeat([0x80], (1 << 18) - 4)),
  },
  {
    name: 'one note with all the items that there may be',
    make: () => extra(head(ARRAY, MEBIBYTE - 9), repeat([0x63, 0x61, 0x62, 0x63], MEBIBYTE - 9)),
  },
  {
    name: 'one note with all the maps that there may be',
    make: () => extra(head(ARRAY, 65_000), repeat([0xa1, 0, 0], 65_000)),
  },
];
