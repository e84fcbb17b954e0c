import { push } from '../../model/multimap.ts';
import { sessionPrefix, type NodeId, type SessionId, numberOf, sessionPart } from '../../model/ids.ts';
import { isTurnGoal, originOf, TODO_ITEM } from '../../model/knowledge/kinds.ts';
import { isThingId } from '../../model/knowledge/thing.ts';
import type { Edge, Node, Session } from '../../model/model.ts';
import { asOne } from './continuations.ts';
import type { StatusOf } from '../../model/knowledge/declared-edges.ts';
import type { Overruled } from '../shapes/shapes.ts';
import type { LocalGraph } from './history.ts';

/** A node in a tree. */
export interface Branch {
  readonly node: Node;
  /** The kind of the edge to it; undefined when the tree only shows the order in time. */
  readonly link: string | undefined;
  /** The edge points from this node to the one above. */
  readonly back?: true;
  /** An agent proposed the link, and no person decided on it. */
  readonly proposed?: true;
  /** Of a decision that was rejected or retracted. */
  readonly status?: Overruled;
  /** How many more nodes have an edge of this kind to it. */
  readonly others: number;
  /** It is drawn elsewhere with its results; here it is only named. */
  readonly named: boolean;
  readonly children: readonly Branch[];
}

/** An edge in drawing direction: from the earlier node, even if it points back to it. */
type Drawn = Edge & { readonly back?: true; readonly proposed?: true };

/** What became of decisions and declared links. */
export interface TreeStatuses {
  readonly ofNode: (id: NodeId) => Overruled | undefined;
  readonly ofEdge: StatusOf;
}

interface Growing extends Branch {
  readonly children: Growing[];
}

/** Edges back to a goal, or to the next one. Goals are at the top, and are only named there. */
const NAMED: ReadonlySet<string> = new Set(['led_to', 'resumed_after']);

/** Edges from a call to what may have been recorded before it: its decision, and the request for its permission. */
const AT_CALL: ReadonlySet<string> = new Set(['decided_by', 'blocked_by']);

/**
 * Draws graphs as trees, in the form of the first seed, with goals at the top. A node with several parents is drawn once,
 * under the last of them. A step with a separate node for its end is drawn once. A step without an edge to it is under the
 * goal of its time. Deterministic; a cycle ends where it began.
 * Links that were removed or rejected are left out.
 * @param wanted shows only these nodes and their ancestors; all when absent
 */
export function growTrees(
  graphs: readonly LocalGraph[],
  statuses: TreeStatuses,
  wanted?: ReadonlySet<NodeId>,
): Branch[] {
  const order = orderOf(graphs.map(({ session }) => session));
  const { nodes, edges, idOf } = asOne(graphs);
  const keep = wanted && new Set([...wanted].map(idOf));
  const sorted = [...nodes.values()].filter((node) => !isTodoEvent(node)).sort((a, b) => order(a.id, b.id));
  const incoming = new Map<NodeId, Drawn[]>();
  const names: Edge[] = [];
  for (const edge of edges) {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    if (!from || !to || from === to) continue;
    const status = statuses.ofEdge(edge);
    if (status === 'retracted' || status === 'rejected') continue;
    const drawn: Drawn = status === 'proposed' ? { ...edge, proposed: true } : edge;
    if (isTurnGoal(to) && NAMED.has(edge.kind)) names.push(edge);
    else if (order(from.id, to.id) < 0 || AT_CALL.has(edge.kind)) push(incoming, to.id, drawn);
    // A derived node is drawn under its source, and a file or commit under what refers to it.
    else if (originOf(edge.kind) === 'to' || isThingId(from.id))
      push(incoming, from.id, { ...drawn, from: to.id, to: from.id, back: true });
  }
  const links = chooseParents(sorted, incoming, order, keep);
  const shown = keep ? withAncestors(keep, links) : undefined;
  return build(
    sorted.filter(({ id }) => !shown || shown.has(id)),
    links,
    names,
    order,
    statuses,
  );
}

// Items of an agent's to-do list are drawn, their many changes are not; `history` of a task has them.
const isTodoEvent = ({ kind, detail }: Node): boolean => kind === 'event' && detail?.['source'] === TODO_ITEM;

interface Link {
  readonly parent: NodeId;
  readonly kind: string | undefined;
  readonly others: number;
  readonly back?: true | undefined;
  readonly proposed?: true | undefined;
}

