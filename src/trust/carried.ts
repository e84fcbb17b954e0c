import { type CommitChange, changesOf } from '../git/diff.ts';
import { TreeComparer } from '../git/comparer.ts';
import type { ObjectReader } from '../git/objects.ts';
import type { Repo } from '../git/repo.ts';
import { type NodeId, type Oid, type RepoPath, sessionPart } from '../graph/ids.ts';
import type { Attribution, Note } from '../graph/model.ts';
import { isBinary, splitLines, squeeze } from '../lines/text.ts';
import type { Notes } from '../query/history.ts';
import { isDamaged } from '../store/reading.ts';
import type { Finding } from './finding.ts';
import { toldSessions } from './lines.ts';

/** What one note costs, whatever it says: so many notes are read for it, and so much text of their commits, in characters. */
export const CARRIED_LIMITS = { sources: 4096, text: 64 << 20 } as const;

/** A larger file has no owners, in bytes. */
const MAX_FILE = 8 << 20;

/**
 * Whether lines of a note stand in no session's ledger, because they were carried from other commits' notes, and can be compared
 * with these. What a revert brings back comes from notes that it does not name.
 */
export const carriesLines = (commit: Oid, note: Note): boolean =>
  note.carried.length > 0 && note.carried.every(({ how }) => how !== 'revert') && carriedIn(commit, note).size > 0;

/**
 * Finds lines that rewritten commits' notes give to steps, and that are not lines of the notes that they were carried from: the
 * same words, of the same step. Where one of these notes is not here, or its commit, nothing is said; after a push and a clone that is
 * the rule. What is kept in memory does not grow with the number of notes, and of each not with the number of its sources.
 * @param commits whose notes carry lines
 * @param tip the state of the notes; the newest when absent
 */
export async function* checkCarried(
  repo: Repo,
  store: Pick<Notes, 'each'>,
  objects: ObjectReader,
  commits: readonly Oid[],
  tip?: Oid,
  limits: { readonly sources: number; readonly text: number } = CARRIED_LIMITS,
): AsyncGenerator<Finding> {
  const comparer = new TreeComparer(repo);
  const comparison = new Comparison(repo, store, objects, comparer, tip, limits);
  try {
    for await (const [commit, note] of store.each(commits, tip)) {
      const finding = isDamaged(note) ? undefined : await comparison.of(commit, note);
      if (finding) yield finding;
    }
  } finally {
    await comparer.close();
  }
}

/** Why a note is not compared. */
class NotCompared extends Error {
  readonly isTooMuch: boolean;

  constructor(isTooMuch: boolean) {
    super();
    this.isTooMuch = isTooMuch;
  }
}

/** Compares notes with those that they were carried from, one after the other. */
class Comparison {
  readonly #repo: Repo;
  readonly #store: Pick<Notes, 'each'>;
  readonly #objects: ObjectReader;
  readonly #comparer: TreeComparer;
  readonly #tip: Oid | undefined;
  readonly #limits: { readonly sources: number; readonly text: number };
  /** How much text may still be read for the note. */
  #left = 0;

  constructor(
    repo: Repo,
    store: Pick<Notes, 'each'>,
    objects: ObjectReader,
    comparer: TreeComparer,
    tip: Oid | undefined,
    limits: { readonly sources: number; readonly text: number },
  ) {
    this.#repo = repo;
    this.#store = store;
    this.#objects = objects;
    this.#comparer = comparer;
    this.#tip = tip;
    this.#limits = limits;
  }

