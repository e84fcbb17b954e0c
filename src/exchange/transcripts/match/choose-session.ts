import type { Oid, RepoPath } from '../../../model/ids.ts';
import { MIN_LINE_WEIGHT, weight } from '../../../lines/text.ts';
import type { Doubt } from './landed.ts';
import type { LandedCommits } from './landed.ts';
import type { Pair } from './landed.ts';
import type { LandedFile } from './landed.ts';
import type { Writing } from '../edit-lines.ts';

/**
 * Letters and digits of a session's text that a commit must contain for the session to count as involved (the default of `git blame
 * -C`).
 */
const MIN_WEIGHT = 40;
/** Minimum number of letters and digits if nearly the whole commit is the session's. */
const MIN_SAME_WEIGHT = 20;
const MIN_SAME_SHARE = 0.9;
/** Minimum share of equal text, either of the session's text in a file or of the text that the commit added there. */
const MIN_SHARE = 0.5;
/** Lines with fewer letters and digits occur in many files: an equal line by another session means nothing. */
const MIN_SHARED_LINE_WEIGHT = 12;

/** The author of a line: a step of a session, or unknown for the given reason. */
export type Verdict = { readonly session: number; readonly step: number } | { readonly doubt: Doubt };

/** The authors of the lines of a file, by number from 1. */
export type FileVerdicts = ReadonlyMap<number, Verdict>;

/** The authors of the lines of a commit, by path and number from 1. Lines that no session wrote are absent. */
export interface Verdicts {
  readonly lines: ReadonlyMap<RepoPath, FileVerdicts>;
  /** The sessions involved in the commit. If empty, the commit gets no note. */
  readonly sessions: ReadonlySet<number>;
}

/** A file of a commit, with its lines that equal what sessions wrote before. */
export interface Candidate {
  readonly file: LandedFile;
  readonly writings: readonly Writing[];
  readonly pairs: readonly Pair[];
}

/**
 * Attributes lines by equal text, and records in `used` the commit that each line of a block went into.
 * @param made for each session, whether one of its commands made the commit
 */
export function decide(
  commit: Oid,
  files: readonly Candidate[],
  made: readonly boolean[],
  used: LandedCommits,
): Verdicts {
  const kept = files.map((file) => withoutStrangers(file, used));
  const sessions = sessionsOf(files, kept, made);
  const lines = new Map<RepoPath, Map<number, Verdict>>();
  for (const [n, { file, pairs }] of files.entries()) {
    const verdicts = new Map<number, Verdict>();
    const mine = kept[n]!.filter(({ writing }) => sessions.has(writing.session));
    const all = byLine(pairs);
    for (const [line, claims] of byLine(mine)) {
      const [first] = claims;
      const rivals = (all.get(line) ?? []).filter((pair) => isRival(pair, first!));
      const isBoth = rivals.some((pair) => weight(textOf(pair)) >= MIN_SHARED_LINE_WEIGHT || claims.includes(pair));
      verdicts.set(line, isBoth ? { doubt: 'both' } : winnerOf(claims));
      for (const pair of claims) use(used, pair, commit);
    }
    leaveBrackets(file, verdicts);
    for (const pair of pairs)
      if (!verdicts.has(lineOf(pair)) && (weight(textOf(pair)) >= MIN_LINE_WEIGHT || pair.doubt === 'shown'))
        verdicts.set(lineOf(pair), { doubt: pair.doubt ?? 'little' });
    if (verdicts.size > 0) lines.set(file.path, verdicts);
  }
  return { lines, sessions: sessionsIn(lines) };
}

// A line with only a bracket belongs to a session only beside a longer line of that session.
function leaveBrackets({ hunks }: LandedFile, verdicts: Map<number, Verdict>): void {
  const sessionAt = (line: number): number | undefined => {
    const verdict = verdicts.get(line);
    return verdict && 'step' in verdict ? verdict.session : undefined;
  };
  for (const { start, added } of hunks) {
    const isBracket = (at: number): boolean => at >= 0 && at < added.length && weight(added[at]!) < MIN_LINE_WEIGHT;
    const beside = (at: number, way: 1 | -1): number | undefined => {
      let next = at + way;
      while (isBracket(next)) next += way;
      return next >= 0 && next < added.length ? sessionAt(start + next) : undefined;
    };
    for (const at of added.keys()) {
      const session = sessionAt(start + at);
      if (session === undefined || !isBracket(at)) continue;
      if (beside(at, -1) !== session && beside(at, 1) !== session) verdicts.set(start + at, { doubt: 'little' });
    }
  }
}

/** The sessions with attributed lines in a commit. Others are not involved. */
export function sessionsIn(lines: Verdicts['lines']): Set<number> {
  const sessions = new Set<number>();
  for (const file of lines.values())
    for (const verdict of file.values()) if ('step' in verdict) sessions.add(verdict.session);
  return sessions;
}

