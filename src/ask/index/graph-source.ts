import type { RecordStanding } from '../../model/standing/level.ts';
import type { NodeId, Oid, SessionId } from '../../model/ids.ts';
import type { Edge, Node, Session } from '../../model/model.ts';
import type { NoteSums } from './note-stats.ts';

/** The part of a graph that queries need. */
export interface KnownGraph {
  readonly session: Session;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** Nodes of earlier graphs that it repeats. */
  readonly context?: readonly Node[];
}

/** A found node and the session that it belongs to. */
export interface FoundNode {
  readonly node: Node;
  readonly session: Pick<Session, 'id' | 'agent'>;
  readonly standing: RecordStanding;
}

/** A session by its id, with the highest standing of its graphs. */
export interface NamedSession extends Pick<Session, 'id' | 'agent'> {
  readonly standing: RecordStanding;
}

/** A node with all words of a search. A lower score is a better match. */
export interface Match extends FoundNode {
  readonly score: number;
}

/** A filter for nodes. */
export interface Wanted {
  readonly kind?: string | undefined;
  readonly session?: SessionId | undefined;
  /** Milliseconds since the epoch. */
  readonly since?: number | undefined;
}

/** A filter for nodes of one kind. */
export interface WantedKind extends Wanted {
  readonly kind: string;
  /** Whether only those are wanted that can be proposals by their own fields; see `mayBeProposal`. */
  readonly mayBeProposal?: boolean | undefined;
}

/** A source of nodes and edges: the index of the notes, or graphs in memory. */
export interface GraphSource {
  /** The graphs that contain or mention any of these nodes. */
  about(ids: readonly NodeId[]): Promise<readonly KnownGraph[]>;
  /** The graphs that change the status of any of these nodes: by events about them, or by revisions. */
  changing(ids: readonly NodeId[]): Promise<readonly KnownGraph[]>;
  /** The graphs with a node that changed or mentions a file or a commit (see `commitThing`); the newest `most` of them. */
  touching(thing: string, most: number): Promise<readonly KnownGraph[]>;
  /** The graphs with a node that changed or mentions a file at or below a path. */
  below(path: string): Promise<readonly KnownGraph[]>;
  /** The graphs of a session, or with a node of any kind, with this id prefix; at most `most`. */
  startingWith(prefix: string, most: number): Promise<readonly KnownGraph[]>;
  /** The graphs that contain a node as their own. */
  holding(id: NodeId): Promise<readonly KnownGraph[]>;
  /** The graphs of a session. */
  ofSession(id: SessionId, most: number): Promise<readonly KnownGraph[]>;
  /** The commits with notes that contain a step, in no order. Only claimed notes do not count beside others. */
  commitsWith(id: NodeId): Promise<readonly Oid[]>;
  /**
   * The commits with notes that contain graphs of a session or of its sub-agents, or attribute lines to them, in no order.
   */
  commitsOf(id: SessionId): Promise<readonly Oid[]>;
  /**
   * The statistics of each note, by commit, in no order.
   * @param only these commits; all when absent
   */
  sums(only?: readonly Oid[]): Promise<ReadonlyMap<Oid, NoteSums>>;
  /** Those of these commits that have a note which this clone wrote, or for which an allowed signer vouches. */
  trusted(commits: readonly Oid[]): Promise<readonly Oid[]>;
  /** The sessions with this prefix in their id, or in the ids of their nodes; hex digits of either case. */
  sessions(prefix: string): Promise<readonly NamedSession[]>;
  /**
   * All nodes of a kind: those that are only claimed come last, then the newest come first. A node in several graphs may
   * occur several times.
   */
  ofKind(wanted: WantedKind): AsyncGenerator<FoundNode>;
  /** Nodes with all of these words or word prefixes, see `mayBegin`; statements before steps. Claimed ones come last. */
  matching(words: readonly string[], wanted: Wanted): AsyncGenerator<Match>;
}
