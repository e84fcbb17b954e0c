import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeNote } from '../../model/format/note.ts';
import { isNodeId, type GraphId, type NodeId, type SessionId, numberOf } from '../../model/ids.ts';
import { chainOf, GENESIS, isLedgerStep, type Chain } from '../../model/graph/ledger.ts';
import type { Graph, Node } from '../../model/model.ts';
import { markOf } from '../ledger/cut-graph.ts';
import { parseRecord, recordedNode } from '../spool/ledger-line.ts';
import type { CutGraph } from '../state/state.ts';

/** The position of a session without a state, from its ledger and its cut graphs. */
export interface RecoveredSession {
  /** The number of its next node: no number is used twice. */
  readonly next: number;
  readonly last: NodeId | null;
  readonly chain: Chain;
  /** The valid length of the ledger in bytes; after it comes an incomplete line. */
  readonly bytes: number;
  readonly graphs: readonly CutGraph[];
  /** The steps of the ledger since the last of these graphs, which the next graph contains. */
  readonly tail: readonly Node[];
  /** The ledger's hashes before these steps. */
  readonly cutAt: Chain;
  /** Whether the ledger lost steps that its last graph has, or some since. */
  readonly isCut: boolean;
}

/**
 * Finds the position of a session. Its steps since its last graph are in the ledger only.
 * @param file its ledger
 * @param graphs the folder of graphs
 * @returns undefined for a session without a record
 */
export function recoverSession(id: SessionId, file: string, graphs: string): RecoveredSession | undefined {
  if (!existsSync(file)) return undefined;
  const cut = graphsOf(id, graphs);
  const ledger = readLedger(readFileSync(file), cut.graphs.at(-1)?.to ?? 0);
  const numbers = [ledger.highest, ...cut.graphs.map(({ to }) => to)];
  return { ...goOn(id, ledger, cut), next: Math.max(...numbers) + 1, graphs: cut.graphs };
}

// Continues after the last graph, because its end is certain, or from the beginning of a session without a graph. The ledger may have lost lines: then its steps since are a gap.
function goOn(
  id: SessionId,
  ledger: ReadLedger,
  { end = BEGINNING, last }: CutGraphs,
): Omit<RecoveredSession, 'next' | 'graphs'> {
  const after = chainOf(id, ledger.tail, end.head, end.parentHash);
  const follows = ledger.tail.length > 0 && after.head === ledger.chain.head;
  const isCut = ledger.cutAt.head !== end.head || (ledger.tail.length > 0 && !follows);
  if (follows) return { ...ledger, cutAt: end, isCut };
  if (ledger.tail.length > 0) return { ...ledger, tail: [], cutAt: ledger.chain, isCut };
  return { ...ledger, last: last ?? ledger.last, chain: end, cutAt: end, isCut };
}

type ReadLedger = Pick<RecoveredSession, 'last' | 'chain' | 'bytes' | 'tail' | 'cutAt'> & { readonly highest: number };

/** The graphs of a session, and where the last one ends. */
interface CutGraphs {
  readonly graphs: readonly CutGraph[];
  readonly end: Chain | undefined;
  readonly last: NodeId | undefined;
}

const BEGINNING: Chain = { head: GENESIS, parentHash: null };

/**
 * Reads a ledger up to its last whole record.
 * @param to the number of the last node that a graph has
 */
function readLedger(bytes: Buffer, to: number): ReadLedger {
  const tail: Node[] = [];
  let [counts, highest] = [0, 0];
  let last: NodeId | null = null;
  let [chain, cutAt] = [BEGINNING, BEGINNING];
  for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start)) {
    const step = parse(bytes.toString('utf8', start, end));
    if (!step) continue; // damaged, or the end of the session
    const { node } = step;
    const number = numberOf(node.id);
    if (number > to) tail.push(node);
    counts = end + 1;
    highest = Math.max(highest, number);
    if (!isLedgerStep(node)) continue; // a file or commit that a step names
    last = node.id;
    chain = step.chain;
    if (number <= to) cutAt = chain;
  }
  return { last, chain, bytes: counts, tail, cutAt, highest };
}

function parse(line: string): { node: Node; chain: Chain } | undefined {
  const record = parseRecord(line);
  const node = record && recordedNode(record);
  const [context, own] = [hash(record?.['context_hash']), hash(record?.['self_hash'])];
  return context && own && node && isNodeId(node.id) ? { node, chain: { head: context, parentHash: own } } : undefined;
}

const hash = (value: unknown): string | undefined => /^sha256:([0-9a-f]{64})$/.exec(String(value))?.[1];

function graphsOf(id: SessionId, dir: string): CutGraphs {
  const found = new Map<GraphId | null, CutGraph>();
  const graphs = new Map<GraphId, Graph>();
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    try {
      const [graph] = /^[0-9a-f]{64}$/.test(name) ? decodeNote(readFileSync(join(dir, name))).graphs : [];
      if (!graph || graph.session.id !== id) continue;
      found.set(graph.previous, markOf(name as GraphId, graph));
      graphs.set(name as GraphId, graph);
    } catch {
      continue; // damaged: the note of its commit has it too
    }
  }
  const sorted = [...found.values()].sort((a, b) => a.to - b.to);
  const newest = sorted.at(-1);
  const graph = newest && graphs.get(newest.id);
  if (!graph) return { graphs: sorted, end: undefined, last: undefined };
  const { start, parent, head } = graph.chain;
  const { parentHash } = chainOf(id, graph.nodes, start, parent ?? null);
  return { graphs: sorted, end: { head, parentHash }, last: graph.nodes.findLast((node) => isLedgerStep(node))?.id };
}
