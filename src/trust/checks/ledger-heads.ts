import { type GraphId, type NodeId, numberOf, type Oid } from '../../model/ids.ts';
import type { VerifyFinding } from '../finding.ts';
import type { KnownGraph } from './graph-links.ts';

/** The rolling hash after each step of a graph. */
export type ContextsOf = (graph: { readonly commit: Oid; readonly graph: GraphId }) => Promise<ReadonlySet<string>>;

/** The rolling hashes of one ledger, to compare with the heads of the graphs that notes have of the same session. */
export class LedgerHeads {
  readonly #contexts = new Set<string>();
  #first: number | undefined;
  #last = 0;
  #context = '';

  /** Adds a valid step of the ledger. */
  add(step: NodeId, context: string): void {
    this.#contexts.add(context);
    this.#context = context;
    this.#first ??= numberOf(step);
    this.#last = numberOf(step);
  }

  /**
   * Compares the ledger with graphs. A ledger that was written anew as a whole passes all checks of its own, but a graph that was
   * cut from the original has another head.
   * @param graphs of the ledger's session
   * @param isWhole whether this clone lost no lines of it
   * @param isOwn whether this clone cut a graph: another clone's part of the session is a chain of its own
   * @param contextsOf reads a graph's steps; it is asked only where the hashes differ
   */
  async *compare(
    graphs: readonly KnownGraph[],
    isWhole: boolean,
    isOwn: (graph: string) => boolean,
    contextsOf: ContextsOf,
  ): AsyncGenerator<VerifyFinding> {
    for (const { id: graph, commit, session, head, from, to } of graphs) {
      if (this.#first === undefined || from === undefined || to === undefined || this.#contexts.has(head)) continue;
      const about = { commit, session: session.id, graph, field: 'chain.head' } as const;
      if (from < this.#first || !isOwn(graph)) continue; // recorded in another clone
      if (from > this.#last)
        yield { kind: 'gap', ...about, what: 'The ledger here ends before the steps of this graph.' };
      // A ledger that lost its end is a valid beginning: the graph was at the same hash after one of its steps.
      else if (isWhole && (await contextsOf({ commit, graph })).has(this.#context))
        yield { kind: 'gap', ...about, what: 'The ledger here ends within the steps of this graph.' };
      else if (isWhole)
        yield {
          kind: 'fault',
          ...about,
          what: 'The ledger here has other steps than this graph: one of the two was changed after it was recorded.',
        };
    }
  }
}
