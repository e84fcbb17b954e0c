import { isNormal, normaliseLines } from '../attributions.ts';
import { type NodeId, type RepoPath, sessionPart } from '../ids.ts';
import type { Attribution } from '../model.ts';
import { compareStandings, type RecordStanding } from './standing.ts';

/** What supports the claims of one file beyond the note itself. Lists are in any order. */
export interface CoveredClaims {
  /** The lines that this clone recorded for the file. */
  readonly recorded: readonly Attribution[];
  /** Whether an allowed signer's statement covers the claims of a session; null for claims without a session. */
  readonly isVouched: (session: string | null) => boolean;
  /** The standing at which a line without a claim counts as a person's; undefined when it does not. */
  readonly silence: RecordStanding | undefined;
  /** Whether signed claims are missing: any line that is only claimed may be one of them, under another name. */
  readonly isBroken?: boolean;
}

/** Claims of one line that exclude each other. */
export interface Conflict {
  readonly path: RepoPath;
  readonly start: number;
  readonly count: number;
  /** The claimed writers: a step, or null for a person. */
  readonly sides: readonly { readonly node: NodeId | null; readonly standing: RecordStanding }[];
}

/** The claims of one file that count. */
export interface CountingClaims {
  readonly lines: readonly Attribution[];
  readonly conflicts: readonly Conflict[];
}

/** The settings for choosing claims. */
export interface Weighing {
  readonly path: RepoPath;
  readonly covered: CoveredClaims;
  /** Whether graphs of equal standing disagree about the owner of a step. */
  readonly isDisputed: (node: NodeId) => boolean;
  /** Whether claims without a voucher are hidden (`prov.trust vouched`). */
  readonly hidesClaimed: boolean;
  /** Whether each attribution gets its standing. */
  readonly marks: boolean;
}

type Weighed = readonly [Attribution, RecordStanding];

/**
 * Chooses the claims that count for every line: those of the highest standing. When they name different writers, the line
 * gets no writer. An abstention yields to a definite claim of the same standing.
 */
export function countingClaims(list: readonly Attribution[], weighing: Weighing): CountingClaims {
  const { path, covered } = weighing;
  // What this clone recorded counts even where other claims displaced it. It keeps its exact range.
  const own = covered.recorded.map((claim): Attribution => ({ ...claim, standing: 'recorded' }));
  const claims =
    own.length > 0 ? normaliseLines([...list, ...own], Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY) : list;
  const out: Attribution[] = [];
  const conflicts: Conflict[] = [];
  for (let i = 0; i < claims.length;) {
    const { start, count } = claims[i]!;
    const group: Weighed[] = [];
    for (; claims[i]?.start === start; i++) group.push([claims[i]!, standingOf(claims[i]!, covered)]);
    const sides = sidesOf(group);
    if (sides.length > 1 || isSilenced(sides, covered)) conflicts.push({ path, start, count, sides });
    out.push(...chosen(group, weighing));
  }
  return { lines: isNormal(out) ? out : normaliseLines(out), conflicts };
}

const standingOf = ({ standing, node }: Attribution, { isVouched }: CoveredClaims): RecordStanding =>
  standing ?? (isVouched(node ? sessionPart(node) : null) ? 'vouched' : 'claimed');

// The claimed writers, each once, highest standing first. An abstention names no writer.
function sidesOf(group: readonly Weighed[]): Conflict['sides'] {
  const sides = new Map<NodeId | null, RecordStanding>();
  for (const [{ node, evidence }, standing] of group) {
    if (evidence === 'unsure') continue;
    const known = sides.get(node);
    if (known === undefined || compareStandings(standing, known) > 0) sides.set(node, standing);
  }
  return [...sides]
    .map(([node, standing]) => ({ node, standing }))
    .sort((a, b) => compareStandings(b.standing, a.standing));
}

const isSilenced = (sides: Conflict['sides'], { silence }: CoveredClaims): boolean =>
  silence !== undefined && sides[0] !== undefined && compareStandings(sides[0].standing, silence) < 0;

function chosen(group: readonly Weighed[], { covered, isDisputed, hidesClaimed, marks }: Weighing): Attribution[] {
  const best = group.reduce<RecordStanding>((a, [, b]) => (compareStandings(a, b) < 0 ? b : a), 'claimed');
  const [[first]] = group as [Weighed];
  if (covered.silence !== undefined && compareStandings(best, covered.silence) < 0) return [];
  const nobody: Attribution = { start: first.start, count: first.count, node: null, evidence: 'unsure' };
  if (hidesClaimed && best === 'claimed') return [nobody];
  const equals = group.filter(([, standing]) => standing === best).map(([claim]) => claim);
  const definite = equals.filter(({ evidence }) => evidence !== 'unsure');
  if (definite.length === 0) return equals.map((claim) => marked(claim, undefined));
  if (covered.isBroken && best === 'claimed') return [nobody];
  const writers = new Set(definite.map(({ node }) => node));
  if (writers.size > 1 || definite.some(({ node }) => node && best === 'claimed' && isDisputed(node)))
    return [{ ...nobody }];
  return definite.map((claim) => marked(claim, marks ? best : undefined));
}

function marked(claim: Attribution, standing: RecordStanding | undefined): Attribution {
  if (claim.standing === standing) return claim;
  const { start, count, node, evidence, from } = claim;
  return { start, count, node, evidence, ...(from && { from }), ...(standing && { standing }) };
}

/** Whether every line has at most one claim. */
export function isPlain(list: readonly Attribution[]): boolean {
  for (let i = 1; i < list.length; i++) if (list[i]!.start === list[i - 1]!.start) return false;
  return true;
}
