import type { Cbor, CborKey, CborMap } from '../cbor.ts';
import { isNodeId, type Oid, type RepoPath } from '../ids.ts';
import type { Detail, Scalar } from '../model.ts';
import { detailNames, detailSources, nameOf } from './codes.ts';
import { asInt, asList, asMap, asText, byteLength, eachOf, fail, FIELD_LIMITS } from './fields.ts';
import { pathFromCbor, pathToCbor } from './paths.ts';
import type { NodeRefs } from './refs.ts';
import type { TextsIn, TextsOut } from './texts.ts';

type Value = Scalar | readonly Scalar[];

/** The commits that a graph explains, and the first place of each: many nodes may name many commits. */
export interface Commits {
  readonly list: readonly Oid[];
  readonly places: ReadonlyMap<Value, number>;
}

/** The commits of a list with their places. */
export function commitsOf(list: readonly Oid[]): Commits {
  const places = new Map<Value, number>();
  for (const [place, id] of list.entries()) if (!places.has(id)) places.set(id, place);
  return { list, places };
}

/** What the nodes of a graph are written with: the ids, the texts and the commits that they name by numbers. */
export interface Writing {
  readonly refs: NodeRefs;
  readonly texts: TextsOut;
  readonly commits: Commits;
}

/** The same for reading. */
export interface Reading {
  readonly refs: NodeRefs;
  readonly texts: TextsIn;
  readonly commits: Commits;
}

/** The key of the files in a detail's map. */
export const FILES = detailNames.places.get('files')!;

/** The map that is written for a detail in full: all names and values as they are. */
export function fullDetail(detail: Detail): CborMap {
  const map = new Map<CborKey, Cbor>();
  for (const [name, value] of present(detail)) map.set(name, valueToCbor(value, name));
  return map;
}

/** The map that is written for a detail in a graph: names that version 1 knows as numbers, some with a short value. */
export function detailToCbor(detail: Detail, writing: Writing): CborMap {
  const named = new Map<string, Cbor>();
  const coded: [number, Cbor][] = [];
  for (const [name, value] of present(detail)) {
    const code = detailNames.places.get(name);
    if (code === undefined || !isShort(name, value, writing.commits)) named.set(name, valueToCbor(value, name));
    else coded.push([code, shortToCbor(name, value, writing)]);
  }
  if (coded.length === 0) return named;
  const map = new Map<CborKey, Cbor>(coded.length > 1 ? coded.sort(([a], [b]) => a - b) : coded);
  for (const [name, value] of named) map.set(name, value);
  return map;
}

/** The inverse of `detailToCbor`. */
export function detailFromCbor(value: unknown, reading: Reading): Detail {
  const map = asMap(value, '');
  if (map.size === 0 || map.size > FIELD_LIMITS.detailFields) return fail('', `${map.size} fields`);
  const detail: Record<string, Value> = {};
  for (const [key, item] of map) {
    if (typeof key === 'number') {
      const name = detailNames.names[key] ?? fail('', `${key} is no code of version 1`);
      detail[name] = shortFromCbor(name, item, reading);
      continue;
    }
    const name = detailName(key);
    detail[name] = valueFromCbor(item, name);
    if (detailNames.places.has(name) && isShort(name, detail[name], reading.commits))
      fail(name, 'has to be written with its code');
  }
  return detail;
}

// By the names as the format keeps them.
function present(detail: Detail): ReadonlyMap<string, Value> {
  const entries = new Map<string, Value>();
  for (const [key, value] of Object.entries(detail)) if (value !== undefined) entries.set(detailName(key), value);
  const most = FIELD_LIMITS.detailFields;
  return entries.size > most ? fail('', `more than ${most} fields`) : entries;
}

function detailName(key: unknown): string {
  const name = asText(key, '', FIELD_LIMITS.detailKey);
  return name === '' || name === '__proto__' ? fail(name, 'not the name of a detail') : name;
}

// Whether a known detail can be written with its code. Most can; these have another value there, which not all fit.
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

function shortFromCbor(name: string, value: unknown, { refs, texts, commits }: Reading): Value {
  switch (name) {
    case 'files': {
      const files = eachOf(value, name, FIELD_LIMITS.detailList, (place) => texts.read(place, ''));
      return files.length > 0 ? files : fail(name, 'empty');
    }
    case 'commit': {
      const commit = commits.list[asInt(value, name, 0, commits.list.length - 1)]!;
      return commits.places.get(commit) === value ? commit : fail(name, 'not the first that is the same');
    }
    case 'source':
      return typeof value === 'number' ? nameOf(detailSources, value, name) : fail(name, 'no code');
    case 'continues':
      return refs.read(value, name);
    default:
      return valueFromCbor(value, name);
  }
}

const isList = (value: Value): value is readonly Scalar[] => Array.isArray(value);

const valueToCbor = (value: Value, name: string): Cbor =>
  isList(value)
    ? eachOf(value, name, FIELD_LIMITS.detailList, (item) => scalarToCbor(item, ''))
    : scalarToCbor(value, name);

const valueFromCbor = (value: unknown, name: string): Value =>
  Array.isArray(value)
    ? eachOf(asList(value, name, FIELD_LIMITS.detailList), name, FIELD_LIMITS.detailList, (item) =>
        scalarFromCbor(item, ''),
      )
    : scalarFromCbor(value, name);

function scalarToCbor(value: unknown, field: string): Cbor {
  if (typeof value === 'string') return pathToCbor(value as RepoPath, field, FIELD_LIMITS.detailText);
  if (value === null || typeof value === 'boolean') return value;
  return asInt(value, field, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

function scalarFromCbor(value: unknown, field: string): Scalar {
  if (typeof value === 'string' || value instanceof Uint8Array)
    return pathFromCbor(value, field, FIELD_LIMITS.detailText);
  if (value === null || typeof value === 'boolean') return value;
  return asInt(value, field, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}
