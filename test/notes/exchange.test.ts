import { NOTES_REF } from '../../src/notes/refs.ts';
import fc from 'fast-check';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Oid, oid } from '../../src/model/ids.ts';
import { encodeNote } from '../../src/model/format/note.ts';
import { joinFetched } from '../../src/notes/transport/merge-fetched.ts';
import { NoteExchange } from '../../src/notes/transport/exchange.ts';
import type { NotesGate } from '../../src/notes/transport/publication.ts';
import { provDirOf } from '../../src/git/repository/local-files.ts';
import { readWithheld } from '../../src/notes/withheld.ts';
import { isDamaged, NoteStore } from '../../src/notes/notes.ts';
import { joinedRef, notesRefspec, readFetched, trackedBy, trackingRef } from '../../src/notes/transport/tracking.ts';
import { HAS_REFTABLES } from '../helpers/git-version.ts';
import { note, said } from '../helpers/notes.ts';
import { FIRST_DATE, type RepoOptions, type TestRepo, withRepo } from '../helpers/repo.ts';
import { runs } from '../helpers/runs.ts';

/** A repository with remotes, as if they had been fetched. */
class Site {
  readonly repo: TestRepo;

  readonly #digits: number;

  constructor(repo: TestRepo) {
    this.repo = repo;
    this.#digits = repo.oid('HEAD').length;
  }

  /** An id of a commit that need not exist. */
  id(n: number): Oid {
    const hex = ((n * 2654435761) >>> 0).toString(16).padStart(8, '0');
    return oid(hex.padEnd(this.#digits, `${n % 10}`));
  }

  blob(content: string | Uint8Array): Oid {
    return oid(this.repo.gitRaw(['hash-object', '-w', '--stdin'], content).toString().trim());
  }

  noteBlob(...words: string[]): Oid {
    return this.blob(encodeNote(note(...words)));
  }

  /** A tree with these entries (`mode type id<TAB>path`), without git's checks. */
  tree(entries: readonly (readonly [mode: string, name: string, id: Oid])[]): Oid {
    const parts = [...entries]
      .toSorted(([a, an], [b, bn]) => (key(a, an) < key(b, bn) ? -1 : 1))
      .flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);
    const args = ['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'];
    return oid(this.repo.gitRaw(args, Buffer.concat(parts)).toString().trim());
  }

  commit(tree: Oid, ...parents: Oid[]): Oid {
    return oid(this.repo.git('commit-tree', '-m', 'theirs', ...parents.flatMap((one) => ['-p', one]), tree));
  }

  /** Makes it the last fetched state of a remote. */
  fetched(remote: string, tip: Oid): void {
    this.repo.git('update-ref', trackingRef(remote), tip);
  }

  /** A remote with its notes at these paths. */
  remote(name: string, notes: Readonly<Record<string, Oid>>): Oid {
    const entries = Object.entries(notes).map(([path, blob]) => `M 100644 ${blob} ${path}\n`);
    const who = `Ada Tester <ada@example.com> ${FIRST_DATE} +0000`;
    const head = `commit ${trackingRef(name)}\nmark :1\ncommitter ${who}\ndata 6\ntheirs\n`;
    const made = `reset ${trackingRef(name)}\n${head}${entries.join('')}get-mark :1\n`; // without a parent
    return oid(this.repo.gitRaw(['fast-import', '--quiet', '--force'], made).toString().trim());
  }

  async store<T>(use: (store: NoteExchange) => Promise<T>): Promise<T> {
    const store = new NoteExchange(await this.repo.open());
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  }

  async says(...commits: Oid[]): Promise<string[]> {
    const read = await this.store((store) => store.read(commits));
    return commits.map((commit) => said(read.get(commit)));
  }

  write(notes: ReadonlyMap<Oid, readonly string[]>): Promise<Oid | undefined> {
    const changes = new Map([...notes].map(([commit, words]) => [commit, () => note(...words)]));
    return this.store((store) => store.update(changes, 'test'));
  }

  async join(): Promise<readonly string[]> {
    return (await joinFetched(await this.repo.open())).faults;
  }

  tree_(ref = NOTES_REF): string {
    return this.repo.git('rev-parse', `${ref}^{tree}`);
  }
}

const key = (mode: string, name: string): string => (mode === '40000' ? `${name}/` : name);
const flat = (commit: Oid): string => commit;
const fan = (commit: Oid, levels: number): string =>
  levels === 0 ? commit : `${commit.slice(0, 2)}/${fan(commit.slice(2) as Oid, levels - 1)}`;

const withSite = (story: (site: Site) => Promise<void>, options: RepoOptions = {}): Promise<void> =>
  withRepo({ files: { a: 'a' }, ...options }, (repo) => story(new Site(repo)));

const FORMATS: readonly [string, RepoOptions][] = [
  ['SHA-1', { hash: 'sha1', refs: 'files' }],
  ['SHA-256', { hash: 'sha256' }],
  ...(HAS_REFTABLES ? [['reftables', { refs: 'reftable' }] as [string, RepoOptions]] : []),
];

describe.each(FORMATS)('with %s', (_, options) => {
  test('notes of remotes are joined with the local ones, and a second time changes nothing', () =>
    withSite(async (site) => {
      const [one, two, three] = [site.id(1), site.id(2), site.id(3)];
      await site.write(
        new Map([
          [one, ['mine']],
          [two, ['mine']],
        ]),
      );
      site.remote('origin', { [fan(two, 1)]: site.noteBlob('theirs'), [fan(three, 2)]: site.noteBlob('theirs') });
      site.remote('team/fork', { [flat(one)]: site.noteBlob('forks') });
      expect(await site.join()).toEqual([]);
      expect(await site.says(one, two, three)).toEqual(['forks+mine', 'mine+theirs', 'theirs']);
      const tip = site.repo.git('rev-parse', NOTES_REF);
      expect(await site.join()).toEqual([]);
      for (const name of ['origin', 'team/fork']) site.repo.git('update-ref', '-d', joinedRef(name));
      expect(await site.join()).toEqual([]);
      expect(site.repo.git('rev-parse', NOTES_REF)).toBe(tip);
    }, options));

  test('when the remote has everything that is here, its commit is taken unchanged', () =>
    withSite(async (site) => {
      const tip = site.remote('origin', { [fan(site.id(1), 1)]: site.noteBlob('theirs') });
      await site.join();
      expect(site.repo.git('rev-parse', NOTES_REF, joinedRef('origin')).split('\n')).toEqual([tip, tip]);
    }, options));
});

const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 });
const content = fc.oneof(
  { weight: 4, arbitrary: words.map((list) => list.toSorted()) },
  { weight: 1, arbitrary: fc.constantFrom('garbage', 'more garbage', '\x02\x82 of a newer version') },
);
const remoteNotes = fc.dictionary(fc.constantFrom('1', '2', '3'), fc.tuple(content, fc.nat(3)), { maxKeys: 3 });

