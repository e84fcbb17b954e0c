import { graphIdOf } from '../../model/format/note.ts';
import { type Oid, sessionPart, sessionPrefix } from '../../model/ids.ts';
import type { Graph, Note } from '../../model/model.ts';
import { isPatchOf } from '../../model/patch.ts';
import { Recorded, type Writing } from '../../notes/standing/recorded.ts';

/** Remembers what a transaction writes, so that later reads know what was recorded here (docs/trust.md). */
export class Remembering {
  readonly #recorded: Recorded;
  readonly #notes: ReadonlyMap<Oid, Note>;
  readonly #late: ReadonlyMap<Oid, Note>;
  readonly #writings: Writing[] = [];

  /**
   * @param notes the notes to write
   * @param late graphs that are only joined to existing notes
   */
  constructor(provDir: string, notes: ReadonlyMap<Oid, Note>, late: ReadonlyMap<Oid, Note> = new Map()) {
    this.#recorded = new Recorded(provDir);
    this.#notes = notes;
    this.#late = late;
  }

  /** Records one note that was written. */
  readonly wrote = (commit: Oid, before: readonly Oid[], after: Oid): void => {
    const [note, late] = [this.#notes.get(commit), this.#late.get(commit)];
    const wasWhole = before.length === 0 || (before.length === 1 && this.#recorded.commit(commit)?.blob === before[0]);
    const isMade = note !== undefined && this.#isOwn(commit, note);
    // Beside the note of somebody else, this clone knows only the lines that it carried: other lines may be that writer's.
    const isBeside = isMade && note.carried.length > 0 && before.length > 0 && !this.#recorded.commit(commit);
    const isOwn = isMade && !isBeside;
    const isWhole =
      wasWhole &&
      (note === undefined || (isOwn && this.#areOwn(note.graphs))) &&
      (late === undefined || this.#areOwn(late.graphs));
    this.#writings.push({
      commit,
      blob: isWhole ? after : undefined,
      isOwn,
      lines: note ? (isMade ? note.lines : this.#ownLines(commit, note)) : new Map(),
      carried: note?.carried ?? [],
    });
  };

  /** Writes the records to disk. */
  save(): void {
    this.#recorded.addNotes(this.#writings.splice(0));
  }

  // A commit that was made here, or rewritten only from such commits.
  #isOwn(commit: Oid, { graphs, carried }: Note): boolean {
    if (carried.length > 0) return carried.every(({ from }) => this.#recorded.commit(from)?.isOwn ?? false);
    return this.#areOwn(graphs) || graphs.some((graph) => hasPatchOf(graph, commit) && this.#areOwn([graph]));
  }

  // In a note that was carried from others' notes: only the lines that sessions of this clone wrote for the commit itself.
  #ownLines(commit: Oid, { graphs, lines }: Note): Note['lines'] {
    const own = new Set(
      graphs
        .filter((graph) => hasPatchOf(graph, commit) && this.#areOwn([graph]))
        .map(({ session }) => sessionPrefix(session)),
    );
    return new Map(
      [...lines]
        .map(([path, list]) => [path, list.filter(({ node }) => node && own.has(sessionPart(node)))] as const)
        .filter(([, list]) => list.length > 0),
    );
  }

  #areOwn(graphs: readonly Graph[]): boolean {
    return graphs.every((graph) => this.#recorded.hasGraph(graphIdOf(graph)));
  }
}

const hasPatchOf = (graph: Graph, commit: Oid): boolean => graph.nodes.some((node) => isPatchOf(node, commit));
