import { shortNumber } from './rows.ts';

/** Numbers from the first to the last one; none where the last is the smaller. */
type Range = readonly [first: number, last: number];

const NONE: Range = [0, -1];
const NODE_PREFIX = /^([0-9a-f]{1,8})(?:(?<=^.{8})-([0-9]{0,9}))?$/;
/** A node's number has no more digits. */
const LONGEST_NUMBER = 9;

/** Between which numbers the digits lie that the ids of a session's nodes start with, where they begin so. */
export const shortsFrom = (hex: string): Range =>
  /^[0-9a-f]{1,8}$/.test(hex) ? [shortNumber(hex.padEnd(8, '0')), shortNumber(hex.padEnd(8, 'f'))] : NONE;

/** Between which numbers both parts of nodes' ids lie that begin so. */
export function idsFrom(prefix: string): (readonly [...shorts: Range, ...numbers: Range])[] {
  const [, hex, number = ''] = NODE_PREFIX.exec(prefix) ?? [];
  if (hex === undefined) return [];
  const [low, high] = shortsFrom(hex);
  return numbersFrom(number).map(([first, last]) => [low, high, first, last]);
}

function numbersFrom(digits: string): Range[] {
  if (digits === '') return [[0, Number.MAX_SAFE_INTEGER]];
  if (digits.startsWith('0')) return digits === '0' ? [[0, 0]] : [];
  const more = Array.from({ length: LONGEST_NUMBER + 1 - digits.length }, (_, i) => 10 ** i);
  return more.map((by) => [Number(digits) * by, (Number(digits) + 1) * by - 1]);
}
