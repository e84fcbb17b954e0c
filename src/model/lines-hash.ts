import { encode, type Cbor } from './format/cbor.ts';
import { sha256 } from './hash.ts';
import { hexOf } from './hex.ts';
import { type NodeId, sessionPrefix, type SessionId, numberOf } from './ids.ts';
import type { Note } from './model.ts';
import { pathToBytes } from './path.ts';

/** So many bytes of the hash are kept: a second text with the same would take 2^128 attempts. */
const BYTES = 16;

/**
 * A hash over the lines that a note says a session wrote: which step wrote which line of which file, and nothing of how
 * that is known. It is part of the session's ledger (`detail.lines` of the step that tells of the commit), so that lines
 * cannot be added to a note or taken out of it later. See docs/format.md, "The lines of a commit".
 * @param counts which of the session's steps; all of them when absent
 * @returns hex digits; undefined when the session wrote none
 */
export function claimsHash(
  lines: Note['lines'],
  session: SessionId,
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
  return hexOf(sha256(encode(claims)).subarray(0, BYTES));
}

type Range = readonly [step: number, start: number, count: number];

// Each step's lines, as few ranges as can be: a line may be claimed more than once.
function rangesOf(claims: Range[]): Cbor[] {
  const ranges: [number, number, number][] = [];
  for (const [step, start, count] of claims.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = ranges.at(-1);
    if (last?.[0] === step && start <= last[1] + last[2]) last[2] = Math.max(last[2], start + count - last[1]);
    else ranges.push([step, start, count]);
  }
  return ranges;
}
