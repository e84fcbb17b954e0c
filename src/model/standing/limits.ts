import { isDataError } from '../../errors.ts';
import { joinAll } from '../graph/join.ts';
import type { NodeId, RepoPath } from '../ids.ts';
import type { Attribution, Note } from '../model.ts';
import { compareStandings, type RecordStanding } from './standing.ts';

/** How many parts of a note readers leave out, because there are more than they can hold. */
export interface Dropped {
  /** Claims of steps that no graph of the note contains. */
  readonly claimsWithoutGraph: number;
  /** Other claims, by their standing. */
  readonly claims: Readonly<Record<RecordStanding, number>>;
}

/** A note of a commit that lies beside others, and its standing as a whole. */
export interface RankedNote {
  readonly note: Note;
  readonly standing: RecordStanding;
}

const NOTHING: Dropped = { claimsWithoutGraph: 0, claims: { claimed: 0, vouched: 0, recorded: 0 } };

const dropped = new WeakMap<Note, Dropped>();

/** The parts that were left out when a note was read; undefined when it is complete. */
export const droppedFrom = (note: Note): Dropped | undefined => dropped.get(note);

/** The number of claims that were left out. */
export const claimsIn = ({ claimsWithoutGraph, claims }: Dropped): number =>
  claimsWithoutGraph + claims.claimed + claims.vouched + claims.recorded;

/**
 * Joins notes of one commit that may be too large together. Claims without a graph are left out first, then claims of a
 * lower standing, until the rest fits. Graphs and signatures always stay. `droppedFrom` counts what was left out.
 * @param ranked in any order
 * @param join joins notes; throws ProvError `data` when they are too large together
 */
export function joinRanked(ranked: readonly RankedNote[], join: (notes: readonly Note[]) => Note = joinAll): Note {
  let rest = [...ranked].sort((a, b) => compareStandings(b.standing, a.standing));
  let count = NOTHING;
  const whole = joined(rest, join);
  if (whole) return whole;
  const nodes = new Set<NodeId>(
    rest.flatMap(({ note }) => note.graphs.flatMap((graph) => graph.nodes.map(({ id }) => id))),
  );
  rest = rest.map((one) => {
    if (one.standing !== 'claimed') return one;
    const note = withoutClaims(one.note, ({ node }) => node !== null && !nodes.has(node));
    count = { ...count, claimsWithoutGraph: count.claimsWithoutGraph + claimsOf(one.note) - claimsOf(note) };
    return { ...one, note };
  });
  for (let last = rest.length - 1; ; last--) {
    const note = joined(rest, join);
    if (note) {
      dropped.set(note, count);
      return note;
    }
    const one = rest[last];
    if (!one) return join(rest.map((each) => each.note)); // without any claims: the error is another one
    count = { ...count, claims: { ...count.claims, [one.standing]: count.claims[one.standing] + claimsOf(one.note) } };
    rest[last] = { ...one, note: withoutClaims(one.note, () => true) };
  }
}

function joined(ranked: readonly RankedNote[], join: (notes: readonly Note[]) => Note): Note | undefined {
  try {
    return join(ranked.map(({ note }) => note));
  } catch (error) {
    if (isDataError(error)) return undefined;
    throw error;
  }
}

const claimsOf = ({ lines }: Note): number => [...lines.values()].reduce((sum, list) => sum + list.length, 0);

function withoutClaims(note: Note, isLeftOut: (claim: Attribution) => boolean): Note {
  const lines = new Map<RepoPath, readonly Attribution[]>();
  for (const [path, list] of note.lines) {
    const kept = list.filter((claim) => !isLeftOut(claim));
    if (kept.length > 0) lines.set(path, kept);
  }
  return { ...note, lines };
}
