import { provDirOf } from '../../git/repository/local-files.ts';
import { graphIdOf } from '../../model/format/note.ts';
import { ownImports } from '../../notes/standing/own-imports.ts';
import { push } from '../../model/multimap.ts';
import type { NodeId, Oid } from '../../model/ids.ts';
import { edgeKey, type EdgeStatus } from '../../model/knowledge/edge-status.ts';
import { edgeStandings } from '../../model/knowledge/edge-statuses.ts';
import type { ReviewPolicy } from '../../model/knowledge/review.ts';
import { stands } from '../../model/knowledge/kinds.ts';
import { type ChangedSource, recordsRests } from '../../model/knowledge/rests-on.ts';
import { changeOf, type SessionNode, type Standing, standingOf, subjectOf } from '../../model/knowledge/status.ts';
import { dependencyState, hasState, type TaskState, unknownTask } from '../../model/knowledge/task-state.ts';
import { type Edge, type Graph, type Node, NODE_KINDS, type Session } from '../../model/model.ts';
import { countingGraphs } from '../../model/standing/graphs.ts';
import { rememberStanding, standingOfGraph } from '../../model/standing/standing.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { openContents } from '../rests/open-contents.ts';
import { changedAmong, restsIn } from '../rests/rests.ts';
import { resolveCommit } from '../history/commit-info.ts';
import { graphKey } from '../find/complete-graphs.ts';
import { NoteSlimmer } from '../find/slim-notes.ts';
import { type History, type LocalGraph, notesAlong } from '../history/history.ts';

/** Most commits of HEAD's history to read. */
export const MAX_COMMITS = 500;

/**
 * Steps and edges of graphs that are only claimed: those of the newest commits. A stranger can push any number of them. Steps
 * that no entry needs are left out and not counted.
 */
const MAX_CLAIMED_PARTS = 200_000;

/** A node with its session and its commit. */
export interface HeldNode extends SessionNode {
  readonly node: Node;
  readonly session: Session;
  /** Absent for a node that is in no commit yet. */
  readonly commit: Oid | undefined;
  /** Whether it was recorded in this clone, or an allowed signer vouches for it. */
  readonly trusted: boolean;
  /** Whether this clone imported it from an agent's transcript on this machine. */
  readonly isOwn: boolean;
}

/** The same before the code was looked at. */
type GatheredKnowledge = Omit<HistoryKnowledge, 'changed'>;

/** Entries that are compared with the code: the newest ones. */
const MAX_CHECKED = 500;
/** How long sources are parsed to see what changed, in milliseconds. */
const MAX_PARSING_MS = 300;

/** Kinds of nodes that are no entries. */
const STEP_KINDS: ReadonlySet<string> = new Set(['goal', ...NODE_KINDS.execution]);

const NO_CHAIN: Graph['chain'] = { start: '', head: '' };

/** Content of the notes along a history and of the sessions of this clone, ready for queries. */
export interface HistoryKnowledge {
  readonly nodes: ReadonlyMap<NodeId, HeldNode>;
  readonly edges: readonly Edge[];
  /** The events about a node. */
  changesOf(id: NodeId): readonly HeldNode[];
  /** The edges that start or end at a node, without removed and rejected links; proposed links too. */
  from(id: NodeId): readonly Edge[];
  into(id: NodeId): readonly Edge[];
  /** The status of an edge; undefined for an edge that was not declared. */
  statusOf(edge: Edge): EdgeStatus | undefined;
  /** The changed sources of entries. */
  readonly changed: ReadonlyMap<NodeId, readonly ChangedSource[]>;
  /** The number of steps that were not read, because they are only claimed and too many. */
  readonly unread: number;
}

/**
 * Reads the records along HEAD's history without an index: the notes of its last commits, and steps of this clone's
 * sessions that are in no commit yet.
 * @param isReviewed the kinds that wait for a person's review
 * @param maxClaimedParts how many steps and edges that are only claimed are read; `unread` counts the steps beyond
 * @param hasNotes false where no ref of notes exists, so that git need not list commits
 */
