import { sessionPart } from '../blame/node-id.ts';
import { ProvError } from '../errors.ts';
import { changesOf } from '../git/diff.ts';
import { sessionPrefix, type NodeId, type Oid, type SessionId } from '../graph/ids.ts';
import type { Note, Session, Usage } from '../graph/model.ts';
import { readCommit, type CommitInfo } from './commits.ts';
import { addUsage, gather, isStep } from './gather.ts';
import { readable, type History } from './history.ts';
import { tellSession, type SessionStory } from './sessions.ts';
import { add, sharesOf, type FileShare } from './share.ts';
import { growTrees, type Branch } from './tree.ts';

/** What a session did for a commit. */
export interface Part {
  readonly short: string;
  /** Undefined where the note holds no graph of it. */
  readonly session: Session | undefined;
  readonly steps: number;
  readonly lines: number;
  readonly usage: Usage | undefined;
}

/** A commit with what its note tells. */
export interface ShownCommit {
  readonly commit: CommitInfo;
  /** Undefined where there is none, or none that can be read. */
  readonly note: Note | undefined;
  readonly parts: readonly Part[];
  readonly files: readonly FileShare[];
  readonly trees: readonly Branch[];
}

/** Shows a commit: who wrote its lines, and the graph of what was done for it. */
export async function showCommit(history: History, oid: Oid): Promise<ShownCommit> {
  const commit = await readCommit(history.repo, oid);
  if (!commit) throw new ProvError('data', `There is no commit ${oid}.`, { hint: 'Run git fsck.' });
  const found = (await history.notes.read([oid])).get(oid);
  const note = found && readable(history, found);
  if (!note) return { commit, note, parts: [], files: [], trees: [] };
  const change = (await changesOf(history.repo, [oid])).get(oid);
  const keep = nodesFor(note, oid);
  const { graphs } = await gather(history, note.graphs, [...keep], oid);
  const files = change ? sharesOf(change, note) : [];
  return {
    commit,
    note,
    parts: partsOf(note, oid, linesOf(files)),
    files,
    trees: growTrees(graphs, keep),
  };
}

// What was done for this commit. An older graph is there for the lines that came from it; the rest of it is of other commits.
function nodesFor(note: Note, commit: Oid): Set<NodeId> {
  const keep = new Set<NodeId>();
  for (const list of note.lines.values())
    for (const { node, from } of list) for (const id of [node, from]) if (id) keep.add(id);
  for (const { nodes } of graphsFor(note, commit)) for (const { id } of nodes) keep.add(id);
  return keep;
}

// A rewritten commit has graphs that were made for its sources only.
function graphsFor({ graphs }: Note, commit: Oid): Note['graphs'] {
  const own = graphs.filter(({ explains }) => explains.includes(commit));
  return own.length > 0 ? own : graphs;
}

// Of the lines that the commit added: a note may tell of more.
function linesOf(files: readonly FileShare[]): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { nodes } of files) for (const [id, count] of nodes) add(lines, sessionPart(id), count);
  return lines;
}

function partsOf(note: Note, commit: Oid, lines: ReadonlyMap<string, number>): Part[] {
  const parts = new Map<string, Part>();
  const own = new Set(graphsFor(note, commit));
  for (const graph of note.graphs) {
    const short = sessionPrefix(graph.session.id);
    const before = parts.get(short);
    parts.set(short, {
      short,
      session: { ...before?.session, ...graph.session },
      steps: (before?.steps ?? 0) + (own.has(graph) ? graph.nodes.filter(isStep).length : 0),
      lines: lines.get(short) ?? 0,
      usage: own.has(graph) ? addUsage(before?.usage, graph.usage) : before?.usage,
    });
  }
  for (const [short, count] of lines)
    if (!parts.has(short)) parts.set(short, { short, session: undefined, steps: 0, lines: count, usage: undefined });
  return [...parts.values()].sort((a, b) => depth(a) - depth(b) || b.lines - a.lines || (a.short < b.short ? -1 : 1));
}

const depth = ({ session }: Part): number => (session?.parent ? 1 : 0);

/** A session with the trees of all its graphs. */
export interface ShownSession {
  readonly story: SessionStory;
  readonly trees: readonly Branch[];
}

/** Shows a session as far as notes and this clone tell. */
export async function showSession(history: History, id: SessionId): Promise<ShownSession> {
  const story = await tellSession(history, id);
  if (!story)
    throw new ProvError('data', `There is no session ${JSON.stringify(id)} any more.`, { hint: 'Try again.' });
  return { story, trees: growTrees(story.graphs) };
}
