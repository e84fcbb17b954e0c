import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { hashBytes, naming, within } from './format/fields.ts';
import { writeFullNode } from './format/v1-step.ts';
import type { SessionId } from './ids.ts';
import { NODE_KINDS, type Node } from './model.ts';
import { CborWriter } from './writer.ts';

/** The context hash before a session's first step. */
export const GENESIS = '0'.repeat(64);

const KNOWLEDGE: ReadonlySet<string> = new Set(NODE_KINDS.knowledge);
const CODE: ReadonlySet<string> = new Set(NODE_KINDS.code);

/**
 * Whether a node is a step of the ledger. All are, but for what was derived afterwards: knowledge that was narrated or
 * consolidated from steps (`detail.source`), and the things of the code layer.
 */
export function isLedgerStep(node: Node): boolean {
  const source = node.detail?.['source'];
  if (CODE.has(node.kind)) return false;
  return !(KNOWLEDGE.has(node.kind) && (source === 'narrated' || source === 'consolidated'));
}

/**
 * A step's own hash: SHA-256 of the canonical CBOR of `["git-prov step", session, node, hash of the step before or
 * null]`. The node is written in full, so that it hashes the same before and after it is put into a graph.
 * @param parentHash the hash of the session's step before this one, null for the first
 */
export const stepHash = (session: SessionId, node: Node, parentHash: string | null): string =>
  bytesToHex(stepDigest(session, node, parentHash === null ? null : digestOf(parentHash)));

/** The rolling hash after a step: SHA-256 of the one before it, a zero byte, and the step's own hash. */
export const nextContext = (previous: string, self: string): string =>
  bytesToHex(roll(digestOf(previous), digestOf(self)));

/** SHA-256, as the platform has it or as this program brings it. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

const digestOf = (hex: string): Uint8Array => naming(() => hashBytes(hex, 'chain'));

const writer = new CborWriter();

function stepDigest(session: SessionId, node: Node, parent: Uint8Array | null, hash: Sha256 = sha256): Uint8Array {
  writer.clear();
  writer.array(4);
  writer.text('git-prov step');
  writer.text(session);
  naming(() => within('step', () => writeFullNode(writer, node)));
  if (parent === null) writer.simple(null);
  else writer.bytes(parent);
  return hash(writer.written);
}

const rolled = new Uint8Array(65); // with the zero byte in the middle

function roll(previous: Uint8Array, self: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  rolled.set(previous, 0);
  rolled.set(self, 33);
  return hash(rolled);
}

/** Where a ledger stands after some steps: its rolling hash, and the hash of its last step. */
export interface Chain {
  readonly head: string;
  readonly parentHash: string | null;
}

/**
 * Follows the ledger over the nodes of a graph, in their order. Nodes that are no steps are passed over.
 * @param start the rolling hash before the first of them
 * @param parentHash the hash of the session's last step before them, null when there is none
 * @param hash SHA-256; for many graphs the platform's is quicker
 */
export function chainOf(
  session: SessionId,
  nodes: readonly Node[],
  start: string = GENESIS,
  parentHash: string | null = null,
  hash: Sha256 = sha256,
): Chain {
  let head = digestOf(start);
  let parent = parentHash === null ? null : digestOf(parentHash);
  for (const node of nodes) {
    if (!isLedgerStep(node)) continue;
    parent = stepDigest(session, node, parent, hash);
    head = roll(head, parent, hash);
  }
  return { head: bytesToHex(head), parentHash: parent === null ? null : bytesToHex(parent) };
}