export async function readKnown(
  history: History,
  isReviewed: ReviewPolicy,
  maxClaimedParts = MAX_CLAIMED_PARTS,
  hasNotes = true,
): Promise<HistoryKnowledge> {
  const gathering = new Gathering(maxClaimedParts, isReviewed, ownImports(provDirOf(history.repo)));
  for (const graph of (await history.localGraphs?.()) ?? []) gathering.add(graph, undefined);
  if (hasNotes && (await resolveCommit(history.repo, 'HEAD')))
    for await (const [commit, { graphs }] of notesAlong(history, ['HEAD'], MAX_COMMITS))
      for (const graph of graphs) gathering.add(graph, commit);
  const known = gathering.known();
  return { ...known, changed: await changedIn(known, history.repo, isReviewed) };
}

// An agent may wait, so what was not parsed before is parsed only for a short time.
async function changedIn(
  known: GatheredKnowledge,
  repo: Repo,
  isReviewed: ReviewPolicy,
): Promise<Map<NodeId, readonly ChangedSource[]>> {
  const changed = new Map<NodeId, readonly ChangedSource[]>();
  const around = {
    node: (id: NodeId) => known.nodes.get(id)?.node,
    linksFrom: (id: NodeId) => known.from(id),
    eventsAbout: (id: NodeId) => known.changesOf(id).map(({ node }) => node),
  };
  const open = openContents(repo, MAX_PARSING_MS);
  const resting = [...known.nodes.values()].filter(
    ({ node }) =>
      stands(node) && (recordsRests(node) || known.changesOf(node.id).some((change) => recordsRests(change.node))),
  );
  for (const held of resting.toSorted((a, b) => b.node.at - a.node.at).slice(0, MAX_CHECKED)) {
    const { node } = held;
    const rests = restsIn(around, node, standingAmong(known, held, isReviewed));
    const found = await changedAmong(rests, await open());
    if (found.length > 0) changed.set(node.id, found);
  }
  return changed;
}

/** The status of an entry according to everything that was read. */
export function standingAmong(known: GatheredKnowledge, held: HeldNode, isReviewed: ReviewPolicy): Standing {
  // What must not change the task does not count for its dependencies either.
  const standingFor = (id: NodeId): Standing => {
    const one = known.nodes.get(id);
    const counts = one && (one.trusted || !held.trusted);
    return standingWith(known, counts ? one : { ...held, node: unknownTask(id) }, isReviewed, [], held.trusted);
  };
  const dependencies = hasState(held.node) ? known.from(held.node.id).filter(({ kind }) => kind === 'depends_on') : [];
  const states = dependencies.map(({ to }) => dependencyState(to, standingFor));
  return standingWith(known, held, isReviewed, states);
}

function standingWith(
  known: GatheredKnowledge,
  held: HeldNode,
  isReviewed: ReviewPolicy,
  dependencies: readonly (TaskState | undefined)[],
  isTrusted = false,
): Standing {
  const counts = ({ trusted }: HeldNode): boolean => trusted || !isTrusted;
  const changesOf = (id: NodeId): HeldNode[] => known.changesOf(id).filter(counts);
  const revisions = known
    .into(held.node.id)
    .filter(({ kind }) => kind === 'supersedes')
    .flatMap((edge) => {
      const entry = known.nodes.get(edge.from);
      // A proposal's own link waits with it, and is judged with it.
      const link = known.statusOf(edge);
      return entry && counts(entry) ? [{ entry, changes: changesOf(edge.from), link }] : [];
    });
  return standingOf(held, changesOf(held.node.id), revisions, isReviewed, dependencies);
}

class Gathering {
  readonly #maxClaimedParts: number;
  readonly #isReviewed: ReviewPolicy;
  #claimedParts = 0;
  #unread = 0;
  readonly #left = new Set<string>();
  readonly #slimmer = new NoteSlimmer();
  readonly #graphs = new Map<string, { readonly graph: LocalGraph; commit: Oid | undefined }>();
  readonly #imports: ReadonlySet<string>;
  /** The content of imported entries. Another graph may have a node with the same id. */
  readonly #imported = new Map<NodeId, string>();