test('remotes joined in any order give the same tree', () =>
  withSite(async (site) => {
    await fc.assert(
      fc.asyncProperty(fc.array(remoteNotes, { minLength: 2, maxLength: 4 }), async (remotes) => {
        const results = new Set<string>();
        for (const order of [remotes.map((_, i) => i), remotes.map((_, i) => i).toReversed()]) {
          const refs = site.repo.git('for-each-ref', '--format=delete %(refname)', 'refs/notes', 'refs/prov');
          site.repo.gitRaw(['update-ref', '--stdin'], refs && `${refs}\n`);
          for (const i of order) {
            const notes = Object.entries(remotes[i]!).map(([n, [what, levels]]) => [
              fan(site.id(Number(n)), levels),
              typeof what === 'string' ? site.blob(what) : site.noteBlob(...what),
            ]);
            site.remote(`r${i}`, Object.fromEntries(notes) as Record<string, Oid>);
            expect(await site.join()).toEqual([]);
          }
          const has = site.repo.git('for-each-ref', NOTES_REF) !== '';
          const listed = has ? await site.store((store) => store.list()) : new Map<Oid, Oid[]>();
          results.add(JSON.stringify([...listed].map(([commit, blobs]) => [commit, blobs.toSorted()]).toSorted()));
        }
        expect(results.size).toBe(1);
      }),
      { numRuns: runs(8) },
    );
  }));

test("a note removed here does not return from the remote's former state, but a new version does", () =>
  withSite(async (site) => {
    const [gone, stays] = [site.id(1), site.id(2)];
    const blobs = { [fan(gone, 1)]: site.noteBlob('x'), [fan(stays, 1)]: site.noteBlob('x') };
    site.remote('origin', blobs);
    await site.join();
    await site.store((store) => store.update(new Map([[gone, () => undefined]]), 'pruned'));
    site.remote('origin', { ...blobs, [fan(site.id(3), 1)]: site.noteBlob('x') });
    await site.join();
    expect(await site.says(gone, stays, site.id(3))).toEqual(['none', 'x', 'x']);
    site.remote('origin', { ...blobs, [fan(gone, 1)]: site.noteBlob('y') });
    await site.join();
    expect(await site.says(gone)).toEqual(['y']);
  }));

