import { textOf, type Cbor, type CborKey, type CborMap } from '../cbor.ts';
import { isNodeId, nodeId, type NodeId } from '../ids.ts';
import type { Detail, Node, Scalar } from '../model.ts';
import { isTextPath, pathFromBytes, pathToBytes } from '../path.ts';
import type { RepoPath } from '../ids.ts';
import { codeOf, nameOf, nodeKinds } from './codes.ts';
import * as fields from './fields.ts';
import { addExtra, asHash, asInt, asText, eachOf, extraOf, fail, FIELD_LIMITS, hashBytes, within } from './fields.ts';

/** The keys of a node's map, in version 1. */
const KEY = {
  id: 0,
  kind: 1,
  at: 2,
  summary: 3,
  tool: 4,
  call: 5,
  duration: 6,
  input: 7,
  output: 8,
  parent: 9,
  detail: 10,
} as const;
const KNOWN: ReadonlySet<CborKey> = new Set(Object.values(KEY));

/** The last millisecond of ECMAScript's time: its differences stay below 2^53. */
const LAST_TIME = 8.64e15;
const LAST_NUMBER = 999_999_999;

/** How a node id is written: as its number where its prefix goes without saying, else as the whole text. */
export interface NodeRefs {
  readonly write: (id: NodeId, field: string) => Cbor;
  readonly read: (value: unknown, field: string) => NodeId;
}

/** Node ids as text. */
export const fullRefs: NodeRefs = {
  write: (id, field) => (isNodeId(id) ? id : fail(field, 'not a node id')),
  read: (value, field) => (typeof value === 'string' && isNodeId(value) ? value : fail(field, 'not a node id')),
};

/** Node ids within the graph of a session: the session's own ones as numbers. */
export function sessionRefs(prefix: string): NodeRefs {
  const own = `${prefix}-`;
  return {
    write: (id, field) => {
      const text = fullRefs.write(id, field);
      return id.startsWith(own) ? Number(id.slice(own.length)) : text;
    },
    read: (value, field) => {
      if (typeof value === 'number') return nodeId(`${own}${asInt(value, field, 0, LAST_NUMBER)}`);
      const id = fullRefs.read(value, field);
      return id.startsWith(own) ? fail(field, `${id} has to be written as its number`) : id;
    },
  };
}

/**
 * The map that is written for a node.
 * @param base what its time is counted from, in milliseconds since the epoch
 */
export function nodeToCbor(node: Node, refs: NodeRefs, base: number): CborMap {
  const map = new Map<CborKey, Cbor>([
    [KEY.id, refs.write(node.id, 'id')],
    [KEY.kind, codeOf(nodeKinds, node.kind, 'kind')],
    [KEY.at, asInt(node.at, 'at', 0, LAST_TIME) - base],
    [KEY.summary, asText(node.summary, 'summary', FIELD_LIMITS.summary)],
  ]);
  if (node.tool !== undefined) map.set(KEY.tool, asText(node.tool, 'tool', FIELD_LIMITS.label));
  if (node.call !== undefined) map.set(KEY.call, asText(node.call, 'call', FIELD_LIMITS.label));
  if (node.duration !== undefined) map.set(KEY.duration, asInt(node.duration, 'duration', 0, Number.MAX_SAFE_INTEGER));
  if (node.input !== undefined) map.set(KEY.input, hashBytes(node.input, 'input'));
  if (node.output !== undefined) map.set(KEY.output, hashBytes(node.output, 'output'));
  if (node.parent !== undefined) map.set(KEY.parent, refs.write(node.parent, 'parent'));
  const detail = within('detail', () => detailToCbor(node.detail ?? {}));
  if (detail.size > 0) map.set(KEY.detail, detail);
  addExtra(map, node.extra, KNOWN);
  return map;
}

