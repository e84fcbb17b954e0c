import { graphIdOf } from '../../model/format/note.ts';
import { numberOf, sessionPart, sessionPrefix } from '../../model/ids.ts';
import { type Chain, chainOf, GENESIS, isLedgerStep } from '../../model/graph/ledger.ts';
import type { Graph, Node } from '../../model/model.ts';
import { overreach } from '../../model/standing/graphs.ts';
import type { VerifyFinding } from '../finding.ts';

/** The result of checking the steps of a graph. */
export interface Walked {
  /** The first fault. */
  readonly fault: VerifyFinding | undefined;
  /** The hash of the session's last step after it; undefined when it cannot be determined. */
  readonly last: string | undefined;
}

/**
 * Checks the steps of a graph by themselves: no field of a step was changed and no step was inserted, removed or moved (the
 * ledger's hash after the last one), they belong to the session and are in order, and each names its predecessor.
 * `GraphChain` checks which graph of the session precedes this one.
 */
export function walkSteps(graph: Graph): Walked {
  const { session, nodes, chain } = graph;
  const about = { kind: 'fault', session: session.id, graph: graphIdOf(graph) } as const;
  const walked = walk(graph);
  const last = walked?.parentHash ?? undefined;
  const order = checkOrder(graph, about);
  if (order) return { fault: order, last };
  const field = overreach(graph);
  if (field) return { fault: { ...about, field, what: OVERREACH[field] }, last };
  if (chain.parent === undefined && chain.start !== GENESIS) {
    const what = "It holds the session's first step, and does not begin at the beginning.";
    return { fault: { ...about, field: 'chain.start', what }, last };
  }
  if (walked?.head === chain.head) return { fault: undefined, last };
  const [first] = nodes;
  const what = `A field of one of its ${nodes.length} steps was changed, or a step was put in, taken out or moved.`;
  return { fault: { ...about, ...(first && { step: first.id }), field: 'chain.head', what }, last };
}

const OVERREACH = {
  nodes: 'A step of another session is among its steps.',
  context: 'It repeats a node that is not a goal or a declared decision of an earlier graph of its session.',
  edges: 'It has an edge between steps of other graphs, or one that only another session could state.',
} as const;

function walk({ session, nodes, chain }: Graph): Chain | undefined {
  try {
    return chainOf(session.id, nodes, chain.start, chain.parent ?? null);
  } catch {
    return undefined; // a value that the ledger cannot contain
  }
}

function checkOrder({ session, nodes, chain }: Graph, about: VerifyFinding | object): VerifyFinding | undefined {
  const prefix = `${sessionPrefix(session)}-`;
  let last: Node | undefined;
  let before = 0;
  for (const node of nodes) {
    const fault = (field: string, what: string): VerifyFinding => ({
      ...(about as VerifyFinding),
      step: node.id,
      field,
      what,
    });
    const number = numberOf(node.id);
    if (!node.id.startsWith(prefix)) return fault('id', 'A step of another session stands among its steps.');
    if (number <= before) return fault('id', 'A step stands twice, or behind one that came later.');
    before = number;
    if (!isLedgerStep(node)) continue;
    if (last ? node.parent !== last.id : !leadsBack(node, chain.parent !== undefined))
      return fault('parent', 'It does not name the step before it.');
    last = node;
  }
  return undefined;
}

// The first step of a graph names one of an earlier graph, if there are any.
const leadsBack = ({ id, parent }: Node, isLater: boolean): boolean =>
  isLater
    ? parent !== undefined && sessionPart(parent) === sessionPart(id) && numberOf(parent) < numberOf(id)
    : parent === undefined;
