import { sessionPart } from '../blame/context.ts';
import { sessionPrefix, type NodeId, type Oid, type SessionId } from '../graph/ids.ts';
import type { Graph, Node, Session, Usage } from '../graph/model.ts';
import { addUsage, byNumber, graphKey, isStep, unite } from './gather.ts';
import { allNotes, type History, type LocalGraph } from './history.ts';
import { linesBySession } from './share.ts';

/** A session as the list of sessions shows it. */
export interface SessionSummary {
  readonly session: Session;
  readonly short: string;
  /** The first and the last step, milliseconds since the epoch; undefined when there is none. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly steps: number;
  /** How many of the steps no commit has taken up yet. */
  readonly uncommitted: number;
  /** The commits with lines of it, or for which it has a graph. */
  readonly commits: number;
  readonly lines: number;
  readonly usage: Usage | undefined;
}

type Counting = { -readonly [Key in keyof SessionSummary]: SessionSummary[Key] };

/**
 * All sessions of the notes and of this clone, the latest first. Notes of commits to which no branch leads any more tell of
 * sessions, but their lines do not count.
 */
export async function listSessions(history: History): Promise<SessionSummary[]> {
  const found = new Map<string, Counting>();
  const seen = new Set<string>();
  for await (const { note, reachable } of allNotes(history)) {
    for (const graph of note.graphs) {
      const counting = of(found, graph.session);
      if (seen.has(graphKey(graph))) continue;
      seen.add(graphKey(graph));
      count(counting, graph);
    }
    if (reachable) countLines(found, linesBySession(note), note.graphs);
  }
  for (const graph of (await history.localGraphs?.()) ?? []) {
    if (graph.nodes.length === 0) continue;
    const counting = of(found, graph.session);
    counting.uncommitted += count(counting, graph);
  }
  return [...found.values()].sort((a, b) => (b.last ?? 0) - (a.last ?? 0) || (a.short < b.short ? -1 : 1));
}

function countLines(
  found: ReadonlyMap<string, Counting>,
  lines: ReadonlyMap<string, number>,
  graphs: readonly Graph[],
): void {
  const shorts = new Set([...lines.keys(), ...graphs.map(({ session }) => sessionPrefix(session.id))]);
  for (const short of shorts) {
    const counting = found.get(short);
    if (!counting) continue; // a note may name nodes of a graph that it does not have
    counting.commits++;
    counting.lines += lines.get(short) ?? 0;
  }
}

function of(found: Map<string, Counting>, session: Session): Counting {
  const short = sessionPrefix(session.id);
  const known = found.get(short);
  if (known) {
    // What was learnt later (the model, of some agents) is in some graphs only.
    known.session = { ...session, ...known.session };
    return known;
  }
  const fresh: Counting = {
    session,
    short,
    first: undefined,
    last: undefined,
    steps: 0,
    uncommitted: 0,
    commits: 0,
    lines: 0,
    usage: undefined,
  };
  found.set(short, fresh);
  return fresh;
}

function count(counting: Counting, { nodes, usage }: LocalGraph): number {
  const steps = nodes.filter(isStep);
  counting.steps += steps.length;
  counting.usage = addUsage(counting.usage, usage);
  for (const { at } of steps) {
    if (!Number.isFinite(at)) continue;
    counting.first = Math.min(counting.first ?? at, at);
    counting.last = Math.max(counting.last ?? at, at);
  }
  return steps.length;
}

/** Everything that is known of one session. */
export interface SessionStory extends SessionSummary {
  /** Its own graphs and those of its sub-agents, without what they repeat. */
  readonly graphs: readonly LocalGraph[];
  /** Its own nodes, in order. */
  readonly nodes: readonly Node[];
  /** The nodes that no commit has taken up yet. */
  readonly pending: ReadonlySet<NodeId>;
  readonly children: readonly SessionSummary[];
  /** The commits that it has a part in, the newest first, with its lines. */
  readonly landed: readonly { readonly commit: Oid; readonly lines: number; readonly reachable: boolean }[];
}

/** Puts a session together from all its graphs. The session must be one that `findSession` found. */
export async function tellSession(history: History, id: SessionId): Promise<SessionStory | undefined> {
  const short = sessionPrefix(id);
  const mine = new Map<string, Graph>();
  const landed: { commit: Oid; lines: number; reachable: boolean; rank: number }[] = [];
  const isMine = (session: Session): boolean => session.id === id || session.id.startsWith(`${id}/`) || session.parent === id;
  for await (const { commit, note, rank, reachable } of allNotes(history)) {
    for (const graph of note.graphs) if (isMine(graph.session)) mine.set(graphKey(graph), graph);
    const lines = linesBySession(note).get(short) ?? 0;
    if (lines > 0 || note.graphs.some(({ session, explains }) => session.id === id && explains.includes(commit)))
      landed.push({ commit, lines, reachable, rank });
  }
  const local = ((await history.localGraphs?.()) ?? []).filter(({ session }) => isMine(session));
  const graphs: LocalGraph[] = unite<LocalGraph>([...mine.values(), ...local]);
  const nodes = graphs.flatMap((graph) => graph.nodes).filter((node) => sessionPart(node.id) === short);
  const summaries = (await listSessions(history)).filter(({ session }) => isMine(session));
  const own = summaries.find(({ session }) => session.id === id);
  if (!own) return undefined;
  return {
    ...own,
    graphs,
    nodes: nodes.sort(byNumber),
    pending: new Set(local.flatMap((graph) => graph.nodes.map((node) => node.id))),
    children: summaries.filter((one) => one !== own),
    landed: landed.sort((a, b) => a.rank - b.rank).map(({ rank: _, ...one }) => one),
  };
}
