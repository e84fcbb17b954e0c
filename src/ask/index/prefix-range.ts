/** A range of numbers, both ends included; empty when the last is smaller. */
type Range = readonly [first: number, last: number];
/** A range of prefixes of node ids, both ends included. */
type PrefixRange = readonly [first: string, last: string];

const NONE: PrefixRange = ['1', '0'];
/** A part of an id's prefix: with a number, at least eight digits of the prefix. */
const NODE_PREFIX = /^([0-9a-f]{1,20})(?:(?<=^.{8,20})-([0-9]{0,9}))?$/;
/** Follows each hex digit. */
const AFTER_DIGITS = 'g';
/** The maximum number of digits of a node's number. */
const MAX_NUMBER_DIGITS = 9;

/** The range of session prefixes that start with these hex digits. */
export const shortsFrom = (hex: string): PrefixRange =>
  /^[0-9a-f]{1,20}$/.test(hex) ? [hex, `${hex}${AFTER_DIGITS}`] : NONE;

/** The ranges of both parts of node ids that start with this prefix. */
export function idsFrom(prefix: string): (readonly [...shorts: PrefixRange, ...numbers: Range])[] {
  const [, hex, number = ''] = NODE_PREFIX.exec(prefix) ?? [];
  if (hex === undefined) return [];
  const [low, high] = shortsFrom(hex);
  return numbersFrom(number).map(([first, last]) => [low, high, first, last]);
}

function numbersFrom(digits: string): Range[] {
  if (digits === '') return [[0, Number.MAX_SAFE_INTEGER]];
  if (digits.startsWith('0')) return digits === '0' ? [[0, 0]] : [];
  const more = Array.from({ length: MAX_NUMBER_DIGITS + 1 - digits.length }, (_, i) => 10 ** i);
  return more.map((by) => [Number(digits) * by, (Number(digits) + 1) * by - 1]);
}
