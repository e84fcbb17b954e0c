import { graphIdOf } from '../../model/format/note.ts';
import { sha256 } from '../../model/hash.ts';
import {
  type NodeId,
  type Oid,
  type PrefixedSession,
  type SessionId,
  sessionPrefix,
  numberOf,
  sessionPart,
} from '../../model/ids.ts';
import type { Graph, Node } from '../../model/model.ts';
import type { VerifyFinding } from '../finding.ts';
import type { Overlap } from './repeated-steps.ts';
import { countOf, type KnownGraph, GraphLinks, type PackedLinks } from './graph-links.ts';

/** A node with the hash of its content. */
type HashedNode = readonly [graph: number, id: NodeId, hash: string];

/** Stored data about the graphs of some notes. Plain data, because it is passed to another thread. */
export interface Linked {
  readonly links: PackedLinks;
  /** Nodes that later graphs may repeat, with the places of their graphs. */
  readonly originals: readonly HashedNode[];
  /** The graphs' copies of earlier nodes, with the places of their graphs. */
  readonly copies: readonly HashedNode[];
}

/** Collects the data to keep about graphs. */
export class ChainChecker {
  readonly #links = new GraphLinks();
  readonly #originals: HashedNode[] = [];
  readonly #copies: HashedNode[] = [];

  /**
   * Adds a graph, once.
   * @param last the hash of the session's last step after it (`walkSteps`)
   * @returns its place
   */
  add(graph: Graph, commit: Oid, last: string | undefined): number {
    const { session, nodes, chain, previous, context = [] } = graph;
    const place = this.#links.size;
    this.#links.add({
      id: graphIdOf(graph),
      commit,
      session: { id: session.id, ...(session.digits && { digits: session.digits }) },
      previous,
      start: chain.start,
      parent: chain.parent,
      head: chain.head,
      last,
      from: nodes.length > 0 ? numberOf(nodes[0]!.id) : undefined,
      to: nodes.length > 0 ? numberOf(nodes.at(-1)!.id) : undefined,
      steps: nodes.length,
    });
    for (const node of nodes) if (mayBeCopied(node)) this.#originals.push([place, node.id, contentOf(node)]);
    for (const node of context) this.#copies.push([place, node.id, contentOf(node)]);
    return place;
  }

  end(): Linked {
    return { links: this.#links.pack(), originals: this.#originals, copies: this.#copies };
  }
}

/** How the graphs of sessions follow each other, over all notes. Add graphs in any order, then read `findings`. */
export class GraphChain {
  readonly #links = new GraphLinks();
  #places: Map<SessionId, number[]> | undefined;
  /** A session that continued in two clones may have used a number twice. A copy must match one of them. */
  readonly #originals = new Map<NodeId, string | Set<string>>();
  #spans: ReadonlyMap<string, readonly Span[]> | undefined;
  readonly #copies: HashedNode[] = [];
  #steps = 0;

  /**
   * Adds graphs. Graphs that were added before are skipped.
   * @returns for each graph whether it is new
   */
  join({ links, originals, copies }: Linked): boolean[] {
    const base: number[] = [];
    for (let place = 0; place < countOf(links); place++) {
      const steps = this.#links.join(links, place);
      base.push(steps === undefined ? -1 : this.#links.size - 1);
      this.#steps += steps ?? 0;
    }
    for (const [place, id, hash] of originals) if (base[place]! >= 0) this.#addOriginal(id, hash);
    for (const [place, id, hash] of copies) if (base[place]! >= 0) this.#copies.push([base[place]!, id, hash]);
    this.#spans = undefined;
    return base.map((place) => place >= 0);
  }

  #addOriginal(id: NodeId, hash: string): void {
    const known = this.#originals.get(id);
    if (known === undefined) this.#originals.set(id, hash);
    else if (typeof known !== 'string') known.add(hash);
    else if (known !== hash) this.#originals.set(id, new Set([known, hash]));
  }

