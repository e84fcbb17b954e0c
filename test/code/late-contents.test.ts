import { expect, test } from 'vitest';
import { type CodeTree, withCode } from '../../src/code/code-index.ts';
import { LateContents } from '../../src/code/late-contents.ts';
import { grammarOf } from '../../src/code/languages/all.ts';
import { symbolsIn } from '../../src/code/symbols.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { factsOf } from './code.ts';
import { damaged } from './damage.ts';
import { SOURCES } from './sources.ts';

const OTHER = { 'a.js': 'export function first() {}\n' };

/** Asks about the code, and counts the files that had to be parsed. */
async function asking<T>(repo: TestRepo, work: (tree: CodeTree) => T): Promise<{ found: T; parsed: number }> {
  let parsed = 0;
  const onProgress = (done: number): void => void (parsed = done);
  const found = await withCode(await repo.open(), { onProgress }, async (tree) => work(tree));
  return { found, parsed };
}

const definedIn = (tree: CodeTree, path: string): string[] =>
  symbolsIn(path, tree.facts(path)!).map(({ name }) => name);

const named = (tree: CodeTree, name: string): string[] =>
  tree
    .defining(name)
    .filter((path) => definedIn(tree, path).includes(name))
    .toSorted();

test('after a change only the files are parsed that have the name, each of them once', () =>
  withRepo({ files: OTHER }, async (repo) => {
    expect((await asking(repo, (tree) => named(tree, 'first'))).parsed).toBe(1);
    repo.write('b.js', 'export const second = () => third();\n');
    repo.write('c.js', 'export const third = () => 3;\n');
    repo.commit('Change');
    expect(await asking(repo, (tree) => named(tree, 'first'))).toEqual({ found: ['a.js'], parsed: 0 });
    expect(await asking(repo, (tree) => named(tree, 'second'))).toEqual({ found: ['b.js'], parsed: 1 });
    expect(await asking(repo, (tree) => named(tree, 'second'))).toEqual({ found: ['b.js'], parsed: 0 });
    expect(await asking(repo, (tree) => named(tree, 'THIRD'))).toEqual({ found: [], parsed: 1 });
    expect(await asking(repo, (tree) => named(tree, 'third'))).toEqual({ found: ['c.js'], parsed: 0 });
  }));

test('a changed file of the work tree, and one without a name in its text, are found', () =>
  withRepo({ files: OTHER }, async (repo) => {
    await asking(repo, (tree) => named(tree, 'first'));
    repo.write('a.js', 'export function again() {}\n');
    repo.write('b.js', "import x from './a.js';\nx();\n");
    const { found } = await asking(repo, (tree) => [
      named(tree, 'first'),
      named(tree, 'again'),
      tree.using('default').toSorted(),
    ]);
    expect(found).toEqual([[], ['a.js'], ['a.js', 'b.js']]);
  }));

test('a text has each name that it defines or uses, in each language', async () => {
  const files = Object.entries(SOURCES).map(([path, text], i) => ({
    oid: String(i),
    grammar: grammarOf(path)!.file,
    path,
    bytes: Buffer.from(text),
  }));
  const late = await LateContents.of(Promise.resolve(files), Object.keys(SOURCES), undefined);
  const missed: string[] = [];
  let count = 0;
  for (const file of files) late.facts(file);
  for (const { names, ...file } of late.read) {
    for (const name of [...names.defined.split(' '), ...names.used.split(' ')].filter(Boolean)) {
      count++;
      if (!late.naming(name).some(({ oid }) => oid === file.oid)) missed.push(`${file.grammar} ${name}`);
    }
  }
  expect(count).toBeGreaterThan(200);
  expect(missed).toEqual([]);
});

test('where many files wait, a question parses some of them', () =>
  withRepo({ files: OTHER }, async (repo) => {
    await asking(repo, (tree) => named(tree, 'first'));
    for (let i = 0; i < 35; i++) repo.write(`new/${i}.js`, `function made${i}() {}\n`);
    for (let i = 0; i < 4; i++) await asking(repo, (tree) => named(tree, 'first'));
    const left = await asking(repo, (tree) => [...tree.paths].map((path) => tree.facts(path)!.definitions.length));
    expect(left).toEqual({ found: Array.from({ length: 36 }, () => 1), parsed: 20 });
  }));

test('with more new files than these, all are parsed at once', () =>
  withRepo({ files: OTHER }, async (repo) => {
    await asking(repo, (tree) => named(tree, 'first'));
    for (let i = 0; i < 41; i++) repo.write(`new/${i}.js`, `function made${i}() {}\n`);
    expect((await asking(repo, (tree) => named(tree, 'first'))).parsed).toBe(41);
    expect(await asking(repo, (tree) => named(tree, 'made7'))).toEqual({ found: ['new/7.js'], parsed: 0 });
  }));

test('a file at which the parser itself fails does not change the answer for the others', () =>
  withRepo({ files: OTHER }, async (repo) => {
    await asking(repo, (tree) => named(tree, 'first'));
    const failing = damaged(SOURCES['a.js']!, [
      { how: 'nest', from: 0.9203259055131702, length: 0.24920947714490294, times: 14_864 },
    ]);
    expect((await factsOf('a.js', failing)).fault).toBe('not parsed');
    repo.write('b.js', failing);
    repo.write('c.js', 'export function second() {}\n');
    const { found } = await asking(repo, (tree) => [tree.facts('b.js')!.fault, named(tree, 'second')]);
    expect(found).toEqual(['not parsed', ['c.js']]);
    expect((await asking(repo, (tree) => tree.facts('b.js')!.fault)).found).toBe('not parsed');
  }));
