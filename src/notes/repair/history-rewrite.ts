import { FETCHED_REFS, JOINED_REFS, NOTES_REF, QUARANTINE_REFS } from '../refs.ts';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import { type Oid } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import { git } from '../../git/process/process.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import { hashObject, type NewObject, writeObjects } from '../../git/objects/pack.ts';
import { inRepo } from '../../git/repository/repo.ts';
import { areSame, editTrees, locate, type Edit } from '../fanout.ts';
import { isDamaged, NoteStore } from '../notes.ts';
import { NOTE_LIMIT } from '../note-reader.ts';
import { encodeCommit } from '../transaction.ts';
import { reachedObjects, revListIfKnown } from '../../git/history/rev-list.ts';

const NOTES_PER_BATCH = 256;

/** A ref with notes, or with the rest of one. */
export interface NotesRef {
  readonly ref: string;
  readonly tip: Oid;
  /** Its origin: this clone, a remote of this name, or a damaged note that was set aside. */
  readonly of: 'here' | 'fetched' | 'joined' | 'quarantine';
  readonly remote?: string;
}

/** A change of a ref. */
export interface RefChange {
  readonly ref: string;
  readonly before: Oid;
  /** Undefined to remove it. */
  readonly next: Oid | undefined;
}

/** How to rewrite a ref's notes. */
export interface Rewriting {
  /** Maps a note to its new form; returns the same object if it stays. */
  readonly note: (note: Note) => Note;
  /** Signs notes again that have lost their signatures. */
  readonly sign: (notes: ReadonlyMap<Oid, Note>) => Promise<ReadonlyMap<Oid, Note>>;
  /** Blobs that are unreadable as notes and must be removed. */
  readonly bad: ReadonlySet<Oid>;
}

/** The result of deleting blobs that should be unreachable now. */
export interface Dropped {
  readonly gone: number;
  /** In a pack: deleted when git repacks. */
  readonly packed: number;
  /** Another ref, or its reflog, still reaches them. */
  readonly reachable: number;
}

/**
 * Rewrites the notes with all of their history. Only `forget` throws history away: the content of
 * older notes must become unavailable.
 */