test('the number of notes that wait is stored before a join, because a push may end in the middle of it', () =>
  withSite(
    async (site) => {
      const [one, two] = [site.id(1), site.id(2)];
      const ours = ['mine'];
      await site.write(
        new Map([
          [one, ours],
          [two, ours],
        ]),
      );
      const tip = site.remote('origin', {
        [fan(one, 1)]: site.noteBlob('theirs'),
        [fan(two, 1)]: site.noteBlob('theirs'),
      });
      const repo = await site.repo.open();
      const joinOne = async (): Promise<unknown> => {
        const [fetched] = await readFetched(repo);
        const store = new NoteExchange(repo, { patience: 50 });
        return store.absorb(fetched!, { notes: 1 }).finally(() => store.close());
      };
      const lock = join(repo.commonDir, `${joinedRef('origin')}.lock`);
      mkdirSync(dirname(lock), { recursive: true });
      writeFileSync(lock, '');
      await expect(joinOne()).rejects.toThrow('could not update refs/notes/provenance');
      expect(readWithheld(provDirOf(repo)).left).toEqual({ origin: 1 });
      rmSync(lock);
      await joinOne();
      expect(readWithheld(provDirOf(repo)).left).toEqual({ origin: 1 });
      await joinOne();
      expect(readWithheld(provDirOf(repo)).left).toEqual({});
      expect(site.repo.git('rev-parse', joinedRef('origin'))).toBe(tip);
    },
    { refs: 'files' },
  ));

test('notes lost here are restored from what was joined', () =>
  withSite(async (site) => {
    site.remote('origin', { [fan(site.id(1), 1)]: site.noteBlob('x') });
    await site.join();
    site.repo.git('update-ref', '-d', NOTES_REF);
    expect(await site.join()).toEqual([]);
    expect(await site.says(site.id(1))).toEqual(['x']);
  }));

describe('a hostile remote', () => {
  test('cannot displace a local note: unreadable blobs are stored beside it, and returned whole', () =>
    withSite(async (site) => {
      const [one, two] = [site.id(1), site.id(2)];
      await site.write(new Map([[one, ['mine']]]));
      // A note of a newer version, which a newer program wrote here.
      const newer = site.blob('\x02 newer');
      site.remote('newer', { [fan(one, 1)]: newer });
      await site.join();
      const garbage = Array.from({ length: 12 }, (_, i) => site.blob(`garbage ${i}`));
      for (const [i, blob] of garbage.entries())
        site.remote(`bad${i}`, { [fan(one, i % 4)]: blob, [fan(two, 1)]: blob });
      expect(await site.join()).toEqual([]);
      const [found] = (await site.store((store) => store.read([one]))).values();
      expect([said(found), isDamaged(found!) && found.blobs.includes(newer)]).toEqual(['damaged mine', true]);
      expect((await site.store((store) => store.list())).get(one)).toContain(newer);
      expect(site.repo.git('fsck', '--strict', '--no-dangling', NOTES_REF)).toBe('');
    }));

  test('with a 1 GB bomb, names that git rejects, links, modules or folders in the way does not stop the others', () =>
    withSite(async (site) => {
      const [one, two, three] = [site.id(1), site.id(2), site.id(3)];
      await site.write(new Map([[one, ['mine']]]));
      const bomb = site.blob(Buffer.alloc(70 * 1024 * 1024));
      const good = site.noteBlob('theirs');
      const empty = site.tree([]);
      const inner = site.tree([
        ['100644', two.slice(2), good],
        ['120000', site.id(4).slice(2), good],
      ]);
      const root = site.tree([
        ['100644', '..', good],
        ['100644', '.git', good],
        ['100644', '', good],
        ['100644', one, bomb],
        ['120000', site.id(5), good],
        ['160000', site.id(6), one],
        ['40000', site.id(7), empty],
        [
          '40000',
          three.slice(0, 2),
          site.tree([['40000', three.slice(2, 4), site.tree([['100644', three.slice(4), good]])]]),
        ],
        ['40000', two.slice(0, 2), inner],
        ['100644', 'README', good],
      ]);
      site.fetched('origin', site.commit(root));
      const began = Date.now();
      expect(await site.join()).toEqual([]);
      expect(Date.now() - began).toBeLessThan(20_000);
      expect(await site.says(one, two, three, site.id(4), site.id(5))).toEqual([
        'damaged mine',
        'theirs',
        'theirs',
        'none',
        'none',
      ]);
      // Local notes can still be written, and unreadable ones are not sent on.
      await site.write(new Map([[one, ['again']]]));
      expect(await site.says(one)).toEqual(['again']);
    }));

  test('with a few trees that pretend millions of notes costs nothing', () =>
    withSite(async (site) => {
      const good = site.noteBlob('theirs');
      const names = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
      const rest = site.repo.oid('HEAD').length - 6;
      let tree = site.tree(names.map((name) => ['100644', name.repeat(rest / 2), good] as const));
      for (let i = 0; i < 3; i++) tree = site.tree(names.map((name) => ['40000', name, tree] as const));
      site.fetched('origin', site.commit(tree));
      const began = Date.now();
      expect(await site.join()).toEqual([]);
      expect(Date.now() - began).toBeLessThan(5000);
    }));

  test('with missing trees or commits, or ones of a wrong type, is a fault; the others are joined', () =>
    withSite(async (site) => {
      const tree = site.remote('gone', { [fan(site.id(1), 1)]: site.noteBlob('x') });
      const folder = site.repo.git('rev-parse', `${tree}:${site.id(1).slice(0, 2)}`);
      site.repo.git('update-ref', trackingRef('blob'), site.blob('no commit'));
      site.remote('good', { [fan(site.id(2), 1)]: site.noteBlob('theirs') });
      const { rmSync } = await import('node:fs');
      rmSync(join(site.repo.dir, '.git/objects', folder.slice(0, 2), folder.slice(2)), { force: true });
      const faults = await site.join();
      expect(faults.map((one) => /from (\S+)/.exec(one)?.[1]).toSorted()).toEqual(['blob', 'gone']);
      expect(await site.says(site.id(2))).toEqual(['theirs']);
    }));
});

