import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ObjectReader } from '../../src/git/objects/objects.ts';
import { pathFromBytes } from '../../src/model/path.ts';
import { gitSince } from '../helpers/git-version.ts';
import { makeRepo, withRepo, type TestRepo } from '../helpers/repo.ts';

async function reading<T>(repo: TestRepo, story: (reader: ObjectReader) => Promise<T>): Promise<T> {
  const reader = new ObjectReader(await repo.open());
  try {
    return await story(reader);
  } finally {
    await reader.close();
  }
}

for (const hash of ['sha1', 'sha256'] as const)
  test(`objects of a ${hash} repository are read by id and by path, byte for byte`, async () => {
    const bytes = Buffer.from([0, 10, 13, 255, 10, 0, 10]);
    await withRepo({ hash, files: { 'bin dir/é.bin': bytes, empty: '' } }, (repo) =>
      reading(repo, async (reader) => {
        const blob = repo.oid('HEAD:bin dir/é.bin');
        const names = ['HEAD:bin dir/é.bin', 'HEAD:absent', blob, 'HEAD:empty', 'HEAD', 'HEAD^{tree}', '', 'a missing'];
        const found = await reader.read(names);
        expect(found.map((one) => one && ('type' in one ? [one.type, one.bytes.length] : one))).toEqual([
          ['blob', 7],
          undefined,
          ['blob', 7],
          ['blob', 0],
          ['commit', expect.any(Number)],
          ['tree', expect.any(Number)],
          undefined,
          undefined,
        ]);
        expect(found[0]).toEqual({ oid: blob, type: 'blob', bytes });
        expect(await reader.info([blob, '0'.repeat(blob.length)])).toEqual([
          { oid: blob, type: 'blob', size: 7 },
          undefined,
        ]);
      }),
    );
  });

test('an object over the limit is not read, and its neighbours are', async () => {
  await withRepo({ files: { big: 'x'.repeat(5000), small: 'x' } }, (repo) =>
    reading(repo, async (reader) => {
      const found = await reader.read(['HEAD:big', 'HEAD:small', 'HEAD:big'], { limit: 4999 });
      expect(found).toEqual([
        { tooLarge: 5000 },
        expect.objectContaining({ bytes: Buffer.from('x') }),
        { tooLarge: 5000 },
      ]);
      const [all] = await reader.read(['HEAD:big'], { limit: 5000 });
      expect(all && 'bytes' in all && all.bytes.length).toBe(5000);
    }),
  );
});

test('a very large object does not delay the others: git is killed, and they are read again', async () => {
  const huge = 64 * 1024 * 1024;
  await withRepo({ files: { small: 'x', other: 'yy' } }, async (repo) => {
    const id = repo.gitRaw(['hash-object', '-w', '--stdin'], Buffer.alloc(huge)).toString().trim();
    await reading(repo, async (reader) => {
      const [first, second] = await Promise.all([
        reader.read(['HEAD:small', id, 'HEAD:other', 'HEAD:absent'], { limit: 1000 }),
        reader.read(['HEAD:other', id], { limit: 1000 }),
      ]);
      expect(first.map((one) => one && ('bytes' in one ? String(one.bytes) : one))).toEqual([
        'x',
        { tooLarge: huge },
        'yy',
        undefined,
      ]);
      expect(second.map((one) => one && ('bytes' in one ? String(one.bytes) : one))).toEqual([
        'yy',
        { tooLarge: huge },
      ]);
      const [again] = await reader.read([id], { limit: huge });
      expect(again && 'bytes' in again && again.bytes.length).toBe(huge);
    });
  });
});

test('a path with a newline, a trailing CR, or bytes that are not UTF-8 is found', async () => {
  const repo = makeRepo();
  const id = repo.gitRaw(['hash-object', '-w', '--stdin'], 'odd').toString().trim();
  const names = [Buffer.from('new\nline'), Buffer.from('cr\r'), Buffer.from([0x66, 0xff, 0x6f])];
  for (const name of names)
    repo.gitRaw(
      ['update-index', '-z', '--index-info'],
      Buffer.concat([Buffer.from(`100644 ${id}\tdir/`), name, Buffer.of(0)]),
    );
  repo.git('commit', '-qm', 'odd');
  await reading(repo, async (reader) => {
    const asked = [...names.map((name) => `HEAD:dir/${pathFromBytes(name)}`), 'HEAD:dir/no\nsuch', 'HEAD:dir/cr'];
    const found = await reader.info([...asked, 'HEAD\nHEAD', 'HEAD\0']);
    expect(found.map((one) => one?.oid)).toEqual([id, id, id, undefined, undefined, undefined, undefined]);
  });
  repo.cleanup();
});

