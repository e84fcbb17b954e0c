import { isSifted, sift } from '../format/note.ts';
import { type NodeId, type RepoPath, sessionPart } from '../ids.ts';
import { countingLines } from '../imported.ts';
import type { Attribution, Graph, Note } from '../model.ts';
import { type Conflict, countingClaims, type CoveredClaims, isPlain } from './claims.ts';
import { countingGraphs, type Disputed } from './graphs.ts';
import { rememberStanding, type RecordStanding } from './standing.ts';

/** What this clone knows about the standing of the parts of one note. */
export interface Covered {
  standingOf(graph: Graph): RecordStanding;
  /** What this clone wrote about a file, undefined where it wrote nothing about the commit. */
  recordedLines(path: RepoPath): readonly Attribution[] | undefined;
  /** Whether an allowed signer's statement covers the claims of a session (its prefix), or of none (null). */
  isVouched(session: string | null): boolean;
  /** The standing of whoever recorded the commit itself: lines without a claim of that standing are a person's. */
  readonly silence: RecordStanding | undefined;
  /** Whether something that was signed is missing: then a line without a claim is nobody's. */
  readonly isBroken: boolean;
}

export interface JudgeOptions {
  /** `prov.trust vouched`: claims that nobody vouches for are hidden. */
  readonly hidesClaimed?: boolean;
  /** Every attribution gets its standing, because readers mark what is only claimed. */
  readonly marks?: boolean;
  /** Graphs are returned as they are, because they are written again. */
  readonly keepsGraphs?: boolean;
}

/** What counts of a note. */
export interface JudgedNote {
  /** The same note where all of it counts. */
  readonly note: Note;
  readonly conflicts: readonly Conflict[];
}

/** Nothing is recorded here and nothing is vouched for: all of a note is claimed. */
export const UNCOVERED: Covered = {
  standingOf: () => 'claimed',
  recordedLines: () => undefined,
  isVouched: () => false,
  silence: undefined,
  isBroken: false,
};

/**
 * The one place where the standing of what a note says is computed. Every reader of notes for people and agents (blame, why,
 * report, context, export, attest) reads what this returns; only joining, pushing and `verify` read notes as they are.
 * @param commit that the note is on; undefined for the work tree
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
  const isDisputed = disputes(disputed);
  for (const [path, list] of note.lines) {
    const claims: CoveredClaims = {
      recorded: covered.recordedLines(path) ?? [],
      isVouched: (session) => covered.isVouched(session),
      silence: covered.silence,
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
  isSame &&= (keepsGraphs || graphs === note.graphs) && !covered.isBroken;
  if (isSame) return { note, conflicts };
  const whole = keepsGraphs ? note.graphs : graphs;
  const judged = { ...note, lines, graphs: whole, ...(covered.isBroken && { partial: true }) };
  return { note: isSifted(note) ? sift(judged) : judged, conflicts };
}

const never = (): boolean => false;

const disputes = ({ prefixes, nodes }: Disputed): ((node: NodeId) => boolean) | undefined =>
  prefixes.size + nodes.size > 0 ? (node) => prefixes.has(sessionPart(node)) || nodes.has(node) : undefined;
