import { sessionPrefix, sessionPart, type Oid } from '../../model/ids.ts';
import { isThingId } from '../../model/knowledge/thing.ts';
import { DeclaredEdges } from '../../model/knowledge/declared-edges.ts';
import type { Edge, Graph, Node, Note, Session, Usage } from '../../model/model.ts';
import { addUsage, byNumber, graphKey, isStep } from '../../ask/find/complete-graphs.ts';
import { linesOnce } from '../../ask/history/lines-once.ts';
import { noteLines, type NoteLines } from '../../ask/index/note-stats.ts';
import { edgeInfo, isoTime, nodeInfo, sessionInfo, usageInfo } from '../../ask/shapes/parts.ts';
import type { NodeStory, SessionStory, SessionSummary } from './types.ts';

type Notes = AsyncIterable<readonly [commit: Oid, note: Note]>;

// The notes, whose declared edges are collected on the way: a verdict on an edge may be in any of them.
async function* listened(notes: Notes, declared: DeclaredEdges): Notes {
  for await (const one of notes) {
    declared.add(one[1].graphs);
    yield one;
  }
}

/** Data of one session, collected note by note. */
class Gathering {
  session: Session;
  usage: Usage | undefined;
  readonly nodes = new Map<string, Node>();
  readonly edges = new Map<string, Edge>();
  readonly commits = new Map<Oid, number>();
  readonly #graphs = new Set<string>();

  constructor(session: Session) {
    this.session = session;
  }

  // A graph may be in several notes, but it counts once.
  add(graph: Graph): void {
    const key = graphKey(graph);
    if (this.#graphs.has(key)) return;
    this.#graphs.add(key);
    this.session = { ...graph.session, ...this.session }; // some agents report their model late
    this.usage = addUsage(this.usage, graph.usage);
    for (const node of graph.context ?? []) if (!this.nodes.has(node.id)) this.nodes.set(node.id, node);
    for (const node of graph.nodes) this.nodes.set(node.id, node);
    for (const edge of graph.edges) this.edges.set(`${edge.from} ${edge.to} ${edge.kind}`, edge);
  }

  own(): Node[] {
    const short = sessionPrefix(this.session);
    const own = [...this.nodes.values()].filter(({ id }) => sessionPart(id) === short || isThingId(id));
    return own.sort(byNumber);
  }
}

/** Sessions with the lines of the notes about them. */
interface Gathered {
  readonly sessions: readonly Gathering[];
  readonly lines: ReadonlyMap<Oid, NoteLines>;
}

/** Collects the data of the selected sessions from all notes. */
async function gatherSessions(notes: Notes, isWanted: (short: string, id: string) => boolean): Promise<Gathered> {
  const found = new Map<string, Gathering>();
  const lines = new Map<Oid, NoteLines>();
  for await (const [commit, note] of notes) {
    const here = new Set<string>();
    for (const graph of note.graphs) {
      const short = sessionPrefix(graph.session);
      if (!isWanted(short, graph.session.id)) continue;
      const gathering = found.get(short) ?? new Gathering(graph.session);
      found.set(short, gathering);
      gathering.add(graph);
      here.add(short);
    }
    if (here.size === 0) continue;
    const mine = noteLines(note);
    lines.set(commit, mine);
    for (const short of here) found.get(short)!.commits.set(commit, mine.lines.get(short) ?? 0);
  }
  return { sessions: [...found.values()], lines };
}

/** Selects those commits that a branch, a tag or HEAD reaches. */
type Reached = (commits: readonly Oid[]) => Promise<ReadonlySet<Oid>>;

/** The sessions in the notes, latest first. */
export async function listSessions(notes: Notes, reached: Reached): Promise<SessionSummary[]> {
  const { sessions, lines } = await gatherSessions(notes, () => true);
  const counted = await reached([...lines.keys()]);
  const once = linesOnce(lines, [...lines.keys()].filter((commit) => counted.has(commit)).sort());
  const all = sessions.map((gathering) => {
    const steps = gathering.own().filter(isStep);
    const times = steps.filter(({ kind }) => kind !== 'patch').map(({ at }) => at); // a commit's time can be set freely
    const [first, last] = [times.reduce(least, Infinity), times.reduce(most, -Infinity)];
    return { gathering, steps: steps.length, first, last };
  });
  all.sort((a, b) => b.last - a.last || (a.gathering.session.id < b.gathering.session.id ? -1 : 1));
  return all.map(({ gathering: { session, commits, usage }, steps, first, last }) => {
    const short = sessionPrefix(session);
    const mine = [...commits.keys()].flatMap((commit) => {
      const here = once.get(commit);
      return here ? [here.get(short) ?? 0] : [];
    });
    return {
      session: sessionInfo(session),
      first: isoTime(first),
      last: isoTime(last),
      steps,
      uncommitted: 0, // the notes have only steps of commits
      commits: mine.length,
      lines: mine.reduce((sum, count) => sum + count, 0),
      usage: usageInfo(usage),
    };
  });
}

const least = (a: number, b: number): number => Math.min(a, b);
const most = (a: number, b: number): number => Math.max(a, b);

/** One session, by its id or its short id. */
export async function readSessionStory(notes: Notes, id: string, reached: Reached): Promise<SessionStory | undefined> {
  const declared = new DeclaredEdges();
  const isWanted = (short: string, whole: string): boolean => whole === id || short === id.toLowerCase();
  const { sessions } = await gatherSessions(listened(notes, declared), isWanted);
  const [found] = sessions;
  if (!found) return undefined;
  const { session, edges, commits, usage } = found;
  const counted = await reached([...commits.keys()]);
  return {
    session: sessionInfo(session),
    nodes: found.own().map(nodeInfo),
    edges: [...edges.values()].map((edge) => edgeInfo(edge, declared.statusOf(edge))),
    commits: [...commits].map(([commit, lines]) => ({ commit, lines, reachable: counted.has(commit) })),
    usage: usageInfo(usage),
  };
}

/** One node, by its id with or without its kind. */
export async function readNodeStory(notes: Notes, reference: string): Promise<NodeStory | undefined> {
  const id = reference.slice(reference.lastIndexOf(':') + 1).toLowerCase();
  const kind = reference.includes(':') ? reference.slice(0, reference.lastIndexOf(':')) : undefined;
  const commits: string[] = [];
  const edges = new Map<string, Edge>();
  let found: { node: Node; session: Session; whole: boolean } | undefined;
  const declared = new DeclaredEdges();
  for await (const [commit, note] of listened(notes, declared)) {
    let holds = false;
    for (const graph of note.graphs) {
      for (const edge of graph.edges)
        if (edge.from === id || edge.to === id) edges.set(`${edge.from} ${edge.to} ${edge.kind}`, edge);
      const own = graph.nodes.find((node) => node.id === id);
      const node = own ?? graph.context?.find((one) => one.id === id);
      if (!node) continue;
      holds = true;
      if (!found || (own && !found.whole)) found = { node, session: graph.session, whole: own !== undefined };
    }
    if (holds) commits.push(commit);
  }
  if (!found || (kind !== undefined && kind !== 'node' && kind !== found.node.kind)) return undefined;
  return {
    node: nodeInfo(found.node),
    session: sessionInfo(found.session),
    edges: [...edges.values()].map((edge) => edgeInfo(edge, declared.statusOf(edge))),
    commits,
  };
}
