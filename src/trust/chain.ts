import { createHash } from 'node:crypto';
import { graphIdOf } from '../graph/format/note.ts';
import { type GraphId, type NodeId, type Oid, sessionPrefix, type SessionId } from '../graph/ids.ts';
import type { Graph, Node } from '../graph/model.ts';
import type { Finding } from './finding.ts';
import { numberOf } from './steps.ts';

/** What is remembered of a graph: a kilobyte, so that hundreds of thousands fit. */
export interface Link {
  readonly id: GraphId;
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
  /** Hashes of its nodes that later graphs may have copies of, and of its copies of earlier ones. */
  readonly originals: readonly Told[];
  readonly copies: readonly Told[];
}

// A hash as a string of bytes: half the room.
const packed = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');

/** What a node says, as a hash. */
type Told = readonly [id: NodeId, hash: string];

/**
 * What is to be remembered of a graph.
 * @param last the hash of the session's last step after it (`walkSteps`)
 */
export function linkOf(graph: Graph, commit: Oid, last: string | undefined): Link {
  const { session, nodes, chain, previous, context = [] } = graph;
  const [first] = nodes;
  return {
    id: graphIdOf(graph),
    commit,
    session: session.id,
    previous,
    start: packed(chain.start),
    parent: chain.parent && packed(chain.parent),
    head: packed(chain.head),
    last: last && packed(last),
    from: first && numberOf(first.id),
    to: first && numberOf(nodes.at(-1)!.id),
    originals: nodes.filter(mayBeCopied).map(told),
    copies: context.map(told),
  };
}

type Known = Omit<Link, 'originals' | 'copies'>;

/** How the graphs of sessions follow each other, over all notes. Graphs are added in any order, then `findings` tells. */
export class GraphChain {
  readonly #links = new Map<GraphId, Known>();
  readonly #originals = new Map<NodeId, string>();
  /** One string for each session: those that come from another thread are all copies. */
  readonly #sessions = new Map<SessionId, SessionId>();
  #spans: ReadonlyMap<string, readonly Span[]> | undefined;
  readonly #copies: { readonly graph: GraphId; readonly told: Told }[] = [];

  /** Adds a graph, once. */
  add({ originals, copies, ...link }: Link): void {
    const { id } = link;
    const session = this.#sessions.get(link.session) ?? link.session;
    this.#sessions.set(session, session);
    this.#links.set(id, { ...link, session });
    this.#spans = undefined;
    for (const [node, hash] of originals) this.#originals.set(node, hash);
    for (const copy of copies) this.#copies.push({ graph: id, told: copy });
  }

  /** Whether a graph was added. */
  has(id: GraphId): boolean {
    return this.#links.has(id);
  }

  /** Whether a graph has a step of this number of its session; ids of other sessions may begin with the same digits. */
  holds(step: NodeId): boolean {
    const [prefix, number] = [step.slice(0, 8), numberOf(step)];
    this.#spans ??= spansOf(this.#links.values());
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
    for (const { graph, told } of this.#copies) {
      const [id, hash] = told;
      const original = this.#originals.get(id);
      if (original === undefined || original === hash) continue;
      const { commit, session } = this.#links.get(graph)!;
      const what = 'A copy of an earlier step says something else than the step.';
      yield { kind: 'fault', commit, session, graph, step: id, field: 'context', what };
    }
  }
}

type Span = readonly [from: number, to: number];

function spansOf(links: Iterable<Known>): Map<string, Span[]> {
  const spans = new Map<string, Span[]>();
  for (const { session, from, to } of links) {
    if (from === undefined || to === undefined) continue;
    const prefix = sessionPrefix(session);
    const list = spans.get(prefix);
    if (list) list.push([from, to]);
    else spans.set(prefix, [[from, to]]);
  }
  return spans;
}

// Nothing can have been between them: the numbers or the ledger go on at once.
const isNext = (before: Known, { from, start }: Known): boolean =>
  before.to === (from ?? 0) - 1 || before.head === start;

function* compare(link: Known, before: Known, about: object): Generator<Finding> {
  const fault = (field: string, what: string): Finding => ({ kind: 'fault', ...about, field, what });
  if (before.session !== link.session) yield fault('previous', 'It follows a graph of another session.');
  else if (before.head !== link.start) yield fault('chain.start', 'It does not go on where the graph before it ended.');
  else if (before.last !== link.parent)
    yield fault('chain.parent', 'It names another last step than the graph before it.');
  else if (before.to !== undefined && link.from !== undefined && link.from <= before.to)
    yield fault('nodes', 'Its steps have numbers that were given before.');
}

const mayBeCopied = ({ kind, detail }: Node): boolean => kind === 'goal' || detail?.['source'] === 'declared';

// As a hash, because a summary may be long.
function told({ id, kind, at, summary, detail = {} }: Node): Told {
  const parts = [kind, at, summary, Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1))];
  return [id, createHash('sha256').update(JSON.stringify(parts)).digest('base64')];
}
