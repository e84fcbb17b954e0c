import { NOTES_REF } from '../refs.ts';
import { decodeParts } from '../../model/format/note.ts';
import { idLength, type Oid } from '../../model/ids.ts';
import { joinAll } from '../../model/graph/join.ts';
import type { Note } from '../../model/model.ts';
import { hashObject, type NewObject } from '../../git/objects/pack.ts';
import { type Repo } from '../../git/repository/repo.ts';
import { areSame, locate, type Edit } from '../fanout.ts';
import { isDamaged, NoteStore, type NotesState, type Plan } from '../notes.ts';
import { NOTE_LIMIT, type NoteReader } from '../note-reader.ts';
import { revListIfKnown } from '../../git/history/rev-list.ts';

/** States of the notes that are searched, the latest ones. */
const MAX_NOTES_STATES = 200;

/**
 * The readable notes that these commits had before their current ones, from the latest states of the notes.
 * Git's `notes.rewriteRef` replaces an existing note by the one of the commit that was rewritten
 * (`notes.rewriteMode` = `overwrite`), or breaks it (`cat_sort_uniq`).
 */
export async function formerOf(repo: Repo, reader: NoteReader, commits: Iterable<Oid>): Promise<Map<Oid, Note>> {
  const found = new Map<Oid, Note>();
  const left = new Set(commits);
  if (left.size === 0) return found;
  const flags = ['--skip=1', `--max-count=${MAX_NOTES_STATES}`] as const;
  for (const tip of await revListIfKnown(repo, { flags, revisions: [NOTES_REF] })) {
    for (const [commit, note] of await reader.read(left, tip))
      if (!isDamaged(note)) {
        found.set(commit, note);
        left.delete(commit);
      }
    if (left.size === 0) break;
  }
  return found;
}

/** Gives commits their former notes back. What is there and cannot be read goes to the quarantine; the rest is joined. */
export async function giveBack(store: NoteStore, former: ReadonlyMap<Oid, Note>): Promise<void> {
  const changes = [...former].map(
    ([commit, note]) => [commit, (now?: Note) => (now ? joinAll([now, note]) : note)] as const,
  );
  await store.update(new Map(changes), 'git prov doctor: former notes given back');
}

/** Notes on other commits than their own. */
export class MisplacedNotes extends NoteStore {
  /**
   * Removes them there, in one transaction. Such a commit gets its previous note back, and the commit that the misplaced note
   * names gets that note's content.
   * @throws ProvError `git` when the notes could not be written
   */
  async putBack(): Promise<void> {
    const listed = await this.list();
    const strays: Oid[] = [];
    for await (const [commit, found] of this.at(listed)) if (isDamaged(found) && found.stray) strays.push(commit);
    const former = await formerOf(this.repo, this, strays);
    await this.transact((now) => this.#plan(strays, former, now), 'git prov doctor: notes put back');
  }

  async #plan(strays: readonly Oid[], former: ReadonlyMap<Oid, Note>, { root, trees }: NotesState): Promise<Plan> {
    const next = new Map<Oid, Note[]>();
    const homes = new Map<Oid, Note[]>();
    const located = root ? await locate(this.reader, root, strays, trees) : new Map<Oid, Oid[]>();
    for await (const [commit, found] of this.at(located)) {
      if (!isDamaged(found) || !found.stray) continue;
      const note = former.get(commit);
      next.set(commit, note ? [note] : []);
      for (const object of await this.reader.readObjects(found.blobs, NOTE_LIMIT))
        for (const part of object && 'bytes' in object ? decodeParts(object.bytes) : [])
          if (part.commit) homes.set(part.commit, [...(homes.get(part.commit) ?? []), part]);
    }
    const there = root ? await locate(this.reader, root, homes.keys(), trees) : new Map<Oid, Oid[]>();
    for await (const [commit, found] of this.at(there)) {
      if (next.has(commit)) continue;
      if (isDamaged(found)) homes.delete(commit);
      else next.set(commit, [found]);
    }
    for (const [commit, parts] of homes)
      if (commit.length === idLength(this.repo.hash)) next.set(commit, [...(next.get(commit) ?? []), ...parts]);
    return this.#write(next, new Map([...located, ...there]));
  }

  #write(next: ReadonlyMap<Oid, readonly Note[]>, located: ReadonlyMap<Oid, readonly Oid[]>): Plan {
    const edits: Edit[] = [];
    const blobs: NewObject[] = [];
    for (const [commit, notes] of next) {
      const made: NewObject[] = notes.length > 0 ? [{ type: 'blob', bytes: this.codec.encode(joinAll(notes)) }] : [];
      const ids = made.map((blob) => hashObject(this.repo.hash, blob));
      if (areSame(ids, located.get(commit))) continue;
      edits.push({ commit, blobs: ids });
      blobs.push(...made);
    }
    return { edits, blobs };
  }
}
