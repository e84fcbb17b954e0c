import { NOTES_REF } from '../../../src/notes/refs.ts';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Oid } from '../../../src/model/ids.ts';
import { withDatabase } from '../../../src/ask/index/cache.ts';
import { openDatabase, type Db } from '../../../src/sqlite/sqlite.ts';
import { forgetText } from '../../../src/trust/forget/forget.ts';
import { withRepo, type RepoOptions, type TestRepo } from '../../helpers/repo.ts';
import { made, noteOf, writeNotes } from '../setup.ts';

const WORDS = ['first', 'second', 'third'];

/** A repository with a note for each of these words; the word is in the note's goal. */
async function withNotes(options: RepoOptions, story: (repo: TestRepo) => Promise<void>): Promise<void> {
  await withRepo({ files: options.bare ? undefined : { a: 'a' }, ...options } as RepoOptions, async (repo) => {
    for (const word of WORDS) await add(repo, word);
    await story(repo);
  });
}

let count = 0;
async function add(repo: TestRepo, word: string): Promise<void> {
  const commit = String(++count)
    .padStart(4, '0')
    .repeat(repo.git('rev-parse', '--show-object-format') === 'sha256' ? 16 : 10);
  await writeNotes(repo, [[commit as Oid, noteOf([made(`s-${word}`, [{ n: 1, kind: 'goal', summary: word }])], [])]]);
}

interface Asked {
  readonly words: string[];
  readonly warnings: string[];
  readonly built: number;
}

/** The results, and how many notes were indexed for them. */
async function goals(repo: TestRepo, patience?: number): Promise<Asked> {
  const warnings: string[] = [];
  let built = 0;
  const options = {
    warn: (text: string) => void warnings.push(text),
    onProgress: (done: number) => (built = done),
    patience,
  };
  const words = await withDatabase(await repo.open(), options, async (db) => goalsIn(db));
  return { words, warnings, built };
}

const goalsIn = (db: Db): string[] =>
  db
    .all("SELECT node FROM statement WHERE kind = 'goal'")
    .map((row) => (JSON.parse(String(row['node'])) as { summary: string }).summary)
    .sort();

const dirOf = (repo: TestRepo): string =>
  join(repo.git('rev-parse', '--path-format=absolute', '--git-common-dir'), 'prov/index');
const fileOf = (repo: TestRepo): string => join(dirOf(repo), 'index.db');

const ALL = { words: WORDS, warnings: [], built: 3 };
const KNOWN = { ...ALL, built: 0 };

