import { utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '../hash.ts';
import { hexOf } from '../hex.ts';
import { isLongId, isOid, LONG_DIGITS, nodeId, type NodeId, type Oid, type RepoPath } from '../ids.ts';
import { oneLine } from '../one-line.ts';
import type { Node } from '../model.ts';
import { commitSummary } from '../patch.ts';
import type { OtherThing, Target } from '../step.ts';
import { pathToBytes } from '../path.ts';

/** Something that steps refer to and that is no step: every session means the same by it. */
export type Thing =
  | { readonly kind: 'file'; readonly path: RepoPath }
  | { readonly kind: 'commit'; readonly commit: Oid }
  | SymbolThing
  | OtherThing;

/** A function or a type of the code; the name is the qualified one, such as `Shop.open`. */
export interface SymbolThing {
  readonly kind: 'function' | 'type';
  readonly path: RepoPath;
  readonly name: string;
}

/** The `source` in the detail of a node that refers to a thing. */
const REFERENCE = 'reference';
const MAX_SUMMARY_CHARACTERS = 240;
/** Length limit of a qualified name. */
const MAX_NAME_CHARACTERS = 1000;
/** Steps count from 1, so no step has this number. */
const THING_NUMBER = 0;

/**
 * The id of a thing: the first 20 hex digits of SHA-256 of `git-prov thing`, the kind and the name, with a NUL between
 * them; then `-0`. The name of a function, a type, a service or a tool is its path, a NUL, and its own name. The id depends on nothing else. So it is the same in every graph and clone, and every reader can check it.
 */
export function thingId(thing: Thing): NodeId {
  const key = keyOf(thing);
  let id = ids.get(key);
  if (id === undefined) {
    const digest = hexOf(sha256(nameBytes(thing)).subarray(0, LONG_DIGITS / 2));
    id = nodeId(`${digest}-${THING_NUMBER}`);
    if (ids.size >= MAX_CACHED_IDS) ids.clear();
    ids.set(key, id);
  }
  return id;
}

// A cache, because every graph that mentions a thing needs its id.
const ids = new Map<string, NodeId>();
const MAX_CACHED_IDS = 4096;

function keyOf(thing: Thing): string {
  switch (thing.kind) {
    case 'file':
      return `f${thing.path}`;
    case 'commit':
      return `c${thing.commit}`;
    case 'external':
      return `external ${thing.name}`;
    case 'module':
      return `module ${thing.path}`;
    default:
      return `${thing.kind} ${thing.path}\0${thing.name}`;
  }
}

function nameBytes(thing: Thing): Uint8Array {
  const kind = utf8ToBytes(`git-prov thing\0${thing.kind}\0`);
  if (thing.kind === 'commit') return Buffer.concat([kind, utf8ToBytes(thing.commit)]);
  if (thing.kind === 'external') return Buffer.concat([kind, utf8ToBytes(thing.name)]);
  const path = pathToBytes(thing.path);
  return Buffer.concat('name' in thing ? [kind, path, utf8ToBytes(`\0${thing.name}`)] : [kind, path]);
}

/** The thing that a new statement refers to by its name. */
export function thingIn(target: Exclude<Target, { readonly node: NodeId }>): Thing {
  if ('commit' in target) return { kind: 'commit', commit: target.commit };
  if ('thing' in target) return target.thing;
  const { path, symbol } = target;
  return symbol ? { kind: symbol.kind, path, name: symbol.name } : { kind: 'file', path };
}

/** The target of a new statement about a thing; the inverse of `thingIn`. */
export function targetOfThing(thing: Thing): Exclude<Target, { readonly node: NodeId }> {
  switch (thing.kind) {
    case 'commit':
      return { commit: thing.commit };
    case 'file':
      return { path: thing.path };
    case 'function':
    case 'type':
      return { path: thing.path, symbol: { kind: thing.kind, name: thing.name } };
    default:
      return { thing };
  }
}

/** Whether an id has the form of a thing's id. The content of the node decides; see `isThing`. */
export const isThingId = (id: NodeId): boolean => isLongId(id) && id.endsWith(`-${THING_NUMBER}`);

/** The content of a thing's node. It follows from the thing alone. */
export function thingContent(thing: Thing): Pick<Node, 'kind' | 'summary' | 'detail'> {
  if (thing.kind === 'commit') {
    const { commit } = thing;
    return { kind: 'commit', summary: commitSummary(commit), detail: { source: REFERENCE, commit } };
  }
  if (thing.kind === 'external') {
    const { kind, name } = thing;
    return { kind, summary: oneLine(name, MAX_SUMMARY_CHARACTERS) || 'a package', detail: { source: REFERENCE, name } };
  }
  const { kind, path } = thing;
  if (!('name' in thing)) {
    const summary = oneLine(path, MAX_SUMMARY_CHARACTERS) || `a ${kind}`;
    return { kind, summary, detail: { source: REFERENCE, files: [path] } };
  }
  const summary = oneLine(`${thing.name} in ${path}`, MAX_SUMMARY_CHARACTERS);
  return { kind, summary, detail: { source: REFERENCE, files: [path], name: thing.name } };
}

/** The thing that a node refers to; undefined for any other node. No path and no name has a NUL, which separates them in ids. */
export function thingOf({ kind, detail }: Pick<Node, 'kind' | 'detail'>): Thing | undefined {
  if (detail?.['source'] !== REFERENCE) return undefined;
  const { files, commit, name } = detail;
  if (kind === 'commit') return typeof commit === 'string' && isOid(commit) ? { kind: 'commit', commit } : undefined;
  const isNamed = typeof name === 'string' && name !== '' && name.length <= MAX_NAME_CHARACTERS && !name.includes('\0');
  if (kind === 'external') return isNamed && files === undefined ? { kind: 'external', name } : undefined;
  const path = Array.isArray(files) && files.length === 1 ? (files[0] as unknown) : undefined;
  if (typeof path !== 'string' || path === '' || path.includes('\0')) return undefined;
  if (kind === 'file' || kind === 'module') return { kind: kind as 'file' | 'module', path: path as RepoPath };
  return isNamed && IN_FILES.has(kind) ? { kind: kind as NamedInFile, path: path as RepoPath, name } : undefined;
}

type NamedInFile = 'function' | 'type' | 'service' | 'tool';

const IN_FILES: ReadonlySet<string> = new Set<NamedInFile>(['function', 'type', 'service', 'tool']);

/** How people name something of the code layer: `function:src/calc.js#mean`, `external:npm/yargs`, `module:packages/db`. */
export function nameOfThing(thing: Exclude<Thing, { readonly kind: 'commit' }>): string {
  if (thing.kind === 'external') return `external:${thing.name}`;
  return 'name' in thing ? `${thing.kind}:${thing.path}#${thing.name}` : `${thing.kind}:${thing.path}`;
}

/** Whether a node has the id of the thing that it names. A node with a thing's id and another content counts for nothing. */
export function isThing(node: Node): boolean {
  if (!isThingId(node.id)) return false;
  const thing = thingOf(node);
  return thing !== undefined && thingId(thing) === node.id && node.summary === thingContent(thing).summary;
}