describe('the commit for a remote', () => {
  const all = (commits: readonly Oid[]): Promise<Set<Oid>> => Promise.resolve(new Set(commits));

  test('builds on what the remote has, and contains only what it may know', () =>
    withSite(async (site) => {
      const [one, two, secret] = [site.id(1), site.id(2), site.id(3)];
      const theirs = site.remote('origin', { [flat(one)]: site.noteBlob('theirs'), README: site.blob('read me') });
      await site.write(
        new Map([
          [one, ['mine']],
          [two, ['mine']],
          [secret, ['secret']],
        ]),
      );
      const allowed = (commits: readonly Oid[]): Promise<Set<Oid>> =>
        Promise.resolve(new Set(commits.filter((commit) => commit !== secret)));
      const made = (await site.store((store) => store.publish(theirs, { allowed })))!;
      expect([made.notes, site.repo.git('rev-parse', `${made.tip}^@`)]).toEqual([2, theirs]);
      const paths = site.repo.git('ls-tree', '-r', '--name-only', made.tip!).split('\n');
      expect(paths.toSorted()).toEqual(['README', fan(one, 1), fan(two, 1)].toSorted());
      const read = await site.store((store) => store.read([one], made.tip));
      expect(said(read.get(one))).toBe('mine+theirs');
      // Then nothing is missing there.
      expect(await site.store((store) => store.publish(made.tip, { allowed }))).toBeUndefined();
    }));

  test('leaves out unreadable notes, and counts them', () =>
    withSite(async (site) => {
      const [one, two, three] = [site.id(1), site.id(2), site.id(3)];
      await site.write(
        new Map([
          [one, ['mine']],
          [three, ['mine']],
        ]),
      );
      site.remote('bad', { [fan(one, 1)]: site.blob('garbage'), [fan(two, 1)]: site.blob('garbage') });
      await site.join();
      const made = (await site.store((store) => store.publish(undefined, { allowed: all })))!;
      expect([made.notes, made.damaged]).toEqual([2, 2]);
      expect(site.repo.git('ls-tree', '-r', '--name-only', made.tip!).split('\n')).toHaveLength(2);
    }));
});

