import { isSifted, sift } from '../format/note.ts';
import { isForgottenPath } from '../format/forgotten-path.ts';
import { type NodeId, type RepoPath, sessionPart } from '../ids.ts';
import { countingLines } from '../imported.ts';
import type { Attribution, Graph, Note } from '../model.ts';
import { type Conflict, countingClaims, type CoveredClaims, isPlain } from './claims.ts';
import { countingGraphs, type Disputed } from './graphs.ts';
import { claimsIn, type Dropped, droppedFrom } from './limits.ts';
import { compareStandings, rememberStanding, type RecordStanding } from './standing.ts';

/** What this clone knows about the standing of a note's parts. */
export interface Covered {
  standingOf(graph: Graph): RecordStanding;
  /** The lines that this clone recorded for a file; undefined when it recorded nothing about the commit. */
  recordedLines(path: RepoPath): readonly Attribution[] | undefined;
  /** Whether an allowed signer's statement covers the claims of a session (its prefix), or those without a session (null). */
  isVouched(session: string | null): boolean;
  /** The standing of the commit's own record. A line without a claim of that standing is a person's. */
  readonly silence: RecordStanding | undefined;
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
  const isDisputed = disputes(disputed);
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
  const isBroken = covered.isBroken || lacks(droppedFrom(note), covered.silence);
  isSame &&= (keepsGraphs || graphs === note.graphs) && !isBroken;
  if (isSame) return { note, conflicts };
  const whole = keepsGraphs ? note.graphs : graphs;
  const judged = { ...note, lines, graphs: whole, ...(isBroken && { partial: true }) };
  return { note: isSifted(note) ? sift(judged) : judged, conflicts };
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