type Order = (a: NodeId, b: NodeId) => number;

// A session comes before its sub-agents, and files and commits come last; within a session the numbers count.
function orderOf(sessions: readonly Session[]): Order {
  const known = new Map<SessionId, Session>(sessions.map((session) => [session.id, session]));
  const ranks = new Map<string, number>();
  for (const session of sessions) {
    const above = new Set<SessionId>();
    for (let at: Session | undefined = session; at && !above.has(at.id); at = at.parent && known.get(at.parent))
      above.add(at.id);
    ranks.set(sessionPrefix(session), above.size);
  }
  const rank = (id: NodeId, session: string): number => (isThingId(id) ? known.size + 1 : (ranks.get(session) ?? 0));
  return (a, b) => {
    const [x, y] = [sessionPart(a), sessionPart(b)];
    const difference = rank(a, x) - rank(b, y);
    return difference || (x < y ? -1 : x > y ? 1 : numberOf(a) - numberOf(b));
  };
}

function chooseParents(
  sorted: readonly Node[],
  incoming: ReadonlyMap<NodeId, Drawn[]>,
  order: Order,
  keep: ReadonlySet<NodeId> | undefined,
): Map<NodeId, Link> {
  const links = new Map<NodeId, Link>();
  const goals = new Map<string, NodeId>();
  for (const node of sorted) {
    const { id } = node;
    const edges = (incoming.get(id) ?? []).sort((a, b) => order(a.from, b.from) || (a.kind < b.kind ? -1 : 1));
    const last = edges.at(-1);
    const goal = goals.get(sessionPart(id));
    if (last) {
      const alike = [...new Set(edges.filter((edge) => edge.kind === last.kind).map(({ from }) => from))];
      const shown = alike.filter((from) => keep?.has(from));
      const parents = shown.length > 0 ? shown : alike;
      links.set(id, {
        parent: parents.at(-1)!,
        kind: last.kind,
        others: parents.length - 1,
        back: last.back,
        proposed: last.proposed,
      });
    } else if (!isTurnGoal(node) && goal) links.set(id, { parent: goal, kind: undefined, others: 0 });
    if (isTurnGoal(node)) goals.set(sessionPart(id), id);
  }
  cutCycles(sorted, links);
  return links;
}

function cutCycles(sorted: readonly Node[], links: Map<NodeId, Link>): void {
  const fine = new Set<NodeId>();
  for (const { id } of sorted) {
    const path = new Set<NodeId>();
    for (let at: NodeId | undefined = id; at && !fine.has(at); at = links.get(at)?.parent) {
      if (path.has(at)) {
        links.delete(at);
        break;
      }
      path.add(at);
    }
    for (const one of path) fine.add(one);
  }
}

function withAncestors(keep: ReadonlySet<NodeId>, links: ReadonlyMap<NodeId, Link>): Set<NodeId> {
  const shown = new Set<NodeId>();
  for (const id of keep)
    for (let at: NodeId | undefined = id; at && !shown.has(at); at = links.get(at)?.parent) shown.add(at);
  return shown;
}

function build(
  shown: readonly Node[],
  links: ReadonlyMap<NodeId, Link>,
  names: readonly Edge[],
  order: Order,
  { ofNode }: TreeStatuses,
): Branch[] {
  const grown = new Map<NodeId, Growing>();
  for (const node of shown) {
    const link = links.get(node.id);
    const status = ofNode(node.id);
    const marks = {
      ...(link?.back && { back: true as const }),
      ...(link?.proposed && { proposed: true as const }),
      ...(status && { status }),
    };
    grown.set(node.id, { node, link: link?.kind, ...marks, others: link?.others ?? 0, named: false, children: [] });
  }
  const roots: Growing[] = [];
  for (const branch of grown.values()) {
    const parent = links.get(branch.node.id)?.parent;
    ((parent && grown.get(parent)?.children) ?? roots).push(branch);
  }
  for (const { from, to, kind } of names) {
    const goal = grown.get(to);
    if (goal) grown.get(from)?.children.push({ ...goal, link: kind, others: 0, named: true, children: [] });
  }
  // A decision explains a change, so it comes before the change's results.
  const late = ({ link }: Branch): number => (link === 'decided_by' ? 0 : 1);
  for (const { children } of grown.values())
    children.sort((a, b) => late(a) - late(b) || order(a.node.id, b.node.id) || Number(a.named) - Number(b.named));
  return roots;
}
