import { NODE_KINDS } from '../../model/model.ts';

/** What a reference asks for. */
export type Reference =
  | { readonly kind: 'commit'; readonly revision: string }
  | { readonly kind: 'session'; readonly prefix: string }
  | { readonly kind: 'node'; readonly prefix: string; readonly nodeKind: string | undefined }
  /** A revision, else a node or a session. */
  | { readonly kind: 'any'; readonly text: string };

const KINDS: ReadonlySet<string> = new Set(Object.values(NODE_KINDS).flat());
/** The beginning of a node's id. */
const NODE_PREFIX = /^(?:[0-9a-f]{1,8}|[0-9a-f]{8}-[0-9]{0,9})$/;

/**
 * Reads `kind:id` (`goal:8f3a21c0-4`, `commit:3fa2c1d`, `session:8f3a21c0`), where any unique prefix of the id will do, or
 * what has no kind: a revision, or the beginning of a session's or of a node's id.
 */
export function parseReference(text: string): Reference {
  const [, kind, id] = /^([a-z][a-z_]*):(.+)$/s.exec(text) ?? [];
  if (kind === 'commit' && id) return { kind, revision: id };
  if (kind === 'session' && id) return { kind, prefix: id };
  if (id && (kind === 'node' || KINDS.has(kind!)) && NODE_PREFIX.test(id.toLowerCase()))
    return { kind: 'node', prefix: id.toLowerCase(), nodeKind: kind === 'node' ? undefined : kind };
  return { kind: 'any', text };
}

/** Whether a text has the form of a node's whole id. */
export const isWholeId = (text: string): boolean => /^[0-9a-f]{8}-[0-9]+$/.test(text);
