import { describe, expect, test } from 'vitest';
import { definitionsOf, edgesOf, factsOf, importsOf } from '../code.ts';

describe('definitions', () => {
  test('of functions, classes, methods and functions in variables', async () => {
    const facts = await factsOf(
      'a.js',
      `export function mean(xs) {
  const sum = (a, b) => a + b;
  return xs.reduce(sum, 0);
}
class Calc extends Base {
  constructor() { super(); }
  get total() { return 1; }
  #hidden() {}
  run = () => 1;
}
const late = function () {};
exports.named = () => 2;
const handlers = { open: () => 3 };
`,
    );
    expect(definitionsOf(facts)).toEqual([
      'function mean 1-4',
      'function mean.sum 2-2',
      'type Calc 5-10',
      'function Calc.constructor 6-6',
      'function Calc.total 7-7',
      'function Calc.#hidden 8-8',
      'function Calc.run 9-9',
      'function late 11-11',
      'function named 12-12',
      'function open 13-13',
    ]);
  });

  test('of interfaces, types, enums and abstract classes in TypeScript', async () => {
    const facts = await factsOf(
      'a.ts',
      'interface A { run(): void }\ntype B = string;\nenum C { x }\nabstract class D { abstract go(): void }\nfunction f(): void;\nfunction f(a?: 1) {}\n',
    );
    expect(definitionsOf(facts)).toEqual([
      'type A 1-1',
      'function A.run 1-1',
      'type B 2-2',
      'type C 3-3',
      'type D 4-4',
      'function D.go 4-4',
      'function f 5-5',
      'function f 6-6',
    ]);
  });

  test('of components in TSX', async () => {
    const facts = await factsOf('a.tsx', 'const Row = () => <b/>;\nexport function List() { return <Row/>; }\n');
    expect(definitionsOf(facts)).toEqual(['function Row 1-1', 'function List 2-2']);
    expect(
      await edgesOf({ 'a.tsx': 'const Row = () => <b/>;\nexport function List() { return <Row/>; }\n' }, 'a.tsx'),
    ).toEqual(['2 calls a.tsx#Row 1']);
  });

  test('with non-ASCII names and CRLF', async () => {
    const facts = await factsOf('a.js', '// ü\r\nfunction größe() {\r\n  return "日本";\r\n}\r\n');
    expect(definitionsOf(facts)).toEqual(['function größe 2-4']);
  });

  test('around a syntax error', async () => {
    const facts = await factsOf('a.ts', 'function a() { return 1 }\nconst x = = 3;\nfunction b() { a() }\n');
    expect(definitionsOf(facts)).toEqual(['function a 1-1', 'function b 3-3']);
  });
});

