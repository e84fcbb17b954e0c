import { NOTES_REF, QUARANTINE_REFS } from '../../src/notes/refs.ts';
import { describe, expect, test } from 'vitest';
import { encodeNote } from '../../src/model/format/note.ts';
import type { Oid } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { NoteExchange } from '../../src/notes/transport/exchange.ts';
import { binaryReader } from '../../src/git/objects/port.ts';
import { JoinedNotes } from '../../src/notes/merged-notes.ts';
import { type Damaged, isDamaged } from '../../src/notes/notes.ts';
import { formerOf, MisplacedNotes } from '../../src/notes/repair/misplaced-notes.ts';
import { note, said } from '../helpers/notes.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

/** A note made for a commit, identified by its words. */
const made = (commit: Oid, ...words: string[]): Note => ({ ...note(...words), commit });

/** Three commits, and their notes as stored, written without the store. */
class Place {
  readonly repo: TestRepo;
  readonly one: Oid;
  readonly two: Oid;
  readonly three: Oid;

  constructor(repo: TestRepo) {
    this.repo = repo;
    this.one = repo.oid('HEAD');
    [this.two, this.three] = [repo.commit('two'), repo.commit('three')];
  }

  /** Adds a state of the notes with these blobs on a commit, each at its own fan-out; `undefined` for no note. */
  put(commit: Oid, ...contents: (Uint8Array | string)[]): this {
    const { repo } = this;
    const before = repo.gitRaw(['for-each-ref', '--format=%(objectname)', NOTES_REF]).toString().trim();
    repo.env['GIT_INDEX_FILE'] = `${repo.home}/index`;
    repo.git('read-tree', before || '--empty');
    for (const path of [commit, `${commit.slice(0, 2)}/${commit.slice(2)}`])
      repo.gitRaw(['update-index', '--force-remove', '-z', '--stdin'], `${path}\0`);
    for (const [i, content] of contents.entries()) {
      const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], content).toString().trim();
      const path = i === 0 ? commit : `${commit.slice(0, 2)}/${commit.slice(2)}`;
      repo.gitRaw(['update-index', '-z', '--add', '--index-info'], `100644 ${blob}\t${path}\0`);
    }
    const parent = before ? ['-p', before] : [];
    repo.git('update-ref', NOTES_REF, repo.git('commit-tree', '-m', 'put', ...parent, repo.git('write-tree')));
    delete repo.env['GIT_INDEX_FILE'];
    return this;
  }

  async store<T>(use: (store: NoteExchange) => Promise<T>): Promise<T> {
    const store = new NoteExchange(await this.repo.open());
    return use(store).finally(() => store.close());
  }

  /** The words in the notes of the three commits. */
  async says(): Promise<string[]> {
    const found = await this.store((store) => store.read([this.one, this.two, this.three]));
    return [this.one, this.two, this.three].map((commit) => {
      const read = found.get(commit);
      return read && isDamaged(read) && read.stray ? 'stray' : said(read);
    });
  }

  paths(tip = NOTES_REF): string[] {
    return this.repo.git('ls-tree', '-r', '--name-only', tip).split('\n').filter(Boolean);
  }

  async putBack(): Promise<void> {
    const store = new MisplacedNotes(await this.repo.open());
    await store.putBack().finally(() => store.close());
  }
}

const withPlace = (story: (place: Place) => Promise<void>, hash: 'sha1' | 'sha256' = 'sha1'): Promise<void> =>
  withRepo({ hash, refs: 'files', files: { a: 'a' } }, (repo) => story(new Place(repo)));
const concatenated = (...notes: Note[]): Buffer =>
  Buffer.concat(notes.flatMap((one, i) => [Buffer.from(i === 0 ? '' : '\n'), encodeNote(one)]));

describe.each(['sha1', 'sha256'] as const)('a note of another commit, with %s', (hash) => {
  test("does not count, alone, behind the commit's own note in a blob, and beside it", () =>
    withPlace(async (place) => {
      const { one, two, three } = place;
      const other = made(one, 'of-one');
      place.put(one, encodeNote(other)).put(two, encodeNote(other));
      place.put(three, concatenated(other, made(three, 'of-three'), other), encodeNote(other));
      expect(await place.says()).toEqual(['of-one', 'stray', 'of-three']);
      const read = await place.store((store) => store.read([two]));
      expect(read.get(two)).toMatchObject({
        stray: true,
        damaged: { message: `The note on ${two} was made for the commit ${one}.`, kind: 'data' },
      });
    }, hash));

  test('is replaced by the next written note, and nothing of it is quarantined', () =>
    withPlace(async (place) => {
      const { repo, one, two } = place;
      place.put(two, encodeNote(made(one, 'of-one')));
      const seen: unknown[] = [];
      const change = (old: Note | undefined): Note => {
        seen.push(old);
        return made(two, 'own');
      };
      await place.store((store) => store.update(new Map([[two, change]]), 'test'));
      expect(await place.says()).toEqual(['none', 'own', 'none']);
      expect(seen).toEqual([undefined]);
      expect(repo.git('for-each-ref', QUARANTINE_REFS)).toBe('');
      // An unreadable one is kept.
      place.put(two, 'garbage');
      await place.store((store) => store.update(new Map([[two, change]]), 'test'));
      expect(repo.git('for-each-ref', QUARANTINE_REFS)).not.toBe('');
    }, hash));

  test('is removed when a change leaves nothing, but an unreadable note of the commit itself is not', () =>
    withPlace(async (place) => {
      const { one, two, three } = place;
      place.put(two, encodeNote(made(one, 'of-one'))).put(three, 'garbage');
      const nothing = (old: Note | undefined): Note | undefined => old;
      const changes = new Map([two, three].map((commit) => [commit, nothing]));
      await place.store((store) => store.update(changes, 'test'));
      expect(await place.says()).toEqual(['none', 'none', 'damaged none']);
    }, hash));
});