describe('the index', () => {
  test('is built once; afterwards new notes are added and deleted ones removed', async () => {
    await withNotes({}, async (repo) => {
      expect(await goals(repo)).toEqual(ALL);
      expect(await goals(repo)).toEqual(KNOWN);
      await add(repo, 'zeroth');
      expect(await goals(repo)).toEqual({ ...ALL, words: [...WORDS, 'zeroth'], built: 1 });
      repo.git('update-ref', NOTES_REF, `${NOTES_REF}^^`);
      expect(await goals(repo)).toEqual({ ...KNOWN, words: ['first', 'second'] });
      repo.git('update-ref', '-d', NOTES_REF);
      expect(await goals(repo)).toEqual({ ...KNOWN, words: [] });
    });
  });

  test('compares the blobs when its former notes commit was deleted', async () => {
    await withNotes({}, async (repo) => {
      await goals(repo);
      const tree = repo.git('rev-parse', `${NOTES_REF}^{tree}`);
      repo.git('update-ref', NOTES_REF, repo.git('commit-tree', '-m', 'anew', tree));
      repo.git('reflog', 'expire', '--expire=now', '--all');
      repo.git('prune', '--expire=now');
      await add(repo, 'zeroth');
      expect(await goals(repo)).toEqual({ ...ALL, words: [...WORDS, 'zeroth'], built: 1 });
    });
  });

  test.each([
    ['is not there', (file: string) => rmSync(file)],
    ['is no database', (file: string) => writeFileSync(file, 'not SQLite '.repeat(2000))],
    ['is empty', (file: string) => writeFileSync(file, '')],
    ['was cut off', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 9000))],
    ['has noise in it', (file: string) => writeFileSync(file, readFileSync(file).fill(0x5a, 4096, 40_960))],
    ['was being written when its writer was killed', (file: string) => writeFileSync(join(file, '../writing'), '1\n')],
  ])('that %s is rebuilt, with the same answer', async (_, harm) => {
    await withNotes({}, async (repo) => {
      await goals(repo);
      harm(fileOf(repo));
      expect(await goals(repo)).toEqual(ALL);
      expect(await goals(repo)).toEqual(KNOWN);
    });
  });

  test('of an older version is rebuilt, and of a newer one left alone', async () => {
    await withNotes({}, async (repo) => {
      await goals(repo);
      await setVersion(fileOf(repo), 0);
      expect(await goals(repo)).toEqual(ALL);
      await setVersion(fileOf(repo), 999);
      const bytes = readFileSync(fileOf(repo));
      const { warnings, ...rest } = await goals(repo);
      expect(rest).toEqual({ words: WORDS, built: 3 });
      expect(warnings).toEqual([expect.stringContaining('newer git prov')]);
      expect(readFileSync(fileOf(repo)).equals(bytes)).toBe(true);
    });
  });

  test('is not delayed by locks or half-written files of killed processes', async () => {
    await withNotes({}, async (repo) => {
      await goals(repo);
      const ended = spawn('true');
      await once(ended, 'exit');
      writeFileSync(join(dirOf(repo), 'lock'), `${ended.pid} ${hostname()}\n`);
      mkdirSync(`${fileOf(repo)}.lock`);
      writeFileSync(join(dirOf(repo), 'new.1.db'), 'half');
      mkdirSync(join(dirOf(repo), 'new.1.db.lock'));
      expect(await goals(repo)).toEqual(KNOWN);
      expect(readdirSync(dirOf(repo))).toEqual(['index.db']);
    });
  });

  test('is kept in memory while another process holds it, or where nothing can be written', async () => {
    await withNotes({}, async (repo) => {
      await goals(repo);
      writeFileSync(join(dirOf(repo), 'lock'), `${process.pid} ${hostname()}\n`);
      expect(await goals(repo, 50)).toEqual(ALL);
      rmSync(dirOf(repo), { recursive: true });
      writeFileSync(dirOf(repo), 'a file in its place');
      expect(await goals(repo)).toEqual(ALL);
    });
  });

  test('is not written where the git dir is read-only', async () => {
    await withNotes({}, async (repo) => {
      const git = join(repo.dir, '.git');
      chmodSync(git, 0o555);
      try {
        expect((await goals(repo)).words).toEqual(WORDS);
      } finally {
        chmodSync(git, 0o755);
      }
    });
  });

  test('skips unreadable notes, and counts them', async () => {
    await withNotes({}, async (repo) => {
      const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], 'no note').toString().trim();
      repo.git('notes', '--ref', 'provenance', 'add', '-C', blob, 'HEAD');
      expect((await goals(repo)).words).toEqual(WORDS);
      const damaged = await withDatabase(await repo.open(), { warn: () => undefined }, async (db) =>
        db.all('SELECT oid FROM note WHERE damaged'),
      );
      expect(damaged).toEqual([{ oid: repo.oid('HEAD') }]);
    });
  });

  test.each(['sha1', 'sha256'] as const)(
    'works in a bare repository with %s, and before the first commit',
    async (hash) => {
      await withNotes({ bare: true, hash }, async (repo) => {
        expect((await goals(repo)).words).toEqual(WORDS);
        expect(existsSync(join(repo.dir, 'prov/index/index.db'))).toBe(true);
      });
      await withRepo({ hash }, async (repo) => expect((await goals(repo)).words).toEqual([]));
    },
  );

  test('is shared by all work trees', async () => {
    await withNotes({}, async (repo) => {
      await goals(repo);
      repo.git('worktree', 'add', '-q', join(repo.home, 'other'));
      const { openRepo } = await import('../../../src/git/repository/repo.ts');
      let built = 0;
      const there = await openRepo(join(repo.home, 'other'), repo.env);
      const options = { warn: () => undefined, onProgress: () => void built++ };
      expect(await withDatabase(there, options, async (db) => goalsIn(db))).toEqual(WORDS);
      expect(built).toBe(0);
    });
  });

  test('is removed when a text is forgotten, also when no note has the text any more', async () => {
    await withNotes({}, async (repo) => {
      await goals(repo);
      expect(readFileSync(fileOf(repo)).includes('second')).toBe(true);
      await forgetText(await repo.open(), 'second', true);
      expect(existsSync(fileOf(repo))).toBe(false);
      expect((await goals(repo)).words).not.toContain('second');
    });
  });

  test('serves many readers at once', async () => {
    await withNotes({}, async (repo) => {
      const all = await Promise.all(Array.from({ length: 6 }, () => goals(repo, 20_000)));
      expect(all.map(({ words }) => words)).toEqual(Array.from({ length: 6 }, () => WORDS));
      expect(all.filter(({ built }) => built > 0)).toHaveLength(1);
    });
  });
});

async function setVersion(file: string, version: number): Promise<void> {
  const db = await openDatabase(file);
  db.exec(`PRAGMA user_version = ${version}`);
  db.close();
}
