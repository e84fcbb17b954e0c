import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Contents } from '../../src/ask/rests/contents.ts';
import { openRepo, type Repo } from '../../src/git/repository/repo.ts';
import type { RepoPath } from '../../src/model/ids.ts';
import { pathFromBytes } from '../../src/model/path.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

const OUTSIDE = `outside-${process.pid}.txt`;

describe('the contents of places that notes name', () => {
  let at: TestRepo;
  let repo: Repo;
  beforeAll(async () => {
    at = makeRepo({ files: { 'a.js': 'export function f() {}\n', 'ä ö.js': 'export function f() {}\n' } });
    mkdirSync(join(at.dir, 'in'));
    writeFileSync(join(at.dir, 'in', '..a.txt'), 'dots\n');
    writeFileSync(join(at.dir, '..', OUTSIDE), 'secret\n');
    symlinkSync('a.js', join(at.dir, 'link.js'));
    execFileSync('mkfifo', [join(at.dir, 'pipe.js')]);
    writeFileSync(join(at.dir, 'large.txt'), Buffer.alloc(1024 * 1024 + 1, 'x'));
    writeFileSync(join(at.dir, 'pointer.txt'), 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n');
    writeFileSync(join(at.dir, 'latin.txt'), Buffer.from([0x66, 0xfc, 0x72]));
    repo = await openRepo(at.dir, at.env);
  });
  afterAll(() => {
    rmSync(join(at.dir, '..', OUTSIDE), { force: true });
    at.cleanup();
  });

  const kindOf = async (path: string, commit?: string): Promise<string> =>
    (await new Contents(repo, { commit }).of({ path: path as RepoPath })).kind;

  test.each([
    `../${OUTSIDE}`,
    '/etc/hostname',
    `in/../../${OUTSIDE}`,
    './a.js',
    'in//..a.txt',
    '.git/config',
    '.GIT/config',
    'a.js\0',
    'in\\..a.txt',
    '',
    'in',
    'link.js',
    'pipe.js',
    'large.txt',
    'pointer.txt',
  ])('%j is not read', async (path) => {
    expect(await kindOf(path)).toBe('unknown');
  });

  test.each(['a.js', 'ä ö.js', 'in/..a.txt', 'latin.txt'])('%j is read', async (path) => {
    expect(await kindOf(path)).toBe('text');
  });

  test('a path that is not UTF-8 is not read', async () => {
    expect(await kindOf(pathFromBytes(Buffer.from([0x61, 0xff])))).toBe('unknown');
  });

  test('a commit is read without its work tree, and one that does not exist is not known', async () => {
    const head = at.git('rev-parse', 'HEAD');
    expect(await kindOf('a.js', head)).toBe('text');
    expect(await kindOf('latin.txt', head)).toBe('missing');
    expect(await kindOf('a.js', '0'.repeat(head.length))).toBe('unknown');
  });

  test('a note with thousands of files costs no more than some hundred', async () => {
    const contents = new Contents(repo);
    const states = new Set<string>();
    for (let i = 0; i < 3000; i++) states.add((await contents.of({ path: `no/${i}.js` as RepoPath })).kind);
    expect([...states]).toEqual(['missing', 'unknown']);
    expect((await contents.of({ path: 'no/0.js' as RepoPath })).kind).toBe('missing'); // as before
  }, 60_000);

  test('a function is compared only in a language that is known, and while parsing does not take too long', async () => {
    const symbol = { kind: 'function', name: 'f' } as const;
    const of = async (path: string, name = 'f', parsingMs?: number): Promise<string> =>
      (await new Contents(repo, { parsingMs }).of({ path: path as RepoPath, symbol: { ...symbol, name } })).kind;
    expect(await of('a.js')).toBe('text');
    expect(await of('a.js', 'g')).toBe('missing');
    expect(await of('in/..a.txt')).toBe('unknown');
    expect(await of('a.js', 'f', -1)).toBe('unknown');
  });
});
