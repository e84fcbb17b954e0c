import { contextOf } from '../blame/rationale.ts';
import { indexGraphs, type GraphIndex } from '../../model/graph/graph-index.ts';
import { commitsOf, type NoteData, verificationsIn } from '../blame/note-lookup.ts';
import { changesOf, type CommitChange } from '../../git/history/commit-changes.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import { records } from '../../git/process/records.ts';
import { isOid, sessionPrefix, type NodeId, type Oid, sessionPart } from '../../model/ids.ts';
import { isReason } from '../../model/node.ts';
import { isPatchOf } from '../../model/patch.ts';
import { commonVerification, type CommonVerification } from '../../model/graph/verification.ts';
import type { Graph, Node, Note } from '../../model/model.ts';
import { listCommitLists, type CommitInfo } from './commit-info.ts';
import { byNumber, unite } from '../find/complete-graphs.ts';
import { readable, regroup, type History } from './history.ts';
import { add, sharesOf, totalOf, type FileShare, type Total } from '../report/line-share.ts';
import { namedCommit, namedNode, nodeInfo, sessionInfo } from '../shapes/parts.ts';
import type { NamedCommit, NodeInfo, SessionInfo } from '../shapes/shapes.ts';

/** The name of the format of `git prov log --json`. Fields may be added, but never changed or removed. */
export const LOG_SCHEMA = 'git-prov/log/1';

/** A session that wrote lines of a commit. */
export interface Writer {
  /** The prefix of its nodes' ids. */
  readonly short: string;
  /** Null when the note has no graph of it. */
  readonly session: SessionInfo | null;
  readonly lines: number;
}

/** Summary of a commit's note. */
export interface NoteSummary {
  /** The lines that the commit added, by owner. */
  readonly lines: Total;
  /** Most lines first. */
  readonly writers: readonly Writer[];
  /** In a commit without lines of agents, the sessions with other changes: a binary file, removed lines, a rename. */
  readonly changers: readonly SessionInfo[];
  /** The decisions behind the agents' lines, in order of time. */
  readonly decisions: readonly NodeInfo[];
  /** Goals of lines without a reason, and those that short answers among them follow; in order of time. */
  readonly asked: readonly NodeInfo[];
  readonly verification: CommonVerification;
}

/** One commit of `git prov log`. Without a readable note (`known`), it has no lines, no verification and empty lists. */
export interface LogEntry extends NamedCommit, Omit<NoteSummary, 'lines' | 'verification'> {
  readonly known: boolean;
  readonly lines: Total | null;
  readonly verification: CommonVerification | null;
}

// Each field by itself: to copy objects into each other took half of the time of a long log.
function unknownEntry(commit: CommitInfo): LogEntry {
  const { oid, short, author, email, time, subject } = namedCommit(commit);
  return {
    oid,
    short,
    author,
    email,
    time,
    subject,
    known: false,
    lines: null,
    writers: NOTHING,
    changers: NOTHING,
    decisions: NOTHING,
    asked: NOTHING,
    verification: null,
  };
}

const NOTHING: readonly never[] = [];

export interface LogQuery {
  readonly revisions: readonly string[];
  /** Relative to `cwd`. Only lines added to these files count. */
  readonly paths: readonly string[];
  readonly maxCount?: number | undefined;
  /** Options of `git log` that select commits, in git's form. Others are not allowed. */
  readonly selecting?: readonly string[];
  /** Leaves out authors and times, which takes less time. */
  readonly brief?: boolean;
  readonly cwd: string;
}

const COMMITS_PER_BATCH = 64;
/** Where no note was found among the last ones. */
const COMMITS_WITHOUT_NOTES_PER_BATCH = 2048;

/** Lists commits with summaries of their notes, in git's order and with memory independent of the history's length. */
export async function* log(history: History, query: LogQuery): AsyncGenerator<LogEntry> {
  for await (const list of logLists(history, query)) yield* list;
}

/** The same; neighbours without notes come together. */
export async function* logLists(history: History, query: LogQuery): AsyncGenerator<LogEntry[]> {
  const { revisions, paths, maxCount, selecting = [], brief = false, cwd } = query;
  const limit = maxCount === undefined ? [] : [`--max-count=${maxCount}`];
  const args = [...limit, ...selecting, '--end-of-options', ...revisions, '--', ...paths];
  const objects = history.objects ?? new ObjectReader(history.repo);
  try {
    let most = COMMITS_PER_BATCH;
    for await (const batch of regroup(listCommitLists(history.repo, args, { cwd, brief }), () => most)) {
      const located = await history.notes.locate(batch.map(({ oid }) => oid));
      most = located.size > 0 ? COMMITS_PER_BATCH : COMMITS_WITHOUT_NOTES_PER_BATCH;
      if (located.size > 0) yield* entriesOf(history, batch, { query, located, objects });
      else yield batch.map(unknownEntry);
    }
  } finally {
    if (objects !== history.objects) await objects.close();
  }
}

interface Located {
  readonly query: LogQuery;
  /** Where the notes of the commits are. */
  readonly located: ReadonlyMap<Oid, readonly Oid[]>;
  readonly objects: ObjectReader;
}