  async of(commit: Oid, note: Note): Promise<Finding | undefined> {
    this.#left = this.#limits.text;
    try {
      const carried = carriedIn(commit, note);
      const [change] = await this.#changes([commit]);
      return change && (await this.#firstForeign(change, carried, await this.#wordsOf(note, carried)));
    } catch (error) {
      if (!(error instanceof NotCompared)) throw error;
      const what = 'Its lines come from so many notes, or of so much text, that they were not compared with these.';
      return error.isTooMuch ? { kind: 'gap', commit, field: 'carried', what } : undefined;
    }
  }

  // What the sources of a note give to the steps that it names, as words.
  async #wordsOf({ carried }: Note, lines: Carried): Promise<Words> {
    const words = new Map<NodeId, Set<string>>();
    for (const list of lines.values()) for (const { node } of list) words.set(node!, new Set());
    const sources = new Set(carried.map(({ from }) => from));
    if (sources.size > this.#limits.sources) throw new NotCompared(true);
    for await (const [from, note] of this.#store.each(sources, this.#tip)) {
      if (isDamaged(note)) throw new NotCompared(false);
      sources.delete(from);
      const told = new Map<RepoPath, readonly Attribution[]>();
      for (const [path, list] of note.lines) {
        const wanted = list.filter(({ node }) => node && words.has(node));
        if (wanted.length > 0) told.set(path, wanted);
      }
      if (told.size > 0) await this.#addWords(from, told, words);
    }
    if (sources.size > 0) throw new NotCompared(false);
    return words;
  }

  async #addWords(from: Oid, told: Carried, words: ReadonlyMap<NodeId, Set<string>>): Promise<void> {
    const [change] = await this.#changes([from]);
    if (!change) throw new NotCompared(false);
    const blobs = blobsIn(change);
    for (const [path, list] of told) {
      const text = await this.#linesOf(blobs.get(path));
      if (!text) throw new NotCompared(false);
      for (const { node, start, count } of list)
        for (const line of text.slice(start - 1, start - 1 + count)) words.get(node!)!.add(squeeze(line));
    }
  }

  async #firstForeign(change: CommitChange, carried: Carried, words: Words): Promise<Finding | undefined> {
    const blobs = blobsIn(change);
    for (const [path, list] of carried) {
      const text = (await this.#linesOf(blobs.get(path))) ?? [];
      for (const { node, start, count } of list)
        for (let line = start; line < Math.min(start + count, text.length + 1); line++) {
          if (words.get(node!)?.has(squeeze(text[line - 1]!))) continue;
          return {
            kind: 'fault',
            commit: change.commit,
            step: node!,
            field: 'lines',
            what: `Line ${line} of ${JSON.stringify(path)} is given to a step, and no note that it was carried from gives it to that one.`,
          };
        }
    }
    return undefined;
  }

  async #changes(commits: readonly Oid[]): Promise<CommitChange[]> {
    return [...(await changesOf(this.#repo, commits, this.#objects, this.#comparer)).values()];
  }

  // Undefined when it is not there, too large or binary.
  async #linesOf(blob: Oid | undefined): Promise<readonly string[] | undefined> {
    const [found] = blob ? await this.#objects.read([blob], { limit: MAX_FILE }) : [];
    if (!found || !('bytes' in found) || isBinary(found.bytes)) return undefined;
    this.#left -= found.bytes.length;
    if (this.#left < 0) throw new NotCompared(true);
    return splitLines(found.bytes);
  }
}

/** The words of lines, by the steps that they are given to. */
type Words = ReadonlyMap<NodeId, ReadonlySet<string>>;

/** Attributions to steps, by path. */
type Carried = ReadonlyMap<RepoPath, readonly Attribution[]>;

// The attributions that come from other notes: of what a session did for this commit, a step of it tells.
function carriedIn(commit: Oid, note: Note): Carried {
  const told = toldSessions(commit, note);
  const carried = new Map<RepoPath, readonly Attribution[]>();
  for (const [path, list] of note.lines) {
    const others = list.filter(({ node }) => node && !told.has(sessionPart(node)));
    if (others.length > 0) carried.set(path, others);
  }
  return carried;
}

function blobsIn({ parents }: CommitChange): Map<string, Oid> {
  const blobs = new Map<string, Oid>();
  for (const { files } of parents)
    for (const { path, newBlob } of files) if (newBlob && !blobs.has(path)) blobs.set(path, newBlob);
  return blobs;
}