test('a note without a commit stays in place: an older writer did not record the commit', () =>
  withPlace(async (place) => {
    place.put(place.one, encodeNote(note('old'))).put(place.two, concatenated(note('old'), made(place.two, 'own')));
    expect(await place.says()).toEqual(['old', 'old+own', 'none']);
  }));

test('a fetched note of another commit that is not joined yet does not count either', () =>
  withPlace(async (place) => {
    const { repo, one, two } = place;
    place.put(two, encodeNote(made(one, 'of-one'))).put(one, encodeNote(made(two, 'of-two')));
    repo.git('update-ref', 'refs/prov/remotes/origin/provenance', NOTES_REF);
    place.put(one).put(two, encodeNote(made(two, 'own')));
    const reader = binaryReader(await repo.open());
    const found = new Map<Oid, Note | Damaged>();
    for await (const [commit, read] of new JoinedNotes(reader, true).each([one, two])) found.set(commit, read);
    await reader.close();
    expect(said(found.get(two))).toBe('own');
    expect(found.get(one)).toMatchObject({ damaged: { message: expect.stringContaining(two) } });
  }));

describe('the commit for a remote', () => {
  const all = (commits: readonly Oid[]): Promise<Set<Oid>> => Promise.resolve(new Set(commits));

  test("leaves out notes made for another commit, also behind or beside the commit's own note", () =>
    withPlace(async (place) => {
      const { repo, one, two, three } = place;
      const secret = made('f'.repeat(40) as Oid, 'nobody-has-seen');
      place.put(one, encodeNote(secret)).put(two, concatenated(made(two, 'own'), secret));
      place.put(three, encodeNote(made(three, 'own')), encodeNote(secret));
      const sent = (await place.store((store) => store.publish(undefined, { allowed: all })))!;
      const paths = place.paths(sent.tip);
      expect(paths.map((path) => path.replaceAll('/', '')).toSorted()).toEqual([two, three].toSorted());
      for (const path of paths)
        expect(repo.gitRaw(['cat-file', 'blob', `${sent.tip}:${path}`]).includes('nobody-has-seen')).toBe(false);
      expect(await place.store((store) => store.publish(sent.tip, { allowed: all }))).toBeUndefined();
    }));
});

describe('the former note', () => {
  test('is the last readable one, whatever was written over it', () =>
    withPlace(async (place) => {
      const { one, two, three } = place;
      place.put(one, encodeNote(made(one, 'a'))).put(one, encodeNote(made(one, 'a', 'b')));
      place.put(two, encodeNote(made(two, 'c'))).put(two, 'garbage');
      place.put(one, encodeNote(made(two, 'c'))).put(three, encodeNote(made(one, 'a')));
      const repo = await place.repo.open();
      const found = await place.store((store) => formerOf(repo, store, [one, two, three]));
      expect(new Map([...found].map(([commit, before]) => [commit, said(before)]))).toEqual(
        new Map([
          [one, 'a+b'],
          [two, 'c'],
        ]),
      );
    }));

  test('is restored, and the misplaced one moves to its own commit', () =>
    withPlace(async (place) => {
      const { repo, one, two, three } = place;
      place.put(one, encodeNote(made(one, 'own'))).put(three, encodeNote(made(three, 'own')));
      place.put(one, encodeNote(made(two, 'moved'))); // over the own one; two has none
      place.put(three, encodeNote(made(one, 'more'))); // one is a stray's place itself
      await place.putBack();
      expect(await place.says()).toEqual(['more+own', 'moved', 'own']);
      const tip = repo.oid(NOTES_REF);
      await place.putBack();
      expect(repo.oid(NOTES_REF)).toBe(tip);
      expect(repo.git('log', '-1', '--format=%s', NOTES_REF)).toBe('git prov doctor: notes put back');
    }));

  test('is missing: then nothing stays there, and unreadable notes elsewhere are unchanged', () =>
    withPlace(async (place) => {
      const { one, two, three } = place;
      place.put(two, 'garbage').put(three, encodeNote(made(two, 'of-two')), encodeNote(made(one, 'of-one')));
      await place.putBack();
      expect(await place.says()).toEqual(['of-one', 'damaged none', 'none']);
    }));
});
