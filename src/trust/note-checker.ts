import type { ListedCommit } from '../git/history/commit-list.ts';
import { TreeComparer } from '../git/history/comparer.ts';
import { changesIn } from '../git/history/commit-changes.ts';
import type { ObjectReader } from '../git/objects/objects.ts';
import type { Repo } from '../git/repository/repo.ts';
import { graphIdOf } from '../model/format/note.ts';
import type { GraphId, Oid, SessionId } from '../model/ids.ts';
import type { Note } from '../model/model.ts';
import { MAX_CLAIMS_PER_LINE } from '../model/attributions.ts';
import type { Conflict } from '../model/standing/claims.ts';
import { claimsIn, type Dropped, droppedFrom } from '../model/standing/limits.ts';
import { MAX_BLOBS } from '../notes/fanout.ts';
import type { KnownGraph } from '../ask/index/graph-source.ts';
import type { Notes } from '../ask/history/history.ts';
import { boundPart } from '../ask/knowledge/broken-invariants.ts';
import { StandingContext } from '../notes/standing/judged.ts';
import { type Damaged, isDamaged } from '../notes/note-reader.ts';
import { carriesLines } from './checks/carried.ts';
import { type Linked, ChainChecker } from './checks/chain-checker.ts';
import type { VerifyFinding } from './finding.ts';
import { checkLines, type NamedStep, namedElsewhere } from './checks/lines.ts';
import { type SignatureChain, type SignatureReport, Signatures } from './checks/signatures.ts';
import { walkSteps } from './checks/steps.ts';

/** Most graphs to remember as seen, plus those of one batch: a graph is in the notes of commits near each other. */
const MAX_SEEN_GRAPHS = 20_000;

/** The parameters of an examination. Plain data, because it is passed to another thread. */
export interface Search {
  /** Restricts the examination to this session. */
  readonly session: SessionId | undefined;
  /** Whether signatures are checked. */
  readonly signed: boolean;
}

/** A note with something to report. */
export interface ExaminedNote {
  readonly commit: Oid;
  /** Faults within its graphs, by their index in `Examined.linked`. */
  readonly faults: readonly (readonly [graph: number, VerifyFinding])[];
  readonly findings: readonly VerifyFinding[];
  readonly named: readonly NamedStep[];
  /** Whether it has carried lines to compare with their source notes. */
  readonly carries: boolean;
  /** The graphs that the structural invariants apply to. */
  readonly bound: readonly KnownGraph[];
}

/** The result of examining some notes. */
export interface Examined {
  /** Number of readable notes, without those that are not examined. */
  readonly readable: number;
  /** The graphs that the same examiner has not seen before. */
  readonly linked: Linked;
  /** In the requested order. */
  readonly notes: readonly ExaminedNote[];
  readonly signatures:
    | { readonly findings: readonly VerifyFinding[]; readonly report: SignatureReport; readonly chain: SignatureChain }
    | undefined;
}

/** Some notes: their blobs by commit, and the commits that exist here. */
export interface NotesPart {
  readonly located: ReadonlyMap<Oid, readonly Oid[]>;
  readonly commits: readonly ListedCommit[];
}

/** Examines notes independently of each other. Results come in the order of the requests. */
export interface Examiner {
  /**
   * @throws ProvError `git` when git fails, `data` when a tree of the commits is missing
   */
  examine(part: NotesPart): Promise<Examined>;
  close(): Promise<void>;
}

/**
 * Examines notes in this thread: their steps, graphs and signatures, and their lines against the changes of their commits.
 * The sequence of graphs needs all notes and is checked elsewhere.
 */
export function examiner(repo: Repo, store: Pick<Notes, 'at'>, objects: ObjectReader, search: Search): Examiner {
  const { session, signed } = search;
  const met = new Set<GraphId>();
  const judge = new StandingContext(repo);
  const comparer = new TreeComparer(repo);
  const checker = signed ? new Signatures(repo, objects) : undefined;
  let before: Promise<unknown> = Promise.resolve();

  const examineOne = async ({ located }: NotesPart, comparing: ReturnType<typeof changesIn>): Promise<Examined> => {
    const changes = await comparing;
    const signatures = checker?.anew();
    const notes: ExaminedNote[] = [];
    const linking = new ChainChecker();
    if (met.size >= MAX_SEEN_GRAPHS) met.clear(); // the caller knows which graphs it had before
    let readable = 0;
    for await (const [commit, found] of store.at(located)) {
      if (isDamaged(found)) {
        if (session === undefined) notes.push(unreadable(commit, found));
        continue;
      }
      if (session !== undefined && found.graphs.every((graph) => graph.session.id !== session)) continue;
      readable++;
      const lines = checkLines(commit, found, changes.get(commit));
      const note: ExaminedNote = {
        commit,
        faults: faultsIn(found, commit, session, met, linking),
        findings: [
          ...(lines ? [lines] : []),
          ...beyondLimits(commit, found, located.get(commit)!),
          ...conflictsIn(commit, judge.conflicts(commit, found, located.get(commit)!)),
        ],
        named: session === undefined ? [...namedElsewhere(commit, found)] : [],
        carries: session === undefined && carriesLines(commit, found),
        bound: boundIn(found),
      };
      if (saysAnything(note)) notes.push(note);
      signatures?.add(commit, found);
    }
    const examined = { readable, linked: linking.end(), notes };
    if (!signatures) return { ...examined, signatures: undefined };
    const findings: VerifyFinding[] = [];
    for await (const finding of signatures.findings()) findings.push(finding);
    return { ...examined, signatures: { findings, report: signatures.report(), chain: signatures.chain() } };
  };

  return {
    examine: (part) => {
      // Git compares these commits while the earlier notes are examined.
      const comparing = changesIn(repo, part.commits, objects, comparer);
      comparing.catch(() => undefined); // reported when it is awaited
      const done = before.then(() => examineOne(part, comparing));
      before = done.catch(() => undefined);
      return done;
    },
    close: async () => {
      await before;
      await comparer.close();
    },
  };
}

