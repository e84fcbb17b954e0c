import type { NodeId } from '../ids.ts';
import { edgeKey, type EdgeName } from '../knowledge/edge-status.ts';
import { isThingId } from '../knowledge/thing.ts';
import type { Edge, Graph } from '../model.ts';
import { compareStandings, type RecordStanding } from './standing.ts';
import { replacedIn } from './things.ts';

/** An edge of one or more graphs. */
export interface KnownEdge {
  readonly edge: Edge;
  /** The last time that it was declared or observed, in milliseconds since the epoch. */
  readonly at: number;
  readonly standing: RecordStanding;
  /** Whether the step that it starts from declared it. */
  readonly came: boolean;
}

/** The edges of graphs, each once, in whatever order the graphs come. The highest standing counts. */
export class KnownEdges {
  readonly #edges = new Map<string, KnownEdge>();
  readonly #ends = new Map<NodeId, Set<string>>();
  readonly #things = new Map<NodeId, { readonly id: NodeId; readonly standing: RecordStanding }>();
  readonly #references = new Map<NodeId, Set<NodeId>>();

  add(added: KnownEdge): void {
    const { edge, at, standing, came } = added;
    const key = `${edgeKey(edge)} ${edge.source}`;
    const known = this.#edges.get(key);
    const order = known ? compareStandings(standing, known.standing) : 1;
    if (known && order < 0) return;
    if (known && order === 0)
      return void this.#edges.set(key, { ...known, at: Math.max(known.at, at), came: known.came || came });
    this.#edges.set(key, added);
    for (const id of [edge.from, edge.to]) this.#ends.set(id, (this.#ends.get(id) ?? new Set<string>()).add(key));
  }

  /** The declared edge with this name. */
  declared(name: EdgeName): KnownEdge | undefined {
    return this.#edges.get(`${edgeKey(name)} declared`);
  }

  /** The edges at a node; at a thing also those of other graphs, which name a node that refers to it. */
  *at(id: NodeId): Generator<KnownEdge> {
    for (const end of isThingId(id) ? [id, ...this.referencesTo([id])] : [id])
      for (const key of this.#ends.get(end) ?? []) yield this.#edges.get(key)!;
  }

  /** Learns which nodes of a graph only refer to things. A higher standing takes precedence. */
  learn(graph: Pick<Graph, 'nodes' | 'edges'>, standing: RecordStanding): void {
    for (const [id, thing] of replacedIn(graph)) {
      if (isThingId(id)) continue; // the node of a thing is known by its id, so no other node replaces it
      const known = this.#things.get(id);
      if (known && compareStandings(standing, known.standing) <= 0) continue;
      if (known) this.#references.get(known.id)?.delete(id);
      this.#things.set(id, { id: thing, standing });
      this.#references.set(thing, (this.#references.get(thing) ?? new Set<NodeId>()).add(id));
    }
  }

  /** The nodes of the graphs read so far that refer to some things. */
  referencesTo(things: readonly NodeId[]): NodeId[] {
    return things.flatMap((thing) => Array.from(this.#references.get(thing) ?? []));
  }

  /** The thing that a node of a session refers to; any other id unchanged. */
  thingAt(id: NodeId): NodeId {
    return this.#things.get(id)?.id ?? id;
  }

  /** An edge between the things that its ends refer to. */
  between(edge: Edge): Edge {
    const [from, to] = [this.thingAt(edge.from), this.thingAt(edge.to)];
    return from === edge.from && to === edge.to ? edge : { ...edge, from, to };
  }
}
