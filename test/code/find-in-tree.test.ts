import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withCode } from '../../src/code/code-index.ts';
import { qualifiedName } from '../../src/code/facts.ts';
import { findInTree } from '../../src/code/find-in-tree.ts';
import { type CodeSymbol, findSymbols, parseSymbol } from '../../src/code/symbols.ts';
import { NameFile } from '../../src/code/names/name-file.ts';
import { filesOf } from '../../src/git/repository/local-files.ts';
import type { Oid } from '../../src/model/ids.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { factsOf } from './code.ts';
import { SOURCES } from './sources.ts';

const FILES = {
  'src/calc.js': 'export function mean(xs) {\n  return sum(xs) / xs.length;\n}\nexport function sum(xs) {}\n',
  'src/copy.ts': 'class Mean { mean() {} }\nclass Mode { mean() {} }\n',
};

const OWN = {
  'a.sh': 'x.mean() { :; }\n',
  'b.sh': 'x.mean() { :; }\nmean() { :; }\n',
};

/** What is found for a name, as `PATH NAME LINES`, and how many files were parsed for the database. */
async function find(repo: TestRepo, text: string, commit?: Oid): Promise<{ found: string[]; parsed: number }> {
  let parsed = 0;
  const options = { commit, onProgress: (_: number, all: number) => (parsed = all) };
  const found = await findInTree(await repo.open(), options, parseSymbol(text)!);
  return { found: found.map(shown), parsed };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const shown = ({ path, name, ranges }: CodeSymbol): string => `${path} ${name} ${ranges.join(' ')}`;

const folder = async (repo: TestRepo): Promise<string> => filesOf(await repo.open()).code;

test('the file of names gives the same symbols as the database, for each name of each language', () =>
  withRepo({ files: { ...SOURCES, 'again/a.go': SOURCES['a.go']!, 'same.js': SOURCES['a.tsx']! } }, async (repo) => {
    const opened = await repo.open();
    const names = new Set(['absent', 'toString', 'Class.absent']);
    for (const [path, text] of Object.entries(SOURCES)) {
      const { definitions } = await factsOf(path, text);
      for (const [i, { name }] of definitions.entries())
        for (const one of [name, qualifiedName(definitions, i)]) if (parseSymbol(one)) names.add(one);
    }
    expect(names.size).toBeGreaterThan(60);
    const queries = [...names].flatMap((name) => [
      parseSymbol(name)!,
      { ...parseSymbol(name)!, kind: 'type' as const },
    ]);
    const expected = await withCode(opened, {}, async (tree) => queries.map((query) => findSymbols(tree, query)));
    rmSync(join(await folder(repo), 'code.db')); // the file of names is there
    for (const [i, query] of queries.entries())
      expect({ query, found: await findInTree(opened, {}, query) }).toEqual({ query, found: expected[i] });
    expect(existsSync(join(await folder(repo), 'code.db'))).toBe(false);
  }));

test('each plain name of a definition is in the text of its file', async () => {
  const names: { name: string; text: string }[] = [];
  for (const [path, text] of Object.entries(SOURCES))
    for (const { name } of (await factsOf(path, text)).definitions) if (/^\w+$/.test(name)) names.push({ name, text });
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter(({ name, text }) => !text.includes(name))).toEqual([]);
});

test('changed, new, renamed and removed files, and other commits, are answered from the same file', () =>
  withRepo({ files: FILES }, async (repo) => {
    const first = repo.oid('HEAD');
    const before = ['src/calc.js mean 1,3', 'src/copy.ts Mean.mean 1,1', 'src/copy.ts Mode.mean 2,2'];
    expect(await find(repo, 'mean')).toEqual({ found: before, parsed: 2 });
    rmSync(join(await folder(repo), 'code.db'));
    repo.git('mv', 'src/calc.js', 'zu ü.js');
    repo.write('src/copy.ts', '\nclass Mode { mean() {} }\n');
    repo.write('src/other.ts', 'function other() {}\n');
    const after = ['src/copy.ts Mode.mean 2,2', 'zu ü.js mean 1,3'];
    expect(await find(repo, 'mean')).toEqual({ found: after, parsed: 0 });
    const second = repo.commit('Change');
    expect(await find(repo, 'mean')).toEqual({ found: after, parsed: 0 });
    expect(await find(repo, 'other')).toEqual({ found: ['src/other.ts other 1,1'], parsed: 0 });
    expect(await find(repo, 'Mode.mean', second)).toEqual({ found: ['src/copy.ts Mode.mean 2,2'], parsed: 0 });
    expect(await find(repo, 'mean', first)).toEqual({ found: before, parsed: 0 });
    rmSync(join(repo.dir, 'zu ü.js'));
    expect((await find(repo, 'mean')).found).toEqual(['src/copy.ts Mode.mean 2,2']);
  }));