/** The inverse of `nodeToCbor`. */
export function nodeFromCbor(value: unknown, refs: NodeRefs, base: number): Node {
  const map = fields.asMap(value, 'node');
  const tool = map.get(KEY.tool);
  const call = map.get(KEY.call);
  const duration = map.get(KEY.duration);
  const input = map.get(KEY.input);
  const output = map.get(KEY.output);
  const parent = map.get(KEY.parent);
  const detail = map.get(KEY.detail);
  const extra = extraOf(map, KNOWN);
  return {
    id: refs.read(map.get(KEY.id), 'id'),
    kind: nameOf(nodeKinds, map.get(KEY.kind), 'kind'),
    at: asInt(base + asInt(map.get(KEY.at), 'at', -LAST_TIME, LAST_TIME), 'at', 0, LAST_TIME),
    summary: asText(map.get(KEY.summary), 'summary', FIELD_LIMITS.summary),
    ...(tool === undefined ? {} : { tool: asText(tool, 'tool', FIELD_LIMITS.label) }),
    ...(call === undefined ? {} : { call: asText(call, 'call', FIELD_LIMITS.label) }),
    ...(duration === undefined ? {} : { duration: asInt(duration, 'duration', 0, Number.MAX_SAFE_INTEGER) }),
    ...(input === undefined ? {} : { input: asHash(input, 'input') }),
    ...(output === undefined ? {} : { output: asHash(output, 'output') }),
    ...(parent === undefined ? {} : { parent: refs.read(parent, 'parent') }),
    ...(detail === undefined ? {} : { detail: within('detail', () => detailFromCbor(detail)) }),
    ...(extra === undefined ? {} : { extra }),
  };
}

/** The time in a node's map as it was written. */
export const writtenTime = (value: unknown): number =>
  asInt(fields.asMap(value, 'node').get(KEY.at), 'at', 0, LAST_TIME);

function detailToCbor(detail: Detail): CborMap {
  const map = new Map<string, Cbor>();
  for (const [key, value] of Object.entries(detail)) {
    if (value === undefined) continue;
    const name = detailKey(key);
    map.set(
      name,
      isList(value)
        ? eachOf(value, name, FIELD_LIMITS.detailList, (item) => scalarToCbor(item, ''))
        : scalarToCbor(value, name),
    );
  }
  return map.size > FIELD_LIMITS.detailFields ? fail('', `more than ${FIELD_LIMITS.detailFields} fields`) : map;
}

function detailFromCbor(value: unknown): Detail {
  const map = fields.asMap(value, '');
  if (map.size === 0 || map.size > FIELD_LIMITS.detailFields) return fail('', `${map.size} fields`);
  const entries: [string, Scalar | Scalar[]][] = [];
  for (const [key, item] of map) {
    const name = detailKey(key);
    entries.push([
      name,
      Array.isArray(item)
        ? eachOf(item, name, FIELD_LIMITS.detailList, (part) => scalarFromCbor(part, ''))
        : scalarFromCbor(item, name),
    ]);
  }
  // Defines own properties: no setter is called.
  return Object.fromEntries(entries);
}

const isList = (value: Scalar | readonly Scalar[]): value is readonly Scalar[] => Array.isArray(value);

function detailKey(key: unknown): string {
  const name = asText(key, '', FIELD_LIMITS.detailKey);
  return name === '' || name === '__proto__' ? fail(name, 'not the name of a detail') : name;
}

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

/** A path, or text that may be one: text where its bytes are text in the format's sense, otherwise the bytes. */
export function pathToCbor(path: RepoPath, field: string, most: number): string | Uint8Array {
  if (isTextPath(path) && textOf(path) === path) return asText(path, field, most);
  const bytes = pathToBytes(path);
  const again = pathFromBytes(bytes);
  if (bytes.length > most) return fail(field, `more than ${most} bytes`);
  return isTextPath(again) && textOf(again) === again ? again : new Uint8Array(bytes);
}

/** The inverse of `pathToCbor`; bytes that could have been text are refused. */
export function pathFromCbor(value: unknown, field: string, most: number): RepoPath {
  if (!(value instanceof Uint8Array)) return asText(value, field, most) as RepoPath;
  if (value.length > most) return fail(field, `more than ${most} bytes`);
  const path = pathFromBytes(value);
  return isTextPath(path) && textOf(path) === path ? fail(field, 'text that is written as bytes') : path;
}
