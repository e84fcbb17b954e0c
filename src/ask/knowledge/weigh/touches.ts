import { isThing, thingOf } from '../../../model/knowledge/thing.ts';
import { type KnowledgeChange, stands } from '../../../model/knowledge/kinds.ts';
import { changeOf } from '../../../model/knowledge/status.ts';
import type { Edge, Node } from '../../../model/model.ts';
import { mayChangeEntry, type RecordStanding, standingOfGraph } from '../../../model/standing/standing.ts';
import type { GraphSource } from '../../index/graph-source.ts';
import { commitThing, thingsOf } from '../../index/build/rows.ts';

/** Events that withdraw trust. They give no entry and no link new confidence. */
const WITHDRAWING: ReadonlySet<string> = new Set<KnowledgeChange>([
  'retracted',
  'rejected',
  'unlinked',
  'link_rejected',
  'stale',
]);

/** Graphs that are read to find the last step that touched a file: the newest ones. */
const MAX_TOUCHING_GRAPHS = 3;

/**
 * The last time that entries, files and commits were touched: t0 of the third seed's confidence. An entry is touched when it is
 * recorded, changed, revised or linked, and when another step refers to it; a file also when a step changes it. Notes do not
 * name the files that a step only read. Any other step is touched only when it happens. What is only claimed touches nothing
 * of a higher standing.
 */
export class Touches {
  readonly #learned = new Set<string>();
  readonly #times = new Map<string, Partial<Record<RecordStanding, number>>>();

  /** Adds a node: its files, and what it changes or links if it is an event. */
  addNode(node: Node, standing: RecordStanding): void {
    for (const thing of thingsOf(node)) this.#touch(thing, node.at, standing);
    const change = changeOf(node);
    if (change === undefined || WITHDRAWING.has(change)) return;
    for (const end of [node.detail?.['subject'], node.detail?.['object']])
      if (typeof end === 'string') this.#touch(end, node.at, standing);
  }

  /** @param at when the edge was declared or observed, in ms since the epoch */
  addEdge({ from, to }: Pick<Edge, 'from' | 'to'>, at: number, standing: RecordStanding): void {
    for (const end of [from, to]) this.#touch(end, at, standing);
  }

  /** Reads the last steps that changed a file, or made a commit. Other nodes need no more than was added. */
  async learn(node: Node | undefined, sources: readonly GraphSource[]): Promise<void> {
    const name = node && isThing(node) ? nameOf(node) : undefined;
    if (name === undefined || this.#learned.has(name)) return;
    this.#learned.add(name);
    for (const source of sources)
      for (const graph of await source.touching(name, MAX_TOUCHING_GRAPHS))
        for (const one of graph.nodes) this.addNode(one, standingOfGraph(graph));
  }

  /**
   * The last time that a node was touched, in ms since the epoch.
   * @param own the standing of the edge that the confidence belongs to
   */
  lastOf(node: Node | undefined, own: RecordStanding | undefined): number {
    if (!node) return 0;
    const isOfThing = isThing(node);
    if (!isOfThing && !stands(node)) return node.at;
    const name = isOfThing ? nameOf(node) : undefined;
    return Math.max(node.at, this.#last(node.id, own), name === undefined ? 0 : this.#last(name, own));
  }

  #touch(key: string, at: number, standing: RecordStanding): void {
    const times = this.#times.get(key);
    if (!times) this.#times.set(key, { [standing]: at });
    else if (at > (times[standing] ?? Number.NEGATIVE_INFINITY)) times[standing] = at;
  }

  #last(key: string, own: RecordStanding | undefined): number {
    const times = Object.entries(this.#times.get(key) ?? {}) as [RecordStanding, number][];
    return Math.max(0, ...times.flatMap(([standing, at]) => (mayChangeEntry(standing, own) ? [at] : [])));
  }
}

// The name among the things that steps touch, see `GraphSource.touching`.
function nameOf(node: Node): string | undefined {
  const thing = thingOf(node);
  if (thing?.kind === 'commit') return commitThing(thing.commit);
  return thing && 'path' in thing ? thing.path : undefined;
}