test('a path that leaves the repository is missing, and other requests continue', async () => {
  const repo = makeRepo({ files: { 'dir/a': 'a\n' } });
  await reading(repo, async (reader) => {
    const names = ['HEAD:../../etc/passwd', 'HEAD:./dir/a', 'HEAD:dir/../../../x', 'HEAD:/etc/passwd', 'HEAD:dir/a'];
    const found = await reader.read(names);
    expect(found.map((one) => (one && 'bytes' in one ? one.bytes.toString() : undefined))).toEqual([
      ...Array.from({ length: 4 }, () => undefined),
      'a\n',
    ]);
  });
  repo.cleanup();
});

test('30,000 requests at once are answered, in order', async () => {
  await withRepo({ files: { a: 'a', b: 'b' } }, (repo) =>
    reading(repo, async (reader) => {
      const [a, b] = [repo.oid('HEAD:a'), repo.oid('HEAD:b')];
      const names = Array.from({ length: 30_000 }, (_, i) => (i % 3 === 0 ? a : i % 3 === 1 ? 'HEAD:absent' : b));
      const found = await reader.info(names);
      expect(found.map((one) => one?.oid ?? 'HEAD:absent')).toEqual(names);
    }),
  );
});

test('concurrent requests get their own answers, however the output is split', async () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}`, `${i}\n`.repeat(i * 997)]));
  await withRepo({ files }, (repo) =>
    reading(repo, async (reader) => {
      const asked = Object.keys(files).map((path) => reader.read([`HEAD:${path}`, `HEAD:no-${path}`]));
      for (const [i, found] of (await Promise.all(asked)).entries()) {
        expect(found[0] && 'bytes' in found[0] && found[0].bytes.toString()).toBe(files[`f${i}`]);
        expect(found[1]).toBeUndefined();
      }
    }),
  );
});

test('objects written after the reader has started are found', async () => {
  await withRepo({ files: { a: 'a' } }, (repo) =>
    reading(repo, async (reader) => {
      expect(await reader.info(['HEAD:b'])).toEqual([undefined]);
      repo.write('b', 'b');
      repo.commit('b');
      repo.git('gc', '-q');
      expect((await reader.info(['HEAD:b']))[0]?.size).toBe(1);
    }),
  );
});

// Breaks a loose object.
function corrupt(repo: TestRepo, id: string): void {
  const file = join('.git/objects', id.slice(0, 2), id.slice(2));
  const loose = spawnSync('cat', [join(repo.dir, file)]).stdout;
  spawnSync('chmod', ['u+w', join(repo.dir, file)]);
  repo.write(file, loose.subarray(0, loose.length - 4).fill(0x55, 24));
}

test('a corrupt object fails only the caller that requested it, and no concurrent one', async () => {
  await withRepo({ files: { a: 'a'.repeat(3000), b: 'b', c: 'c' } }, (repo) =>
    reading(repo, async (reader) => {
      const id = repo.oid('HEAD:a');
      corrupt(repo, id);
      const asked = ['b', id, 'c', id, 'b'].map((name) => reader.read([name === id ? id : `HEAD:${name}`, 'HEAD:c']));
      const settled = await Promise.allSettled(asked);
      const told = settled.map((one) =>
        one.status === 'fulfilled'
          ? one.value.map((found) => (found as { bytes: Buffer }).bytes.toString())
          : (one.reason as { kind: string }).kind,
      );
      expect(told).toEqual([['b', 'c'], 'git', ['c', 'c'], 'git', ['b', 'c']]);
    }),
  );
});

test('a too large object is reported only to the caller that requested it', async () => {
  await withRepo({ files: { a: Buffer.alloc(20 << 20), b: 'b' } }, (repo) =>
    reading(repo, async (reader) => {
      const asked = ['b', 'a', 'b'].map((name) => reader.read([`HEAD:${name}`], { limit: 1000 }));
      const [first, large, last] = (await Promise.all(asked)).map(([found]) => found);
      expect(large).toEqual({ tooLarge: 20 << 20 });
      for (const one of [first, last]) expect(one).toMatchObject({ bytes: Buffer.from('b') });
    }),
  );
});

test('a corrupt object is an error, after which the reader can be used again', async () => {
  await withRepo({ files: { a: 'a'.repeat(3000), b: 'b' } }, (repo) =>
    reading(repo, async (reader) => {
      const id = repo.oid('HEAD:a');
      corrupt(repo, id);
      await expect(reader.read([id, 'HEAD:b'])).rejects.toMatchObject({ name: 'ProvError', kind: 'git' });
      expect((await reader.read(['HEAD:b']))[0]).toMatchObject({ bytes: Buffer.from('b') });
    }),
  );
});

test('closing waits for answers, and a closed reader starts again', async () => {
  await withRepo({ files: { a: 'a' } }, async (repo) => {
    const reader = new ObjectReader(await repo.open());
    await reader.close();
    const asked = reader.info(['HEAD:a']);
    const closing = reader.close();
    expect((await asked)[0]?.size).toBe(1);
    await closing;
    expect((await reader.info(['HEAD:a']))[0]?.size).toBe(1);
    await reader.close();
  });
});

test('a private object directory is read when the environment names it, and only then', async () => {
  await withRepo({ files: { a: 'a' } }, async (repo) => {
    const objects = join(repo.home, 'objects');
    mkdirSync(objects);
    const env = {
      ...repo.env,
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(repo.dir, '.git/objects'),
    };
    const id = spawnSync('git', ['hash-object', '-w', '--stdin'], { cwd: repo.dir, env, input: 'private' });
    const name = id.stdout.toString().trim();
    const reader = new ObjectReader(await repo.open(), env);
    expect((await reader.info([name, 'HEAD:a'])).map((one) => one?.size)).toEqual([7, 1]);
    await reader.close();
    expect(await reading(repo, (plain) => plain.info([name]))).toEqual([undefined]);
  });
});

test('a git that cannot run is an error, not an endless wait', async () => {
  await withRepo({ files: { a: 'a' } }, async (repo) => {
    const reader = new ObjectReader({ ...(await repo.open()), cwd: join(repo.dir, 'gone') });
    await expect(reader.info(['HEAD'])).rejects.toMatchObject({ name: 'ProvError', kind: 'git' });
    await reader.close();
  });
});

test('one process of git answers for contents and sizes, and two where it is older than 2.36', () =>
  withRepo({ files: { a: 'one\n' } }, async (repo) => {
    const bin = join(repo.home, 'bin');
    const log = join(repo.home, 'log');
    mkdirSync(bin);
    const which = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim();
    const asked = async (refused: string): Promise<[unknown, string[]]> => {
      writeFileSync(log, '');
      const wrapper = `#!/bin/sh\nprintf '%s\\n' "$2" >>'${log}'\n[ "$2" != '${refused}' ] || exit 129\nexec '${which}' "$@"\n`;
      writeFileSync(join(bin, 'git'), wrapper, { mode: 0o755 });
      const reader = new ObjectReader(await repo.open(), { ...repo.env, PATH: `${bin}:${process.env['PATH']}` });
      const [size, content, none, sizes] = await Promise.all([
        reader.info(['HEAD:a']),
        reader.read(['HEAD:a']),
        reader.info(['']),
        reader.info(['HEAD:b', 'HEAD:a']),
      ]);
      await reader.close();
      return [
        [size[0]?.size, String((content[0] as { bytes: Buffer }).bytes), none, sizes.map((one) => one?.size)],
        readFileSync(log, 'utf8').split('\n').slice(0, -1),
      ];
    };
    const answers = [4, 'one\n', [undefined], [undefined, 4]];
    const [first, began] = await asked('');
    expect(first).toEqual(answers);
    expect(began.toSorted()).toEqual(
      gitSince(2, 36) ? ['--batch-command'] : ['--batch', '--batch-check', '--batch-command'],
    );
    const [found, processes] = await asked('--batch-command');
    expect(found).toEqual(answers);
    expect(processes.toSorted()).toEqual(['--batch', '--batch-check', '--batch-command']);
    expect((await asked('--batch-command'))[1].toSorted()).toEqual(['--batch', '--batch-check']); // known by now
  }));

