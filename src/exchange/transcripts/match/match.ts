import type { RepoPath } from '../../../model/ids.ts';
import { matchLines } from '../../../lines/diff.ts';
import { MIN_LINE_WEIGHT, weight } from '../../../lines/text.ts';
import { decide, type FileVerdicts, type Verdicts } from './choose-session.ts';
import { type Added, Landings } from './landings.ts';
import { firstAfter, isWithin, lastMoment } from './moments.ts';
import { doubtRuns } from './doubt-runs.ts';
import type { Block, Writing } from '../edit-lines.ts';
import type { Doubt, LandedCommit, LandedFile, LandedHunk, Pair, LandedCommits } from './landed.ts';

/** Matches all files. */
const ANY = '' as RepoPath;
/** Other facts about a session that may be involved in a commit. */
export interface SessionFacts {
  /** The times of its commands that commit. */
  readonly commits: readonly (readonly [from: number, to: number])[];
  /** The times of its commands that may have written this file, or any file when none is named. */
  readonly runs: readonly { readonly at: number; readonly path?: RepoPath }[];
  /** The people who commit in its work tree; undefined when that is not known. */
  readonly authors?: ReadonlySet<string> | undefined;
}

/**
 * Compares commits with what sessions wrote, line by line, and attributes the added lines. A person's line must never be
 * attributed to an agent. A line counts only if it is in the same file, was written before the commit, did not exist
 * before, and comes with enough other text of the session. All other lines get no author.
 */
export class Matcher {
  readonly #byPath = new Map<RepoPath, Writing[]>();
  readonly #used: LandedCommits = new WeakMap();
  readonly #facts: readonly SessionFacts[];
  readonly #landings: Landings;
  /** The times of commands that may have written a file, ascending. `ANY` has those that may have written any file. */
  readonly #runs = new Map<RepoPath, number[]>();

  /** @param facts the sessions' facts, by session number */
  constructor(writings: readonly Writing[], facts: readonly SessionFacts[]) {
    this.#facts = facts;
    this.#landings = new Landings(writings);
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

  /** Attributes the lines of a commit. Pass parents before their children. */
  take(commit: LandedCommit): Verdicts {
    const moved = new Set(commit.files.flatMap(({ hunks }) => hunks.flatMap(({ removed }) => removed)));
    const files = commit.files.map((file) => {
      const writings = [file.path, file.oldPath].flatMap((path) => (path && this.#byPath.get(path)) ?? []);
      const inTime = writings.filter(({ at }) => at <= lastMoment(commit.committedAt));
      return { file, writings: inTime, pairs: this.#pairs(file, inTime, commit, moved) };
    });
    const made = this.#facts.map(({ commits }) => commits.some((window) => isWithin(window, commit.committedAt)));
    const { lines, sessions } = decide(commit.commit, files, made, this.#used);
    this.#landings.add(commit);
    if (sessions.size === 0) return { lines, sessions };
    return {
      lines: new Map(commit.files.map((file) => [file.path, this.#rest(file, lines, commit, moved)])),
      sessions,
    };
  }

  // A command may have written the lines that match no session. A moved line had another author before.
  #rest(file: LandedFile, lines: Verdicts['lines'], commit: LandedCommit, moved: ReadonlySet<string>): FileVerdicts {
    const verdicts = new Map(lines.get(file.path));
    const isRun = [file.path, ANY].some((which) => {
      const next = firstAfter(this.#runs.get(which) ?? [], commit.since);
      return next !== undefined && next <= lastMoment(commit.committedAt);
    });
    for (const { start, added } of file.hunks)
      for (const [i, text] of added.entries()) {
        if (verdicts.has(start + i) || weight(text) < MIN_LINE_WEIGHT) continue;
        if (moved.has(text)) verdicts.set(start + i, { doubt: 'moved' });
        else if (isRun) verdicts.set(start + i, { doubt: 'command' });
      }
    return verdicts;
  }

  #pairs(file: LandedFile, writings: readonly Writing[], commit: LandedCommit, moved: ReadonlySet<string>): Pair[] {
    const places = new Map<string, LandedHunk[]>();
    for (const hunk of file.hunks)
      for (const line of new Set(hunk.added)) if (line !== '') places.set(line, [...(places.get(line) ?? []), hunk]);
    const pairs: Pair[] = [];
    if (writings.length === 0) return pairs;
    const below = this.#landings.before(commit, file);
    for (const writing of writings) {
      const isLate = this.#isLate(writing, commit);
      for (const block of writing.blocks) {
        const near = new Set(block.lines.flatMap((line) => (weight(line) > 0 && places.get(line)) || []));
        for (const hunk of near) pairs.push(...this.#align(writing, block, hunk, commit, { isLate, moved, below }));
      }
    }
    return pairs;
  }

  #align(
    writing: Writing,
    block: Block,
    hunk: LandedHunk,
    commit: LandedCommit,
    { isLate, moved, below }: Circumstances,
  ): Pair[] {
    const matches = matchLines(block.lines, hunk.added);
    const doubtOf = (at: number, line: number): Doubt | undefined => {
      const text = hunk.added[line]!;
      if (isLate) return 'late';
      if (block.shown[at]) return 'shown';
      if (weight(text) >= MIN_LINE_WEIGHT && moved.has(text)) return 'moved';
      // Of two equal adjacent lines, either may be the right one.
      return [line - 1, line + 1].some((next) => matches[next]! < 0 && hunk.added[next] === text)
        ? 'little'
        : undefined;
    };
    const isOld = (at: number, line: number): boolean =>
      below.has(hunk.added[line]!, writing.at) ||
      (this.#used.get(block)?.[at] ?? []).some((used) => commit.buildsOn(used));
    const pairs: Pair[] = [];
    for (let line = 0; line < matches.length; line++) {
      const at = matches[line]!;
      if (at >= 0) pairs.push({ writing, block, at, line, hunk, isOld: isOld(at, line), doubt: doubtOf(at, line) });
    }
    doubtRuns(pairs, this.#isStranger(writing, commit));
    return pairs;
  }

  // Another person made the commit, and no command of the session did.
  #isStranger({ session }: Writing, { author, committedAt }: LandedCommit): boolean {
    const { authors, commits } = this.#facts[session]!;
    return authors !== undefined && !authors.has(author) && !commits.some((span) => isWithin(span, committedAt));
  }

  // A rewritten commit keeps its author time: it contains later writes only if the session committed at that time.
  #isLate({ at, session }: Writing, { authoredAt, committedAt }: LandedCommit): boolean {
    if (at <= lastMoment(authoredAt)) return false;
    return !this.#facts[session]!.commits.some((window) => isWithin(window, committedAt));
  }
}

/** The properties of all lines of a writing in a file of a commit. */
interface Circumstances {
  readonly isLate: boolean;
  readonly moved: ReadonlySet<string>;
  readonly below: Added;
}