  /** Whether a graph has a step with this number of its session. Ids of other sessions may start with the same digits. */
  holds(step: NodeId): boolean {
    const [prefix, number] = [sessionPart(step), numberOf(step)];
    this.#spans ??= spansOf(this.#links);
    return (this.#spans.get(prefix) ?? []).some(([from, to]) => number >= from && number <= to);
  }

  /** The number of graphs. */
  get size(): number {
    return this.#links.size;
  }

  /** The number of their nodes. */
  get steps(): number {
    return this.#steps;
  }

  /** The graphs of a session. */
  of(session: SessionId): KnownGraph[] {
    if (!this.#places) {
      this.#places = new Map();
      for (let place = 0; place < this.#links.size; place++) {
        const { session: of } = this.#links.at(place);
        this.#places.set(of.id, [...(this.#places.get(of.id) ?? []), place]);
      }
    }
    return (this.#places.get(session) ?? []).map((place) => this.#links.at(place));
  }

  /** Pairs of graphs of one session with steps of the same numbers. */
  overlaps(): Overlap[] {
    return this.#links.overlaps().map(([place, other]) => [this.#links.at(place), this.#links.at(other)]);
  }

  /** Faults and gaps in the sequence of the graphs, by session, in the order of their steps. */
  *findings(): Generator<VerifyFinding> {
    let last: number | undefined;
    for (const place of this.#links.ordered()) {
      const neighbour = last;
      last = place;
      const previous = this.#links.previous(place);
      if (previous === undefined ? this.#links.isFirst(place) : this.#links.goesOn(place, previous)) continue;
      const link = this.#links.at(place);
      const about = { commit: link.commit, session: link.session.id, graph: link.id };
      if (previous !== undefined) yield* compare(link, this.#links.at(previous), about);
      else {
        const beside = neighbour === undefined ? undefined : this.#links.at(neighbour);
        const isHere = beside?.session.id === link.session.id && isNext(beside, link);
        const what = isHere ? 'The graph before it is not the one that it names.' : 'The graph before it is not here.';
        yield { kind: isHere ? 'fault' : 'gap', ...about, field: 'previous', what };
      }
    }
    yield* twins(this.#links.sessions);
    for (const [place, id, hash] of this.#copies) {
      const original = this.#originals.get(id);
      if (original === undefined || original === hash || (typeof original !== 'string' && original.has(hash))) continue;
      const {
        id: graph,
        commit,
        session: { id: session },
      } = this.#links.at(place);
      const what = 'A copy of an earlier step says something else than the step.';
      yield { kind: 'fault', commit, session, graph, step: id, field: 'context', what };
    }
  }
}

// In version 1 ids of steps begin with eight digits of their session's hash: an attacker can search for a second session with them.
function* twins(sessions: readonly PrefixedSession[]): Generator<VerifyFinding> {
  const known = new Map<string, SessionId>();
  for (const session of sessions) {
    const prefix = sessionPrefix(session);
    const other = known.get(prefix);
    if (other === undefined) known.set(prefix, session.id);
    else if (other !== session.id) {
      const what = `Steps of this session and of the session ${JSON.stringify(other)} have the same digits: one of them was made to be mistaken for the other.`;
      yield { kind: 'fault', session: session.id, field: 'session', what };
    }
  }
}

type Span = readonly [from: number, to: number];

function spansOf(links: GraphLinks): Map<string, Span[]> {
  const spans = new Map<string, Span[]>();
  for (let place = 0; place < links.size; place++) {
    const { session, from, to } = links.at(place);
    if (from === undefined || to === undefined) continue;
    const prefix = sessionPrefix(session);
    const list = spans.get(prefix);
    if (list) list.push([from, to]);
    else spans.set(prefix, [[from, to]]);
  }
  return spans;
}

// Whether nothing can be missing between two graphs: the numbers or the ledger continue directly.
const isNext = (before: KnownGraph, { from, start }: KnownGraph): boolean =>
  before.to === (from ?? 0) - 1 || before.head === start;

// Numbers are missing that no graph has. So steps cannot be hidden this way without being noticed.
const isAfterGap = ({ from, start }: KnownGraph, { to, head }: KnownGraph): boolean =>
  start !== head && from !== undefined && to !== undefined && from > to + 1;

function* compare(link: KnownGraph, before: KnownGraph, about: object): Generator<VerifyFinding> {
  const fault = (field: string, what: string): VerifyFinding => ({ kind: 'fault', ...about, field, what });
  if (before.session.id !== link.session.id) yield fault('previous', 'It follows a graph of another session.');
  else if (isAfterGap(link, before)) {
    const what = `Steps ${before.to! + 1} to ${link.from! - 1} of the session are in no note: their clone lost its local state, or they were never committed.`;
    yield { kind: 'gap', ...about, field: 'chain.start', what };
  } else if (before.head !== link.start)
    yield fault('chain.start', 'It does not go on where the graph before it ended.');
  else if (before.last !== link.parent)
    yield fault('chain.parent', 'It names another last step than the graph before it.');
  else if (before.to !== undefined && link.from !== undefined && link.from <= before.to)
    yield fault('nodes', 'Its steps have numbers that were given before.');
}

const mayBeCopied = ({ kind, detail }: Node): boolean => kind === 'goal' || detail?.['source'] === 'declared';

/** Bytes kept of the hash of a node's content. */
const COPY_BYTES = 16;

// As a hash, because a summary may be long.
function contentOf({ kind, at, summary, detail = {} }: Node): string {
  const parts = [kind, at, summary, Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1))];
  return Buffer.from(sha256(Buffer.from(JSON.stringify(parts)))).toString('latin1', 0, COPY_BYTES);
}
