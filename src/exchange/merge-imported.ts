import type { CommitChange } from '../git/history/commit-changes.ts';
import { addedLines } from '../git/history/commit-changes.ts';
import { normaliseLines } from '../model/attributions.ts';
import { importedFrom, isImport } from '../model/standing/imported.ts';
import type { NodeId, RepoPath, SessionId } from '../model/ids.ts';
import { graphIdOf } from '../model/format/note.ts';
import { joinNotes } from '../model/graph/join.ts';
import type { Attribution, Graph, Note } from '../model/model.ts';
import { clip, type Clipped } from './clamp-ranges.ts';
import type { ForeignRecord } from './foreign.ts';
import { editStep, graphOf, leadOf, stepsOf, type GraphCommit, type RecordOrigin } from './imported-graph.ts';
import type { StepNumbers } from './step-numbers.ts';
import type { WarningCounts } from './warning-counts.ts';
import { MAX_PROMPTS_PER_SESSION, type ImportedSession, type ImportedTexts } from './redact-imported.ts';
import { shortOid } from '../git/repository/abbreviation.ts';

/** A commit for the importer. */
export interface Target extends GraphCommit {
  readonly change: CommitChange;
  /** Its existing note. */
  readonly old: Note | undefined;
}

/** The effect of a record on a commit. */
export interface Brought {
  /** What to merge into the commit's note; undefined when there is nothing new. */
  readonly note: Note | undefined;
  /** New lines by agents, by persons, and by unknown authors. */
  readonly lines: { readonly agent: number; readonly person: number; readonly unsure: number };
  /** Lines of the record that our own notes attribute already. */
  readonly kept: number;
}

/** The tools for converting records to notes. */
export interface ImportTools {
  readonly origin: RecordOrigin;
  readonly numbers: StepNumbers;
  readonly words: ImportedTexts;
  readonly tally: WarningCounts;
}

const NOTHING = { agent: 0, person: 0, unsure: 0 };
const EMPTY: Note = { graphs: [], lines: new Map(), carried: [] };

/** The additions of one record to a commit's note, after comparison with the commit's changes and its existing note. */
export async function bring(record: ForeignRecord, target: Target, means: ImportTools): Promise<Brought> {
  const { commit, old = EMPTY, change } = target;
  const { tally, origin, numbers, words } = means;
  const claims = claimsOf(record, change, tally);
  if (!isImport(old)) {
    const kept = sum([...claims.lines.values()].flat().filter(({ by }) => by !== undefined));
    if (kept > 0) tally.add({ what: 'lines that our own record attributes already', where: commit }, kept);
    return { note: undefined, lines: NOTHING, kept };
  }
  const lines = new Map<RepoPath, Attribution[]>();
  const graphs = newGraphs(record, old);
  for (const [path, list] of record.recorded?.lines ?? [])
    push(lines, path, remaining(list, old.lines.get(path)?.filter(({ evidence }) => evidence !== 'unsure') ?? []));
  const isRecorded = new Set(record.recorded?.graphs.map(({ session }) => session.id));
  const open = new Map([...claims.lines].map(([path, list]) => [path, withoutKnown(list, old.lines.get(path) ?? [])]));
  for (const [session, imported] of await sessionsOf(record, words)) {
    if (isRecorded.has(session)) continue;
    const places = indexesOf(record, session);
    const known = old.graphs.filter((graph) => graph.session.id === session && importedFrom(graph) !== undefined);
    if (known.length > 0) {
      if (known.some((graph) => importedFrom(graph) === origin.source) && !isSame(known, claims.lines, places, old))
        tally.add({ what: 'records changed since they were imported', where: commit });
      continue;
    }
    const own = new Map<RepoPath, Clipped[]>();
    for (const [path, list] of open) {
      const mine = list.filter(({ by }) => typeof by === 'number' && places.has(by));
      if (mine.length > 0) own.set(path, mine);
    }
    const isAlone = record.sessions.length === places.size;
    const files = [...new Set([...own.keys(), ...(isAlone ? claims.bare : [])])];
    if (files.length === 0) continue;
    const start = numbers.place(imported.session, target.authoredAt, stepsOf(imported), leadOf(imported));
    const node = editStep(imported, start);
    const given = new Map([...own].map(([path, list]) => [path, list.map((one) => attribution(one, node, origin))]));
    graphs.push(await graphOf(imported, target, origin, files, given, start, words));
    for (const [path, list] of given) push(lines, path, list);
  }
  for (const [path, list] of open) {
    const persons = list.filter(({ by }) => by === 'person');
    push(
      lines,
      path,
      persons.map((one) => attribution(one, null, origin)),
    );
  }
  if (graphs.length === 0 && lines.size === 0) return { note: undefined, lines: NOTHING, kept: 0 };
  const counts = { agent: 0, person: 0, unsure: 0 };
  for (const { node, count } of [...lines.values()].flat()) counts[node ? 'agent' : 'person'] += count;
  // Lines without any attribution would count as a person's.
  for (const [path, added] of addedLines(change)) {
    const named = [...(lines.get(path) ?? []), ...(old.lines.get(path) ?? [])];
    const rest = remaining(
      added.map(([start, count]) => ({ start, count, by: undefined })),
      named,
    );
    counts.unsure += sum(rest);
    push(
      lines,
      path,
      rest.map(({ start, count }) => ({ start, count, node: null, evidence: 'unsure' })),
    );
  }
  for (const [path, list] of lines) lines.set(path, [...normaliseLines(list)]);
  return { note: { commit, graphs, lines, carried: [] }, lines: counts, kept: 0 };
}

