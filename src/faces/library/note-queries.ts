import { ProvError } from '../../errors.ts';
import { type NodeId, type Oid, sessionPart, sessionPrefix, shortId } from '../../model/ids.ts';
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
  const named = id.toLowerCase();
  const isWanted = (short: string, whole: string): boolean =>
    whole === id || short === named || shortId(short) === named;
  const { sessions } = await gatherSessions(listened(notes, declared), isWanted);
  const whole = sessions.find(({ session }) => session.id === id || sessionPrefix(session) === named);
  if (!whole && sessions.length > 1)
    throw new ProvError('usage', `${JSON.stringify(id)} means several sessions.`, {
      hint: `Use the whole id: ${sessions.map(({ session }) => session.id).join(', ')}.`,
    });
  const found = whole ?? sessions[0];
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

/** A node that a reference means, with what the notes say of it. */
interface FoundNode {
  node: Node;
  session: Session;
  /** A graph has it as its own, and not only as context. */
  isWhole: boolean;
  readonly commits: Set<Oid>;
}

/**
 * One node, by its id with or without its kind. People see the first eight digits of the prefix, so these are enough.
 * @throws ProvError `usage` when sessions share these digits
 */
export async function readNodeStory(notes: Notes, reference: string): Promise<NodeStory | undefined> {
  const named = reference.slice(reference.lastIndexOf(':') + 1).toLowerCase();
  const kind = reference.includes(':') ? reference.slice(0, reference.lastIndexOf(':')) : undefined;
  const isNamed = (id: string): boolean => id === named || shortId(id) === named;
  const found = new Map<NodeId, FoundNode>();
  const edges = new Map<string, Edge>();
  const declared = new DeclaredEdges();
  for await (const [commit, note] of listened(notes, declared))
    for (const graph of note.graphs) {
      for (const edge of graph.edges)
        if (isNamed(edge.from) || isNamed(edge.to)) edges.set(`${edge.from} ${edge.to} ${edge.kind}`, edge);
      const add = (node: Node, isWhole: boolean): void => {
        if (!isNamed(node.id)) return;
        const one = found.get(node.id) ?? { node, session: graph.session, isWhole, commits: new Set() };
        if (isWhole && !one.isWhole) Object.assign(one, { node, session: graph.session, isWhole });
        one.commits.add(commit);
        found.set(node.id, one);
      };
      for (const node of graph.nodes) add(node, true);
      for (const node of graph.context ?? []) add(node, false);
    }
  const exact = found.get(named as NodeId);
  if (!exact && found.size > 1)
    throw new ProvError('usage', `${JSON.stringify(reference)} means several nodes.`, {
      hint: `Use the whole id: ${[...found.keys()].join(', ')}.`,
    });
  const one = exact ?? [...found.values()][0];
  if (!one || (kind !== undefined && kind !== 'node' && kind !== one.node.kind)) return undefined;
  const { id } = one.node;
  return {
    node: nodeInfo(one.node),
    session: sessionInfo(one.session),
    edges: [...edges.values()]
      .filter(({ from, to }) => from === id || to === id)
      .map((edge) => edgeInfo(edge, declared.statusOf(edge))),
    commits: [...one.commits],
  };
}