// Another session that may have written the line, except one that was shown it.
const isRival = ({ writing, doubt }: Pair, { writing: { session } }: Pair): boolean =>
  writing.session !== session && (doubt === undefined || doubt === 'little');

const lineOf = ({ hunk, line }: Pair): number => hunk.start + line;
const textOf = ({ hunk, line }: Pair): string => hunk.added[line]!;

function byLine(pairs: readonly Pair[]): Map<number, Pair[]> {
  const lines = new Map<number, Pair[]>();
  for (const pair of pairs) {
    const list = lines.get(lineOf(pair));
    if (list) list.push(pair);
    else lines.set(lineOf(pair), [pair]);
  }
  return lines;
}

// If a session wrote a line twice, its last step counts.
function winnerOf(claims: readonly Pair[]): Verdict {
  const { session, step } = claims.reduce((a, b) => (b.writing.step >= a.writing.step ? b : a)).writing;
  return { session, step };
}

function use(used: LandedCommits, { block, at }: Pair, commit: Oid): void {
  const places = used.get(block) ?? block.lines.map(() => []);
  places[at]!.push(commit);
  used.set(block, places);
}

// The pairs that count: a line of a block matches one place only, and the session needs a minimum share of each file.
function withoutStrangers({ file, writings, pairs }: Candidate, used: LandedCommits): Pair[] {
  const sound = once(pairs.filter(({ doubt }) => !doubt));
  const all = totalWeight(file.hunks.flatMap(({ added }) => added));
  const linesByHunk = linesPerHunk(sound);
  const isEnough = (session: number): boolean => {
    const found = linesByHunk.get(session) ?? 0;
    return found >= MIN_SHARE * all || found >= MIN_SHARE * standing(writings, session, used);
  };
  const enough = new Set([...linesByHunk.keys()].filter(isEnough));
  return sound.filter(({ writing }) => enough.has(writing.session));
}

// When two places have the same line, the one with more of its block counts.
function once(pairs: readonly Pair[]): Pair[] {
  const linesByPair = new Map<Pair['block'], Map<Pair['hunk'], number>>();
  for (const pair of pairs) {
    const hunks = linesByPair.get(pair.block) ?? new Map<Pair['hunk'], number>();
    linesByPair.set(pair.block, hunks.set(pair.hunk, (hunks.get(pair.hunk) ?? 0) + weight(textOf(pair))));
  }
  const taken = new Map<Pair['block'], Set<number>>();
  const order = pairs.toSorted(
    (a, b) => linesByPair.get(b.block)!.get(b.hunk)! - linesByPair.get(a.block)!.get(a.hunk)!,
  );
  const chosen = new Set<Pair>();
  for (const pair of order) {
    const places = taken.get(pair.block) ?? new Set<number>();
    taken.set(pair.block, places);
    if (places.has(pair.at)) continue;
    places.add(pair.at);
    chosen.add(pair);
  }
  return pairs.filter((pair) => chosen.has(pair));
}

// How much of a file equals each session's text. A line counts once.
function linesPerHunk(pairs: readonly Pair[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [, claims] of byLine(pairs))
    for (const session of new Set(claims.map(({ writing }) => writing.session)))
      counts.set(session, (counts.get(session) ?? 0) + weight(textOf(claims[0]!)));
  return counts;
}

const totalWeight = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + (weight(line) >= MIN_LINE_WEIGHT ? weight(line) : 0), 0);

// The text that a session added to the file, did not remove again, and that no earlier commit contains.
function standing(writings: readonly Writing[], session: number, used: LandedCommits): number {
  const mine = writings.filter((writing) => writing.session === session);
  const left = new Map<string, number>();
  for (const { blocks, removed } of mine) {
    for (const line of removed) if ((left.get(line) ?? 0) > 0) left.set(line, left.get(line)! - 1);
    for (const block of blocks)
      for (const [i, line] of block.lines.entries())
        if (!used.get(block)?.[i]?.length && !block.shown[i]) left.set(line, (left.get(line) ?? 0) + 1);
  }
  let sum = 0;
  for (const [line, count] of left) if (weight(line) >= MIN_LINE_WEIGHT) sum += count * weight(line);
  return sum;
}

function sessionsOf(
  files: readonly Candidate[],
  kept: readonly (readonly Pair[])[],
  made: readonly boolean[],
): Set<number> {
  const counts = new Map<number, number>();
  for (const pairs of kept)
    for (const [session, found] of linesPerHunk(pairs)) counts.set(session, (counts.get(session) ?? 0) + found);
  const all = totalWeight(files.flatMap(({ file }) => file.hunks.flatMap(({ added }) => added)));
  const isIn = ([session, found]: readonly [number, number]): boolean =>
    found >= MIN_WEIGHT || made[session] === true || (found >= MIN_SAME_WEIGHT && found >= MIN_SAME_SHARE * all);
  return new Set([...counts].filter(isIn).map(([session]) => session));
}
