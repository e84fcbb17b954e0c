import { isSifted, sift } from '../format/note.ts';
import { isForgottenPath } from '../format/forgotten-path.ts';
import { type NodeId, type RepoPath, sessionPart, sessionPrefix } from '../ids.ts';
import { countingLines } from './imported.ts';
import type { Attribution, Carried, Graph, Note } from '../model.ts';
import { isEntry, PERSON } from '../knowledge/kinds.ts';
import { isThing } from '../knowledge/thing.ts';
import { isPatchOf } from '../patch.ts';
import { type Conflict, countingClaims, type CoveredClaims, isPlain } from './claims.ts';
import { changedGraph, countingGraphs, type Disputed } from './graphs.ts';
import { claimsIn, type Dropped, droppedFrom } from './limits.ts';
import { compareStandings, rememberStanding, standingOfGraph, type RecordStanding } from './standing.ts';

/** What this clone knows about the standing of a note's parts. */
export interface Covered {
  standingOf(graph: Graph): RecordStanding;
  /** The lines that this clone recorded for a file; undefined when it recorded nothing about the commit. */
  recordedLines(path: RepoPath): readonly Attribution[] | undefined;
  /** Whether an allowed signer's statement covers the claims of a session (its prefix), or those without a session (null). */
  isVouched(session: string | null): boolean;
  /** The standing of the commit's own record. A line without a claim of that standing is a person's. */
  readonly silence: RecordStanding | undefined;
  /** The commits that the trusted record of the commit was carried from; undefined where that is not known. */
  readonly carried: readonly Carried[] | undefined;
  /** Whether signed data is missing. Then a line without a claim has no known writer. */
  readonly isBroken: boolean;
}

export interface JudgeOptions {
  /** `prov.trust vouched`: hides claims without a voucher. */
  readonly hidesClaimed?: boolean;
  /** Sets the standing of every attribution, for readers that mark claimed ones. */
  readonly marks?: boolean;
  /** Returns graphs unchanged, because they will be written again. */
  readonly keepsGraphs?: boolean;
}

/** The parts of a note that count. */
export interface JudgedNote {
  /** The same object when everything counts. */
  readonly note: Note;
  readonly conflicts: readonly Conflict[];
}

/** For a note without anything recorded here or vouched for: everything is claimed. */
export const UNCOVERED: Covered = {
  standingOf: () => 'claimed',
  recordedLines: () => undefined,
  isVouched: () => false,
  silence: undefined,
  carried: undefined,
  isBroken: false,
};

/**
 * The only place that applies standings to a note. All readers for people and agents (blame, why, report, context, export,
 * attest) use its result. Only joining, pushing and `verify` use notes directly.
 * @param commit the commit of the note; undefined for the work tree
 */
export function judgeNote(
  commit: string | undefined,
  note: Note,
  covered: Covered,
  { hidesClaimed = false, keepsGraphs = false, marks = false }: JudgeOptions = {},
): JudgedNote {
  for (const graph of note.graphs) {
    rememberStanding(graph, covered.standingOf(graph));
  }
  const seen = hidesClaimed ? note.graphs.filter((graph) => covered.standingOf(graph) !== 'claimed') : note.graphs;
  const { graphs, disputed } = countingGraphs(seen);
  const conflicts: Conflict[] = [];
  const lines = new Map<RepoPath, readonly Attribution[]>();
  let isSame = true;
  // Where nothing is known of any part, all of it is claimed.
  const isKnown = commit !== undefined && (marks || covered !== UNCOVERED);
  const isDisputed = either(
    disputes(disputed),
    isKnown ? either(movedLines(commit, note), idleSteps(note)) : undefined,
  );
  for (const [path, list] of note.lines) {
    if (isForgottenPath(path)) {
      lines.set(path, list); // no file has this name, and readers only need to know that a name is missing
      continue;
    }
    const claims: CoveredClaims = {
      recorded: covered.recordedLines(path) ?? [],
      isVouched: (session) => covered.isVouched(session),
      silence: covered.silence,
      isBroken: covered.isBroken,
    };
    const foreign = countingLines({ graphs, lines: note.lines }, path, commit);
    const isUsual = !hidesClaimed && !marks && covered === UNCOVERED && isDisputed === undefined && isPlain(foreign);
    const counting = isUsual
      ? { lines: foreign, conflicts: [] }
      : countingClaims(foreign, { path, covered: claims, isDisputed: isDisputed ?? never, hidesClaimed, marks });
    conflicts.push(...counting.conflicts);
    isSame &&= counting.lines === list;
    if (counting.lines.length > 0) lines.set(path, counting.lines);
  }
  const shown = withoutReplacements(withoutAddedGraphs(graphs, lines, covered.silence), lines, covered);
  const carried = covered.carried ? trustedSources(note.carried, covered.carried) : note.carried;
  const isBroken = covered.isBroken || lacks(droppedFrom(note), covered.silence);
  isSame &&= (keepsGraphs || (shown === note.graphs && carried === note.carried)) && !isBroken;
  if (isSame) return { note, conflicts };
  const whole = keepsGraphs ? note.graphs : shown;
  const sources = keepsGraphs ? note.carried : carried;
  const judged = { ...note, lines, graphs: whole, carried: sources, ...(isBroken && { partial: true }) };
  return { note: isSifted(note) ? sift(judged) : judged, conflicts };
}

/**
 * Finds claims in the name of a session that did not work for the commit, by the graphs of the note: somebody put a note on another
 * commit. A note that was carried can name sessions of its sources. `verify` reports such a note as a fault.
 */
