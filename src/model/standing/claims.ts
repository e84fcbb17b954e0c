import { CLAIMS_PER_LINE, isNormal, normaliseLines } from '../attributions.ts';
import type { NodeId, RepoPath } from '../ids.ts';
import type { Attribution } from '../model.ts';
import { compareStandings, type RecordStanding } from './standing.ts';

/** Claims of one file that a higher standing covers: ranges of lines, in any order. */
export interface CoveredClaims {
  /** What this clone wrote about the file. */
  readonly recorded: readonly Attribution[];
  /** Whether an allowed signer's statement covers the claims of a session; null for those of no session. */
  readonly isVouched: (session: string | null) => boolean;
  /** The standing at which the note says by silence that a line is a person's; undefined where it does not. */
  readonly silence: RecordStanding | undefined;
}

/** Claims of one line that exclude each other. */
export interface Conflict {
  readonly path: RepoPath;
  readonly start: number;
  readonly count: number;
  /** The writers that are claimed: a step, or null for a person. */
  readonly sides: readonly { readonly node: NodeId | null; readonly standing: RecordStanding }[];
}

/** The claims of one file that count. */
export interface CountingClaims {
  readonly lines: readonly Attribution[];
  readonly conflicts: readonly Conflict[];
}

/** How claims are weighed. */
export interface Weighing {
  readonly path: RepoPath;
  readonly covered: CoveredClaims;
  /** Whether it is unknown who a step belongs to: graphs of equal standing disagree about it. */
  readonly isDisputed: (node: NodeId) => boolean;
  /** Whether claims that nobody vouches for are hidden (`prov.trust vouched`). */
  readonly hidesClaimed: boolean;
  /** Whether each attribution gets its standing. */
  readonly marks: boolean;
}

/** What was recorded here comes in addition to what a line keeps. */
const ALL_CLAIMS = 2 * CLAIMS_PER_LINE;

type Weighed = readonly [Attribution, RecordStanding];

/**
 * Chooses for every line the claims that count: those of the highest standing. Where they name different writers, the line is
 * nobody's that we name. An abstention gives way to a definite claim of the same standing.
 */
export function countingClaims(list: readonly Attribution[], weighing: Weighing): CountingClaims {
  const { path, covered } = weighing;
  // What was recorded here counts even where other claims displaced it, and ends where it ended.
  const own = covered.recorded.map((claim): Attribution => ({ ...claim, standing: 'recorded' }));
  const claims = own.length > 0 ? normaliseLines([...list, ...own], Number.POSITIVE_INFINITY, ALL_CLAIMS) : list;
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
  standing ?? (isVouched(node?.slice(0, 8) ?? null) ? 'vouched' : 'claimed');

// Who is named, each once, the highest standing first. An abstention names nobody.
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

/** Whether no line has claims of several writers. */
export function isPlain(list: readonly Attribution[]): boolean {
  for (let i = 1; i < list.length; i++) if (list[i]!.start === list[i - 1]!.start) return false;
  return true;
}
