import { createHash } from 'node:crypto';
import { ObjectReader } from '../../git/objects/objects.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { encodeNote } from '../../model/format/note.ts';
import type { Oid } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import { signNotes } from '../../recorder/ledger/sign-notes.ts';

/**
 * Signs notes again that had signatures, if signing is on. The new signatures name none of the former statements. A note may be in
 * several refs: those of this clone, the fetched and the joined ones. It is signed once: `verify` compares the notes with every
 * signature that this clone has seen. Where a fetched note differs from the one here, the fetched one gets no signature.
 */
export class NoteSigner {
  readonly #repo: Repo;
  readonly #done = new Map<Oid, { readonly unsigned: string; readonly note: Note }>();
  /** Notes that lost their signatures, and those of them that were signed again. */
  readonly counts = { dropped: 0, renewed: 0 };

  constructor(repo: Repo) {
    this.#repo = repo;
  }

  /** The same notes, with signatures. Call it for this clone's own ref first. */
  async sign(notes: ReadonlyMap<Oid, Note>): Promise<ReadonlyMap<Oid, Note>> {
    const all = new Map<Oid, Note>();
    const fresh = new Map<Oid, Note>();
    for (const [commit, note] of notes) {
      const before = this.#done.get(commit);
      if (before === undefined) fresh.set(commit, note);
      else all.set(commit, before.unsigned === contentOf(note) ? before.note : note);
    }
    for (const [commit, note] of await this.#new(fresh)) {
      all.set(commit, note);
      this.#done.set(commit, { unsigned: contentOf(fresh.get(commit)!), note });
    }
    return all;
  }

  async #new(notes: ReadonlyMap<Oid, Note>): Promise<ReadonlyMap<Oid, Note>> {
    if (notes.size === 0) return notes;
    const objects = new ObjectReader(this.#repo);
    try {
      const { notes: signed } = await signNotes(this.#repo, notes, objects, { read: () => Promise.resolve(new Map()) });
      this.counts.dropped += notes.size;
      this.counts.renewed += [...signed.values()].filter(({ signatures = [] }) => signatures.length > 0).length;
      return signed;
    } finally {
      await objects.close();
    }
  }
}

const contentOf = (note: Note): string => createHash('sha256').update(encodeNote(note)).digest('hex');
