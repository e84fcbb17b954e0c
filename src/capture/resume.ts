import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeNote } from '../graph/format/note.ts';
import { isNodeId, type GraphId, type NodeId, type SessionId, numberOf } from '../graph/ids.ts';
import { GENESIS, type Chain } from '../graph/ledger.ts';
import { markOf } from './graphs.ts';
import type { CutGraph } from './state.ts';

/** Where a session stood whose state is lost, as its ledger and the graphs that were cut of it tell. */
export interface Resumed {
  /** The number of its next node: none is given twice. */
  readonly next: number;
  readonly last: NodeId | null;
  readonly chain: Chain;
  /** The ledger's bytes that count; what lies behind is a line that was cut off. */
  readonly bytes: number;
  readonly graphs: readonly CutGraph[];
}

/**
 * Finds out where a session stood. What it did since its last graph is in the ledger alone.
 * @param file its ledger
 * @param graphs the folder of graphs
 * @returns undefined for a session of which there is nothing
 */
export function resume(id: SessionId, file: string, graphs: string): Resumed | undefined {
  if (!existsSync(file)) return undefined;
  const ledger = readLedger(readFileSync(file));
  const cut = graphsOf(id, graphs);
  const numbers = [ledger.last ? numberOf(ledger.last) : 0, ...cut.map(({ to }) => to)];
  return { ...ledger, next: Math.max(...numbers) + 1, graphs: cut };
}

function readLedger(bytes: Buffer): Pick<Resumed, 'last' | 'chain' | 'bytes'> {
  for (let end = bytes.lastIndexOf(10) + 1; end > 0;) {
    const start = end >= 2 ? bytes.lastIndexOf(10, end - 2) + 1 : 0;
    const step = parse(bytes.toString('utf8', start, end));
    if (step) return { ...step, bytes: end };
    end = start;
  }
  return { last: null, chain: { head: GENESIS, parentHash: null }, bytes: 0 };
}

function parse(line: string): { last: NodeId; chain: Chain } | undefined {
  try {
    const { step_id: id, context_hash: head, self_hash: self } = JSON.parse(line) as Record<string, unknown>;
    const [context, own] = [hash(head), hash(self)];
    if (!context || !own || typeof id !== 'string' || !isNodeId(id)) return undefined;
    return { last: id, chain: { head: context, parentHash: own } };
  } catch {
    return undefined; // damaged: the one before it counts
  }
}

const hash = (value: unknown): string | undefined => /^sha256:([0-9a-f]{64})$/.exec(String(value))?.[1];

function graphsOf(id: SessionId, dir: string): CutGraph[] {
  const found = new Map<GraphId | null, CutGraph>();
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    try {
      const [graph] = /^[0-9a-f]{64}$/.test(name) ? decodeNote(readFileSync(join(dir, name))).graphs : [];
      if (!graph || graph.session.id !== id) continue;
      found.set(graph.previous, markOf(name as GraphId, graph));
    } catch {
      continue; // damaged: the note of its commit has it too
    }
  }
  return [...found.values()].sort((a, b) => a.to - b.to);
}
