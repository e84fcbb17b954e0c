import type { Oid, RepoPath } from '../graph/ids.ts';
import { matchLines } from '../lines/diff.ts';
import { weight } from '../lines/text.ts';
import { decide, type FileVerdicts, type Verdicts } from './decide.ts';
import { type Around, type Block, TELLING, type Writing } from './written.ts';

/** Clocks of the machine that wrote and of the one that committed may differ by so much, in milliseconds. */
export const SLACK_MS = 60_000;
/** Git's times are whole seconds. */
export const SECOND_MS = 1000;
/** Stands for all files. */
const ANY = '' as RepoPath;
/** So much of a block has to stand together (`git blame -M` asks for as much), in two lines at least. */
const ANCHOR = 20;
/** Or so much in a line that stands alone (the default of `git blame -C`). */
const ALONE = 40;

/** A place where a commit changed a file: lines without white space. */
export interface LandedHunk {
  /** The number of the first line, from 1. */
  readonly start: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly around: Around;
}

/** What a commit added to a file. */
export interface LandedFile {
  readonly path: RepoPath;
  readonly oldPath?: RepoPath | undefined;
  readonly hunks: readonly LandedHunk[];
}

/** A commit as it is compared with what sessions wrote. Times in milliseconds since the epoch. */
export interface LandedCommit {
  readonly commit: Oid;
  readonly authoredAt: number;
  readonly committedAt: number;
  /** When the last of the commits that it builds on was made; the beginning of time for a first commit. */
  readonly since: number;
  readonly files: readonly LandedFile[];
  /** Whether it builds on another commit. */
  readonly buildsOn: (other: Oid) => boolean;
}

/** What else is known of a session that may have had part in a commit. */
export interface SessionFacts {
  /** When commands ran in it that commit. */
  readonly commits: readonly (readonly [from: number, to: number])[];
  /** When commands ran in it that may have written this file, or any where none is named. */
  readonly runs: readonly { readonly at: number; readonly path?: RepoPath }[];
}

/** A line of the commit that is the same as one that a session wrote. */
export interface Pair {
  readonly writing: Writing;
  readonly block: Block;
  /** Which line of the block. */
  readonly at: number;
  /** Which line of the hunk, from 0. */
  readonly line: number;
  readonly hunk: LandedHunk;
  /** What speaks against it: then nobody is named. */
  doubt: Doubt | undefined;
}

/** Why nobody is named for a line. */
export type Doubt =
  /** The session had been shown the line before it wrote it: it may have been there. */
  | 'shown'
  /** It is in a commit that this one builds on already: it was taken out and came back. */
  | 'returned'
  /** It was written after the commit was made first, by a session that did not commit then. */
  | 'late'
  /** The commit took it out elsewhere: it was moved. */
  | 'moved'
  /** Too little of what the session wrote stands together here. */
  | 'little'
  /** Two sessions wrote it. */
  | 'both'
  /** A command that may write anything ran before the commit. */
  | 'command'
  /** A session wrote it that was recorded by other means and is left as it is. */
  | 'left';

/** The lines of blocks that went into commits: a block by its lines, undefined where none did. */
export type Used = WeakMap<Block, (Oid | undefined)[]>;

/**
 * Compares commits with what sessions wrote, line by line, and says whose the lines are that a commit added. A person's line
 * must never be called an agent's: a line counts only where it stands in the same file, was written before, was not there
 * before, and stands together with enough of what the session wrote. Everything else is nobody's that we name.
 */
export class Matcher {
  readonly #byPath = new Map<RepoPath, Writing[]>();
  readonly #used: Used = new WeakMap();
  readonly #facts: readonly SessionFacts[];
  /** When commands ran that may have written a file, ascending; under `ANY` those that may have written any. */
  readonly #runs = new Map<RepoPath, number[]>();

