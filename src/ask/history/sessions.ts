import { prefixesOf, sessionPrefix, type Oid, type SessionId, sessionPart } from '../../model/ids.ts';
import { isThingId } from '../../model/knowledge/thing.ts';
import type { Graph, Session, Usage } from '../../model/model.ts';
import { graphKey, sumsOf, type GraphSums, type NoteLines, type NoteSums } from '../index/note-stats.ts';
import { addUsage, byNumber, unite } from '../find/complete-graphs.ts';
import { countingGraphs } from '../../model/standing/graphs.ts';
import { compareStandings, standingOfGraph, type RecordStanding } from '../../model/standing/standing.ts';
import { inTime, notesOn, type LocalGraph, type PlacedCommit, type Sourced } from './history.ts';
import { presentOf, type Rewriting } from './present-commits.ts';
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
  standing: RecordStanding;
  readonly short: string;
  first: number | undefined;
  last: number | undefined;
  steps: number;
  uncommitted: number;
  commits: number;
  lines: number;
  /** The commits and lines that count without those that are only claimed. */
  trusted: { commits: number; lines: number };
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

  /**
   * Adds notes. A line that several commits have counts once, see `linesOnce`. The trusted lines are counted alone as well: no
   * claim of a stranger takes lines from a session, or adds some that are not marked.
   */
  addNotes(notes: ReadonlyMap<Oid, NoteSums>, placed: readonly PlacedCommit[]): void {
    const counting = placed.flatMap(({ commit, reachable }) => (reachable ? [commit] : []));
    const once = linesOnce(notes, counting);
    const trusted = new Map(
      [...notes].flatMap(([commit, note]) => (note.isTrusted ? [[commit, trustedLines(note)]] : [])),
    );
    const trustedOnce = linesOnce(trusted, counting);
    for (const { commit } of placed) this.#add(notes.get(commit)!, once.get(commit), trustedOnce.get(commit));
  }

  // A graph may be in several notes, but it counts once. Without lines, the commit is not reachable.
  #add(
    { graphs: all, isTrusted }: NoteSums,
    lines: ReadonlyMap<string, number> | undefined,
    trusted: ReadonlyMap<string, number> = new Map(),
  ): void {
    const graphs = all.filter(({ session }) => this.#isWanted(session));
    for (const graph of graphs) {
      const counting = this.#of(graph.session, graph.standing);
      if (this.#seen.has(graph.key)) continue;
      this.#seen.add(graph.key);
      count(counting, graph);
    }
    if (!lines) return;
    const described = new Set(graphs.map(({ session }) => sessionPrefix(session)));
    const [counted, trustedHere] = [new Set<Counting>(), new Set<Counting>()];
    for (const short of new Set([...lines.keys(), ...described])) {
      const counting = this.#found.get(short);
      if (!counting) continue; // a note may name nodes of a graph that it lacks
      counted.add(counting);
      counting.lines += lines.get(short) ?? 0;
      if (!isTrusted) continue;
      if (described.has(short) || trusted.has(short)) trustedHere.add(counting);
      counting.trusted.lines += trusted.get(short) ?? 0;
    }
    for (const one of counted) one.commits++;
    for (const one of trustedHere) one.trusted.commits++;
  }

  addLocal(graphs: readonly LocalGraph[]): void {
    for (const graph of graphs)
      if (graph.nodes.length > 0 && this.#isWanted(graph.session)) {
        const sums = sumsOf(graph);
        const counting = this.#of(graph.session, 'recorded');
        count(counting, sums);
        counting.uncommitted += sums.steps;
      }
  }

  summaries(): SessionSummary[] {
    const all = [...new Set(this.#found.values())];
    return all.sort((a, b) => (b.last ?? 0) - (a.last ?? 0) || (a.short < b.short ? -1 : 1)).map(summaryOf);
  }

  #of(session: Session, standing: RecordStanding): Counting {
    const short = sessionPrefix(session);
    // A session may have ids with both prefixes.
    const same = prefixesOf(session.id).map((prefix) => this.#found.get(prefix));
    const known = this.#found.get(short) ?? same.find((one) => one?.session.id === session.id);
    if (known) {
      this.#found.set(short, known);
      if (compareStandings(standing, known.standing) > 0) known.standing = standing;
      const { digits: _, ...more } = session;
      known.session = { ...more, ...known.session }; // some agents report their model late
      return known;
    }
    const none = {
      steps: 0,
      uncommitted: 0,
      commits: 0,
      lines: 0,
      trusted: { commits: 0, lines: 0 },
      first: undefined,
      last: undefined,
      usage: undefined,
    };
    const fresh: Counting = { session, standing, short, ...none };
    this.#found.set(short, fresh);
    return fresh;
  }
}

// The lines of a note without those that are only claimed.
const trustedLines = ({ lines, copied, claimed, sources, restores }: NoteSums): NoteLines => ({
  lines: without(lines, claimed.lines),
  copied: without(copied, claimed.copied),
  sources,
  restores,
});

const without = (counts: ReadonlyMap<string, number>, less: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...counts].map(([short, n]) => [short, n - (less.get(short) ?? 0)] as const).filter(([, n]) => n > 0));

function summaryOf({
  session,
  standing,
  first,
  last,
  steps,
  uncommitted,
  usage,
  ...counting
}: Counting): SessionSummary {
  const { trusted } = counting;
  const lines = Math.max(counting.lines, trusted.lines);
  const isClaimed = standing === 'claimed';
  return {
    session: sessionInfo(session),
    standing,
    first: first === undefined ? null : isoTime(first),
    last: last === undefined ? null : isoTime(last),
    steps,
    uncommitted,
    commits: counting.commits,
    lines,
    claimed: {
      commits: isClaimed ? counting.commits : counting.commits - trusted.commits,
      lines: isClaimed ? lines : lines - trusted.lines,
    },
    usage: usageInfo(usage),
  };
}

function count(counting: Counting, { steps, first, last, usage }: GraphSums): void {
  counting.steps += steps;
  counting.usage = addUsage(counting.usage, usage);
  if (first !== undefined) counting.first = Math.min(counting.first ?? first, first);
  if (last !== undefined) counting.last = Math.max(counting.last ?? last, last);
}

const isTrustedGraph = (graph: Pick<Graph, 'session'>): boolean => standingOfGraph(graph) !== 'claimed';

/** Builds a session from all its graphs; undefined when it has no graphs. */
export async function readSessionStory(history: Sourced, id: SessionId): Promise<SessionStory | undefined> {
  const isMine = (session: Session): boolean =>
    session.id === id || session.parent === id || session.id.startsWith(`${id}/`);
  const prefixes = prefixesOf(id);
  const linesOf = (counts: ReadonlyMap<string, number>): number =>
    prefixes.reduce((sum, prefix) => sum + (counts.get(prefix) ?? 0), 0);
  const tally = new Tally(isMine);
  const mine = new Map<string, Graph>();
  const landed: (SessionCommit & { rank: number })[] = [];
  const commits = await Promise.all(history.sources.map((source) => source.commitsOf(id)));
  const named = [...new Set(commits.flat())];
  const notes = new Map<Oid, NoteSums>();
  for (const source of history.sources) for (const [commit, sums] of await source.sums(named)) notes.set(commit, sums);
  // Anyone can put a copy of a trusted graph on another commit.
  const isKnown = [...notes.values()].some(({ graphs: all }) =>
    all.some(({ session, standing }) => session.id === id && standing !== 'claimed'),
  );
  const placed: PlacedCommit[] = [];
  const rewritings: Rewriting[] = [];
  for await (const { note, ...place } of notesOn(history, named)) {
    const { commit, rank, reachable } = place;
    const sums = notes.get(commit);
    if (!sums) continue;
    rewritings.push({ commit, reachable, sources: note.carried.map(({ from }) => from) });
    placed.push(place);
    for (const graph of note.graphs)
      if (isMine(graph.session)) mine.set(`${graphKey(graph)} ${standingOfGraph(graph)}`, graph);
    const lines = linesOf(sums.lines);
    const claimed = linesOf(sums.claimed.lines);
    const mayCount = sums.isTrusted || !isKnown;
    if (lines > 0 || (mayCount && note.graphs.some(({ session }) => session.id === id)))
      landed.push({ commit, lines, ...(claimed > 0 && { claimed }), reachable, rank });
  }
  tally.addNotes(notes, placed);
  const local = ((await history.localGraphs?.()) ?? []).filter(({ session }) => isMine(session));
  tally.addLocal(local);
  const summaries = tally.summaries();
  const summary = summaries.find(({ session }) => session.id === id);
  if (!summary) return undefined;
  // A session that only claims to be a sub-agent of a trusted one is not shown as its part.
  const isTrusted = summary.standing !== 'claimed';
  const recorded = [...[...mine.values()].filter(isTrustedGraph), ...local];
  const trusted = new Set(recorded.map(({ session }) => sessionPrefix(session)));
  const own = [...mine.values()].filter(
    (graph) =>
      !isTrusted || isTrustedGraph(graph) || (graph.session.id === id && trusted.has(sessionPrefix(graph.session))),
  );
  const graphs: LocalGraph[] = unite<LocalGraph>([...countingGraphs(own).graphs, ...local]);
  return {
    summary,
    graphs,
    nodes: graphs
      .flatMap(({ nodes }) => nodes.filter((node) => prefixes.includes(sessionPart(node.id)) || isThingId(node.id)))
      .sort(byNumber),
    pending: new Set(local.flatMap(({ nodes }) => nodes.map((node) => node.id))),
    children: summaries.filter((one) => one !== summary && !(isTrusted && one.standing === 'claimed')),
    landed: landed.sort((a, b) => a.rank - b.rank),
    rewritten: presentOf(rewritings),
  };
}
