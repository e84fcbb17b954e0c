import { FETCHED_REFS, JOINED_REFS } from './refs.ts';
import { ProvError } from '../errors.ts';
import type { Oid } from '../model/ids.ts';
import { joinNotes } from '../model/graph/join.ts';
import type { Note } from '../model/model.ts';
import type { GitReader } from '../git/objects/port.ts';
import { isDamaged, NoteReader, type Damaged } from './note-reader.ts';

/**
 * Reads the local notes together with fetched notes that are not joined yet, with the result of joining them, and
 * writes nothing.
 */
export class JoinedNotes {
  readonly #reader: GitReader;
  readonly #own: NoteReader;
  readonly #remotes: boolean;
  readonly #fetched = new Map<Oid, NoteReader>();

  /** @param remotes whether to include fetched notes */
  constructor(reader: GitReader, remotes: boolean) {
    this.#reader = reader;
    this.#own = new NoteReader(reader);
    this.#remotes = remotes;
  }

  /** The notes on these commits, in turn; a commit without a note is skipped. */
  async *each(commits: readonly Oid[]): AsyncGenerator<[Oid, Note | Damaged]> {
    const tips = await this.#tips();
    if (tips.length === 1) return yield* tips[0]![1].each(commits, tips[0]![0]);
    const found = new Map<Oid, Note | Damaged>();
    for (const [tip, notes] of tips)
      for await (const [commit, note] of notes.each(commits, tip)) {
        const other = found.get(commit);
        found.set(commit, other ? joinFound(other, note) : note);
      }
    yield* found;
  }

  /** The commits that have notes. */
  async commits(): Promise<Oid[]> {
    const commits = new Set<Oid>();
    for (const [tip, notes] of await this.#tips())
      for (const commit of (await notes.list(tip)).keys()) commits.add(commit);
    return [...commits];
  }

  // Each tip has its own reader, which caches its trees.
  async #tips(): Promise<[Oid, NoteReader][]> {
    const tips = new Map<Oid, NoteReader>();
    const own = await this.#own.tip();
    if (own) tips.set(own, this.#own);
    const refs = this.#remotes ? await this.#reader.listRefs(FETCHED_REFS) : new Map<string, Oid>();
    for (const [ref, tip] of refs) {
      if (!ref.endsWith('/provenance') || tips.has(tip)) continue;
      if ((await this.#reader.resolveRef(JOINED_REFS + ref.slice(FETCHED_REFS.length))) === tip) continue;
      const notes = this.#fetched.get(tip) ?? new NoteReader(this.#reader);
      this.#fetched.set(tip, notes);
      tips.set(tip, notes);
    }
    for (const tip of this.#fetched.keys()) if (!tips.has(tip)) this.#fetched.delete(tip);
    return [...tips];
  }
}

function joinFound(a: Note | Damaged, b: Note | Damaged): Note | Damaged {
  const [one, other] = [a, b].map((found) => (isDamaged(found) ? found.note : found));
  const bad = [a, b].filter(isDamaged).filter((found) => !found.stray || (!one && !other)); // the commit's own note counts
  const blobs = bad.flatMap((found) => found.blobs);
  try {
    const note = one && other ? joinNotes(one, other) : (one ?? other);
    return bad.length === 0 ? note! : { damaged: bad[0]!.damaged, blobs, ...(note ? { note } : {}) };
  } catch (error) {
    if (!(error instanceof ProvError)) throw error;
    return { damaged: error, blobs, note: one! }; // too large together: the local note counts
  }
}
