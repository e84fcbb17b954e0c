import { utf8ToBytes } from '@noble/hashes/utils.js';
import { ProvError } from '../errors.ts';
import { sha256 } from './hash.ts';
import { hexOf } from './hex.ts';

type Brand<T, Name extends string> = T & { readonly __brand: Name };

/** A git object id in lower-case hex: 40 digits (SHA-1) or 64 (SHA-256). */
export type Oid = Brand<string, 'Oid'>;
/** A node's id: eight hex digits of its session's id (see `sessionPrefix`), a dash, and the node's number in that session. */
export type NodeId = Brand<string, 'NodeId'>;
/** The agent's own session id; a sub-agent's is `<parent>/<agent id>`. */
export type SessionId = Brand<string, 'SessionId'>;
/** blake3 of a graph's canonical bytes, 64 hex digits. */
export type GraphId = Brand<string, 'GraphId'>;
/** A path relative to the top of the work tree, `/` between parts; bytes that are not UTF-8 are kept, see path.ts. */
export type RepoPath = Brand<string, 'RepoPath'>;

const OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const NODE_ID = /^[0-9a-f]{8}-(?:0|[1-9][0-9]{0,8})$/;
const PREFIX = 'xxxxxxxx-'.length;
const ZERO = '0'.charCodeAt(0);
const GRAPH_ID = /^[0-9a-f]{64}$/;
const SESSION_LIMIT = 512;

/** Whether `text` is a whole object id of either hash. */
export const isOid = (text: string): text is Oid => OID.test(text);

/** How many digits an object id has in a repository. */
export const idLength = (hash: 'sha1' | 'sha256'): 40 | 64 => (hash === 'sha1' ? 40 : 64);

/** Whether `text` is a node id. */
export const isNodeId = (text: string): text is NodeId => NODE_ID.test(text);

/** Mints an object id. Throws `data` when it is none. */
export function oid(text: string): Oid {
  if (!isOid(text)) throw new ProvError('data', `Not an object id: ${JSON.stringify(text.slice(0, 80))}.`);
  return text;
}

/** Mints a node id. Throws `data` when it is none. */
export function nodeId(text: string): NodeId {
  if (!isNodeId(text)) throw new ProvError('data', `Not a node id: ${JSON.stringify(text.slice(0, 80))}.`);
  return text;
}

/** What the ids of all nodes of a session begin with; it is shown as the short session. */
export const sessionPart = (id: NodeId): string => id.slice(0, 8);

/** The number of a node in its session: what stands behind the prefix and the hyphen of its id. */
export function numberOf(id: NodeId): number {
  let number = 0;
  for (let i = PREFIX; i < id.length; i++) number = number * 10 + id.charCodeAt(i) - ZERO;
  return number;
}

/** Mints a graph id. Throws `data` when it is none. */
export function graphId(text: string): GraphId {
  if (!GRAPH_ID.test(text)) throw new ProvError('data', `Not a graph id: ${JSON.stringify(text.slice(0, 80))}.`);
  return text as GraphId;
}

/** Mints a session id: one to 512 characters, no control characters. Throws `data` when it is none. */
export function sessionId(text: string): SessionId {
  if (text.length === 0 || text.length > SESSION_LIMIT || /[\u0000-\u001f\u007f]/.test(text))
    throw new ProvError('data', `Not a session id: ${JSON.stringify(text.slice(0, 80))}.`);
  return text as SessionId;
}

/** The eight hex digits that the ids of a session's nodes start with: the first of SHA-256 of its id in UTF-8. */
export function sessionPrefix(id: SessionId): string {
  let prefix = prefixes.get(id);
  if (prefix === undefined) {
    prefix = hexOf(sha256(utf8ToBytes(id)).subarray(0, 4));
    if (prefixes.size >= MOST_PREFIXES) prefixes.clear();
    prefixes.set(id, prefix);
  }
  return prefix;
}

// Asked for each graph, each list of lines and each session that is shown, and again and again of the same few sessions.
const prefixes = new Map<SessionId, string>();
const MOST_PREFIXES = 1024;

/** All zeros: the id that git uses for what is not there. Its length follows the repository's hash. */
export const isZero = (id: string): boolean => /^0+$/.test(id);
