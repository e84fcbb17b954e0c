import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CodeOptions, type CodeTree, withCode } from '../../src/code/code-index.ts';
import { findSymbols, parseSymbol, symbolId } from '../../src/code/symbols.ts';
import { filesOf } from '../../src/git/repository/local-files.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const FILES = {
  'src/calc.js': 'export function mean(xs) {\n  return sum(xs) / xs.length;\n}\nexport function sum(xs) {}\n',
  'src/use.js': "import { mean } from './calc.js';\nexport const run = () => mean([1]);\n",
};

/** Asks about the code, and counts the files that had to be parsed. */
async function asking<T>(
  repo: TestRepo,
  work: (tree: CodeTree) => T,
  options: CodeOptions = {},
): Promise<{ found: T; parsed: number }> {
  let parsed = 0;
  const found = await withCode(
    await repo.open(),
    { ...options, onProgress: (_, all) => (parsed = all) },
    async (tree) => work(tree),
  );
  return { found, parsed };
}

const named = (tree: CodeTree, text: string): string[] =>
  findSymbols(tree, parseSymbol(text)!).map((symbol) => `${symbolId(symbol)}:${symbol.ranges.flat().join('-')}`);

test('a content is parsed once, whatever its path and its commit', () =>
  withRepo({ files: FILES }, async (repo) => {
    const first = repo.oid('HEAD');
    expect((await asking(repo, (tree) => named(tree, 'mean'))).parsed).toBe(2);
    repo.git('mv', 'src/calc.js', 'src/moved.js');
    repo.write('src/use.js', "import { mean } from './moved.js';\n");
    const second = repo.commit('Move');
    expect(await asking(repo, (tree) => named(tree, 'mean'))).toEqual({
      found: ['function:src/moved.js#mean:1-3'],
      parsed: 1,
    });
    expect(await asking(repo, (tree) => named(tree, 'mean'), { commit: first })).toEqual({
      found: ['function:src/calc.js#mean:1-3'],
      parsed: 0,
    });
    expect((await asking(repo, (tree) => tree.using('mean'), { commit: second })).parsed).toBe(0);
  }));

test('the current work tree counts: changed, new, removed and ignored files', () =>
  withRepo({ files: { ...FILES, '.gitignore': 'out/\n', 'gone.js': 'function gone() {}\n' } }, async (repo) => {
    repo.write('src/calc.js', '// moved down\nexport function mean() {}\n');
    repo.write('new ü "x".js', 'function fresh() {}\n');
    repo.write('out/made.js', 'function ignored() {}\n');
    rmSync(join(repo.dir, 'gone.js'));
    const { found } = await asking(repo, (tree) =>
      ['mean', 'fresh', 'ignored', 'gone'].map((name) => named(tree, name)),
    );
    expect(found).toEqual([['function:src/calc.js#mean:2-2'], ['function:new ü "x".js#fresh:1-1'], [], []]);
  }));

test('without a commit, staged and new files count', () =>
  withRepo({}, async (repo) => {
    repo.write('a.js', 'function a() {}\n');
    repo.write('b.js', 'function b() {}\n');
    repo.git('add', 'a.js');
    const { found } = await asking(repo, (tree) => [named(tree, 'a'), named(tree, 'b')]);
    expect(found).toEqual([['function:a.js#a:1-1'], ['function:b.js#b:1-1']]);
  }));

test('links and submodules are not followed, and binary files have no symbols', () =>
  withRepo({ files: { ...FILES, 'data.js': Buffer.from('function no() {}\0') } }, async (repo) => {
    symlinkSync('/etc/passwd', join(repo.dir, 'link.js'));
    symlinkSync('src/calc.js', join(repo.dir, 'inside.js'));
    repo.git('update-index', '--add', '--cacheinfo', `160000,${repo.oid('HEAD')},sub.js`);
    const { found } = await asking(repo, (tree) => ({
      paths: [...tree.paths],
      fault: tree.facts('data.js')?.fault,
      mean: named(tree, 'mean'),
    }));
    expect(found).toEqual({
      paths: ['data.js', 'src/calc.js', 'src/use.js'],
      fault: 'not text',
      mean: ['function:src/calc.js#mean:1-3'],
    });
    repo.git('commit', '-qm', 'links');
    const committed = await asking(repo, (tree) => [...tree.paths], { commit: repo.oid('HEAD') });
    expect(committed.found).toEqual(['data.js', 'src/calc.js', 'src/use.js']);
  }));

test.each(['sha1', 'sha256'] as const)('in a bare repository with %s, a commit can be asked about', (hash) =>
  withRepo({ files: FILES, hash }, async (repo) => {
    repo.git('clone', '-q', '--bare', repo.dir, join(repo.home, 'bare.git'));
    const bare = {
      ...repo,
      open: async () =>
        (await import('../../src/git/repository/repo.ts')).openRepo(join(repo.home, 'bare.git'), repo.env),
    };
    expect((await asking(bare, (tree) => named(tree, 'sum'), { commit: repo.oid('HEAD') })).found).toEqual([
      'function:src/calc.js#sum:4-4',
    ]);
  }),
);

test('a database that is damaged, half written, foreign or of an older version is made again', () =>
  withRepo({ files: FILES }, async (repo) => {
    const dir = filesOf(await repo.open()).code;
    const ask = (): Promise<{ found: string[]; parsed: number }> => asking(repo, (tree) => named(tree, 'mean'));
    await ask();
    const whole = readFileSync(join(dir, 'code.db'));
    const harms: (() => void)[] = [
      () => writeFileSync(join(dir, 'code.db'), 'no database'),
      () => writeFileSync(join(dir, 'code.db'), whole.subarray(0, whole.length / 2)),
      () => writeFileSync(join(dir, 'writing'), '1'),
      () =>
        writeFileSync(
          join(dir, 'code.db'),
          Buffer.concat([whole.subarray(0, 60), Buffer.alloc(4), whole.subarray(64)]),
        ),
    ];
    for (const harm of harms) {
      harm();
      expect(await ask()).toEqual({ found: ['function:src/calc.js#mean:1-3'], parsed: 2 });
      expect((await ask()).parsed).toBe(0);
    }
    expect(existsSync(join(dir, 'writing'))).toBe(false);
  }));

test('a database of a newer version is left alone', () =>
  withRepo({ files: FILES }, async (repo) => {
    const file = join(filesOf(await repo.open()).code, 'code.db');
    await asking(repo, () => 0);
    const bytes = readFileSync(file);
    bytes.writeUInt32BE(bytes.readUInt32BE(60) + 1, 60); // the version of the tables
    writeFileSync(file, bytes);
    expect((await asking(repo, (tree) => named(tree, 'mean'))).found).toHaveLength(1);
    expect(readFileSync(file)).toEqual(bytes);
  }));

test.skipIf(process.getuid?.() === 0)('where nothing can be written, all is parsed in memory', () =>
  withRepo({ files: FILES }, async (repo) => {
    const dir = join(repo.dir, '.git');
    chmodSync(dir, 0o500);
    try {
      expect((await asking(repo, (tree) => named(tree, 'mean'))).found).toHaveLength(1);
    } finally {
      chmodSync(dir, 0o700);
    }
  }),
);

test('a folder in place of the database is no harm', () =>
  withRepo({ files: FILES }, async (repo) => {
    const dir = filesOf(await repo.open()).code;
    repo.write('.git/prov/code', 'a file where the folder should be');
    expect((await asking(repo, (tree) => named(tree, 'mean'))).found).toHaveLength(1);
    expect(readFileSync(dir, 'utf8')).toContain('a file');
  }));
