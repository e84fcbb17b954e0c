import { graphIdOf } from '../graph/format/note.ts';
import type { GraphId, NodeId, Oid, SessionId } from '../graph/ids.ts';
import type { Graph, Node } from '../graph/model.ts';
import type { Finding } from './finding.ts';
import { numberOf } from './steps.ts';

/** What is remembered of a graph: some hundred bytes, so that hundreds of thousands fit. */
interface Link {
  readonly commit: Oid;
  readonly session: SessionId;
  readonly previous: GraphId | null;
  readonly start: string;
  readonly parent: string | undefined;
  readonly head: string;
  /** The hash of its last step, or what it was before it when it has none. */
  readonly last: string | undefined;
  /** The numbers of its first and last node; none when it has no nodes. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** How the graphs of sessions follow each other, over all notes. Graphs are added in any order, then `findings` tells. */
export class GraphChain {
  readonly #links = new Map<GraphId, Link>();
  /** Short hashes of the nodes that later graphs may have copies of. */
  readonly #originals = new Map<NodeId, string>();
  readonly #spans = new Map<string, [from: number, to: number][]>();
  readonly #copies: { readonly graph: GraphId; readonly id: NodeId; readonly text: string }[] = [];

  /**
   * Adds a graph, once.
   * @param last the hash of the session's last step after it (`walkSteps`)
   */
  add(graph: Graph, commit: Oid, last: string | undefined): void {
    const id = graphIdOf(graph);
    const { session, nodes, chain, previous, context = [] } = graph;
    this.#links.set(id, {
      commit,
      session: session.id,
      previous,
      start: chain.start,
      parent: chain.parent,
      head: chain.head,
      last,
      from: nodes[0] && numberOf(nodes[0].id),
      to: nodes[0] && numberOf(nodes.at(-1)!.id),
    });
    if (nodes[0]) {
      const prefix = nodes[0].id.slice(0, 8);
      const spans = this.#spans.get(prefix) ?? [];
      spans.push([numberOf(nodes[0].id), numberOf(nodes.at(-1)!.id)]);
      this.#spans.set(prefix, spans);
    }
    for (const node of nodes) if (mayBeCopied(node)) this.#originals.set(node.id, told(node));
    for (const node of context) this.#copies.push({ graph: id, id: node.id, text: told(node) });
  }

  /** Whether a graph was added. */
  has(id: GraphId): boolean {
    return this.#links.has(id);
  }

  /** Whether a graph has a step of this number of its session; ids of other sessions may begin with the same digits. */
  holds(step: NodeId): boolean {
    const [prefix, number] = [step.slice(0, 8), numberOf(step)];
    return (this.#spans.get(prefix) ?? []).some(([from, to]) => number >= from && number <= to);
  }

  /** How many graphs there are. */
  get size(): number {
    return this.#links.size;
  }

  /** What is wrong in how they follow each other, and what is missing, by session in the order of their steps. */
  *findings(): Generator<Finding> {
    const ordered = [...this.#links].sort(([, a], [, b]) =>
      a.session === b.session ? (a.from ?? 0) - (b.from ?? 0) : a.session < b.session ? -1 : 1,
    );
    for (const [i, [id, link]] of ordered.entries()) {
      const about = { commit: link.commit, session: link.session, graph: id };
      const before = link.previous === null ? undefined : this.#links.get(link.previous);
      const neighbour = ordered[i - 1]?.[1];
      if (before) yield* compare(link, before, about);
      else if (link.previous !== null || link.parent !== undefined) {
        const isHere = neighbour?.session === link.session && isNext(neighbour, link);
        const what = isHere ? 'The graph before it is not the one that it names.' : 'The graph before it is not here.';
        yield { kind: isHere ? 'fault' : 'gap', ...about, field: 'previous', what };
      }
    }
    for (const { graph, id, text } of this.#copies) {
      const original = this.#originals.get(id);
      if (original === undefined || original === text) continue;
      const { commit, session } = this.#links.get(graph)!;
      const what = 'A copy of an earlier step says something else than the step.';
      yield { kind: 'fault', commit, session, graph, step: id, field: 'context', what };
    }
  }
}

// Nothing can have been between them: the numbers or the ledger go on at once.
const isNext = (before: Link, { from, start }: Link): boolean => before.to === (from ?? 0) - 1 || before.head === start;

function* compare(link: Link, before: Link, about: object): Generator<Finding> {
  const fault = (field: string, what: string): Finding => ({ kind: 'fault', ...about, field, what });
  if (before.session !== link.session) yield fault('previous', 'It follows a graph of another session.');
  else if (before.head !== link.start) yield fault('chain.start', 'It does not go on where the graph before it ended.');
  else if (before.last !== link.parent)
    yield fault('chain.parent', 'It names another last step than the graph before it.');
  else if (before.to !== undefined && link.from !== undefined && link.from <= before.to)
    yield fault('nodes', 'Its steps have numbers that were given before.');
}

const mayBeCopied = ({ kind, detail }: Node): boolean => kind === 'goal' || detail?.['source'] === 'declared';

const told = ({ kind, at, summary, detail = {} }: Node): string =>
  JSON.stringify([kind, at, summary, Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1))]);
