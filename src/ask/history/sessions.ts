import { sessionPrefix, type Oid, type SessionId, sessionPart } from '../../model/ids.ts';
import type { Graph, Session, Usage } from '../../model/model.ts';
import { graphKey, noteSums, sumsOf, type GraphSums, type NoteSums } from '../index/note-stats.ts';
import { addUsage, byNumber, unite } from '../find/complete-graphs.ts';
import { countingGraphs } from '../../model/standing/graphs.ts';
import { standingOfGraph } from '../../model/standing/standing.ts';
import { inTime, notesOn, type LocalGraph, type PlacedCommit, type Sourced } from './history.ts';
import { linesOnce } from './lines-once.ts';
import { isoTime, sessionInfo, usageInfo } from '../shapes/parts.ts';
import type { SessionCommit, SessionSummary } from '../shapes/shapes.ts';
import type { SessionStory } from './session-answer.ts';

/**
 * All sessions of the notes and of this clone, the latest first. Notes of unreachable commits contribute sessions, but their lines do
 * not count.
 */
export async function listSessions(history: Sourced): Promise<SessionSummary[]> {
  const tally = new Tally();
  for (const source of history.sources) {
    const notes = await source.sums();
    tally.addNotes(notes, await inTime(history.repo, [...notes.keys()]));
  }
  tally.addLocal((await history.localGraphs?.()) ?? []);
  return tally.summaries();
}

/** What is counted of a session. Times are milliseconds since the epoch. */
interface Counting {
  session: Session;
  readonly short: string;
  first: number | undefined;
  last: number | undefined;
  steps: number;
  uncommitted: number;
  commits: number;
  lines: number;
  usage: Usage | undefined;
}

// Collects statistics of sessions, note by note.
class Tally {
  readonly #isWanted: (session: Session) => boolean;
  readonly #found = new Map<string, Counting>();
  readonly #seen = new Set<string>();

  constructor(isWanted: (session: Session) => boolean = () => true) {
    this.#isWanted = isWanted;
  }

  /** Adds notes. A line that several commits have counts once, see `linesOnce`. */
  addNotes(notes: ReadonlyMap<Oid, NoteSums>, placed: readonly PlacedCommit[]): void {
    const counting = placed.flatMap(({ commit, reachable }) => (reachable ? [commit] : []));
    const once = linesOnce(notes, counting);
    for (const { commit } of placed) this.#add(notes.get(commit)!, once.get(commit));
  }

  // A graph may be in several notes, but it counts once. Without lines, the commit is not reachable.
  #add({ graphs: all }: NoteSums, lines: ReadonlyMap<string, number> | undefined): void {
    const graphs = all.filter(({ session }) => this.#isWanted(session));
    for (const graph of graphs) {
      const counting = this.#of(graph.session);
      if (this.#seen.has(graph.key)) continue;
      this.#seen.add(graph.key);
      count(counting, graph);
    }
    if (!lines) return;
    const shorts = new Set([...lines.keys(), ...graphs.map(({ session }) => sessionPrefix(session.id))]);
    for (const short of shorts) {
      const counting = this.#found.get(short);
      if (!counting) continue; // a note may name nodes of a graph that it lacks
      counting.commits++;
      counting.lines += lines.get(short) ?? 0;
    }
  }

  addLocal(graphs: readonly LocalGraph[]): void {
    for (const graph of graphs)
      if (graph.nodes.length > 0 && this.#isWanted(graph.session)) {
        const sums = sumsOf(graph);
        const counting = this.#of(graph.session);
        count(counting, sums);
        counting.uncommitted += sums.steps;
      }
  }

  summaries(): SessionSummary[] {
    const all = [...this.#found.values()];
    return all.sort((a, b) => (b.last ?? 0) - (a.last ?? 0) || (a.short < b.short ? -1 : 1)).map(summaryOf);
  }

  #of(session: Session): Counting {
    const short = sessionPrefix(session.id);
    const known = this.#found.get(short);
    if (known) {
      known.session = { ...session, ...known.session }; // some agents report their model late
      return known;
    }
    const none = {
      steps: 0,
      uncommitted: 0,
      commits: 0,
      lines: 0,
      first: undefined,
      last: undefined,
      usage: undefined,
    };
    const fresh: Counting = { session, short, ...none };
    this.#found.set(short, fresh);
    return fresh;
  }
}

const summaryOf = ({ session, first, last, steps, uncommitted, commits, lines, usage }: Counting): SessionSummary => ({
  session: sessionInfo(session),
  first: first === undefined ? null : isoTime(first),
  last: last === undefined ? null : isoTime(last),
  steps,
  uncommitted,
  commits,
  lines,
  usage: usageInfo(usage),
});

function count(counting: Counting, { steps, first, last, usage }: GraphSums): void {
  counting.steps += steps;
  counting.usage = addUsage(counting.usage, usage);
  if (first !== undefined) counting.first = Math.min(counting.first ?? first, first);
  if (last !== undefined) counting.last = Math.max(counting.last ?? last, last);
}

/** Builds a session from all its graphs; undefined when it has no graphs. */
export async function tellSession(history: Sourced, id: SessionId): Promise<SessionStory | undefined> {
  const isMine = (session: Session): boolean =>
    session.id === id || session.parent === id || session.id.startsWith(`${id}/`);
  const short = sessionPrefix(id);
  const tally = new Tally(isMine);
  const mine = new Map<string, Graph>();
  const landed: (SessionCommit & { rank: number })[] = [];
  const commits = await Promise.all(history.sources.map((source) => source.commitsOf(id)));
  const notes = new Map<Oid, NoteSums>();
  const placed: PlacedCommit[] = [];
  for await (const { note, ...place } of notesOn(history, [...new Set(commits.flat())])) {
    const { commit, rank, reachable } = place;
    const sums = noteSums(note);
    notes.set(commit, sums);
    placed.push(place);
    for (const graph of note.graphs)
      if (isMine(graph.session)) mine.set(`${graphKey(graph)} ${standingOfGraph(graph)}`, graph);
    const lines = sums.lines.get(short) ?? 0;
    if (lines > 0 || note.graphs.some(({ session }) => session.id === id))
      landed.push({ commit, lines, reachable, rank });
  }
  tally.addNotes(notes, placed);
  const local = ((await history.localGraphs?.()) ?? []).filter(({ session }) => isMine(session));
  tally.addLocal(local);
  const summaries = tally.summaries();
  const summary = summaries.find(({ session }) => session.id === id);
  if (!summary) return undefined;
  const graphs: LocalGraph[] = unite<LocalGraph>([...countingGraphs([...mine.values()]).graphs, ...local]);
  return {
    summary,
    graphs,
    nodes: graphs.flatMap(({ nodes }) => nodes.filter((node) => sessionPart(node.id) === short)).sort(byNumber),
    pending: new Set(local.flatMap(({ nodes }) => nodes.map((node) => node.id))),
    children: summaries.filter((one) => one !== summary),
    landed: landed.sort((a, b) => a.rank - b.rank),
  };
}
