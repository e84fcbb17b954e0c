import { expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import { decode, encode, type Cbor } from '../../src/model/format/cbor.ts';
import { decodeNote, encodeNote } from '../../src/model/format/note.ts';
import type { Note } from '../../src/model/model.ts';
import { decodeStatement, encodeStatement } from '../../src/model/statement.ts';
import { goldenNotes } from '../model/golden.ts';
import { fuzz, TIMEOUT } from './campaign.ts';
import type { Dice } from './dice.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { CBOR, copy, mutateTree } from './mutate-tree.ts';
import { useNote } from './reading.ts';
import { NUMBERS, WORDS } from './words.ts';

const golden = goldenNotes().map(({ bytes }) => bytes);
// Two real notes joined: nodes, edges and lines of several sessions.
const seeds = [...golden, joined()];
const trees = seeds.map((bytes) => decode(bytes));
const others: Note[] = seeds.map((bytes) => decodeNote(bytes));

function joined(): Uint8Array {
  return encodeNote(decodeNote(Buffer.concat([golden.at(2)!, Buffer.from('\n'), golden.at(-1)!])));
}

// The bytes decide which other note is used, so an input alone describes the whole case.
const otherOf = (bytes: Uint8Array): Note =>
  others[bytes.reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7) % others.length]!;

const reads = (bytes: Uint8Array): boolean => {
  useNote(bytes, otherOf(bytes));
  return true;
};

/** The bytes of a changed tree in canonical form, so that they get beyond the scan. */
function encoded(tree: unknown): Uint8Array {
  try {
    return encode(tree as Cbor);
  } catch (error) {
    if (error instanceof ProvError) return new Uint8Array(); // the format cannot hold this tree
    throw error;
  }
}

function randomCbor(dice: Dice, depth = 0): Cbor {
  const list = (): Cbor[] => Array.from({ length: dice.below(6) }, () => randomCbor(dice, depth + 1));
  switch (dice.below(depth > 6 ? 5 : 9)) {
    case 0:
      return dice.pick(NUMBERS.filter((one) => Number.isSafeInteger(one)));
    case 1:
      return dice.pick(WORDS);
    case 2:
      return dice.bytes(dice.pick([0, 1, 20, 32]));
    case 3:
      return dice.pick([null, true, false]);
    case 4:
      return dice.below(40);
    case 5:
    case 6:
      return list();
    default: {
      const key = (): string | number =>
        dice.once(2)
          ? dice.below(12)
          : dice.pick([
              'graphs',
              'lines',
              'carried',
              'nodes',
              'session',
              'chain',
              'edges',
              'explains',
              'id',
              'agent',
              ...WORDS,
            ]);
      return new Map(list().map((value) => [key(), value]));
    }
  }
}

test('golden notes with broken bytes are refused, or are other notes that obey all laws', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'notes, bytes',
      few: 1500,
      input: (dice) => mutateBytes(dice.pick(seeds), seeds, dice),
      run: reads,
    }),
  ).resolves.toBeGreaterThan(0),
);

test(
  'golden notes with other values, in canonical form, are refused, or are other notes that obey all laws',
  { timeout: TIMEOUT },
  () =>
    expect(
      fuzz({
        name: 'notes, structure',
        few: 1500,
        input: (dice) => encoded(mutateTree(copy(dice.pick(trees)), CBOR, dice)),
        run: reads,
      }),
    ).resolves.toBeGreaterThan(0),
);

test('any CBOR is refused, or is a note that obeys all laws', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'notes, random CBOR',
      few: 1000,
      input: (dice) =>
        dice.once(4) ? dice.bytes(dice.below(60)) : encoded([1, dice.once(200) ? new Map() : randomCbor(dice)]),
      run: reads,
    }),
  ).resolves.toBeGreaterThan(0),
);

test('changed signed statements are refused, or are re-encoded to the same bytes', { timeout: TIMEOUT }, () => {
  const payloads = others.flatMap(({ signatures = [] }) => signatures.map(({ payload }) => payload));
  const parsed = payloads.filter((payload) => reads_(payload));
  expect(parsed.length).toBeGreaterThan(0);
  return expect(
    fuzz({
      name: 'statements',
      few: 500,
      share: 0.5,
      input: (dice) =>
        dice.once(2)
          ? mutateBytes(dice.pick(parsed), parsed, dice)
          : encoded(mutateTree(copy(decode(dice.pick(parsed))), CBOR, dice)),
      run: (bytes) => {
        const statement = decodeStatement(bytes);
        expect(decodeStatement(encodeStatement(statement)).commit).toBe(statement.commit);
        return true;
      },
    }),
  ).resolves.toBeGreaterThan(0);
});

function reads_(payload: Uint8Array): boolean {
  try {
    return decodeStatement(payload).commit !== undefined;
  } catch {
    return false;
  }
}
