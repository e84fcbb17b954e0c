import { fail, inside, naming } from '../format/fields.ts';
import { writeFullNode } from '../format/v1/step.ts';
import { sha256Into } from '../hash.ts';
import { hexInto, hexOf } from '../hex.ts';
import type { SessionId } from '../ids.ts';
import { NODE_KINDS, type Node } from '../model.ts';
import { CborWriter } from '../format/writer.ts';

/** The context hash before a session's first step. */
export const GENESIS = '0'.repeat(64);

/** The kinds of nodes that may be no steps. */
const LAYERS: ReadonlyMap<string, 'knowledge' | 'code'> = new Map([
  ...NODE_KINDS.knowledge.map((kind) => [kind, 'knowledge'] as const),
  ...NODE_KINDS.code.map((kind) => [kind, 'code'] as const),
]);

/**
 * Whether a node is a step of the ledger. All are, but for what was derived afterwards: knowledge that was narrated or
 * consolidated from steps (`detail.source`), and the things of the code layer.
 */
export function isLedgerStep({ kind, detail }: Pick<Node, 'kind' | 'detail'>): boolean {
  const layer = LAYERS.get(kind);
  if (layer === undefined) return true;
  const source = detail?.['source'];
  return layer === 'knowledge' && source !== 'narrated' && source !== 'consolidated';
}

/**
 * A step's own hash: SHA-256 of the canonical CBOR of `["git-prov step", session, node, hash of the step before or
 * null]`. The node is written in full, so that it hashes the same before and after it is put into a graph.
 * @param parentHash the hash of the session's step before this one, null for the first
 */
export const stepHash = (session: SessionId, node: Node, parentHash: string | null): string =>
  naming(hashOf, session, node, parentHash);

function hashOf(session: SessionId, node: Node, parentHash: string | null): string {
  if (parentHash !== null) putHash(SELF, parentHash);
  addStep(session, node, parentHash !== null);
  return hexOf(self);
}

/** The rolling hash after a step: SHA-256 of the one before it, a zero byte, and the step's own hash. */
export const nextContext = (previous: string, own: string): string => naming(rolled, previous, own);

function rolled(previous: string, own: string): string {
  putHash(CONTEXT, previous);
  putHash(SELF, own);
  roll();
  return hexOf(context);
}

// The rolling hash, a zero byte, and a step's hash, as they are hashed together: each new one takes the place of the one before.
const rolling = new Uint8Array(65);
const [CONTEXT, SELF] = [0, 33];
const context = rolling.subarray(CONTEXT, 32);
const self = rolling.subarray(SELF);

const roll = (): void => sha256Into(rolling, rolling, CONTEXT);

const putHash = (at: number, hex: string): unknown =>
  hexInto(rolling, at, hex, 32) || fail('chain', 'not a hash of 64 hex digits');

const writer = new CborWriter();

// Has the hash of a step take the place of its parent's, if it has one.
function addStep(session: SessionId, node: Node, hasParent: boolean): void {
  writer.clear();
  writer.array(4);
  writer.text('git-prov step');
  writer.text(session);
  try {
    writeFullNode(writer, node);
  } catch (error) {
    throw inside(error, 'step');
  }
  if (hasParent) writer.bytes(self);
  else writer.simple(null);
  sha256Into(writer.written, rolling, SELF);
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
 */
export const chainOf = (
  session: SessionId,
  nodes: readonly Node[],
  start: string = GENESIS,
  parentHash: string | null = null,
): Chain => naming(follow, session, nodes, start, parentHash);

function follow(session: SessionId, nodes: readonly Node[], start: string, parentHash: string | null): Chain {
  putHash(CONTEXT, start);
  if (parentHash !== null) putHash(SELF, parentHash);
  let hasParent = parentHash !== null;
  for (const node of nodes) {
    if (!isLedgerStep(node)) continue;
    addStep(session, node, hasParent);
    roll();
    hasParent = true;
  }
  return { head: hexOf(context), parentHash: hasParent ? hexOf(self) : null };
}
