import { originsOf, ADDED_LINE, type LineOrigins } from '../../../lines/unambiguous-diff.ts';
import type { Oid } from '../../../model/ids.ts';
import { TREE_MODE, type TreeEntry } from '../../../git/objects/tree-codec.ts';
import type { Commit, FileHistory } from './file-history.ts';
import { isFile, renamesOf, type ParentFile } from './file-renames.ts';

/** A line of a file at a commit. */
export interface TracedPlace {
  readonly commit: Oid;
  /** Bytes (latin1). */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The known history ends at this commit, so the line may be older. */
  readonly cut: boolean;
}

/** The possible origins of each line, by line number from 1; undefined when it could be anywhere. */
export type TracedOrigins = ReadonlyMap<number, readonly TracedPlace[] | undefined>;

/** A line with more possible places counts as from anywhere. */
const MAX_PLACES = 64;

/** Lines of a file at a commit that are still being traced, with the final lines that they may become. */
interface Suspect {
  readonly commit: Oid;
  readonly path: string;
  readonly time: number;
  readonly lines: Map<number, Set<number>>;
}

/** One parent's versions of a file. */
interface Parent {
  readonly commit: Commit;
  readonly sources: readonly ParentFile[];
  /** Whether the file may also be new there. */
  readonly maybeNew: boolean;
  /** Whether its origin cannot be determined. */
  readonly unclear: boolean;
}

/**
 * Blames lines of a file without git. Follows each line back through the parents like git. Where the shortest diffs of a
 * step differ, or git's rename detection is hard to predict, it follows every possible way. So the places of a line include
 * the one that `git blame` reports, and a single place is the right one.
 * @param path bytes (latin1) of an existing file
 * @param wanted line numbers from 1; all when absent
 */
export async function trace(
  history: FileHistory,
  commit: Oid,
  path: string,
  wanted?: Iterable<number>,
): Promise<TracedOrigins> {
  const tracing = new Tracing(history);
  const { tree, time } = await history.commit(commit);
  const count = (await history.lines((await history.entry(tree, path))!.oid)).length;
  const lines = wanted ?? Array.from({ length: count }, (_, i) => i + 1);
  tracing.begin({ commit, path, time, lines: new Map([...lines].map((line) => [line, new Set([line])])) });
  await tracing.run();
  return tracing.traced;
}

class Tracing {
  readonly traced = new Map<number, TracedPlace[] | undefined>();
  readonly #history: FileHistory;
  readonly #waiting = new Map<string, Suspect>();
  readonly #ways = new Map<number, number>();

  constructor(history: FileHistory) {
    this.#history = history;
  }

  begin(suspect: Suspect): void {
    this.#waiting.set('', suspect);
    for (const line of suspect.lines.keys()) this.traced.set(line, []);
  }

  async run(): Promise<void> {
    for (let next = this.#newest(); next; next = this.#newest()) await this.#pass(next);
  }

  // The newest commit first, so that lines from several ways meet at a commit.
  #newest(): Suspect | undefined {
    let newest: [string, Suspect] | undefined;
    for (const entry of this.#waiting) if (!newest || entry[1].time > newest[1].time) newest = entry;
    if (newest) this.#waiting.delete(newest[0]);
    return newest?.[1];
  }

  async #pass({ commit: id, path, lines }: Suspect): Promise<void> {
    const commit = await this.#history.commit(id);
    const entry = (await this.#history.entry(commit.tree, path))!;
    const file: ParentFile = { path, blob: entry.oid };
    const parents = await this.#parents(commit, entry, file);
    const whole = parents.find((parent) => isWhole(parent, file));
    if (whole) return this.#hand(whole, (line) => [line], lines);
    let left = lines;
    for (const parent of parents) {
      if (left.size === 0) return;
      left = await this.#passTo(parent, file, left);
    }
    for (const [line, finals] of left)
      for (const final of finals) {
        const places = this.traced.get(final);
        places?.push({ commit: id, path, line, cut: commit.cut });
        if (places && places.length > MAX_PLACES) this.traced.set(final, undefined);
      }
  }

  // In git's order: first parents with an entry at the same path; only when no parent has the same file, renames.
  async #parents(commit: Commit, entry: TreeEntry, file: ParentFile): Promise<Parent[]> {
    const parents: (Parent | undefined)[] = [];
    for (const parent of commit.parents) {
      const there = await this.#history.entry(parent.tree, file.path);
      if (!there || there.mode === TREE_MODE) parents.push(undefined);
      else {
        const same = kindOf(there) === kindOf(entry); // a file that became a symbolic link is new
        const sources = same ? [{ path: file.path, blob: there.oid }] : [];
        parents.push({ commit: parent, sources, maybeNew: !same, unclear: false });
      }
    }
    if (!parents.some((parent) => parent && isWhole(parent, file)))
      for (const [i, parent] of commit.parents.entries())
        parents[i] ??= await this.#renamed(commit, parent, entry, file);
    return parents.filter((parent) => parent !== undefined);
  }