  /** @param facts of sessions, by the numbers that writings have */
  constructor(writings: readonly Writing[], facts: readonly SessionFacts[]) {
    this.#facts = facts;
    for (const { at, path = ANY } of facts.flatMap(({ runs }) => runs)) {
      const list = this.#runs.get(path);
      if (list) list.push(at);
      else this.#runs.set(path, [at]);
    }
    for (const list of this.#runs.values()) list.sort((a, b) => a - b);
    for (const writing of writings) {
      const list = this.#byPath.get(writing.path);
      if (list) list.push(writing);
      else this.#byPath.set(writing.path, [writing]);
    }
  }

  /** Whether any session wrote a file with this name. */
  knows(path: RepoPath): boolean {
    return this.#byPath.has(path);
  }

  /** Whose the lines of a commit are. Commits are to be given after those that they build on. */
  take(commit: LandedCommit): Verdicts {
    const moved = new Set(commit.files.flatMap(({ hunks }) => hunks.flatMap(({ removed }) => removed)));
    const files = commit.files.map((file) => {
      const writings = [file.path, file.oldPath].flatMap((path) => (path && this.#byPath.get(path)) ?? []);
      const inTime = writings.filter(({ at }) => at <= lastMoment(commit.committedAt));
      return { file, writings: inTime, pairs: this.#pairs(file, inTime, commit, moved) };
    });
    const made = this.#facts.map(({ commits }) => commits.some((window) => isWithin(window, commit.committedAt)));
    const { lines, sessions } = decide(commit.commit, files, made, this.#used);
    if (sessions.size === 0) return { lines, sessions };
    return {
      lines: new Map(commit.files.map((file) => [file.path, this.#rest(file, lines, commit, moved)])),
      sessions,
    };
  }

  // Of lines that no session is known to have written a command may have been, and what was moved was another's before.
  #rest(file: LandedFile, lines: Verdicts['lines'], commit: LandedCommit, moved: ReadonlySet<string>): FileVerdicts {
    const verdicts = new Map(lines.get(file.path));
    const isRun = [file.path, ANY].some((which) => {
      const next = firstAfter(this.#runs.get(which) ?? [], commit.since);
      return next !== undefined && next <= lastMoment(commit.committedAt);
    });
    for (const { start, added } of file.hunks)
      for (const [i, text] of added.entries()) {
        if (verdicts.has(start + i) || weight(text) < TELLING) continue;
        if (moved.has(text)) verdicts.set(start + i, { doubt: 'moved' });
        else if (isRun) verdicts.set(start + i, { doubt: 'command' });
      }
    return verdicts;
  }

  #pairs(
    { hunks }: LandedFile,
    writings: readonly Writing[],
    commit: LandedCommit,
    moved: ReadonlySet<string>,
  ): Pair[] {
    const places = new Map<string, LandedHunk[]>();
    for (const hunk of hunks)
      for (const line of new Set(hunk.added)) if (line !== '') places.set(line, [...(places.get(line) ?? []), hunk]);
    const pairs: Pair[] = [];
    for (const writing of writings) {
      const isLate = this.#isLate(writing, commit);
      for (const block of writing.blocks) {
        const near = new Set(block.lines.flatMap((line) => (weight(line) > 0 && places.get(line)) || []));
        for (const hunk of near) pairs.push(...this.#align(writing, block, hunk, commit, { isLate, moved }));
      }
    }
    return pairs;
  }

  #align(
    writing: Writing,
    block: Block,
    hunk: LandedHunk,
    commit: LandedCommit,
    { isLate, moved }: { readonly isLate: boolean; readonly moved: ReadonlySet<string> },
  ): Pair[] {
    const matches = matchLines(block.lines, hunk.added);
    const doubtOf = (at: number, line: number): Doubt | undefined => {
      const text = hunk.added[line]!;
      if (isLate) return 'late';
      if (block.shown[at]) return 'shown';
      const used = this.#used.get(block)?.[at];
      if (used && commit.buildsOn(used)) return 'returned';
      if (weight(text) >= TELLING && moved.has(text)) return 'moved';
      // Of two equal lines, one behind the other, either may be the one.
      return [line - 1, line + 1].some((next) => matches[next]! < 0 && hunk.added[next] === text)
        ? 'little'
        : undefined;
    };
    const pairs: Pair[] = [];
    for (let line = 0; line < matches.length; line++) {
      const at = matches[line]!;
      if (at >= 0) pairs.push({ writing, block, at, line, hunk, doubt: doubtOf(at, line) });
    }
    if (!isSameChange(block, hunk, pairs.length))
      for (const run of runsOf(pairs)) if (!isTelling(run)) for (const pair of run) pair.doubt ??= 'little';
    return pairs;
  }

  // A commit that is made anew keeps its first time: what was written between is in it only when the session committed then.
  #isLate({ at, session }: Writing, { authoredAt, committedAt }: LandedCommit): boolean {
    if (at <= lastMoment(authoredAt)) return false;
    return !this.#facts[session]!.commits.some((window) => isWithin(window, committedAt));
  }
}

// The first of ascending times that is later than one.
function firstAfter(times: readonly number[], at: number): number | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > at) high = middle;
    else low = middle + 1;
  }
  return times[low];
}

const lastMoment = (seconds: number): number => seconds + SECOND_MS + SLACK_MS;

const isWithin = ([from, to]: readonly [from: number, to: number], at: number): boolean =>
  at >= from - SECOND_MS && at <= to + SECOND_MS;

// Lines that stand one behind the other in the commit as in the block.
function runsOf(pairs: readonly Pair[]): Pair[][] {
  const runs: Pair[][] = [];
  for (const pair of pairs) {
    const last = runs.at(-1)?.at(-1);
    if (last && last.line + 1 === pair.line && last.at + 1 === pair.at) runs.at(-1)!.push(pair);
    else runs.push([pair]);
  }
  return runs;
}

// A line that many files have, such as a common import, may be anybody's where it stands alone.
function isTelling(run: readonly Pair[]): boolean {
  const lines = run.map((pair) => (pair.doubt ? 0 : weight(pair.hunk.added[pair.line]!)));
  const said = lines.reduce((sum, one) => sum + one, 0);
  const standing = run.filter(({ hunk, line }) => weight(hunk.added[line]!) > 0);
  return said >= ANCHOR && (standing.length > 1 || said >= ALONE);
}

// The commit did there what the step did, all of it and nothing else.
function isSameChange(block: Block, { added, removed, around }: LandedHunk, matched: number): boolean {
  if (matched !== added.length || matched !== block.lines.length) return false;
  if (block.removed.length !== removed.length || !block.removed.every((line, i) => line === removed[i])) return false;
  const { before, after } = block.around;
  const isThere = (before !== undefined && before === around.before) || (after !== undefined && after === around.after);
  return isThere || (removed.length > 0 && before === undefined && after === undefined);
}
