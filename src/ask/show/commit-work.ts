import { commitsOf } from '../blame/note-lookup.ts';
import { ProvError } from '../../errors.ts';
import { changesOf, type CommitChange } from '../../git/history/commit-changes.ts';
import { sessionPrefix, type NodeId, type Oid, sessionPart } from '../../model/ids.ts';
import type { Graph, Node, Note, Session, Usage } from '../../model/model.ts';
import { higherStanding, standingOfGraph, type RecordStanding } from '../../model/standing/standing.ts';
import { readCommit, type CommitInfo } from '../history/commit-info.ts';
import { addUsage, isStep } from '../find/complete-graphs.ts';
import { readable, type History } from '../history/history.ts';
import { add, sharesOf, type FileShare } from '../report/line-share.ts';

/** The work of a session for a commit. */
export interface SessionPart {
  readonly short: string;
  /** Undefined when the note has no graph of it. */
  readonly session: Session | undefined;
  readonly steps: number;
  readonly lines: number;
  readonly usage: Usage | undefined;
  /** The highest standing of its graphs; undefined without one. */
  readonly standing: RecordStanding | undefined;
}

/** A commit with its note, the work for it, and the owners of its lines. */
export interface CommitWork {
  readonly commit: CommitInfo;
  /** Undefined for a missing or unreadable note. */
  readonly note: Note | undefined;
  readonly parts: readonly SessionPart[];
  readonly files: readonly FileShare[];
}

/** The same for a commit with a readable note. */
export interface NotedWork extends CommitWork {
  readonly note: Note;
}

/** Reads the work for a commit. @throws ProvError `data` for a missing commit */
export async function readWork(history: History, oid: Oid): Promise<CommitWork> {
  const commit = await readCommit(history.repo, oid);
  if (!commit) throw new ProvError('data', `There is no commit ${oid}.`, { hint: 'Run git fsck.' });
  const found = (await history.notes.read([oid])).get(oid);
  const note = found && readable(history, found);
  if (!note) return { commit, note, parts: [], files: [] };
  return workOf(commit, note, (await changesOf(history.repo, [oid], history.objects)).get(oid));
}

/**
 * The work for a commit and the owners of its lines, from its note.
 * @param change the commit's change; undefined when the commit is missing
 */
export function workOf(commit: CommitInfo, note: Note, change: CommitChange | undefined): NotedWork {
  const files = change ? sharesOf(change, note) : [];
  return { commit, note, parts: partsOf(note, doneFor(note, commit.oid), linesOf(files)), files };
}

/** The nodes of a note that record the work for its commit. */
interface RecordedWork {
  readonly nodes: ReadonlySet<NodeId>;
  /** Whether all nodes of a graph belong to it. */
  readonly whole: (graph: Graph) => boolean;
}

// Some graphs are in a note only because of lines that came from them, or because they record a verification. Their other nodes belong
// to other commits.
export function doneFor(note: Note, commit: Oid): RecordedWork {
  const made = graphsFor(note, commit);
  const nodes = new Set<NodeId>();
  for (const graph of made) for (const { id } of graph.nodes) nodes.add(id);
  for (const list of note.lines.values()) for (const { node } of list) if (node) nodes.add(node);
  const written = new Set(nodes);
  for (const { edges } of note.graphs)
    for (const { kind, from, to } of edges) if (COMES_OF_IT.has(kind) && written.has(from)) nodes.add(to);
  return { nodes, whole: (graph) => made.has(graph) };
}

/** Edges to results of a change, which may be in a later graph. */
const COMES_OF_IT: ReadonlySet<string> = new Set(['verified_by', 'decided_by']);

// A graph made for a commit has its patch. A graph without a patch only records a later verification; and a rewritten commit has graphs
// that were made for its sources only.
function graphsFor({ graphs, carried }: Note, commit: Oid): ReadonlySet<Graph> {
  const commits = commitsOf(commit, { carried });
  const own = graphs.filter(({ explains }) => explains.some((one) => commits.has(one)));
  const isPatch = ({ kind, detail }: Node): boolean => kind === 'patch' && commits.has(String(detail?.['commit']));
  const whole = own.filter(({ nodes }) => nodes.some(isPatch));
  return new Set(whole.length > 0 ? whole : own.length > 0 ? own : graphs);
}

// Limited to lines that the commit added: a note may cover more.
function linesOf(files: readonly FileShare[]): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { nodes } of files) for (const [id, count] of nodes) add(lines, sessionPart(id), count);
  return lines;
}

function partsOf(note: Note, { nodes, whole }: RecordedWork, lines: ReadonlyMap<string, number>): SessionPart[] {
  const parts = new Map<string, SessionPart>();
  for (const graph of note.graphs) {
    const short = sessionPrefix(graph.session);
    const before = parts.get(short);
    parts.set(short, {
      short,
      session: { ...before?.session, ...graph.session },
      steps: (before?.steps ?? 0) + graph.nodes.filter((node) => nodes.has(node.id) && isStep(node)).length,
      lines: lines.get(short) ?? 0,
      usage: whole(graph) ? addUsage(before?.usage, graph.usage) : before?.usage,
      standing: higherStanding(before?.standing, standingOfGraph(graph)),
    });
  }
  for (const [short, count] of lines)
    if (!parts.has(short)) {
      const nothing = { session: undefined, steps: 0, usage: undefined, standing: undefined };
      parts.set(short, { short, ...nothing, lines: count });
    }
  return [...parts.values()].sort((a, b) => depth(a) - depth(b) || b.lines - a.lines || (a.short < b.short ? -1 : 1));
}

const depth = ({ session }: SessionPart): number => (session?.parent ? 1 : 0);
