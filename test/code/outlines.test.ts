import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileFacts } from '../../src/code/facts.ts';
import { LANGUAGES } from '../../src/code/languages/all.ts';
import { Outlines } from '../../src/code/outlines.ts';
import { outlineOf } from '../../src/code/parse/outline-query.ts';
import { CodeParser } from '../../src/code/parse/parser.ts';
import { openRepo } from '../../src/git/repository/repo.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

const SRC = resolve(import.meta.dirname, '../../src');

let repo: TestRepo;
beforeEach(() => {
  repo = makeRepo({ files: { 'a.js': 'x\n' } });
});
afterEach(() => repo.cleanup());

const cached = (): string[] => {
  const code = join(repo.dir, '.git/prov/code');
  return readdirSync(code, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
};

test('an outline has the definitions of the whole facts, in each of our own sources', async () => {
  const [whole, outline] = [new CodeParser(), new CodeParser('outline')];
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(400);
  for (const name of files.filter((_, i) => i % 12 === 0)) {
    const bytes = readFileSync(join(SRC, name));
    const [all, some] = [await whole.parse(name, bytes), await outline.parse(name, bytes)];
    // What a function gives is of use only where calls are followed.
    const definitions = all!.definitions.map((one) => ({ ...one, result: undefined }));
    expect({ name, definitions: some!.definitions }).toEqual({ name, definitions });
    expect([some!.references, some!.uses]).toEqual([[], undefined]);
  }
});

test('parentheses in strings and comments of a query do not end a pattern', () => {
  const query = '; (a) @function\n(b ["(" ")"] @x (#eq? @x "\\"(")) @type\n[(c) (d)] @call\n(e) @function (f)';
  expect(outlineOf(query)).toBe('(b ["(" ")"] @x (#eq? @x "\\"(")) @type\n\n(e) @function ');
  for (const { grammars, query: queryOf } of LANGUAGES)
    for (const grammar of Object.values(grammars)) expect(outlineOf(queryOf(grammar))).toContain('@function');
});

test('an outline is read once; one that is damaged, or of another version, is made again', async () => {
  const opened = await openRepo(repo.dir);
  const text = Buffer.from('function one() {}\nclass Two { three() {} }\n');
  const names = (facts: FileFacts | undefined): string[] | undefined => facts?.definitions.map(({ name }) => name);
  const read = (): Promise<FileFacts | undefined> => new Outlines(opened).of('src/a.js', text);
  expect(names(await read())).toEqual(['one', 'Two', 'three']);
  const [file, ...others] = cached();
  expect(others).toEqual([]);
  writeFileSync(file!, readFileSync(file!).toString('latin1').replace('one', 'ONE'), 'latin1');
  expect(names(await read())).toEqual(['ONE', 'Two', 'three']); // it comes from the file
  writeFileSync(file!, 'damaged');
  expect(names(await read())).toEqual(['one', 'Two', 'three']);
  expect(names(await new Outlines(opened).of('a.txt', text))).toBeUndefined();
});
