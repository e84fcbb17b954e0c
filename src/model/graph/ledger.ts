import { fail, inside, naming } from '../format/fields.ts';
import { writeFullNode } from '../format/v1/step.ts';
import { sha256Into } from '../hash.ts';
import { hexInto, hexOf } from '../hex.ts';
import type { SessionId } from '../ids.ts';
import { NODE_KINDS, type Node } from '../model.ts';
import { CborWriter } from '../format/writer.ts';

/** The context hash before a session's first step. */
export const GENESIS = '0'.repeat(64);

/** The kinds of nodes that are not always steps. */
const LAYERS: ReadonlyMap<string, 'knowledge' | 'code'> = new Map([
  ...NODE_KINDS.knowledge.map((kind) => [kind, 'knowledge'] as const),
  ...NODE_KINDS.code.map((kind) => [kind, 'code'] as const),
]);

/**
 * Whether a node is a step of the ledger. All are, except derived ones: knowledge that was narrated or consolidated from
 * steps (`detail.source`), and things of the code layer.
 */
export function isLedgerStep({ kind, detail }: Pick<Node, 'kind' | 'detail'>): boolean {
  const layer = LAYERS.get(kind);
  if (layer === undefined) return true;
  const source = detail?.['source'];
  return layer === 'knowledge' && source !== 'narrated' && source !== 'consolidated';
}

/**
 * A step's own hash: SHA-256 of the canonical CBOR of `["git-prov step", session, node, hash of the previous step or
 * null]`. The node is written in full, so that its hash is the same before and after it becomes part of a graph.
 * @param parentHash the hash of the session's previous step, null for the first
 */
export const stepHash = (session: SessionId, node: Node, parentHash: string | null): string =>
  naming(hashOf, session, node, parentHash);

function hashOf(session: SessionId, node: Node, parentHash: string | null): string {
  if (parentHash !== null) putHash(SELF, parentHash);
  addStep(session, node, parentHash !== null);
  return hexOf(self);
}

/** The rolling hash after a step: SHA-256 of the previous rolling hash, a zero byte, and the step's own hash. */
export const nextContext = (previous: string, own: string): string => naming(rolled, previous, own);

function rolled(previous: string, own: string): string {
  putHash(CONTEXT, previous);
  putHash(SELF, own);
  roll();
  return hexOf(context);
}

// A reused buffer for the hash input: the rolling hash, a zero byte, and a step's hash.
const rolling = new Uint8Array(65);
const [CONTEXT, SELF] = [0, 33];
const context = rolling.subarray(CONTEXT, 32);
const self = rolling.subarray(SELF);

const roll = (): void => sha256Into(rolling, rolling, CONTEXT);

const putHash = (at: number, hex: string): unknown =>
  hexInto(rolling, at, hex, 32) || fail('chain', 'not a hash of 64 hex digits');

const writer = new CborWriter();

// Writes the hash of a step over its parent's hash, if it has one.
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

/** The state of a ledger after some steps: its rolling hash, and the hash of the last step. */
export interface Chain {
  readonly head: string;
  readonly parentHash: string | null;
}

/**
 * Follows the ledger over the nodes of a graph, in order. Nodes that are not steps are skipped.
 * @param start the rolling hash before the first node
 * @param parentHash the hash of the session's last step before them, or null
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
