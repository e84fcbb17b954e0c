import { type Cbor, type CborKey, type CborMap, compareKeys, write } from '../cbor.ts';
import { isNodeId, type Oid, type RepoPath } from '../../ids.ts';
import type { Detail, Scalar } from '../../model.ts';
import type { CborWriter } from '../writer.ts';
import { detailNames, detailSources, nameOf } from '../codes.ts';
import { asInt, asText, byteLength, eachOf, fail, FIELD_LIMITS } from '../fields.ts';
import { pathToCbor } from '../paths.ts';
import type { CborReader } from '../reader.ts';
import type { NodeRefs } from '../refs.ts';
import type { TextsIn, TextsOut } from '../texts.ts';

type Value = Scalar | readonly Scalar[];

/**
 * The commits that a graph explains, with the first index of each. A map keeps lookups fast when many nodes name many
 * commits.
 */
export interface Commits {
  readonly list: readonly Oid[];
  readonly places: ReadonlyMap<Value, number>;
}

/** Indexes a list of commits. */
export function commitsOf(list: readonly Oid[]): Commits {
  const places = new Map<Value, number>();
  for (const [place, id] of list.entries()) if (!places.has(id)) places.set(id, place);
  return { list, places };
}

/** What is needed to write a graph's nodes: the ids, texts and commits that they name by number. */
export interface Writing {
  readonly refs: NodeRefs;
  readonly texts: TextsOut;
  readonly commits: Commits;
}

/** What is needed to read a graph's nodes. */
export interface NodeReading {
  readonly refs: NodeRefs;
  readonly texts: TextsIn;
  readonly commits: Commits;
}

/** The key of the files in a detail's map. */
export const FILES = detailNames.places.get('files')!;

/**
 * Writes a detail in full, with complete names and values.
 * @param names result of `namesIn`
 */
export function writeDetail(to: CborWriter, detail: Detail, names: readonly string[]): void {
  to.map(names.length);
  for (const key of names) {
    const value = detail[key]!;
    const name = detailName(key);
    to.text(name);
    if (!isList(value)) writeScalar(to, value, name);
    else {
      to.array(value.length);
      eachOf(value, name, FIELD_LIMITS.detailList, writeItem, to);
    }
  }
}

const writeItem = (item: unknown, _: number, to: CborWriter): void => writeScalar(to, item as Scalar, '');

/** Encodes a detail as part of a graph: known names become numbers, and some values a short form. */
export function detailToCbor(detail: Detail, writing: Writing): CborMap {
  const named = new Map<string, Cbor>();
  const coded: [number, Cbor][] = [];
  for (const key of namesIn(detail)) {
    const name = detailName(key);
    const value = detail[key]!;
    const code = detailNames.places.get(name);
    if (code === undefined || !isShort(name, value, writing.commits)) named.set(name, valueToCbor(value, name));
    else coded.push([code, shortToCbor(name, value, writing)]);
  }
  if (coded.length === 0) return named;
  const map = new Map<CborKey, Cbor>(coded.length > 1 ? coded.sort(([a], [b]) => a - b) : coded);
  for (const [name, value] of named) map.set(name, value);
  return map;
}

/** Decodes what `detailToCbor` wrote. Also returns the text of the only file when it has its short form. */
export function readDetail(from: CborReader, reading: NodeReading): { detail: Detail; onlyFile: string | undefined } {
  const count = from.map('');
  if (count === 0 || count > FIELD_LIMITS.detailFields) return fail('', `${count} fields`);
  const detail: Record<string, Value> = {};
  let onlyFile: string | undefined;
  for (let left = count; left > 0; left--) {
    const code = from.code();
    if (code === FILES) {
      const places: unknown[] = [];
      detail['files'] = from.each('files', FIELD_LIMITS.detailList, readFile, reading, places);
      if (places.length === 0) fail('files', 'empty');
      if (places.length === 1) onlyFile = reading.texts.textAt(places[0] as number);
    } else if (code >= 0) {
      const name = detailNames.names[code] ?? fail('', `${code} is no code of version 1`);
      detail[name] = readShort(name, from, reading);
    } else {
      const name = detailName(from.scalar(''));
      const isTwice = Object.hasOwn(detail, name);
      detail[name] = readValue(from, name);
      if (detailNames.places.has(name) && (isTwice || isShort(name, detail[name], reading.commits)))
        fail(name, 'has to be written with its code');
    }
  }
  return { detail, onlyFile };
}