describe('imports', () => {
  const files = {
    'package.json':
      '{"name": "root", "workspaces": ["packages/*"], "imports": {"#util": "./src/util.js"}, "dependencies": {"left": "^1.0.0"}}',
    'package-lock.json':
      '{"packages": {"node_modules/yargs": {"version": "17.1.0"}, "node_modules/@a/b": {"version": "2.0.0"}}}',
    'tsconfig.json':
      '{\n // comments are allowed\n "compilerOptions": {"baseUrl": ".", "paths": {"@app/*": ["src/*"]},},\n}',
    'packages/one/package.json':
      '{"name": "@own/one", "main": "dist/index.js", "exports": {".": "./dist/index.js", "./deep": "./dist/deep.js"}}',
    'packages/one/src/index.ts': 'export const one = () => 1;\n',
    'packages/one/src/deep.ts': 'export const deep = () => 1;\n',
    'src/util.js': 'export const util = () => 1;\n',
    'src/dir/index.ts': 'export const inDir = () => 1;\n',
    'src/typed.ts': 'export const typed = () => 1;\n',
  };

  test('of files, folders, compiled names, paths, packages, Node and registries', async () => {
    const main = `import a from './util.js';
import b from './dir';
import c from './typed.js';
import d from '@app/typed';
import e from '@own/one';
import f from '@own/one/deep';
import g from '#util';
import h from 'node:fs';
import i from 'path';
import yargs from 'yargs/helpers';
import j from '@a/b';
import k from 'left';
import l from './missing.js';
import m from 'src/util.js';
export * from './typed.ts';
const n = require('./util');
const o = await import('./dir/index.ts');
import '../outside.js';
`;
    expect(await importsOf({ ...files, 'src/main.ts': main }, 'src/main.ts')).toEqual({
      './util.js': 'src/util.js',
      './dir': 'src/dir/index.ts',
      './typed.js': 'src/typed.ts',
      '@app/typed': 'src/typed.ts',
      '@own/one': 'packages/one/src/index.ts',
      '@own/one/deep': 'packages/one/src/deep.ts',
      '#util': 'src/util.js',
      'node:fs': 'node/fs',
      path: 'node/path',
      'yargs/helpers': 'npm/yargs@17.1.0',
      '@a/b': 'npm/@a/b@2.0.0',
      left: 'npm/left@^1.0.0',
      './missing.js': 'unknown',
      'src/util.js': 'src/util.js',
      './typed.ts': 'src/typed.ts',
      './util': 'src/util.js',
      './dir/index.ts': 'src/dir/index.ts',
      '../outside.js': 'unknown',
    });
  });

  test.each([
    [
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\npackages:\n\n  '@a/b@2.1.0':\n    resolution: {}\n  yargs@17.2.0(peer@1.0.0):\n    x: 1\n",
    ],
    ['yarn.lock', '"@a/b@^2.0.0":\n  version "2.1.0"\n\nyargs@^17.0.0, yargs@^17.1.0:\n  version "17.2.0"\n'],
  ])('have the versions that %s locked', async (lock, text) => {
    const tree = {
      'package.json': '{"name": "x"}',
      [lock]: text,
      'a.js': "import a from '@a/b';\nimport y from 'yargs';\n",
    };
    expect(await importsOf(tree, 'a.js')).toEqual({ '@a/b': 'npm/@a/b@2.1.0', yargs: 'npm/yargs@17.2.0' });
  });

  test('of hostile manifests are read without harm', async () => {
    const tree = {
      'package.json': '{"name": {"__proto__": 1}, "exports": [[[]]], "imports": "x", "dependencies": []}',
      'package-lock.json': '{"packages": [null, 3], "dependencies": {"a": null}}',
      'tsconfig.json': '{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"*": 3, "a*": ["../../x"]}}}',
      'a.js': "import a from 'toString';\nimport b from '__proto__';\nimport c from 'a1';\n",
    };
    expect(await importsOf(tree, 'a.js')).toEqual({
      toString: 'npm/toString',
      ['__proto__']: 'npm/__proto__',
      a1: 'npm/a1',
    });
  });
});

