import { NOTES_REF } from '../../src/notes/refs.ts';
import { join } from 'node:path';
import { ProvError } from '../../src/errors.ts';
import { oid, type Oid } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { isDamaged, NoteStore, type ChangeNote, type Damaged, type NoteCodec } from '../../src/notes/notes.ts';
import { makeRepo, type RepoOptions, type TestRepo } from './repo.ts';

/** A note for tests, identified by the sources in its `carried`. */
export const note = (...from: string[]): Note => ({
  graphs: [],
  lines: new Map(),
  carried: from.map((how) => ({ from: oid('a'.repeat(40)), how })),
});
/** The words of such a note, or that it is damaged or missing. */
export const said = (found: Note | Damaged | undefined): string =>
  !found ? 'none' : isDamaged(found) ? `damaged ${said(found.note)}` : found.carried.map((one) => one.how).join('+');
/** Writes such notes as lines of text; text that starts with `bad` is not a note. */
export const codec: NoteCodec = {
  encode: (note) => Buffer.from(note.carried.map((one) => one.how).join('\n')),
  decode: (bytes) => {
    const text = Buffer.from(bytes).toString('latin1');
    if (text.startsWith('bad')) throw new ProvError('data', 'no note');
    return () => note(...text.split('\n'));
  },
  join: (a, b) => note(...[...new Set([...a.carried, ...b.carried].map((one) => one.how))].sort()),
};
/** Adds one word to a note. */
export const add =
  (what: string): ChangeNote =>
  (old) =>
    old ? codec.join(old, note(what)) : note(what);

/** A repository with stores for it. */
export interface Fixture {
  readonly repo: TestRepo;
  readonly store: NoteStore;
  /** Made-up ids of commits; notes do not need the commit to exist. */
  id(n: number): Oid;
  /** Makes another store on the same repository, closed at the end. */
  another(patience?: number): Promise<NoteStore>;
  /** Writes a tree of notes without the store: paths to contents. */
  plant(entries: Record<string, string>): void;
  paths(): string[];
}

/** Runs one story on a repository with a first commit; everything is closed and removed afterwards. */
export async function withStore(options: RepoOptions, story: (fixture: Fixture) => Promise<void>): Promise<void> {
  const repo = makeRepo({ files: { a: 'a' }, ...options });
  const stores: NoteStore[] = [];
  const another = async (patience?: number): Promise<NoteStore> => {
    const store = new NoteStore(await repo.open(), { codec, ...(patience === undefined ? {} : { patience }) });
    stores.push(store);
    return store;
  };
  try {
    await story({
      repo,
      store: await another(),
      another,
      id: (n) =>
        oid(
          ((n * 2654435761) >>> 0)
            .toString(16)
            .padStart(8, '0')
            .padEnd(repo.oid('HEAD').length, `${n % 10}`),
        ),
      plant: (entries) => {
        repo.env['GIT_INDEX_FILE'] = join(repo.home, 'index');
        repo.git('read-tree', '--empty');
        for (const [path, content] of Object.entries(entries)) {
          const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], content).toString().trim();
          repo.gitRaw(['update-index', '-z', '--add', '--index-info'], `100644 ${blob}\t${path}\0`);
        }
        repo.git('update-ref', NOTES_REF, repo.git('commit-tree', '-m', 'planted', repo.git('write-tree')));
        delete repo.env['GIT_INDEX_FILE'];
      },
      paths: () =>
        repo.gitRaw(['ls-tree', '-rz', '--name-only', NOTES_REF]).toString('latin1').split('\0').filter(Boolean),
    });
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    repo.cleanup();
  }
}
