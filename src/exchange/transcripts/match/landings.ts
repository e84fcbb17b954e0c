import type { Oid, RepoPath } from '../../../model/ids.ts';
import { MIN_LINE_WEIGHT, weight } from '../../../lines/text.ts';
import type { LandedCommit } from './landed.ts';
import type { LandedFile } from './landed.ts';
import { SECOND_MS, CLOCK_SKEW_MS } from './moments.ts';
import type { Writing } from '../edit-lines.ts';

/** The lines that one commit added to a file, if sessions wrote the same. */
interface Landing {
  readonly commit: Oid;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly added: readonly string[];
  readonly oldPath: RepoPath | undefined;
}

/** The lines that commits added to a file. */
export interface Added {
  /**
   * Whether a commit explains the line better than an edit at this time: an ancestor added it since, or a commit of another
   * branch had added it before the edit.
   * @param at milliseconds since the epoch
   */
  has(line: string, at: number): boolean;
}

/** The commits that added lines equal to those of sessions. Such a commit may already contain the session's line. */
export class Landings {
  readonly #byPath = new Map<RepoPath, Landing[]>();
  readonly #written = new Set<string>();

  constructor(writings: readonly Writing[]) {
    for (const { blocks } of writings)
      for (const { lines } of blocks)
        for (const line of lines) if (weight(line) >= MIN_LINE_WEIGHT) this.#written.add(line);
  }

  /** Adds a commit. Add parents before their children. */
  add({ commit, committedAt, files }: LandedCommit): void {
    for (const file of files) {
      const added = this.#addedBy(file);
      if (added.length === 0 && !file.oldPath) continue;
      const landing = { commit, at: committedAt, added, oldPath: file.oldPath };
      const list = this.#byPath.get(file.path);
      if (list) list.push(landing);
      else this.#byPath.set(file.path, [landing]);
    }
  }

  /** The lines that other commits added to a file, also under its former names. */
  before({ buildsOn }: LandedCommit, { path, oldPath }: LandedFile): Added {
    const last = new Map<string, number>();
    const elsewhere = new Map<string, number>();
    const names = new Set([path, ...(oldPath ? [oldPath] : [])]);
    for (const name of names)
      for (const { commit, at, added, oldPath: former } of this.#byPath.get(name) ?? []) {
        const isBelow = buildsOn(commit);
        if (isBelow && former) names.add(former);
        for (const line of added)
          if (isBelow) last.set(line, Math.max(last.get(line) ?? 0, at));
          else elsewhere.set(line, Math.min(elsewhere.get(line) ?? Infinity, at));
      }
    return {
      has: (line, at) =>
        at <= (last.get(line) ?? -Infinity) + CLOCK_SKEW_MS || (elsewhere.get(line) ?? Infinity) + SECOND_MS < at,
    };
  }

  // A line that was only moved within the file is not new.
  #addedBy({ hunks }: LandedFile): string[] {
    const counts = new Map<string, number>();
    for (const { added, removed } of hunks) {
      for (const line of added) if (this.#written.has(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
      for (const line of removed) if (this.#written.has(line)) counts.set(line, (counts.get(line) ?? 0) - 1);
    }
    return [...counts].flatMap(([line, count]) => (count > 0 ? [line] : []));
  }
}
