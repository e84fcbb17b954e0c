import type { Dice } from './dice.ts';

/** Changes some bytes like an accident or a stranger; sometimes joins the halves of two. */
export function mutateBytes(bytes: Uint8Array, others: readonly Uint8Array[], dice: Dice): Uint8Array {
  let out: Uint8Array = Uint8Array.from(bytes); // a slice of a Buffer would be the sample itself
  for (let i = 1 + dice.below(4); i > 0; i--) out = dice.pick(CHANGES)(out, others, dice);
  return out;
}

type Change = (bytes: Uint8Array, others: readonly Uint8Array[], dice: Dice) => Uint8Array;

const splice = (bytes: Uint8Array, at: number, removed: number, added: Uint8Array): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, at), ...added, ...bytes.subarray(at + removed)]);

const flip: Change = (bytes, _, dice) => {
  if (bytes.length === 0) return bytes;
  const out = bytes.slice();
  out[dice.below(out.length)]! ^= 1 << dice.below(8);
  return out;
};

const CHANGES: readonly Change[] = [
  flip,
  flip,
  flip,
  (bytes, _, dice) => splice(bytes, dice.below(bytes.length + 1), 0, dice.bytes(1 + dice.below(4))),
  (bytes, _, dice) => splice(bytes, dice.below(bytes.length + 1), 1 + dice.below(4), new Uint8Array()),
  (bytes, _, dice) => bytes.slice(0, dice.below(bytes.length + 1)),
  (bytes, others, dice) => {
    const other = dice.pick(others);
    return splice(bytes, dice.below(bytes.length + 1), bytes.length, other.slice(dice.below(other.length + 1)));
  },
  // A part of it, or of another one, repeated elsewhere.
  (bytes, others, dice) => {
    const other = dice.once(2) ? bytes : dice.pick(others);
    const from = dice.below(other.length + 1);
    return splice(bytes, dice.below(bytes.length + 1), dice.below(9), other.slice(from, from + dice.below(40)));
  },
  // A head replaced by another: of any kind, with any encoding of its length, and an extreme value.
  (bytes, _, dice) => {
    const head = (dice.below(8) << 5) | (24 + dice.below(8));
    const argument = dice.once(2) ? new Uint8Array(8).fill(dice.once(2) ? 255 : 0) : dice.bytes(8);
    return splice(bytes, dice.below(bytes.length + 1), 1, Uint8Array.of(head, ...argument.slice(0, dice.below(9))));
  },
];
