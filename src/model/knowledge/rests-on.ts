import { utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '../hash.ts';
import { hexOf } from '../hex.ts';
import type { RepoPath } from '../ids.ts';
import type { Detail, Node } from '../model.ts';
import type { NamedSymbol } from '../step.ts';
import { targetOfThing, type Thing, thingId, thingOf } from './thing.ts';

/** Lines of a file, from 1; both are included. */
export interface LineSpan {
  readonly from: number;
  readonly to: number;
}

/** A file, or a function, a type or lines of it. */
export interface CodePlace {
  readonly path: RepoPath;
  readonly symbol?: NamedSymbol;
  readonly lines?: LineSpan;
}

/** The content of a place at some time, without its white space. */
export interface RecordedContent {
  /** The first 24 hex digits of SHA-256. */
  readonly hash: string;
  /** Its length in UTF-16 units. */
  readonly size: number;
}

/** Something that an entry rests on, with its content at that time. */
export interface Rest {
  readonly place: CodePlace;
  readonly content: RecordedContent;
}

/** A changed place that an entry rests on. */
export interface ChangedSource {
  readonly place: CodePlace;
  readonly state: 'changed' | 'missing';
}

/** Places that one entry, or one event, records. */
export const MAX_RESTS = 10;

const FIELD = 'rests_on';
/** The start of a thing's id, the hash as two numbers, the first and the last line or zeros, and the size. */
const NUMBERS_PER_REST = 6;
/** A number has 48 bits, which JavaScript and CBOR keep exactly. */
const NUMBER_DIGITS = 12;
const MAX_NUMBER = 2 ** (4 * NUMBER_DIGITS);
const MAX_LINE = 2 ** 31;

/** Of a place that is not compared any more, because a newer event says so. */
export const NOT_COMPARED: RecordedContent = { hash: '0'.repeat(2 * NUMBER_DIGITS), size: 0 };

/** A text without white space: a formatter does not change it. */
export const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

/** @param text without white space, see `withoutBlanks` */
export const recordedContent = (text: string): RecordedContent => ({ hash: hashOf(text), size: text.length });

/** The hash of a text without white space. Behaviours compare contents by it, too. */
export const hashOf = (text: string): string =>
  hexOf(sha256(utf8ToBytes(text.toWellFormed()))).slice(0, 2 * NUMBER_DIGITS);

/** The part of an entry's detail that records what it rests on. Numbers, because a random text could be redacted as a password. */
export function restsDetail(rests: readonly Rest[]): Detail {
  if (rests.length === 0) return {};
  const numbers = rests.slice(0, MAX_RESTS).flatMap(({ place, content: { hash, size } }) => {
    const { from, to } = place.lines ?? { from: 0, to: 0 };
    return [keyOf(thingAt(place)), numberAt(hash, 0), numberAt(hash, NUMBER_DIGITS), from, to, size];
  });
  return { [FIELD]: numbers };
}

/**
 * What an entry rests on, with the contents that it was recorded or last confirmed with.
 * @param targets the nodes that it is derived from; what it is not derived from any more is left out
 * @param events the events about it that count, oldest first: links, and confirmations with newer contents
 */
export function restsOf(entry: Node, targets: readonly (Node | undefined)[], events: readonly Node[]): Rest[] {
  const places = new Map<number, CodePlace>();
  for (const target of targets) {
    const thing = target && thingOf(target);
    const place = thing && targetOfThing(thing);
    if (place && 'path' in place) places.set(keyOf(thing), place);
  }
  const found = new Map<string, Rest>();
  for (const node of places.size > 0 ? [entry, ...events] : [])
    for (const { thing, lines, content } of written(node)) {
      const place = places.get(thing);
      if (!place) continue;
      const key = `${thing} ${lines?.from ?? 0} ${lines?.to ?? 0}`;
      found.set(key, { place: lines ? { ...place, lines } : place, content });
    }
  return [...found.values()];
}

/** Whether a node records what something rests on. */
export const recordsRests = ({ detail }: Node): boolean => detail?.[FIELD] !== undefined;

interface Written {
  readonly thing: number;
  readonly lines: LineSpan | undefined;
  readonly content: RecordedContent;
}

// What is not of the form counts for nothing: anybody may write a note.
function written({ detail }: Node): Written[] {
  const numbers = detail?.[FIELD];
  if (!Array.isArray(numbers) || numbers.length % NUMBERS_PER_REST !== 0) return [];
  if (numbers.length > MAX_RESTS * NUMBERS_PER_REST || !numbers.every(isNumber)) return [];
  return Array.from({ length: numbers.length / NUMBERS_PER_REST }, (_, i): Written => {
    const [thing, high, low, from, to, size] = numbers.slice(i * NUMBERS_PER_REST) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const lines = from > 0 && from <= to && to < MAX_LINE ? { from, to } : undefined;
    return { thing, lines, content: { hash: textOf(high) + textOf(low), size } };
  });
}

const isNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < MAX_NUMBER;

const thingAt = ({ path, symbol }: CodePlace): Thing =>
  symbol ? { kind: symbol.kind, path, name: symbol.name } : { kind: 'file', path };

const keyOf = (thing: Thing): number => numberAt(thingId(thing), 0);
const numberAt = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + NUMBER_DIGITS), 16);
const textOf = (number: number): string => number.toString(16).padStart(NUMBER_DIGITS, '0');