function newGraphs({ recorded }: ForeignRecord, old: Note): Graph[] {
  if (!recorded) return [];
  const known = new Set(old.graphs.map(graphIdOf));
  return recorded.graphs.filter((graph) => !known.has(graphIdOf(graph)));
}

/** The note after the merge. */
export const joined = (old: Note | undefined, brought: Note): Note => joinNotes(old ?? EMPTY, brought);

interface Claims {
  readonly lines: Map<RepoPath, readonly Clipped[]>;
  /** Files of the commit that the record names without lines. */
  readonly bare: RepoPath[];
}

function claimsOf({ commit, files }: ForeignRecord, change: CommitChange, tally: WarningCounts): Claims {
  const added = addedLines(change);
  const changed = new Set(change.parents.flatMap((parent) => parent.files.map(({ path }) => path)));
  const lines = new Map<RepoPath, readonly Clipped[]>();
  const bare: RepoPath[] = [];
  for (const [path, ranges] of files) {
    const where = `${shortOid(commit)} ${path}`;
    if (!changed.has(path)) tally.add({ what: 'files that the commit did not change', where });
    else if (ranges.length === 0) bare.push(path);
    else {
      const { lines: clipped, outside } = clip(added.get(path) ?? [], ranges);
      if (outside > 0) tally.add({ what: 'ranges with lines that the commit did not add', where }, outside);
      lines.set(
        path,
        clipped.filter(({ by }) => by !== undefined),
      );
    }
  }
  return { lines, bare };
}

// By id, because a record may have one session under several keys.
async function sessionsOf({ sessions }: ForeignRecord, words: ImportedTexts): Promise<Map<SessionId, ImportedSession>> {
  const imported = new Map<SessionId, ImportedSession>();
  for (const session of sessions) {
    const more = await words.session(session);
    const known = imported.get(session.id);
    if (known) {
      const prompts = [...known.prompts, ...more.prompts].slice(-MAX_PROMPTS_PER_SESSION);
      imported.set(session.id, { ...known, prompts, narration: known.narration ?? more.narration });
    } else imported.set(session.id, more);
  }
  return imported;
}

const indexesOf = ({ sessions }: ForeignRecord, id: SessionId): ReadonlySet<number> =>
  new Set(sessions.flatMap((session, i) => (session.id === id ? [i] : [])));

// Compares a session's lines in the note with those that the record gives it now, leaving out lines attributed by others.
function isSame(
  graphs: readonly Graph[],
  claims: ReadonlyMap<RepoPath, readonly Clipped[]>,
  places: ReadonlySet<number>,
  old: Note,
): boolean {
  const nodes = new Set(graphs.flatMap((graph) => graph.nodes.map(({ id }) => id)));
  const has = (node: NodeId | null): boolean => node !== null && nodes.has(node);
  for (const path of new Set([...claims.keys(), ...old.lines.keys()])) {
    const list = old.lines.get(path) ?? [];
    const then = list.filter(({ node }) => has(node));
    const now = (claims.get(path) ?? []).filter(({ by }) => typeof by === 'number' && places.has(by));
    if (withoutKnown(now, list).length > 0 || remaining(then, now).length > 0) return false;
  }
  return true;
}

// Removes lines that an earlier import left without an author.
const withoutKnown = (list: readonly Clipped[], old: readonly Attribution[]): Clipped[] =>
  remaining(
    list,
    old.filter(({ evidence }) => evidence !== 'unsure'),
  );

interface Run {
  readonly start: number;
  readonly count: number;
}

// Subtracts the other runs from ordered, disjoint runs.
function remaining<T extends Run>(runs: readonly T[], others: readonly Run[]): T[] {
  const sorted = [...others].sort((a, b) => a.start - b.start);
  const out: T[] = [];
  let first = 0;
  for (const run of runs) {
    let at = run.start;
    const end = run.start + run.count;
    while (first < sorted.length && sorted[first]!.start + sorted[first]!.count <= at) first++;
    for (let i = first; i < sorted.length && sorted[i]!.start < end; i++) {
      const { start, count } = sorted[i]!;
      if (start > at) out.push({ ...run, start: at, count: start - at });
      at = Math.max(at, start + count);
    }
    if (at < end) out.push({ ...run, start: at, count: end - at });
  }
  return out;
}

const attribution = ({ start, count }: Run, node: NodeId | null, { evidence }: RecordOrigin): Attribution => ({
  start,
  count,
  node,
  evidence,
});

function push(lines: Map<RepoPath, Attribution[]>, path: RepoPath, more: readonly Attribution[]): void {
  if (more.length === 0) return;
  const list = lines.get(path) ?? [];
  for (const one of more) list.push(one);
  lines.set(path, list);
}

const sum = (runs: readonly Run[]): number => runs.reduce((all, { count }) => all + count, 0);
