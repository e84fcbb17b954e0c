import { NoteLoader, type Unreadable } from '../blame/note-loader.ts';
import { piecesOfEntry } from '../blame/segments.ts';
import { isBlind } from '../../model/graph/blind-edit.ts';
import type { GraphIndex } from '../../model/graph/graph-index.ts';
import {
  prefixesOf,
  sessionPrefix,
  type NodeId,
  type Oid,
  type RepoPath,
  numberOf,
  sessionPart,
} from '../../model/ids.ts';
import type { Graph, Note, Session } from '../../model/model.ts';
import { importedNodes } from '../../model/standing/imported.ts';
import { higherStanding, standingOfGraph, type RecordStanding } from '../../model/standing/standing.ts';
import { pathToBytes } from '../../model/path.ts';
import { gather } from '../find/complete-graphs.ts';
import type { History } from '../history/history.ts';
import { originOf, type StepOrigin } from '../why/origin.ts';
import type { AddedLines, TracedFile } from './added-lines.ts';
import type { Range } from './range.ts';
import type { NotedCommits } from './range-notes.ts';
import type { ReportedLines, Unknown } from './sum.ts';

/** Lines with their owners. */
export interface OwnedRange {
  readonly lines: ReadonlyMap<RepoPath, readonly ReportedLines[]>;
  readonly lookup: GraphIndex;
  readonly sessions: ReadonlyMap<string, Session>;
  /** The highest standing of their graphs. */
  readonly standings: ReadonlyMap<string, RecordStanding>;
  /** The graphs of the lookup. */
  readonly graphs: readonly Graph[];
}

/**
 * Attributes the traced lines by their commits' notes, and finds their reasons. Nodes that a note mentions but lacks are
 * looked up in older notes.
 * @param contents the ids of the files' contents at the end of the range
 */
export async function ownLines(
  history: History,
  { head }: Pick<Range, 'head'>,
  traced: ReadonlyMap<RepoPath, TracedFile>,
  { notes, damaged }: NotedCommits,
  contents: ReadonlyMap<RepoPath, Oid | undefined>,
): Promise<OwnedRange> {
  const noteOf = (commit: Oid): [Oid, Note | Unreadable][] => {
    const note = notes.get(commit);
    return note ? [[commit, damaged.has(commit) ? { damaged: true, note } : note]] : [];
  };
  const feed = new NoteLoader(async (commits) => new Map(commits.flatMap(noteOf)));
  for (const commit of notes.keys()) feed.want(commit);
  await feed.settled();
  const cut = new Map([...traced].map(([path, file]) => [path, cutByOwner(feed, file, path, contents.get(path))]));
  const ids = new Set([...cut.values()].flatMap((pieces) => pieces.flatMap(({ owner }) => owner.node ?? [])));
  const graphs = new Set([...notes.values()].flatMap((note) => note.graphs));
  const found = await gather(history, [...graphs], [...ids], head);
  const sessions = sessionsOf(found.graphs);
  const lookup = { ...found.lookup, session: (id: NodeId) => sessions.get(sessionPart(id)) };
  const origins = new Map<NodeId, { origin: StepOrigin; approved: boolean }>();
  const isBlindAt = (id: NodeId | undefined, path: RepoPath): boolean => {
    const node = id && lookup.node(id);
    return node !== undefined && isBlind(node, path);
  };
  for (const id of ids)
    origins.set(id, { origin: originOf(lookup, id), approved: permissionsFor(lookup, id).length > 0 });
  const imported = importedNodes({ graphs: [...notes.values()].flatMap(({ graphs }) => graphs) });
  const lines = new Map<RepoPath, ReportedLines[]>();
  for (const [path, pieces] of cut)
    lines.set(
      path,
      pieces.map((piece) => {
        const { origin, approved = false } = (piece.owner.node && origins.get(piece.owner.node)) || {};
        const unknown = piece.owner.owner === 'unknown' ? whyUnknown(piece, notes, damaged) : undefined;
        const withoutChecks =
          piece.verification === 'none' && piece.owner.node !== undefined && imported.has(piece.owner.node);
        const blind = isBlindAt(piece.owner.node, piece.path);
        const more = { ...(withoutChecks && { withoutChecks }), ...(blind && { blind }) };
        return Object.assign(piece, { unknown, origin, approved, ...more });
      }),
    );
  return {
    lines,
    lookup,
    sessions: ofNamedNodes(sessions, lines),
    standings: standingsOf(found.graphs),
    graphs: found.graphs,
  };
}