test('an original is read in place of its replacement, and what needs no second process starts none', () =>
  withRepo({ files: { 'a.txt': 'one\n', 'b.txt': 'two\n' } }, async (repo) => {
    const trace = join(repo.home, 'trace');
    const started = (): number => {
      const events = readFileSync(trace, 'utf8').trim().split('\n');
      rmSync(trace);
      return events.filter((line) => line.includes('"event":"start"')).length;
    };
    const [one, two] = [repo.oid('HEAD:a.txt'), repo.oid('HEAD:b.txt')];
    const opened = await repo.open();
    const ask = async (limit?: number): Promise<unknown[]> => {
      const reader = new ObjectReader({ ...opened, env: { ...opened.env, GIT_TRACE2_EVENT: trace } });
      const found = await reader.readOriginals([one, two], limit === undefined ? {} : { limit });
      await reader.close();
      return found.map((object) => object && ('bytes' in object ? object.bytes.toString() : object));
    };
    expect(await ask()).toEqual(['one\n', 'two\n']);
    expect(started()).toBe(1);
    expect(await ask(0)).toEqual([{ tooLarge: 4 }, { tooLarge: 4 }]);
    expect(started()).toBe(1);
    repo.git('replace', one, two);
    expect(await ask()).toEqual(['one\n', 'two\n']);
    expect(started()).toBe(2);
  }));