  async #renamed(commit: Commit, parent: Commit, entry: TreeEntry, file: ParentFile): Promise<Parent> {
    const trees = { parent: parent.tree, child: commit.tree };
    const renamed = isFile(entry) ? await renamesOf(this.#history, trees, file) : undefined;
    return { commit: parent, sources: [], maybeNew: true, unclear: !renamed, ...renamed };
  }

  // @returns the lines that this parent may not have
  async #passTo(
    parent: Parent,
    file: ParentFile,
    lines: ReadonlyMap<number, Set<number>>,
  ): Promise<Map<number, Set<number>>> {
    const left = new Map<number, Set<number>>();
    if (parent.unclear) {
      for (const finals of lines.values()) for (const final of finals) this.traced.set(final, undefined);
      return left;
    }
    const after = await this.#history.lines(file.blob);
    const all: [ParentFile, LineOrigins][] = [];
    for (const source of parent.sources) all.push([source, originsOf(await this.#history.lines(source.blob), after)]);
    for (const [line, finals] of lines)
      if (parent.maybeNew || all.some(([, origins]) => isMaybeAdded(origins, line))) left.set(line, finals);
    for (const [source, origins] of all)
      this.#hand(
        { ...parent, sources: [source] },
        (line) => origins.possible(line - 1).flatMap((from) => (from === ADDED_LINE ? [] : [from + 1])),
        lines,
      );
    return left;
  }

  #hand(parent: Parent, to: (line: number) => readonly number[], lines: ReadonlyMap<number, Set<number>>): void {
    const { oid: commit, time } = parent.commit;
    for (const { path } of parent.sources) {
      const key = `${commit} ${path}`;
      const suspect = this.#waiting.get(key) ?? { commit, path, time, lines: new Map<number, Set<number>>() };
      for (const [line, finals] of lines)
        for (const target of to(line)) {
          const set = suspect.lines.get(target) ?? new Set<number>();
          for (const final of finals) if (this.#mayGo(final, parent, to(line).length)) set.add(final);
          if (set.size > 0) suspect.lines.set(target, set);
        }
      if (suspect.lines.size > 0) this.#waiting.set(key, suspect);
    }
  }

  // Equal lines in a long history could be followed along too many ways.
  #mayGo(final: number, { sources, maybeNew }: Parent, targets: number): boolean {
    if (this.traced.get(final) === undefined) return false;
    if (targets === 1 && sources.length === 1 && !maybeNew) return true;
    const ways = (this.#ways.get(final) ?? 0) + 1;
    this.#ways.set(final, ways);
    if (ways > MAX_PLACES) this.traced.set(final, undefined);
    return ways <= MAX_PLACES;
  }
}

// The type of an entry: a file, a symbolic link, a submodule. The executable bit does not matter.
const kindOf = ({ mode }: TreeEntry): string => mode.slice(0, 3);

const isWhole = ({ sources, maybeNew, unclear }: Parent, file: ParentFile): boolean =>
  !maybeNew && !unclear && sources.length > 0 && sources.every(({ blob }) => blob === file.blob);

const isMaybeAdded = (origins: LineOrigins, line: number): boolean => {
  const sure = origins.sure(line - 1);
  return sure === undefined ? origins.possible(line - 1).includes(ADDED_LINE) : sure === ADDED_LINE;
};

/** The last commit that changed a file, like `git log -1 -- <path>`: follows parents with the same file at the same path. */
export async function lastChangeOf(history: FileHistory, commit: Oid, path: string): Promise<Oid> {
  for (let at = await history.commit(commit); ;) {
    const entry = await history.entry(at.tree, path);
    let same: Commit | undefined;
    for (const parent of at.parents) {
      const there = same ? undefined : await history.entry(parent.tree, path);
      if (there?.oid === entry?.oid && there?.mode === entry?.mode && there) same = parent;
    }
    if (!same) return at.oid;
    at = await history.commit(same.oid);
  }
}