function movedLines(commit: string, { graphs, carried, commit: named }: Note): ((node: NodeId) => boolean) | undefined {
  if (named === undefined || carried.length > 0) return undefined;
  const known = new Map<string, boolean>();
  return (node) => {
    const short = sessionPart(node);
    let isMoved = known.get(short);
    if (isMoved === undefined) {
      const own = graphs.filter(({ session }) => sessionPrefix(session) === short);
      isMoved = own.length > 0 && !own.some(({ nodes }) => nodes.some((one) => isPatchOf(one, commit)));
      known.set(short, isMoved);
    }
    return isMoved;
  };
}

/** Kinds of steps that change no file. */
const IDLE: ReadonlySet<string> = new Set(['goal', 'decision', 'patch', 'human_gate', 'event']);

// Finds claims in the name of a trusted step that cannot have written a line: they hide the step that did, and its failed check.
function idleSteps({ graphs }: Note): ((node: NodeId) => boolean) | undefined {
  const trusted = graphs.filter((graph) => !isClaimed(graph));
  if (trusted.length === 0) return undefined;
  const known = new Map<NodeId, boolean>();
  return (id) => {
    let isIdle = known.get(id);
    if (isIdle === undefined) {
      isIdle = trusted.some(({ nodes }) => nodes.some((node) => node.id === id && IDLE.has(node.kind)));
      known.set(id, isIdle);
    }
    return isIdle;
  };
}

const either = <T>(
  a: ((item: T) => boolean) | undefined,
  b: ((item: T) => boolean) | undefined,
): ((item: T) => boolean) | undefined => (a && b ? (item) => a(item) || b(item) : (a ?? b));

const isClaimed = (graph: Graph): boolean => standingOfGraph(graph) === 'claimed';

// Where the commit has a trusted record, a graph that is only claimed adds nothing that counts. Left in, it would appear beside the
// work for the commit. It stays if it holds a step whose lines count, and no trusted graph does. What is meant for the work of
// others stays too, because it names its author: a person's entries, and the reported run of a check.
function withoutAddedGraphs(
  graphs: readonly Graph[],
  lines: Note['lines'],
  silence: RecordStanding | undefined,
): readonly Graph[] {
  if (silence === undefined || !graphs.some(isClaimed)) return graphs;
  const needed = new Set<NodeId>();
  for (const list of lines.values())
    for (const { node, from } of list) for (const id of [node, from]) if (id) needed.add(id);
  for (const graph of graphs) if (!isClaimed(graph)) for (const { id } of graph.nodes) needed.delete(id);
  const kept = graphs.flatMap((graph) => {
    if (!isClaimed(graph) || graph.nodes.some(({ id }) => needed.has(id)) || isReport(graph)) return [graph];
    return graph.session.agent === PERSON ? entriesIn(graph) : [];
  });
  return kept.length === graphs.length && kept.every((graph, i) => graph === graphs[i]) ? graphs : kept;
}

// A person's entries, and what changes or links them. A person has no goals of turns, and runs no checks: steps like these would be
// the commit's own work.
function entriesIn(graph: Graph): Graph[] {
  const nodes = graph.nodes.filter((node) => isEntry(node) || node.kind === 'event' || isThing(node));
  if (nodes.length === 0) return [];
  if (nodes.length === graph.nodes.length) return [graph];
  const kept = new Set(nodes);
  const left = new Set(graph.nodes.flatMap((node) => (kept.has(node) ? [] : [node.id])));
  const edges = graph.edges.filter(({ from, to }) => !left.has(from) && !left.has(to));
  return [changedGraph(graph, { nodes, edges })];
}

// Where a signed part is missing, a claimed graph with the steps of signed lines may replace the signed graph, without
// its failed check. Nothing is known of these steps then.
function withoutReplacements(
  graphs: readonly Graph[],
  lines: Note['lines'],
  { isBroken, isVouched }: Covered,
): readonly Graph[] {
  if (!isBroken || !graphs.some(isClaimed)) return graphs;
  const signed = new Set<NodeId>();
  for (const list of lines.values())
    for (const { node } of list) if (node && isVouched(sessionPart(node))) signed.add(node);
  return graphs.filter((graph) => !isClaimed(graph) || !graph.nodes.some(({ id }) => signed.has(id)));
}

const isReport = ({ session, nodes }: Graph): boolean =>
  nodes.length > 0 &&
  session.parent === undefined &&
  nodes.every(({ kind, detail }) => typeof detail?.['told'] === 'string' && !WORK.has(kind));

/** Kinds of steps that are an agent's work. Nobody reports them for others. */
const WORK: ReadonlySet<string> = new Set([
  'goal',
  'exploration',
  'commitment',
  'execution',
  'error',
  'human_gate',
  'patch',
]);

function trustedSources(all: readonly Carried[], trusted: readonly Carried[]): readonly Carried[] {
  const known = new Set(trusted.map(({ from, how }) => `${from} ${how}`));
  const kept = all.filter(({ from, how }) => known.has(`${from} ${how}`));
  return kept.length === all.length ? all : kept;
}

const never = (): boolean => false;

// Whether claims were left out that a line without a claim may have had.
function lacks(dropped: Dropped | undefined, silence: RecordStanding | undefined): boolean {
  if (!dropped) return false;
  if (silence === undefined) return claimsIn(dropped) > 0;
  const standings = ['claimed', 'vouched', 'recorded'] as const;
  return standings.some((one) => dropped.claims[one] > 0 && compareStandings(one, silence) >= 0);
}

const disputes = ({ prefixes, nodes }: Disputed): ((node: NodeId) => boolean) | undefined =>
  prefixes.size + nodes.size > 0 ? (node) => prefixes.has(sessionPart(node)) || nodes.has(node) : undefined;
