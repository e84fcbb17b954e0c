import { decodeNote, graphIdOf } from '../../model/format/note.ts';
import type { Oid } from '../../model/ids.ts';
import type { Graph } from '../../model/model.ts';
import { ownPart } from '../../model/standing/graphs.ts';
import { withThings } from '../../model/standing/things.ts';
import { type RecordStanding, rememberStanding } from '../../model/standing/standing.ts';
import type { GitReader } from '../../git/objects/port.ts';
import { NOTE_LIMIT } from '../../notes/note-reader.ts';
import type { Db } from '../../sqlite/sqlite.ts';
import { HOLDER } from './queries.ts';
import { STANDINGS } from './build/weigh-graphs.ts';

/** Reads the graphs of an index, each from one of its notes, and remembers their standings. */
export class GraphReader {
  readonly #db: Db;
  readonly #reader: GitReader;
  readonly #hidesClaimed: boolean;
  readonly #notes = new Map<number, readonly Graph[]>();
  /** What each graph may state, so that a graph is the same object each time. */
  readonly #parts = new Map<Graph, Graph>();

  constructor(db: Db, reader: GitReader, hidesClaimed: boolean) {
    this.#db = db;
    this.#reader = reader;
    this.#hidesClaimed = hidesClaimed;
  }

  /** Reads what each graph may state, by their rows. */
  async parts(ids: ReadonlySet<number>): Promise<readonly Graph[]> {
    return [...(await this.whole(ids)).values()].map((graph) => this.#ownPart(graph));
  }

  #ownPart(graph: Graph): Graph {
    let part = this.#parts.get(graph);
    if (!part) this.#parts.set(graph, (part = withThings(ownPart(graph))));
    return part;
  }

  /** Reads graphs as their notes hold them, by their rows. */
  async whole(ids: ReadonlySet<number>): Promise<Map<number, Graph>> {
    const holders = new Map<number, { note: number; blobs: readonly Oid[]; name: string; standing: RecordStanding }>();
    for (const id of ids) {
      const row = this.#db.get(HOLDER, id);
      if (row && (!this.#hidesClaimed || row['standing'] !== 0))
        holders.set(id, {
          note: Number(row['id']),
          blobs: String(row['blobs']).split(' ') as Oid[],
          name: String(row['name']),
          standing: STANDINGS[Number(row['standing'])]!,
        });
    }
    const missing = new Map(
      [...holders.values()].filter(({ note }) => !this.#notes.has(note)).map(({ note, blobs }) => [note, blobs]),
    );
    const objects = await this.#reader.readObjects([...missing.values()].flat(), NOTE_LIMIT);
    let at = 0;
    for (const [note, blobs] of missing)
      this.#notes.set(
        note,
        blobs.flatMap(() => graphsIn(objects[at++])),
      );
    const found = new Map<number, Graph>();
    for (const [id, { note, name, standing }] of holders) {
      const graphs = this.#notes.get(note) ?? [];
      const graph = graphs.length === 1 ? graphs[0] : graphs.find((one) => graphIdOf(one) === name);
      if (!graph) continue;
      rememberStanding(graph, standing);
      found.set(id, graph);
    }
    return found;
  }
}

function graphsIn(object: Awaited<ReturnType<GitReader['readObjects']>>[number]): readonly Graph[] {
  if (!object || !('bytes' in object)) return [];
  try {
    return decodeNote(object.bytes).graphs;
  } catch {
    return []; // the note is counted as damaged
  }
}
