import { utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '../hash.ts';
import { hexOf } from '../hex.ts';
import { isLongId, isOid, LONG_DIGITS, nodeId, type NodeId, type Oid, type RepoPath } from '../ids.ts';
import { oneLine } from '../one-line.ts';
import type { Node } from '../model.ts';
import { pathToBytes } from '../path.ts';

/** Something that steps refer to and that is no step: every session means the same by it. */
export type Thing =
  | { readonly kind: 'file'; readonly path: RepoPath }
  | { readonly kind: 'commit'; readonly commit: Oid };

/** The `source` in the detail of a node that refers to a thing. */
const REFERENCE = 'reference';
const MAX_SUMMARY_CHARACTERS = 240;
/** Steps count from 1, so no step has this number. */
const THING_NUMBER = 0;

/**
 * The id of a thing: the first 20 hex digits of SHA-256 of `git-prov thing`, the kind and the name, with a NUL between
 * them; then `-0`. It depends on nothing else. So it is the same in every graph and clone, and every reader can check it.
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

const keyOf = (thing: Thing): string => (thing.kind === 'file' ? `f${thing.path}` : `c${thing.commit}`);

function nameBytes(thing: Thing): Uint8Array {
  const name = thing.kind === 'file' ? pathToBytes(thing.path) : utf8ToBytes(thing.commit);
  return Buffer.concat([utf8ToBytes(`git-prov thing\0${thing.kind}\0`), name]);
}

/** Whether an id has the form of a thing's id. The content of the node decides; see `isThing`. */
export const isThingId = (id: NodeId): boolean => isLongId(id) && id.endsWith(`-${THING_NUMBER}`);

/** The content of a thing's node. It follows from the thing alone. */
export function thingContent(thing: Thing): Pick<Node, 'kind' | 'summary' | 'detail'> {
  if (thing.kind === 'commit') {
    const { commit } = thing;
    return { kind: 'commit', summary: `commit ${commit.slice(0, 8)}`, detail: { source: REFERENCE, commit } };
  }
  const { path } = thing;
  const summary = oneLine(path, MAX_SUMMARY_CHARACTERS) || 'a file';
  return { kind: 'file', summary, detail: { source: REFERENCE, files: [path] } };
}

/** The thing that a node refers to; undefined for any other node. */
export function thingOf({ kind, detail }: Pick<Node, 'kind' | 'detail'>): Thing | undefined {
  if (detail?.['source'] !== REFERENCE) return undefined;
  const { files, commit } = detail;
  if (kind === 'commit') return typeof commit === 'string' && isOid(commit) ? { kind: 'commit', commit } : undefined;
  const path = Array.isArray(files) && files.length === 1 ? (files[0] as unknown) : undefined;
  return kind === 'file' && typeof path === 'string' && path !== ''
    ? { kind: 'file', path: path as RepoPath }
    : undefined;
}

/** Whether a node has the id of the thing that it names. A node with a thing's id and another content counts for nothing. */
export function isThing(node: Node): boolean {
  if (!isThingId(node.id)) return false;
  const thing = thingOf(node);
  return thing !== undefined && thingId(thing) === node.id && node.summary === thingContent(thing).summary;
}
