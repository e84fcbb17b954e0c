import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');

/** The folders of src, and its top-level files, from the lowest layer to the highest. Entries of one row do not import each other. */
const LAYERS: readonly (readonly string[])[] = [
  ['errors'],
  ['model'],
  ['lines'],
  ['git', 'sqlite'],
  ['redact'],
  ['notes'],
  ['recorder'],
  ['code', 'sharing', 'install'],
  ['agents'],
  ['ask'],
  ['trust'],
  ['gate'],
  ['behaviours'],
  ['exchange'],
  ['faces'],
  ['main', 'loader'],
];
/** Source files directly in a folder, and lines of a file. */
const MAX_FILES = 15;
const MAX_LINES = 300;
/** Without files, processes, clock or network. */
const PURE = new Set(['errors', 'model', 'lines']);

const rank = (layer: string): number => LAYERS.findIndex((row) => row.includes(layer));
const layerOf = (path: string): string => path.split(sep)[0]!.replace(/\.tsx?$/, '');

interface Import {
  readonly file: string;
  readonly from: string;
}

/** What a file imports: `import … from`, `import type`, `export … from`, a bare `import '…'`, `import('…')`. Comments are left out. */
function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = code.matchAll(
    /(?:^|[;\n])\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[;\n])\s*import\s*['"]([^'"]+)['"]|\b(?:import|require)\(\s*['"]([^'"]+)['"]/g,
  );
  return [...found].map((match) => (match[1] ?? match[2] ?? match[3])!);
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
const imports: readonly Import[] = files.flatMap((file) =>
  importsOf(readFileSync(join(SRC, file), 'utf8')).map((from) => ({ file, from })),
);

test('every folder of src has its place among the layers', () => {
  expect([...new Set(files.map(layerOf))].filter((layer) => rank(layer) < 0)).toEqual([]);
});

test('imports run only towards earlier layers, types and dynamic imports too', () => {
  const wrong = imports
    .filter(({ from }) => from.startsWith('.'))
    .map(({ file, from }) => ({ file, target: relative(SRC, resolve(SRC, dirname(file), from)) }))
    .filter(({ file, target }) => {
      const [here, there] = [layerOf(file), layerOf(target)];
      return here !== there && !(rank(there) >= 0 && rank(there) < rank(here));
    });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test('no files import each other in a circle, types included', () => {
  const targets = new Map<string, string[]>();
  for (const { file, from } of imports)
    if (from.startsWith('.'))
      targets.set(file, [...(targets.get(file) ?? []), relative(SRC, resolve(SRC, dirname(file), from))]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (done.has(file) || way.includes(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test('a folder has at most fifteen files of its own', () => {
  const sizes = new Map<string, number>();
  for (const file of files) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
  expect([...sizes].filter(([, size]) => size > MAX_FILES)).toEqual([]);
});

test('no file has more than 300 lines', () => {
  const long = files.filter((file) => readFileSync(join(SRC, file), 'utf8').split('\n').length > MAX_LINES + 1);
  expect(long).toEqual([]);
});

test('the page of the browser knows only the contract and the addresses', () => {
  const page = join('faces', 'web', 'page');
  const outside = imports
    .filter(({ file, from }) => file.startsWith(page) && from.startsWith('.'))
    .map(({ file, from }) => relative(SRC, resolve(SRC, dirname(file), from)))
    .filter((target) => !target.startsWith(page));
  expect([...new Set(outside)].toSorted()).toEqual(
    ['address.ts', 'contract.ts'].map((name) => join('faces', 'web', name)),
  );
});

test('errors, model and lines use nothing outside the program', () => {
  const builtin = new Set(builtinModules);
  const wrong = imports.filter(
    ({ file, from }) => PURE.has(layerOf(file)) && (from.startsWith('node:') || builtin.has(from.split('/')[0]!)),
  );
  expect(wrong.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
  const effects = files
    .filter((file) => PURE.has(layerOf(file)))
    .filter((file) =>
      /\b(?:process\.|console\.|Date\.now\(|new Date\(\)|Math\.random\()/.test(readFileSync(join(SRC, file), 'utf8')),
    );
  expect(effects).toEqual([]);
});

// Here a plug-in is only a text: the agent that loads it runs it.
const isPlugin = (file: string): boolean => /^agents[\\/][^\\/]+[\\/]plugin\.ts$/.test(file);

test('only src/git starts processes, except for a pager, a browser and a check that the user names', () => {
  const starting = imports.filter(({ from }) => /^(?:node:)?child_process$/.test(from)).map(({ file }) => file);
  const others = starting.filter((file) => layerOf(file) !== 'git' && !isPlugin(file));
  expect(others).toEqual([
    join('exchange', 'runs', 'run-command.ts'),
    join('faces', 'cli', 'output', 'output.ts'),
    join('faces', 'web', 'server', 'open-browser.ts'),
  ]);
});

test('the reader of imports recognises every form', () => {
  const text = `import a from './a.ts';
import type { B } from "./b.ts";
export * from './c.ts';
import './d.ts';
import {
  e,
} from './e.ts';
const f = await import('./f.ts');
type G = import('./g.ts').G;
export type { H } from './h.ts';
// import x from './no.ts';
/* import y from './no.ts'; */`;
  expect(importsOf(text).toSorted()).toEqual('abcdefgh'.split('').map((name) => `./${name}.ts`));
});
