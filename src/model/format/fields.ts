import { ProvError } from '../../errors.ts';
import { textOf, type Cbor, type CborKey, type CborMap } from './cbor.ts';
import { hexInto, hexOf } from '../hex.ts';
import type { Oid } from '../ids.ts';
import type { Extra } from '../model.ts';
import type { CborWriter } from './writer.ts';

/** Limits of single fields, for reading and writing: bytes of text, or entries of a list. */
export const FIELD_LIMITS = {
  name: 64,
  label: 512,
  session: 2048,
  summary: 16_384,
  detailText: 65_536,
  detailKey: 128,
  detailFields: 256,
  detailList: 4096,
  path: 65_535,
  graphs: 4096,
  nodes: 65_536,
  edges: 262_144,
  texts: 262_144,
  explains: 65_536,
  paths: 65_536,
  attributions: 262_144,
  carried: 65_536,
  signatures: 1024,
  payload: 1_048_576,
  signature: 65_536,
} as const;

/** The last millisecond of ECMAScript's time. Differences between times stay below 2^53. */
export const MAX_TIME_MS = 8.64e15;

const utf8 = new TextEncoder();

/** An invalid field. It becomes a ProvError once the complete path to the field is known. */
class FieldError extends Error {
  path: string;
  readonly why: string;

  constructor(path: string, why: string) {
    super(why);
    this.path = path;
    this.why = why;
  }
}

/** Rejects a field. */
export function fail(field: string, why: string): never {
  throw new FieldError(field, why);
}

/** Adds `field` to the path of an error. */
export function inside(error: unknown, field: string): unknown {
  if (error instanceof FieldError)
    error.path = error.path === '' || error.path.startsWith('[') ? field + error.path : `${field}.${error.path}`;
  return error;
}

/**
 * Runs `work` on a part of the note and adds `field` to the path of an error in it.
 * @param given arguments for `work`. When very many notes are read, pass a permanent function and arguments instead of a
 * new closure: V8 discards a closure's compiled code at garbage collection.
 */
export function within<Given extends readonly unknown[], T>(
  field: string,
  work: (...given: Given) => T,
  ...given: Given
): T {
  try {
    return work(...given);
  } catch (error) {
    throw inside(error, field);
  }
}

/**
 * Runs `work` and turns a rejected field into a ProvError `data` that names the field.
 * @param given arguments for `work`, see `within`
 */
export function naming<Given extends readonly unknown[], T>(work: (...given: Given) => T, ...given: Given): T {
  try {
    return work(...given);
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    throw new ProvError('data', `Note field ${error.path} is not valid: ${error.why}.`, {
      hint: 'Run git prov doctor.',
    });
  }
}

export function asMap(value: unknown, field: string): CborMap {
  return value instanceof Map ? value : fail(field, 'not a map');
}

export function asList(value: unknown, field: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) return fail(field, 'not an array');
  return value.length > most ? fail(field, `${value.length} entries, at most ${most} are allowed`) : value;
}

/**
 * Reads or writes every entry of a list. An error names the index of the entry.
 * @param given further arguments for `read`, after the entry and its index, see `within`
 */
export function eachOf<Given extends readonly unknown[], T>(
  value: unknown,
  field: string,
  most: number,
  read: (item: unknown, i: number, ...given: Given) => T,
  ...given: Given
): T[] {
  const items = asList(value, field, most);
  const out: T[] = [];
  try {
    for (const item of items) out.push(read(item, out.length, ...given));
  } catch (error) {
    throw inside(inside(error, `[${out.length}]`), field);
  }
  return out;
}

/** An integer from `least` to `most`. */
export function asInt(value: unknown, field: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return fail(field, 'not an integer');
  return value < least || value > most ? fail(field, `${value} is not from ${least} to ${most}`) : value;
}

/** Text of at most `most` bytes, made well-formed for the format. */
export const asText = (value: unknown, field: string, most: number): string => textOf(limited(value, field, most));

/** Writes text of at most `most` bytes. */
export const writeText = (to: CborWriter, value: string, field: string, most: number): void =>
  to.text(limited(value, field, most));

function limited(value: unknown, field: string, most: number): string {
  if (typeof value !== 'string') return fail(field, 'not text');
  // A UTF-16 unit takes at most three bytes, so only long text has to be counted.
  return value.length * 3 > most && byteLength(value) > most ? fail(field, `text of more than ${most} bytes`) : value;
}

/** The length of a text in UTF-8 bytes. */
export const byteLength = (text: string): number => utf8.encode(text).length;

/** The name of a kind: printable ASCII without spaces. */
export function asName(value: unknown, field: string): string {
  const ok = typeof value === 'string' && value.length <= FIELD_LIMITS.name && /^[!-~]+$/.test(value);
  return ok ? value : fail(field, `not a name of 1 to ${FIELD_LIMITS.name} printable ASCII characters`);
}

const fromHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** A hash of 32 bytes, as hex. */
export function asHash(value: unknown, field: string): string {
  return value instanceof Uint8Array && value.length === 32 ? hexOf(value) : fail(field, 'not a hash of 32 bytes');
}

/** The 32 bytes of a hash in hex. */
export function hashBytes(hex: string, field: string): Uint8Array {
  const bytes = new Uint8Array(32);
  return hexInto(bytes, 0, hex, 32) ? bytes : fail(field, NOT_HEX);
}

/** Writes a hash in hex as its 32 bytes. */
export const writeHash = (to: CborWriter, hex: string, field: string): unknown => to.hash(hex) || fail(field, NOT_HEX);

const NOT_HEX = 'not a hash of 64 hex digits';

export function asOid(value: unknown, field: string): Oid {
  if (value instanceof Uint8Array && (value.length === 20 || value.length === 32)) return hexOf(value) as Oid;
  return fail(field, 'not an object id of 20 or 32 bytes');
}

export const oidBytes = (id: Oid, field: string): Uint8Array =>
  /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id) ? fromHex(id) : fail(field, 'not an object id');

/** The entries of a map beyond `known`, or undefined without any. Their keys must be text, or numbers from 0. */
export function extraOf(map: CborMap, known: ReadonlySet<CborKey>): Extra | undefined {
  let extra: Map<string | number, unknown> | undefined;
  for (const [key, value] of map) {
    if (known.has(key)) continue;
    if (key === '__proto__' || key instanceof Uint8Array || (typeof key === 'number' && key < 0))
      return fail(String(key), 'not the name of a field');
    (extra ??= new Map()).set(key, value);
  }
  return extra;
}

/** Adds the unknown fields of a newer version to a map before it is written. */
export function addExtra(map: Map<CborKey, Cbor>, extra: Extra | undefined, known: ReadonlySet<CborKey>): void {
  for (const [key, value] of extra ?? []) {
    if (known.has(key)) fail(String(key), 'a field of version 1 among the unknown ones');
    map.set(key, value as Cbor);
  }
}