  constructor(maxClaimedParts: number, isReviewed: ReviewPolicy, imports: ReadonlySet<string>) {
    this.#maxClaimedParts = maxClaimedParts;
    this.#isReviewed = isReviewed;
    this.#imports = imports;
  }

  // A graph is in every note with lines that refer to it. Its own commit is the oldest of them.
  add(graph: LocalGraph & Partial<Graph>, commit: Oid | undefined): void {
    // A forged graph can have the key of another one.
    const key = graph.chain
      ? `${graphKey(graph as Graph)} ${standingOfGraph(graph)}`
      : `local ${graph.session.id} ${graph.nodes[0]?.id ?? ''}`;
    const found = this.#graphs.get(key);
    if (found) found.commit = commit;
    else if (this.#left.has(key)) return;
    else if (commit === undefined || standingOfGraph(graph) !== 'claimed') this.#graphs.set(key, { graph, commit });
    else this.#addClaimed(graph as Graph, key, commit);
  }

  #addClaimed(graph: Graph, key: string, commit: Oid | undefined): void {
    const entries = graph.nodes.flatMap(({ id, kind }) => (STEP_KINDS.has(kind) ? [] : [id]));
    if (this.#imports.size > 0 && entries.length > 0 && this.#imports.has(graphIdOf(graph)))
      for (const node of graph.nodes) if (!STEP_KINDS.has(node.kind)) this.#imported.set(node.id, JSON.stringify(node));
    const [slim] = this.#slimmer.slim([graph], new Set(entries));
    this.#claimedParts += slim!.nodes.length + slim!.edges.length;
    if (this.#claimedParts <= this.#maxClaimedParts) {
      this.#graphs.set(key, { graph: slim!, commit });
      return;
    }
    this.#left.add(key);
    this.#unread += slim!.nodes.length;
  }

  known(): GatheredKnowledge {
    const nodes = new Map<NodeId, HeldNode>();
    const edges = new Map<string, Edge>();
    const all = [...this.#graphs.values()].map(({ graph, commit }) => {
      const whole: Graph = { explains: [], previous: null, chain: NO_CHAIN, ...graph };
      rememberStanding(whole, commit === undefined ? 'recorded' : standingOfGraph(graph as Graph));
      return [whole, commit] as const;
    });
    // Graphs of many notes together: a statement about a step of a higher standing does not count.
    const commits = new Map(all.map(([graph, commit]) => [nameOf(graph), commit]));
    const { graphs } = countingGraphs(all.map(([graph]) => graph));
    for (const graph of graphs) {
      const commit = commits.get(nameOf(graph));
      const trusted = standingOfGraph(graph) !== 'claimed';
      for (const node of graph.nodes) {
        const isOwn = this.#imported.size > 0 && this.#imported.get(node.id) === JSON.stringify(node);
        nodes.set(node.id, { node, session: graph.session, commit, trusted, isOwn });
      }
      for (const edge of graph.edges) edges.set(edgeKey(edge), edge);
    }
    const changes = new Map<NodeId, HeldNode[]>();
    for (const held of nodes.values()) {
      const subject = changeOf(held.node) && subjectOf(held.node);
      if (subject) push(changes, subject, held);
    }
    const statuses = edgeStandings(graphs, this.#isReviewed);
    for (const [key, { status, isOwn }] of statuses)
      if (isOwn && (status === 'retracted' || status === 'rejected')) edges.delete(key);
    const from = new Map<NodeId, Edge[]>();
    const into = new Map<NodeId, Edge[]>();
    for (const edge of edges.values()) {
      push(from, edge.from, edge);
      push(into, edge.to, edge);
    }
    return {
      nodes,
      edges: [...edges.values()],
      changesOf: (id) => changes.get(id) ?? [],
      from: (id) => from.get(id) ?? [],
      into: (id) => into.get(id) ?? [],
      statusOf: (edge) => statuses.get(edgeKey(edge))?.status,
      unread: this.#unread,
    };
  }
}

const nameOf = (graph: Graph): string => `${graph.nodes[0]?.id ?? ''} ${standingOfGraph(graph)}`;