function readFile(from: CborReader, { texts }: NodeReading, places: unknown[]): string {
  const place = from.scalar('');
  places.push(place);
  return texts.read(place, '');
}

/**
 * The names of a detail that have a value, in the format's order. When two names have the same encoding, the last one wins.
 */
export function namesIn(detail: Detail): readonly string[] {
  const names = Object.keys(detail);
  if (names.length === 1 && detail[names[0]!] !== undefined) return names; // the usual case
  const kept = new Map<string, string>();
  for (const name of names) if (detail[name] !== undefined) kept.set(detailName(name), name);
  const most = FIELD_LIMITS.detailFields;
  if (kept.size > most) return fail('', `more than ${most} fields`);
  return [...kept].sort(byKey).map(nameIn);
}

type Kept = readonly [key: string, name: string];
const byKey = ([a]: Kept, [b]: Kept): number => compareKeys(a, b);
const nameIn = ([, name]: Kept): string => name;

function detailName(key: unknown): string {
  const name = asText(key, '', FIELD_LIMITS.detailKey);
  return name === '' || name === '__proto__' ? fail(name, 'not the name of a detail') : name;
}

// Whether a known detail can be written in short form. Most can. The cases below depend on the value.
function isShort(name: string, value: Value, commits: Commits): boolean {
  switch (name) {
    case 'files':
      return isList(value) && value.length > 0 && value.every(isShortText);
    case 'commit':
      return commits.places.has(value);
    case 'source':
      return detailSources.places.has(value as string);
    case 'continues':
      return typeof value === 'string' && isNodeId(value);
    default:
      return true;
  }
}

function isShortText(item: Scalar): item is string {
  if (typeof item !== 'string' || item.length > FIELD_LIMITS.label) return false;
  const written = pathToCbor(item as RepoPath, '', FIELD_LIMITS.detailText);
  return (typeof written === 'string' ? byteLength(written) : written.length) <= FIELD_LIMITS.label;
}

function shortToCbor(name: string, value: Value, { refs, texts, commits }: Writing): Cbor {
  switch (name) {
    case 'files':
      return eachOf(value, name, FIELD_LIMITS.detailList, (path) =>
        texts.place(pathToCbor(path as RepoPath, '', FIELD_LIMITS.label)),
      );
    case 'commit':
      return commits.places.get(value)!;
    case 'source':
      return detailSources.places.get(value as string)!;
    case 'continues':
      return refs.write(value as never, name);
    default:
      return valueToCbor(value, name);
  }
}

// Reads the short form of a known detail other than `files`.
function readShort(name: string, from: CborReader, { refs, commits }: NodeReading): Value {
  switch (name) {
    case 'commit': {
      const place = asInt(from.scalar(name), name, 0, commits.list.length - 1);
      const commit = commits.list[place]!;
      return commits.places.get(commit) === place ? commit : fail(name, 'not the first that is the same');
    }
    case 'source': {
      const code = from.scalar(name);
      return typeof code === 'number' ? nameOf(detailSources, code, name) : fail(name, 'no code');
    }
    case 'continues':
      return refs.read(from.scalar(name), name);
    default:
      return readValue(from, name);
  }
}

const isList = (value: Value): value is readonly Scalar[] => Array.isArray(value);

const valueToCbor = (value: Value, name: string): Cbor =>
  isList(value)
    ? eachOf(value, name, FIELD_LIMITS.detailList, (item) => scalarToCbor(item, ''))
    : scalarToCbor(value, name);

const readValue = (from: CborReader, name: string): Value =>
  from.isArray ? from.each(name, FIELD_LIMITS.detailList, readScalar, '') : readScalar(from, name);

// Writes a scalar. Most are short ASCII text, which needs no conversion.
const writeScalar = (to: CborWriter, value: Scalar, field: string): void => {
  if (typeof value !== 'string' || !to.ascii(value)) write(to, scalarToCbor(value, field));
};

function scalarToCbor(value: unknown, field: string): Cbor {
  if (typeof value === 'string') return pathToCbor(value as RepoPath, field, FIELD_LIMITS.detailText);
  if (value === null || typeof value === 'boolean') return value;
  return asInt(value, field, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

function readScalar(from: CborReader, field: string): Scalar {
  if (from.isString) return from.path(field, FIELD_LIMITS.detailText);
  const value = from.scalar(field);
  if (value === null || typeof value === 'boolean') return value;
  return asInt(value, field, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}
