import { utf8ToBytes } from '@noble/hashes/utils.js';
import { ProvError } from '../errors.ts';
import { sha256 } from './hash.ts';
import { hexOf } from './hex.ts';

type Brand<T, Name extends string> = T & { readonly __brand: Name };

/** A git object id in lower-case hex: 40 digits (SHA-1) or 64 (SHA-256). */
export type Oid = Brand<string, 'Oid'>;
/** A node's id: the prefix of its session (see `sessionPrefix`), a dash, and the node's number in that session. */
export type NodeId = Brand<string, 'NodeId'>;
/** The agent's own session id; a sub-agent's is `<parent>/<agent id>`. */
export type SessionId = Brand<string, 'SessionId'>;
/** blake3 of a graph's canonical bytes, 64 hex digits. */
export type GraphId = Brand<string, 'GraphId'>;
/** A path relative to the top of the work tree, with `/` between parts. Bytes that are not UTF-8 are kept, see path.ts. */
export type RepoPath = Brand<string, 'RepoPath'>;

const OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const NODE_ID = /^[0-9a-f]{8}(?:[0-9a-f]{12})?-(?:0|[1-9][0-9]{0,8})$/;
/** Digits of the prefixes in version 1 of the format. */
const SHORT_DIGITS = 8;
/** Digits of the prefixes of sessions that begin under version 2: 80 bits. */
export const LONG_DIGITS = 20;
/** A longer node id has a long prefix: a short one, a dash and nine digits are no longer than this. */
const MAX_SHORT_LENGTH = SHORT_DIGITS + '-'.length + 9;
const LONG_PREFIX = /^([0-9a-f]{8})[0-9a-f]{12}(?=$|-[0-9]{1,9}$)/;
const ZERO = '0'.charCodeAt(0);
const GRAPH_ID = /^[0-9a-f]{64}$/;
const MAX_SESSION_ID_CHARACTERS = 512;

/** Whether `text` is a full object id of either hash. */
export const isOid = (text: string): text is Oid => OID.test(text);

/** The number of hex digits of an object id. */
export const idLength = (hash: 'sha1' | 'sha256'): 40 | 64 => (hash === 'sha1' ? 40 : 64);

/** Whether `text` is a node id. */
export const isNodeId = (text: string): text is NodeId => NODE_ID.test(text);

/** Checks an object id. @throws ProvError `data` for any other text */
export function oid(text: string): Oid {
  if (!isOid(text)) throw new ProvError('data', `Not an object id: ${JSON.stringify(text.slice(0, 80))}.`);
  return text;
}

/** Checks a node id. @throws ProvError `data` for any other text */
export function nodeId(text: string): NodeId {
  if (!isNodeId(text)) throw new ProvError('data', `Not a node id: ${JSON.stringify(text.slice(0, 80))}.`);
  return text;
}

/** Whether a node's id has a long prefix, which only version 2 of the format has. */
export const isLongId = (id: NodeId): boolean => id.length > MAX_SHORT_LENGTH;

const digitsOf = (id: NodeId): number => (isLongId(id) ? LONG_DIGITS : SHORT_DIGITS);

/** The prefix of all node ids of a session. */
export const sessionPart = (id: NodeId): string => id.slice(0, digitsOf(id));

/** The number of a node in its session: the part of its id after the prefix and the hyphen. */
export function numberOf(id: NodeId): number {
  let number = 0;
  for (let i = digitsOf(id) + 1; i < id.length; i++) number = number * 10 + id.charCodeAt(i) - ZERO;
  return number;
}

/** Checks a graph id. @throws ProvError `data` for any other text */
export function graphId(text: string): GraphId {
  if (!GRAPH_ID.test(text)) throw new ProvError('data', `Not a graph id: ${JSON.stringify(text.slice(0, 80))}.`);
  return text as GraphId;
}

/** Checks a session id: one to 512 characters, no control characters. @throws ProvError `data` for any other text */
export function sessionId(text: string): SessionId {
  if (text.length === 0 || text.length > MAX_SESSION_ID_CHARACTERS || /[\u0000-\u001f\u007f]/.test(text))
    throw new ProvError('data', `Not a session id: ${JSON.stringify(text.slice(0, 80))}.`);
  return text as SessionId;
}

/** What determines the prefix of a session's node ids. */
export interface PrefixedSession {
  readonly id: SessionId;
  /** Present in sessions that began under version 2 of the format. */
  readonly digits?: typeof LONG_DIGITS;
}

/** What each session that begins now has. */
export const NEW_SESSION: Pick<PrefixedSession, 'digits'> = { digits: LONG_DIGITS };

/** The digits of a session that continues after this step: it keeps the prefix that it began with. */
export const continuedAfter = (step: NodeId): Pick<PrefixedSession, 'digits'> =>
  isLongId(step) ? { digits: LONG_DIGITS } : {};

/** The prefix of a session's node ids: the first 8 or 20 hex digits of the SHA-256 of its id in UTF-8. */
export const sessionPrefix = ({ id, digits }: PrefixedSession): string =>
  longPrefix(id).slice(0, digits ?? SHORT_DIGITS);

/** The prefixes that the node ids of a session may have: it may have begun under either version of the format. */
export const prefixesOf = (id: SessionId): readonly [short: string, long: string] => [shortSession(id), longPrefix(id)];

/** The first digits of a session's prefix, as people see them. They do not identify a session. */
export const shortSession = (id: SessionId): string => longPrefix(id).slice(0, SHORT_DIGITS);

/** Whether a session is named by this text: the beginning of its id, or of the prefix of its nodes' ids in either case. */
export const isNamedBy = (id: SessionId, text: string): boolean =>
  id.startsWith(text) || longPrefix(id).startsWith(text.toLowerCase());

/** The first digits of a prefix, as people see them. */
export const abbreviated = (prefix: string): string => prefix.slice(0, SHORT_DIGITS);

/** The id of a node or the prefix of a session with its first eight digits, as people see it. Other ids are returned unchanged. */
export const shortId = (id: string): string => id.replace(LONG_PREFIX, '$1');

function longPrefix(id: SessionId): string {
  let prefix = prefixes.get(id);
  if (prefix === undefined) {
    prefix = hexOf(sha256(utf8ToBytes(id)).subarray(0, LONG_DIGITS / 2));
    if (prefixes.size >= MAX_CACHED_PREFIXES) prefixes.clear();
    prefixes.set(id, prefix);
  }
  return prefix;
}

// A cache, because every graph, list of lines and displayed session needs the prefix of the same few sessions.
const prefixes = new Map<SessionId, string>();
const MAX_CACHED_PREFIXES = 1024;

/** All zeros: git's id for a missing object. Its length depends on the repository's hash. */
export const isZero = (id: string): boolean => /^0+$/.test(id);
