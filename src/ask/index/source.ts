import type { RecordStanding } from '../../model/standing/level.ts';
import type { NodeId, Oid, SessionId } from '../../model/ids.ts';
import type { Edge, Node, Session } from '../../model/model.ts';
import type { NoteSums } from './note-stats.ts';

/** A graph as far as asking needs it. */
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

/** A node that has the words that were looked for; the lower the score, the better it fits. */
export interface Match extends FoundNode {
  readonly score: number;
}

/** Which nodes are looked for. */
export interface Wanted {
  readonly kind?: string | undefined;
  readonly session?: SessionId | undefined;
  /** Milliseconds since the epoch. */
  readonly since?: number | undefined;
  /** A file, or a folder of files, that the node changed or speaks of. */
  readonly path?: string | undefined;
}

/** Where nodes and edges can be asked for: the index of the notes, or graphs that are at hand. */
export interface Source {
  /** The graphs that hold or speak of any of these nodes. */
  about(ids: readonly NodeId[]): Promise<readonly KnownGraph[]>;
  /** The graphs that change the status of any of these nodes: by events about them, or by revisions. */
  changing(ids: readonly NodeId[]): Promise<readonly KnownGraph[]>;
  /** The graphs with a node that changed or speaks of a file, or of a commit (see `commitThing`); the newest `most` of them. */
  touching(thing: string, most: number): Promise<readonly KnownGraph[]>;
  /** The graphs of a session, or with a node of any kind, with this id prefix; at most `most`. */
  startingWith(prefix: string, most: number): Promise<readonly KnownGraph[]>;
  /** The graphs that contain a node as their own. */
  holding(id: NodeId): Promise<readonly KnownGraph[]>;
  /** The graphs of a session. */
  ofSession(id: SessionId, most: number): Promise<readonly KnownGraph[]>;
  /** The commits with notes that hold a step, in no order. */
  commitsWith(id: NodeId): Promise<readonly Oid[]>;
  /** The commits with notes that hold graphs of a session or of its sub-agents, or attribute lines to them, in no order. */
  commitsOf(id: SessionId): Promise<readonly Oid[]>;
  /** What is counted of each note, by its commit, in no order. */
  sums(): Promise<ReadonlyMap<Oid, NoteSums>>;
  /** The sessions with this prefix in their id, or in the ids of their nodes; hex digits of either case. */
  sessions(prefix: string): Promise<readonly Pick<Session, 'id' | 'agent'>[]>;
  /** All nodes of a kind, the newest first; a node in several graphs may come more than once. */
  ofKind(wanted: Wanted & { readonly kind: string }): AsyncGenerator<FoundNode>;
  /** Nodes with all of these words or word prefixes, see `mayBegin`; statements before steps. */
  matching(words: readonly string[], wanted: Wanted): AsyncGenerator<Match>;
}