describe('calls', () => {
  test('follow imports, names that are passed on, and namespaces', async () => {
    const files = {
      'lib.ts': 'export function f() {}\nexport default function g() {}\nfunction h() {}\nexport { h as renamed };\n',
      'index.ts':
        "export * from './lib.ts';\nexport { f as again } from './lib.ts';\nexport * as all from './lib.ts';\n",
      'use.ts': `import { f, again as x, renamed, all } from './index.ts';
import g, * as lib from './lib.ts';
f(); x(); renamed(); all.f();
g();
lib.renamed();
`,
    };
    expect(await edgesOf(files, 'use.ts')).toEqual([
      '3 calls lib.ts#f 1',
      '3 calls lib.ts#f 1',
      '3 calls lib.ts#h 1',
      '3 calls lib.ts#f 1',
      '4 calls lib.ts#g 1',
      '5 calls lib.ts#h 1',
    ]);
  });

  test('of CommonJS follow require and exports', async () => {
    const files = {
      'lib.js': 'function f() {}\nfunction g() {}\nmodule.exports = { f, other: g };\n',
      'one.js': 'function only() {}\nmodule.exports = only;\n',
      'use.js':
        "const lib = require('./lib');\nconst { other } = require('./lib');\nconst one = require('./one');\nlib.f();\nother();\none();\n",
    };
    expect(await edgesOf(files, 'use.js')).toEqual([
      '4 calls lib.js#f 1',
      '5 calls lib.js#g 1',
      '6 calls one.js#only 1',
    ]);
  });

  test('of a variable or a parameter with the name of a function lead nowhere', async () => {
    const files = {
      'lib.js': 'export function run() {}\n',
      'use.js': `import { run } from './lib.js';
function a(run) { run(); }
function b() { const run = () => 1; run(); }
function c({ run }) { run(); }
function d() { try {} catch (run) { run(); } }
function e() { run(); }
`,
    };
    expect(await edgesOf(files, 'use.js')).toEqual(['3 calls use.js#b.run 1', '6 calls lib.js#run 1']);
  });

  test('of a function in a function without a name are found there, and only there', async () => {
    const files = {
      'a.js': `export function f(xs) {
  xs.map(() => {
    const g = () => 1;
    g();
  });
  g();
}
`,
    };
    expect(await edgesOf(files, 'a.js')).toEqual(['4 calls a.js#f.g 1']);
  });

  test('of methods follow this, super, types of variables and of fields', async () => {
    const files = {
      'base.ts': 'export class Base { start() {} stop() {} }\n',
      'use.ts': `import { Base } from './base.ts';
class Own extends Base {
  #other: Base;
  constructor(private readonly given: Base) { super(); }
  start() { super.start(); this.stop(); this.go(); }
  go() { this.#other.stop(); this.given.start(); }
}
function f(own: Own, unknown) {
  own.go(); own.stop(); unknown.go(); unknown.start(); unknown.push();
  const made = new Own(new Base());
  made.start(); new Base().stop();
}
`,
    };
    expect(await edgesOf(files, 'use.ts')).toEqual([
      '2 extends base.ts#Base 1',
      '4 calls base.ts#Base 1',
      '5 calls base.ts#Base.start 1',
      '5 calls base.ts#Base.stop 1',
      '5 calls use.ts#Own.go 1',
      '6 calls base.ts#Base.stop 0.9',
      '6 calls base.ts#Base.start 0.9',
      '9 calls use.ts#Own.go 0.9',
      '9 calls base.ts#Base.stop 0.9',
      '9 calls use.ts#Own.go 0.5', // the only method of this name; there are two of `start`, and arrays have `push`
      '10 calls use.ts#Own 1',
      '10 calls base.ts#Base 1',
      '11 calls use.ts#Own.start 0.9',
      '11 calls base.ts#Base 1',
      '11 calls base.ts#Base.stop 0.9',
    ]);
  });

  test('do not end at a function in an object of the same name', async () => {
    const files = {
      'core.js': 'export function check() {}\n',
      'a.js': `import * as core from './core.js';
run({ check() { return 1; } });
export const check = core.check;
check();
`,
      'use.js': "import { check } from './a.js';\ncheck();\n",
    };
    expect(await definitionsOf(await factsOf('a.js', files['a.js']))).toEqual(['function check 2-2']);
    expect(await edgesOf(files, 'a.js')).toEqual([]);
    expect(await edgesOf(files, 'use.js')).toEqual([]);
  });

  test('through files that pass on names in a circle end', async () => {
    const files = {
      'a.js': "export * from './b.js';\n",
      'b.js': "export * from './a.js';\n",
      'use.js': "import { f } from './a.js';\nf();\nclass A extends A {}\nnew A().missing();\n",
    };
    expect(await edgesOf(files, 'use.js')).toEqual(['3 extends use.js#A 1', '4 calls use.js#A 1']);
  });
});

test('namespaces in TypeScript are parts of names, and calls lead into them', async () => {
  const files = {
    'geo.ts': `export namespace Geo {
  export function mid() { return helper(); }
  function helper() {}
  export namespace Deep.Er { export class Thing { run() { mid(); } } }
}
function helper() {}
Geo.mid();
`,
  };
  expect(definitionsOf(await factsOf('geo.ts', files['geo.ts']))).toEqual([
    'function Geo.mid 2-2',
    'function Geo.helper 3-3',
    'type Geo.Deep.Er.Thing 4-4',
    'function Geo.Deep.Er.Thing.run 4-4',
    'function helper 6-6',
  ]);
  expect(await edgesOf(files, 'geo.ts')).toEqual([
    '2 calls geo.ts#Geo.helper 1',
    '4 calls geo.ts#Geo.mid 1',
    '7 calls geo.ts#Geo.mid 1',
  ]);
});