// The sessions that the lines name, and those that started them. Other graphs of the notes say nothing about the range.
function ofNamedNodes(
  sessions: ReadonlyMap<string, Session>,
  lines: ReadonlyMap<RepoPath, readonly ReportedLines[]>,
): Map<string, Session> {
  const named = new Set<string>();
  for (const list of lines.values())
    for (const { owner, origin } of list) {
      const ids = [owner.node, origin?.decision?.id, ...(origin?.goals.map(({ id }) => id) ?? [])];
      for (const id of ids) if (id) named.add(sessionPart(id));
    }
  for (const short of named) {
    const parent = sessions.get(short)?.parent;
    if (parent !== undefined) for (const prefix of prefixesOf(parent)) named.add(prefix);
  }
  return new Map([...sessions].filter(([short]) => named.has(short)));
}

type Cut = AddedLines & Pick<ReportedLines, 'owner' | 'verification' | 'checks' | 'testedBy'>;

// The same way as in `git prov blame`, so that both always agree.
function cutByOwner(
  notes: NoteLoader,
  { lines, lastChange }: TracedFile,
  now: RepoPath,
  content: Oid | undefined,
): Cut[] {
  const file = { notes, lastChange, content, path: pathToBytes(now).toString('latin1') };
  const tests = new Map<Oid, readonly NodeId[] | undefined>();
  const testsAt = (commit: Oid): readonly NodeId[] | undefined => {
    if (!tests.has(commit)) tests.set(commit, content && testsOn(notes, [lastChange, commit], now, content));
    return tests.get(commit);
  };
  return lines.flatMap((came) => {
    if (!came.commit) return [{ ...came, owner: { owner: 'unknown' as const }, verification: undefined }];
    const { commit } = came;
    const path = pathToBytes(came.path).toString('latin1');
    const entry = { ...came, commit: { oid: commit, headers: new Map() }, path, head: '', tail: '' };
    return piecesOfEntry(file, entry).map((piece): Cut => {
      const { line, count, origLine, owner, why } = piece;
      return {
        line,
        count,
        commit,
        path: came.path,
        origLine,
        owner,
        verification: owner.node ? why?.verification : undefined,
        checks: owner.node ? why?.checks : undefined,
        testedBy: owner.owner === 'human' ? testsAt(commit) : undefined,
      };
    });
  });
}

// A run saw the file as it is at the end of the range, so the note of its last change may have one too.
function testsOn(
  notes: NoteLoader,
  commits: readonly (Oid | undefined)[],
  path: RepoPath,
  content: Oid,
): readonly NodeId[] {
  const lookups = [...new Set(commits)].flatMap((commit) => (commit && notes.lookup(commit)) ?? []);
  return [...new Set(lookups.flatMap((lookup) => lookup.runsOn('test', path, content)))];
}

function whyUnknown({ commit, owner }: Cut, notes: ReadonlyMap<Oid, Note>, damaged: ReadonlySet<Oid>): Unknown {
  if (!commit) return 'elsewhere';
  if (owner.evidence === 'unsure' || owner.evidence === 'likely') return 'unsure';
  return damaged.has(commit) && !notes.has(commit) ? 'unreadable' : 'no-note';
}

function standingsOf(graphs: readonly Graph[]): Map<string, RecordStanding> {
  const standings = new Map<string, RecordStanding>();
  for (const graph of graphs) {
    const short = sessionPrefix(graph.session);
    standings.set(short, higherStanding(standings.get(short), standingOfGraph(graph)));
  }
  return standings;
}

const sessionsOf = (graphs: readonly Graph[]): Map<string, Session> =>
  new Map(graphs.map(({ session }) => [sessionPrefix(session), session]));

/**
 * The permission requests that a person answered before a step. A request after the step belongs to another action, which never ran.
 */
export const permissionsFor = (lookup: GraphIndex, id: NodeId): NodeId[] =>
  lookup
    .from(id)
    .filter(
      ({ kind, to }) =>
        kind === 'blocked_by' &&
        sessionPart(to) === sessionPart(id) &&
        numberOf(to) < numberOf(id) &&
        lookup.node(to)?.kind === 'human_gate',
    )
    .map(({ to }) => to);
