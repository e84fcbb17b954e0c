import { NOTES_REF } from '../../src/notes/refs.ts';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { Oid } from '../../src/model/ids.ts';
import { type ChangeNote } from '../../src/notes/notes.ts';
import { add, said, withStore } from '../helpers/notes.ts';

test(
  '20 concurrent stores lose nothing, on the same commit and on others',
  () =>
    withStore({}, async ({ repo, store, id, another }) => {
      const stores = await Promise.all(Array.from({ length: 20 }, () => another()));
      await Promise.all(
        stores.map((store, i) =>
          store.update(
            new Map([
              [id(0), add(`w${i}`)],
              [id(i + 1), add('own')],
            ]),
            `writer ${i}`,
          ),
        ),
      );
      const found = await store.read(Array.from({ length: 21 }, (_, i) => id(i)));
      expect(found.size).toBe(21);
      expect(
        said(found.get(id(0)))
          .split('+')
          .sort(),
      ).toEqual(Array.from({ length: 20 }, (_, i) => `w${i}`).sort());
      expect(Number(repo.git('rev-list', '--count', NOTES_REF))).toBe(20);
    }),
  30_000,
);

test(
  '8 processes that write 10 notes each lose nothing',
  () =>
    withStore({}, async ({ repo, store, id }) => {
      const script = join(repo.home, 'writer.mjs');
      const source = `
      import { NoteStore } from './src/notes/notes.ts';
      import { openRepo } from './src/git/repository/repo.ts';
      const [, , who, ...commits] = process.argv;
      const codec = { encode: (n) => Buffer.from(n.carried.map((c) => c.how).join('\\n')),
        decode: (b) => () => ({ graphs: [], lines: new Map(), carried: Buffer.from(b).toString().split('\\n').map((how) => ({ how })) }) };
      const store = new NoteStore(await openRepo(process.cwd()), { codec });
      for (const [i, commit] of commits.entries())
        await store.update(new Map([[commit, (old) => ({ ...old, carried: [...(old?.carried ?? []), { how: who + i }] })]]), who);
      await store.close();`;
      const root = join(import.meta.dirname, '../..');
      const stdin = { contents: source, resolveDir: root, loader: 'ts' } as const;
      await build({
        stdin,
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile: script,
        logLevel: 'error',
        banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      });
      const write = (who: string, commits: Oid[]): Promise<number | null> =>
        new Promise((resolve) =>
          spawn(process.execPath, [script, who, ...commits], { cwd: repo.dir, env: repo.env, stdio: 'inherit' }).on(
            'close',
            resolve,
          ),
        );
      const shared = id(999);
      const lists = Array.from({ length: 8 }, (_, p) => [
        shared,
        ...Array.from({ length: 9 }, (_, i) => id(p * 100 + i + 1)),
      ]);
      const codes = await Promise.all(lists.map((commits, p) => write(`p${p}-`, commits)));
      expect(codes).toEqual(Array(8).fill(0));
      const found = await store.read(lists.flat());
      expect(found.size).toBe(73);
      expect(said(found.get(shared)).split('+').sort()).toEqual(Array.from({ length: 8 }, (_, p) => `p${p}-0`));
      expect(Number(repo.git('rev-list', '--count', NOTES_REF))).toBe(80);
    }),
  60_000,
);

test("a change that loses the race is applied again to the winner's note, also when its objects were pruned", () =>
  withStore({}, async ({ repo, store, another, id }) => {
    await store.update(new Map([[id(1), add('base')]]), 'base');
    const rival = await another();
    const seen: string[] = [];
    const meddle: ChangeNote = (old) => {
      seen.push(said(old));
      if (seen.length === 1) {
        const folder = `100644 blob ${repo.gitRaw(['hash-object', '-w', '--stdin'], 'base\nrival').toString().trim()}\t${id(1).slice(2)}\n`;
        const root = `040000 tree ${repo.gitRaw(['mktree'], folder).toString().trim()}\t${id(1).slice(0, 2)}\n`;
        const tree = repo.gitRaw(['mktree'], root).toString().trim();
        repo.git('update-ref', NOTES_REF, repo.git('commit-tree', '-p', NOTES_REF, '-m', 'rival', tree));
      } else repo.git('gc', '-q', '--prune=now'); // takes the blobs of the first attempt, which are needed again
      return add('ours')(old);
    };
    await store.update(
      new Map([
        [id(2), add('the same in both attempts')],
        [id(1), meddle],
      ]),
      'ours',
    );
    expect(seen).toEqual(['base', 'base+rival']);
    const notes = await rival.read([id(1), id(2)]);
    expect([said(notes.get(id(1))), said(notes.get(id(2)))]).toEqual(['base+ours+rival', 'the same in both attempts']);
    expect(repo.git('log', '--format=%s', NOTES_REF)).toBe('ours\nrival\nbase');
    expect(repo.git('fsck', '--connectivity-only')).not.toMatch(/missing|broken/);
  }));

test('when other writers never stop moving the ref, the update fails with an error', () =>
  withStore({}, async ({ repo, another, id }) => {
    const store = await another(500);
    await store.update(new Map([[id(1), add('a')]]), 'a');
    let turn = 0;
    const meddle: ChangeNote = (old) => {
      const next = repo.git('commit-tree', '-p', NOTES_REF, '-m', `turn ${turn++}`, `${NOTES_REF}^{tree}`);
      repo.git('update-ref', NOTES_REF, next);
      return add('b')(old);
    };
    await expect(store.update(new Map([[id(1), meddle]]), 'b')).rejects.toMatchObject({
      kind: 'git',
      hint: expect.stringContaining('doctor'),
    });
    expect(turn).toBeGreaterThan(1);
    expect(said((await store.read([id(1)])).get(id(1)))).toBe('a');
  }));