describe('a gate', () => {
  const all = (commits: readonly Oid[]): Promise<Set<Oid>> => Promise.resolve(new Set(commits));

  test('lets a note pass unread where it knows the blob, and gets all others with the blob that it may remember', () =>
    withSite(async (site) => {
      const [known, single, two, broken] = [site.id(1), site.id(2), site.id(3), site.id(4)];
      await site.write(new Map([known, single, two].map((commit) => [commit, ['mine']])));
      // A second entry in another fan-out, and a blob that is no note.
      site.remote('more', { [flat(two)]: site.noteBlob('theirs'), [fan(broken, 1)]: site.blob('garbage') });
      await site.join();
      const listed = await site.store((store) => store.list());
      expect(listed.get(known)).toHaveLength(1);
      const asked: [Oid, Oid][] = [];
      const read: [Oid, Oid | undefined][] = [];
      const gate: NotesGate = {
        isCleared: (commit, blob) => asked.push([commit, blob]) > 0 && commit === known,
        mayLeave: (commit, _, blob) => Promise.resolve(read.push([commit, blob]) > 0),
      };
      const progress: string[] = [];
      const made = await site.store((store) =>
        store.publish(undefined, { allowed: all, gate, progress: (done, of) => progress.push(`${done}/${of}`) }),
      );
      expect(made).toMatchObject({ notes: 3, damaged: 1, left: 0 });
      expect(asked).toContainEqual([known, listed.get(known)![0]]);
      expect(read.map(([commit]) => commit).toSorted()).toEqual([single, two].toSorted());
      expect(new Map(read).get(single)).toBe(listed.get(single)![0]);
      expect(progress.at(-1)).toBe('4/4');
      const paths = site.repo.git('ls-tree', '-r', '--name-only', made!.tip!).split('\n');
      expect(paths).toContain(fan(known, 1));
    }));

  test('is not asked about a blob beside another one, and keeps a note that it does not let pass', () =>
    withSite(async (site) => {
      const [one, two] = [site.id(1), site.id(2)];
      await site.write(new Map([one, two].map((commit) => [commit, ['mine']])));
      const tip = site.remote('origin', {
        [fan(one, 1)]: (await site.store((store) => store.list())).get(one)![0]!,
        [flat(one)]: site.noteBlob('theirs'),
        [fan(two, 1)]: (await site.store((store) => store.list())).get(two)![0]!,
      });
      const asked: Oid[] = [];
      const gate: NotesGate = {
        isCleared: (commit) => asked.push(commit) < 0,
        mayLeave: (commit) => Promise.resolve(commit !== two),
      };
      site.repo.git('update-ref', NOTES_REF, tip);
      const made = await site.store((store) => store.publish(undefined, { allowed: all, gate }));
      expect(asked).toEqual([two]);
      expect(made).toMatchObject({ notes: 1 });
      expect(site.repo.git('ls-tree', '-r', '--name-only', made!.tip!)).toBe(fan(one, 1));
    }));
});

describe('refs of remotes', () => {
  test.runIf(!process.env['GIT_DEFAULT_REF_FORMAT'])('are read loose, packed, and both', () =>
    withSite(
      async (site) => {
        const [one, two] = [site.remote('origin', { a: site.blob('1') }), site.remote('team/x', { a: site.blob('2') })];
        site.repo.git('pack-refs', '--all');
        const tips = async (): Promise<unknown> =>
          (await readFetched(await site.repo.open())).map(({ name, tip }) => [name, tip]).toSorted();
        expect(await tips()).toEqual([
          ['origin', one],
          ['team/x', two],
        ]);
        const three = site.remote('origin', { a: site.blob('3') });
        expect(await tips()).toEqual([
          ['origin', three],
          ['team/x', two],
        ]);
        // The state after a power loss.
        writeFileSync(join(site.repo.dir, '.git', trackingRef('origin')), '');
        expect(existsSync(join(site.repo.dir, '.git', trackingRef('origin')))).toBe(true);
        expect(await tips()).toEqual([
          ['origin', one],
          ['team/x', two],
        ]);
      },
      { refs: 'files' },
    ),
  );

  test('our refspec is distinguished from others', () => {
    expect(
      [notesRefspec('team/x'), '+refs/heads/*:refs/remotes/x/*', '+refs/notes/*:refs/notes/*'].map(trackedBy),
    ).toEqual(['team/x', undefined, undefined]);
  });
});

test('ten thousand fetched notes are joined, and read', () =>
  withSite(async (site) => {
    const repo = await site.repo.open();
    const changes = new Map<Oid, () => ReturnType<typeof note>>();
    for (let i = 1; i <= 10_000; i++) changes.set(site.id(i), () => note(`n${i}`));
    const store = new NoteStore(repo);
    const tip = (await store.update(changes, 'theirs'))!;
    await store.close();
    site.repo.git('update-ref', '-d', NOTES_REF);
    await site.write(new Map([[site.id(1), ['mine']]]));
    site.fetched('origin', tip);
    expect(await site.join()).toEqual([]);
    expect(await site.says(site.id(1), site.id(10_000))).toEqual(['mine+n1', 'n10000']);
  }));
