import { type NodeId, numberOf, sessionPart } from '../../model/ids.ts';
import { NODE_KINDS } from '../../model/model.ts';

/** A parsed reference. */
export type Reference =
  | { readonly kind: 'commit'; readonly revision: string }
  | { readonly kind: 'session'; readonly prefix: string }
  | { readonly kind: 'node'; readonly prefix: string; readonly nodeKind: string | undefined }
  /** A revision, otherwise a node or a session. */
  | { readonly kind: 'any'; readonly text: string };

const KINDS: ReadonlySet<string> = new Set(Object.values(NODE_KINDS).flat());
/** A prefix of a node's id, or a node's id with an abbreviated prefix. */
const NODE_PREFIX = /^(?:[0-9a-f]{1,20}|[0-9a-f]{8,20}-[0-9]{0,9})$/;

/**
 * Parses `kind:id` (`goal:8f3a21c0-4`, `commit:3fa2c1d`, `session:8f3a21c0`), where any unique prefix of the id is enough,
 * or a text without a kind: a revision, or a prefix of a session's or node's id.
 */
export function parseReference(text: string): Reference {
  const [, kind, id] = /^([a-z][a-z_]*):(.+)$/s.exec(text) ?? [];
  if (kind === 'commit' && id) return { kind, revision: id };
  if (kind === 'session' && id) return { kind, prefix: id };
  if (id && (kind === 'node' || KINDS.has(kind!)) && NODE_PREFIX.test(id.toLowerCase()))
    return { kind: 'node', prefix: id.toLowerCase(), nodeKind: kind === 'node' ? undefined : kind };
  return { kind: 'any', text };
}

/** Whether a text has the form of a node's whole id, or of one with an abbreviated prefix. */
export const isWholeId = (text: string): boolean => /^[0-9a-f]{8,20}-[0-9]+$/.test(text);

/** Whether a text abbreviates a node's id: `8f3a`, or with the number `8f3a21c0-4`. The prefix may be cut to eight digits then. */
export function isAbbreviation(text: string, id: NodeId): boolean {
  const dash = text.indexOf('-');
  if (dash < 0) return id.startsWith(text);
  return sessionPart(id).startsWith(text.slice(0, dash)) && String(numberOf(id)).startsWith(text.slice(dash + 1));
}

/** Whether a text means this node, with a whole or an abbreviated prefix, and the whole number. */
export const isIdOf = (text: string, id: NodeId): boolean =>
  isAbbreviation(text, id) && text.endsWith(`-${numberOf(id)}`);