export class NoteHistory extends NoteStore {
  /** All refs with notes. */
  async refs(): Promise<NotesRef[]> {
    const { stdout } = await git(
      ['for-each-ref', '--format=%(objectname) %(refname)', NOTES_REF, FETCHED_REFS, JOINED_REFS, QUARANTINE_REFS],
      inRepo(this.repo),
    );
    return stdout
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => toRef(line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' ')) as Oid));
  }

  /** The blobs in the history of a ref and in its reflog, each once. */
  async blobs({ ref, tip, of }: NotesRef): Promise<Oid[]> {
    if (of === 'quarantine') return [tip];
    const former = await revListIfKnown(this.repo, { flags: ['--walk-reflogs'], revisions: [ref] });
    const found = new Set<Oid>();
    const walk = {
      flags: ['--in-commit-order', '--ignore-missing'],
      from: new Set([tip, ...former]),
      replace: false,
    } as const;
    for await (const { oid, path } of reachedObjects(this.repo, walk)) if (path !== undefined) found.add(oid);
    return [...found];
  }

  /** Reads blobs, in turn; trees, and blobs too large for a note, are skipped. */
  async *contents(blobs: readonly Oid[]): AsyncGenerator<readonly [Oid, Buffer]> {
    for (let at = 0; at < blobs.length; at += NOTES_PER_BATCH) {
      const some = blobs.slice(at, at + NOTES_PER_BATCH);
      const found = await this.reader.readObjects(some, NOTE_LIMIT);
      for (const [i, object] of found.entries())
        if (object && 'bytes' in object && object.type === 'blob') yield [some[i]!, object.bytes];
    }
  }

  /**
   * Rewrites the notes of a ref as one commit without parents. No ref points at it yet.
   * @throws ProvError `data` when trees cannot be read, `git` when objects could not be written
   */
  async rewrite({ tip }: NotesRef, { note, sign, bad }: Rewriting, message: string): Promise<Oid> {
    const listed = await this.list(tip);
    const edits: Edit[] = [];
    const blobs: NewObject[] = [];
    const unsigned = new Map<Oid, Note>();
    const others = new Map<Oid, readonly Oid[]>();
    const put = (commit: Oid, next: Note | undefined, beside: readonly Oid[]): void => {
      const written: NewObject[] = next ? [{ type: 'blob', bytes: this.codec.encode(next) }] : [];
      blobs.push(...written);
      edits.push({ commit, blobs: [...written.map((blob) => hashObject(this.repo.hash, blob)), ...beside] });
    };
    for await (const [commit, found] of this.at(listed)) {
      const old = isDamaged(found) ? found.note : found;
      const next = old && note(old);
      // A note that was made for another commit does not count, and may contain the text: remove it.
      const beside = isDamaged(found) && !found.stray ? found.blobs.filter((blob) => !bad.has(blob)) : [];
      if (next === old && areSame(listed.get(commit)!, [...(next ? [this.#blobOf(next)] : []), ...beside])) continue;
      if (next && old?.signatures && !next.signatures) {
        unsigned.set(commit, next);
        others.set(commit, beside);
      } else put(commit, next, beside);
    }
    if (unsigned.size > 0) for (const [commit, next] of await sign(unsigned)) put(commit, next, others.get(commit)!);
    const trees = this.knownTrees();
    const root = await this.root(tip);
    const changed = edits.map((edit) => edit.commit);
    if (root) await locate(this.reader, root, changed, trees);
    const after = editTrees(this.repo.hash, root, edits, trees);
    const commit = encodeCommit(after.root, [], await this.identity(), message);
    await writeObjects(this.repo, [...blobs, ...after.objects, commit]);
    return hashObject(this.repo.hash, commit);
  }

  #blobOf(note: Note): Oid {
    return hashObject(this.repo.hash, { type: 'blob', bytes: this.codec.encode(note) });
  }

  /**
   * Sets refs in one transaction, and removes their old reflog entries.
   * @throws ProvError `git` when one of them was moved meanwhile
   */
  async replace(changes: readonly RefChange[]): Promise<void> {
    if (changes.length === 0) return;
    const input = changes
      .map(({ ref, before, next }) => (next ? `update ${ref}\0${next}\0${before}\0` : `delete ${ref}\0${before}\0`))
      .join('');
    try {
      await git(['update-ref', '-m', 'git prov forget', '-z', '--stdin'], inRepo(this.repo, { input }));
    } catch (cause) {
      throw new ProvError('git', 'Notes were written meanwhile; those with the text are still there.', {
        cause,
        hint: 'Run it again.',
      });
    }
    for (const { ref, next } of changes) {
      const args = ['reflog', 'expire', '--expire=now', '--expire-unreachable=now', ref];
      if (next) await git(args, inRepo(this.repo, { accept: [0, 1, 128, 129, 255] })); // there may be no reflog
    }
  }

  /** Deletes loose blobs that are unreachable now. */
  async drop(blobs: ReadonlySet<Oid>): Promise<Dropped> {
    const left = new Set<Oid>();
    const env = { ...this.repo.env, GIT_NO_LAZY_FETCH: '1' };
    const walk = { flags: ['--ignore-missing', '--all', '--reflog'], replace: false, env } as const;
    for await (const { oid } of reachedObjects(this.repo, walk)) if (blobs.has(oid)) left.add(oid);
    const free = [...blobs].filter((blob) => !left.has(blob));
    for (const blob of free)
      rmSync(join(this.repo.commonDir, 'objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    const objects = new ObjectReader(this.repo);
    try {
      const packed = (await objects.info(free)).filter((info) => info !== undefined).length;
      return { gone: free.length - packed, packed, reachable: left.size };
    } finally {
      await objects.close();
    }
  }
}

function toRef(ref: string, tip: Oid): NotesRef {
  if (ref === NOTES_REF) return { ref, tip, of: 'here' };
  if (ref.startsWith(`${QUARANTINE_REFS}/`)) return { ref, tip, of: 'quarantine' };
  const of = ref.startsWith(`${FETCHED_REFS}/`) ? 'fetched' : 'joined';
  const folder = of === 'fetched' ? FETCHED_REFS : JOINED_REFS;
  return { ref, tip, of, remote: ref.slice(folder.length + 1).replace(/\/[^/]*$/, '') };
}
