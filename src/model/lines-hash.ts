import { encode, type Cbor } from './format/cbor.ts';
import { sha256 } from './hash.ts';
import { hexOf } from './hex.ts';
import { type NodeId, sessionPrefix, type PrefixedSession, numberOf } from './ids.ts';
import type { Note } from './model.ts';
import { pathToBytes } from './path.ts';

/** Bytes kept of the hash. Finding a second text with the same hash would take 2^128 attempts. */
const HASH_BYTES = 16;

/**
 * A hash over the lines that a note attributes to a session: step, file and line, without the evidence. The session's
 * ledger contains it (`detail.lines` of the patch step), so that nobody can add lines to a note or remove them later. See
 * docs/format.md, "The lines of a commit".
 * @param counts selects steps of the session; default: all
 * @returns hex digits; undefined when the session wrote no lines
 */
export function claimsHash(
  lines: Note['lines'],
  session: PrefixedSession,
  counts: (step: NodeId) => boolean = () => true,
): string | undefined {
  const prefix = `${sessionPrefix(session)}-`;
  const claims: [path: Uint8Array, ranges: Cbor[]][] = [];
  for (const [path, list] of lines) {
    const own: Range[] = [];
    for (const { node, start, count } of list)
      if (node?.startsWith(prefix) && counts(node)) own.push([numberOf(node), start, count]);
    if (own.length > 0) claims.push([pathToBytes(path), rangesOf(own)]);
  }
  if (claims.length === 0) return undefined;
  claims.sort(([a], [b]) => Buffer.compare(a, b));
  return hexOf(sha256(encode(claims)).subarray(0, HASH_BYTES));
}

type Range = readonly [step: number, start: number, count: number];

// Merges the ranges of each step. Several claims may cover one line.
function rangesOf(claims: Range[]): Cbor[] {
  const ranges: [number, number, number][] = [];
  for (const [step, start, count] of claims.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = ranges.at(-1);
    if (last?.[0] === step && start <= last[1] + last[2]) last[2] = Math.max(last[2], start + count - last[1]);
    else ranges.push([step, start, count]);
  }
  return ranges;
}