test('a declared type with arguments has the members of the type', async () => {
  const files = {
    'repo.ts': 'export default class Repo<T> {\n  all(): T[] { return []; }\n}\nexport class Other {\n  all() {}\n}\n',
    'index.ts': "export { default } from './repo';\n",
    'a.ts': `import Repo from './index';
class Service {
  field: Repo<string>;
  constructor(private readonly repo: Repo<string>) {}
  list() { this.repo.all(); this.field.all(); }
}
function f(given: Repo<number>, maybe?: Repo<number>) { given.all(); maybe.all(); }
const made: Repo<string> = make();
made.all();
new Repo<string>().all();
`,
  };
  expect(await edgesOf(files, 'a.ts')).toEqual([
    '5 calls repo.ts#Repo.all 0.9',
    '5 calls repo.ts#Repo.all 0.9',
    '7 calls repo.ts#Repo.all 0.9',
    '7 calls repo.ts#Repo.all 0.9',
    '9 calls repo.ts#Repo.all 0.9',
    '10 calls repo.ts#Repo 1',
    '10 calls repo.ts#Repo.all 0.9',
  ]);
});

test('the declared type of what a function gives has the members of the type', async () => {
  const files = {
    'repo.ts': `export class Repo<T> {
  all(): T[] { return []; }
  with(): this { return this; }
  get one(): number { return 1; }
}
export class Other { all() {} with() {} }
export function make(): Repo<string> { return new Repo(); }
export async function later(): Promise<Repo<string> | undefined> { return make(); }
export const short = (): Repo<string> => make();
`,
    'a.ts': `import { make, later, short, Repo } from './repo';
async function f() {
  const r = make();
  r.all();
  make().all();
  const l = await later();
  l!.all();
  (await later())?.all();
  short().all();
  new Repo<string>().with().all();
  (l as Repo<string>).all();
}
class S {
  private q?: Repo<string>;
  stop() { this.q!.all(); }
}
const g = (given: unknown) => given();
const u = g(1);
u.all();
`,
  };
  const calls = (await edgesOf(files, 'a.ts')).filter((edge) => edge.includes('#Repo.all'));
  expect(calls).toEqual([4, 5, 7, 8, 9, 10, 11, 15].map((line) => `${line} calls repo.ts#Repo.all 0.9`));
});

test('a component that a function wraps is a function', async () => {
  const text = `import React, { memo } from 'react';
export const Button = React.memo(function Button() { return use(); });
const Fancy = forwardRef((props, ref) => <Button/>);
const later = debounce(() => use(), 10);
const list = xs.map((x) => use(x));
function use() {}
const Page = () => <Fancy/>;
`;
  expect(definitionsOf(await factsOf('a.jsx', text))).toEqual([
    'function Button 2-2',
    'function Fancy 3-3',
    'function use 6-6',
    'function Page 7-7',
  ]);
  expect(await edgesOf({ 'a.jsx': text }, 'a.jsx')).toEqual([
    '2 calls a.jsx#use 1',
    '3 calls a.jsx#Button 1',
    '4 calls a.jsx#use 1',
    '5 calls a.jsx#use 1',
    '7 calls a.jsx#Fancy 1',
  ]);
});

test('super makes a value of the type above, as new does', async () => {
  const text = `class A { constructor(x) {} go() {} }
class B extends A { constructor() { super(1); } go() { super.go(); } }
class C extends Map { constructor() { super(); } }
`;
  expect(await edgesOf({ 'a.js': text }, 'a.js')).toEqual([
    '2 extends a.js#A 1',
    '2 calls a.js#A 1',
    '2 calls a.js#A.go 1',
  ]);
});
