import type { NodeId, Oid, RepoPath } from '../../model/ids.ts';
import { countingLines } from '../../model/standing/imported.ts';
import type { Attribution, Carried, Graph } from '../../model/model.ts';
import type { CheckKind } from '../../model/checks/kind.ts';
import { checksElsewhere } from '../../model/graph/checks/moved-checks.ts';
import { type CheckState, type FileState, verifications, type Verifications } from '../../model/graph/verification.ts';
import { hidesPath } from '../../model/format/forgotten-path.ts';
import { rankOfStanding, standingOfGraph } from '../../model/standing/standing.ts';
import { contextOf, type Context } from './rationale.ts';
import type { Why } from './rationale.ts';
import { indexGraphs, type GraphIndex } from '../../model/graph/graph-index.ts';
import { HUMAN, ownersFrom, UNKNOWN, type LineOwner, type OwnedRun } from './ownership.ts';

/** Line data from a note or the work tree: attributions by path, and the graphs that they refer to. */
export interface NoteData {
  readonly graphs: readonly Graph[];
  readonly lines: ReadonlyMap<RepoPath, readonly Attribution[]>;
  readonly carried?: readonly Carried[];
  /** Of these, the commits whose code was not moved to other code. */
  readonly same?: readonly Oid[];
  /**
   * It does not cover all lines that git blames on its commit: a part of it is unreadable, or the clone is shallow and git
   * blames the last commit for everything older.
   */
  readonly partial?: boolean;
}

/** The commits of a note: its own, and those that it was carried from. */
export const commitsOf = (commit: string, { carried = [] }: Pick<NoteData, 'carried'>): Set<string> =>
  new Set([commit, ...carried.map(({ from }) => from)]);

/** One note, prepared for queries about lines. Results are computed on demand and cached. */
export class NoteLookup {
  readonly #data: NoteData;
  readonly #commit: string | undefined;
  readonly #owners = new Map<RepoPath, (line: number, count: number) => OwnedRun[]>();
  readonly #contexts = new Map<NodeId, Context>();
  readonly #whys = new Map<LineOwner, Why>();
  readonly #lookup: GraphIndex;
  #verified: Verifications | undefined;

  /** @param commit the commit of the note; undefined for the work tree */
  constructor(data: NoteData, commit?: string) {
    this.#data = data;
    this.#commit = commit;
    this.#lookup = indexGraphs(data.graphs);
  }

  /** The owners of `count` lines of `path` from `line` on, in order and without gaps. */
  owners(path: RepoPath, line: number, count: number): OwnedRun[] {
    let owners = this.#owners.get(path);
    if (!owners) {
      const lines = countingLines(this.#data, path, this.#commit);
      this.#owners.set(
        path,
        (owners = ownersFrom(lines, this.#data.partial || hidesPath(this.#data.lines, path) ? UNKNOWN : HUMAN)),
      );
    }
    return owners(line, count);
  }

  /** The reason for the lines of an owner. Calls `find` once and caches its result. */
  why(owner: LineOwner, find: () => Why): Why {
    let why = this.#whys.get(owner);
    if (!why) this.#whys.set(owner, (why = find()));
    return why;
  }

  /** The reason for a node. */
  context(id: NodeId): Context {
    let context = this.#contexts.get(id);
    if (!context) this.#contexts.set(id, (context = contextOf(this.#lookup, id)));
    return context;
  }

  /** The last check of each kind of the change of a node to a file, the strongest kind first. */
  checks(id: NodeId, path: RepoPath, file: FileState): readonly CheckState[] {
    return this.#verifications().checks(id, path, file);
  }

  /** The last check of a kind that passed on this very content of a file, with at least this rank; see `rankOf`. */
  passedOn(kind: CheckKind, path: RepoPath, content: Oid, least = 0): NodeId | undefined {
    return this.#verifications().passedOn(kind, path, content, least);
  }

  /** The last run of a kind on this very content of a file that others reported. */
  reportedOn(kind: CheckKind, path: RepoPath, content: Oid): CheckState | undefined {
    return this.#verifications().reportedOn(kind, path, content);
  }

  /** All runs of a kind on this very content of a file, the highest rank and then the newest first. */
  runsOn(kind: CheckKind, path: RepoPath, content: Oid): readonly NodeId[] {
    return this.#verifications().runsOn(kind, path, content);
  }

  /** The standing of a check as a number. */
  rankOf(check: NodeId): number {
    return rankIn(this.#data.graphs)(check);
  }

  #verifications(): Verifications {
    return (this.#verified ??= verificationsIn(this.#data, this.#lookup, this.#commit));
  }
}

/** The verifications in a note, or in the records of the work tree. */
export function verificationsIn(data: NoteData, lookup: GraphIndex, commit: string | undefined): Verifications {
  const nodes = lookup.nodes();
  return verifications(nodes, lookup.edges(), {
    commits: commit === undefined ? new Set() : commitsOf(commit, data),
    isElsewhere: checksElsewhere(nodes, commit, data),
    rankOf: rankIn(data.graphs),
  });
}

// A step can be in several graphs; the highest standing counts.
function rankIn(graphs: readonly Graph[]): (check: NodeId) => number {
  let ranks: Map<NodeId, number> | undefined;
  return (check) => {
    if (!ranks) {
      ranks = new Map();
      for (const graph of graphs) {
        const rank = rankOfStanding(standingOfGraph(graph));
        for (const { id } of graph.nodes) ranks.set(id, Math.max(rank, ranks.get(id) ?? 0));
      }
    }
    return ranks.get(check) ?? 0;
  };
}