// Holds one note at a time: a stranger may have put a large one on each commit.
async function* entriesOf(
  history: History,
  batch: readonly CommitInfo[],
  { query: { paths, cwd }, located, objects }: Located,
): AsyncGenerator<LogEntry[]> {
  const noted = batch.filter(({ oid }) => located.has(oid));
  const commits = noted.map(({ oid }) => oid);
  const [changes, touched] = await Promise.all([
    changesOf(history.repo, commits, objects),
    paths.length > 0 ? touchedBy(history, commits, paths, cwd) : undefined,
  ]);
  const notes = history.notes.at(new Map(commits.map((commit) => [commit, located.get(commit)!])));
  let unnoted: LogEntry[] = [];
  try {
    for (const commit of batch) {
      if (!located.has(commit.oid)) {
        unnoted.push(unknownEntry(commit));
        continue;
      }
      if (unnoted.length > 0) yield unnoted;
      unnoted = [];
      const found = (await notes.next()).value;
      const note = found && readable(history, found[1]);
      const change = changes.get(commit.oid);
      const only = touched && (touched.get(commit.oid) ?? new Set());
      const summary = note && change ? summaryOf(change, note, only) : undefined;
      yield [summary ? { ...namedCommit(commit), known: true, ...summary } : unknownEntry(commit)];
    }
    if (unnoted.length > 0) yield unnoted;
  } finally {
    await notes.return(undefined);
  }
}

// The files of each commit that match the paths. Git interprets its own pathspecs.
async function touchedBy(
  { repo }: History,
  commits: readonly Oid[],
  paths: readonly string[],
  cwd: string,
): Promise<Map<string, Set<string>>> {
  const touched = new Map<string, Set<string>>();
  const args = ['diff-tree', '--stdin', '-r', '-c', '--root', '--name-only', '-z', '--', ...paths];
  let files = new Set<string>();
  for await (const field of records(args, { cwd, env: repo.env, input: `${commits.join('\n')}\n` }))
    if (isOid(field)) touched.set(field, (files = new Set()));
    else files.add(field);
  return touched;
}

/** Summarises a commit's note. @param only restricts the count to these files */
function summaryOf(change: CommitChange, note: Note, only?: ReadonlySet<string>): NoteSummary {
  const shares = sharesOf(change, note, only);
  const lookup = indexGraphs(unite(note.graphs));
  const sessions = new Map(note.graphs.map(({ session }) => [sessionPrefix(session), sessionInfo(session)]));
  const lines = new Map<string, number>();
  const decisions = new Map<NodeId, NodeInfo>();
  const shown = new Set<NodeId>();
  for (const { nodes } of shares)
    for (const [id, count] of nodes) {
      add(lines, sessionPart(id), count);
      const { decision, goal, follows } = contextOf(lookup, id);
      if (decision?.node && isReason(decision.node)) decisions.set(decision.id, namedNode(decision) as NodeInfo);
      else if (decision?.node && goal?.node) for (const one of [goal, follows]) if (one?.node) shown.add(one.id);
    }
  const nodesOf = (ids: ReadonlySet<NodeId>): NodeInfo[] =>
    [...ids]
      .map((id) => lookup.node(id)!)
      .sort(byTime)
      .map((node) => decisions.get(node.id) ?? nodeInfo(node));
  const commits = commitsOf(change.commit, note);
  const made = only || lines.size > 0 ? [] : note.graphs.filter((graph) => hasChange(graph, commits));
  return {
    lines: totalOf(shares),
    writers: ranked(lines).map(([short, count]) => ({ short, session: sessions.get(short) ?? null, lines: count })),
    changers: [...new Map(made.map(({ session }) => [session.id, sessionInfo(session)])).values()],
    decisions: nodesOf(new Set(decisions.keys())),
    asked: nodesOf(shown),
    verification: verdictOf(lookup, shares, note, change),
  };
}

// Whether one of these commits took up a step of the graph.
function hasChange({ nodes, edges }: Graph, commits: ReadonlySet<string>): boolean {
  const patches = new Set(nodes.flatMap((node) => ([...commits].some((one) => isPatchOf(node, one)) ? [node.id] : [])));
  return edges.some(({ kind, to }) => kind === 'committed_via' && patches.has(to));
}

const byTime = (a: Node, b: Node): number => a.at - b.at || byNumber(a, b);

const ranked = <K extends string>(counts: ReadonlyMap<K, number>): [K, number][] =>
  [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));

/** The common verification of the agents' lines in some files of a commit. */
export function verdictOf(
  lookup: GraphIndex,
  shares: readonly FileShare[],
  note: NoteData,
  { commit, parents }: CommitChange,
): CommonVerification {
  const verification = verificationsIn(note, lookup, commit);
  const contents = new Map(parents[0]?.files.map(({ path, newBlob }) => [path, newBlob]));
  return commonVerification(
    shares.flatMap(({ path, nodes }) =>
      [...nodes.keys()].map((id) => verification(id, path, { content: contents.get(path) })),
    ),
  );
}