test('a file of names that is damaged, foreign or of another version changes no answer, and is written again', () =>
  withRepo({ files: FILES }, async (repo) => {
    const file = join(await folder(repo), 'names');
    const { found } = await find(repo, 'mean');
    const whole = readFileSync(file);
    const flipped = (at: number): Buffer => {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1;
      return bytes;
    };
    // A whole file, with symbols at other lines, of a version that reads sources in another way.
    const foreign = (): Buffer => {
      const text = whole.toString('utf8').replaceAll(/\[\[1,3\]\]/g, '[[2,3]]');
      const [first = '', format, version = '', ...rest] = text.split('\n');
      const length = Number(first.slice(65));
      const all = [format, `${version.slice(0, -1)}x`, ...rest].join('\n');
      const sizes = all.slice(0, length).split('\n');
      let at = length;
      for (let i = 2; i < 2 + 1024; i++) {
        const size = Number(sizes[i]!.split(' ')[0]);
        sizes[i] = `${size} ${sha256(all.slice(at, at + size)).slice(0, 16)}`;
        at += size;
      }
      const head = sizes.join('\n');
      return Buffer.from(`${sha256(head)} ${first.slice(65)}\n${head}${all.slice(length)}`);
    };
    const harms: (() => void)[] = [
      () => writeFileSync(file, foreign()),
      () => rmSync(file),
      () => writeFileSync(file, ''),
      () => writeFileSync(file, 'no names'),
      () => writeFileSync(file, whole.subarray(0, whole.length - 1)),
      () => writeFileSync(file, Buffer.concat([whole, Buffer.from('\n')])),
      ...[0, 70, 100, whole.indexOf('["mean",') + 9, whole.lastIndexOf('"Mode.mean"') + 2].map(
        (at) => () => writeFileSync(file, flipped(at)),
      ),
    ];
    for (const [i, harm] of harms.entries()) {
      harm();
      expect({ i, found: (await find(repo, 'mean')).found }).toEqual({ i, found });
      expect(readFileSync(file).equals(whole)).toBe(true);
    }
    rmSync(file);
    mkdirSync(file);
    expect((await find(repo, 'mean')).found).toEqual(found);
  }));

test('a repository with many new files gets them into the file of names', () =>
  withRepo({ files: FILES }, async (repo) => {
    await find(repo, 'mean');
    for (let i = 0; i < 101; i++) repo.write(`new/${i}.js`, `function made${i}() {}\n`);
    expect(await find(repo, 'made7')).toEqual({ found: ['new/7.js made7 1,1'], parsed: 101 });
    rmSync(join(await folder(repo), 'code.db'));
    expect(await find(repo, 'made100')).toEqual({ found: ['new/100.js made100 1,1'], parsed: 0 });
    expect((await find(repo, 'sum')).found).toEqual(['src/calc.js sum 4,4']);
  }));

test('a file counts for a name that it defines by itself, not for the end of a longer one', () =>
  withRepo({ files: OWN }, async (repo) => {
    const opened = await repo.open();
    const queries = ['mean', 'x.mean'].map((name) => parseSymbol(name)!);
    const expected = await withCode(opened, {}, async (tree) => queries.map((query) => findSymbols(tree, query)));
    expect(expected[0]!.map(shown)).toEqual(['b.sh mean 2,2']);
    await find(repo, 'mean');
    rmSync(join(await folder(repo), 'code.db'));
    for (const [i, query] of queries.entries())
      expect({ query, found: await findInTree(opened, {}, query) }).toEqual({ query, found: expected[i] });
  }));

test('the file of names begins again when most of its contents are in no tree any more', () =>
  withRepo({ files: FILES }, async (repo) => {
    const dir = await folder(repo);
    const sizes: number[] = [];
    for (let round = 0; round < 6; round++) {
      for (let i = 0; i < 101; i++) repo.write(`new/${i}.js`, `function made${i}() {}\n// ${round}\n`);
      expect((await find(repo, 'made7')).found).toEqual(['new/7.js made7 1,1']);
      const file = NameFile.open(dir)!;
      sizes.push(file.size);
      file.close();
    }
    expect(sizes).toEqual([103, 204, 305, 406, 507, 103]);
    expect((await find(repo, 'sum')).found).toEqual(['src/calc.js sum 4,4']);
  }));

test('where calls are followed next, a changed file with the name is parsed for the database', () =>
  withRepo({ files: FILES }, async (repo) => {
    await find(repo, 'mean');
    repo.write('src/other.ts', 'function other() {}\n');
    repo.write('src/more.ts', 'function more() {}\n');
    const opened = await repo.open();
    let parsed = 0;
    const onProgress = (done: number): void => void (parsed += done);
    const follow = async (name: string): Promise<string[]> =>
      (await findInTree(opened, { onProgress, isFollowed: true }, parseSymbol(name)!)).map(shown);
    expect([await follow('sum'), parsed]).toEqual([['src/calc.js sum 4,4'], 0]);
    expect([await follow('other'), parsed]).toEqual([['src/other.ts other 1,1'], 1]);
    await withCode(opened, { onProgress }, async (tree) => tree.facts('src/other.ts'));
    expect(parsed).toBe(1);
  }));