// Joining keeps the first claims of a line, in an order that all clones share. An attacker can fill a line with other claims.
function fullLines(commit: Oid, { lines }: Note): VerifyFinding[] {
  let full = 0;
  for (const list of lines.values())
    for (let i = MAX_CLAIMS_PER_LINE - 1; i < list.length; i++)
      if (list[i]!.start === list[i + 1 - MAX_CLAIMS_PER_LINE]!.start) full += list[i]!.count;
  if (full === 0) return [];
  const what = `${full === 1 ? 'A line has' : `${full} lines have`} ${MAX_CLAIMS_PER_LINE} claims, the most that a note holds. Others may have been dropped.`;
  return [{ kind: 'warning', commit, field: 'lines', what }];
}

// What readers leave out of a note, and where others may have left something out before.
function beyondLimits(commit: Oid, note: Note, blobs: readonly Oid[]): VerifyFinding[] {
  const findings = fullLines(commit, note);
  const dropped = droppedFrom(note);
  if (dropped) findings.push(tooLarge(commit, dropped));
  if (blobs.length >= MAX_BLOBS)
    findings.push({
      kind: 'warning',
      commit,
      field: 'note',
      what: `The commit has ${blobs.length} notes that are too large together, the most that are kept. Others may have been dropped.`,
    });
  return findings;
}

function tooLarge(commit: Oid, dropped: Dropped): VerifyFinding {
  const { claimsWithoutGraph, claims } = dropped;
  const counts = [
    [claimsWithoutGraph, 'without a graph'],
    [claims.claimed, 'that are only claimed'],
    [claims.vouched, 'that are vouched for'],
    [claims.recorded, 'that were recorded here'],
  ] as const;
  const list = counts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : []));
  return {
    kind: 'fault',
    commit,
    field: 'lines',
    dropped: claimsIn(dropped),
    what: `Its notes are too large together. These claims on lines do not count: ${list.join(', ')}.`,
  };
}

/** Conflicts of one note that are listed individually. */
const MAX_CONFLICTS = 10;

function conflictsIn(commit: Oid, conflicts: readonly Conflict[]): VerifyFinding[] {
  const found = conflicts.slice(0, MAX_CONFLICTS).map((conflict): VerifyFinding => {
    const { start, count, path, sides } = conflict;
    const lines = count === 1 ? `line ${start}` : `lines ${start} to ${start + count - 1}`;
    return {
      kind: 'warning',
      commit,
      field: 'lines',
      what: `A conflict about ${lines} of ${JSON.stringify(path)}: ${sidesOf(sides)}.`,
    };
  });
  const rest = conflicts.length - found.length;
  if (rest > 0) found.push({ kind: 'warning', commit, field: 'lines', what: `${rest} more conflicts about lines.` });
  return found;
}

const STANDING_WORDS = { recorded: 'recorded here', vouched: 'vouched for', claimed: 'claimed' } as const;

function sidesOf(sides: Conflict['sides']): string {
  const words = sides.map(
    ({ node, standing }) => `${node ? `step ${node}` : 'a person'} (${STANDING_WORDS[standing]})`,
  );
  return words.length > 1
    ? words.join(' and ')
    : `${words[0]} and a person, because the commit was recorded without a claim on it`;
}

const unreadable = (commit: Oid, { damaged }: Damaged): ExaminedNote => ({
  commit,
  faults: [],
  findings: [{ kind: 'fault', commit, field: 'note', what: damaged.message }],
  named: [],
  carries: false,
  bound: [],
});

function boundIn({ graphs }: Note): KnownGraph[] {
  const bound: KnownGraph[] = [];
  for (const graph of graphs) {
    const part = boundPart(graph);
    if (part) bound.push(part);
  }
  return bound;
}

function faultsIn(
  note: Note,
  commit: Oid,
  session: SessionId | undefined,
  met: Set<GraphId>,
  linking: ChainChecker,
): [number, VerifyFinding][] {
  const faults: [number, VerifyFinding][] = [];
  for (const graph of note.graphs) {
    if (session !== undefined && graph.session.id !== session) continue;
    const id = graphIdOf(graph);
    if (met.has(id)) continue;
    met.add(id);
    const { fault, last } = walkSteps(graph);
    const place = linking.add(graph, commit, last);
    if (fault) faults.push([place, { ...fault, commit }]);
  }
  return faults;
}

const saysAnything = ({ faults, findings, named, carries, bound }: ExaminedNote): boolean =>
  carries || faults.length + findings.length + named.length + bound.length > 0;
