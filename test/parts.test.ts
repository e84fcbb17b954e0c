import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, expect, test } from 'vitest';
import { NODE } from './helpers/program/node.ts';
import { makeRepo } from './helpers/repo.ts';
import { builtIn } from '../src/sqlite/built-in.ts';

const ROOT = resolve(import.meta.dirname, '..');

interface Built {
  readonly texts: ReadonlyMap<string, string>;
  readonly reads: Readonly<Record<string, readonly string[]>>;
  readonly metafile: {
    readonly outputs: Readonly<
      Record<string, { readonly inputs: Readonly<Record<string, { bytesInOutput: number }>> }>
    >;
  };
}

let built: Built;
beforeAll(async () => {
  built = await ((await import(join(ROOT, 'build.mjs'))) as { buildParts(): Promise<Built> }).buildParts();
});

/** The sources of all files that the start of a part reads, and the bytes of each. */
function sizesOf(part: string): [path: string, bytes: number][] {
  const files = new Set(built.reads[part]);
  const outputs = Object.entries(built.metafile.outputs).filter(([path]) =>
    files.has(
      basename(path)
        .replace(/^program-\w+/, 'program')
        .replace(/\.js$/, '.cjs'),
    ),
  );
  return outputs.flatMap(([, { inputs }]) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]): [string, number][] =>
      bytesInOutput > 0 ? [[path, bytesInOutput]] : [],
    ),
  );
}

const sourcesOf = (part: string): string[] => sizesOf(part).map(([path]) => path);

/** The folder of one agent. Another agent must not need another limit. */
const AGENT = /^src\/agents\/(?!common\/|all\/)[^/]+\//;

/** What no quick start needs: the parts of the program for other questions, and large packages. */
const OTHERS =
  /^src\/(?:code|gate|trust|exchange|sharing)\/|^src\/faces\/(?:web|mcp|library)\/|^node_modules\/(?:hash-wasm|zod|ajv|yaml|simple-git|@modelcontextprotocol|web-tree-sitter|isomorphic-git|sax|smol-toml)\//;

test.for([
  [
    'program',
    /^src\/(?:ask\/(?:index|rests|knowledge|context|code)|behaviours|lines|recorder\/(?:step|session))\//,
    764_000,
  ],
  ['record', /^src\/(?:ask|behaviours|install)\/(?!blame)|^node_modules\/yargs/, 1_798_000],
  ['ask', /^src\/(?:behaviours|install)\/(?!git-hooks)/, 1_220_000],
  ['query', /^src\/(?:behaviours|install|recorder\/(?:step|session))\/(?!git-hooks)/, 1_000_000],
] as const)(
  'the part %s has nothing of other questions, in at most so many bytes without its agents',
  ([part, others, most]) => {
    const sources = sourcesOf(part);
    expect(sources).toContain('src/errors.ts');
    const isShared = part !== 'program';
    const own = isShared ? sources.filter((path) => !sourcesOf('program').includes(path)) : sources;
    expect(own.filter((path) => others.test(path) || OTHERS.test(path))).toEqual([]);
    const bytes = built.reads[part]!.map((file) => built.texts.get(file)!.length).reduce((a, b) => a + b);
    const ofAgents = sizesOf(part).reduce((sum, [path, size]) => sum + (AGENT.test(path) ? size : 0), 0);
    expect(bytes - ofAgents).toBeLessThan(most);
  },
);

test('a part has only ASCII, because the loader reads each byte as a character', () => {
  for (const text of built.texts.values()) expect(/[^\0-\x7f]/.test(text)).toBe(false); // eslint-disable-line no-control-regex
});

// The kept code names the parts that were compiled.
function partsIn(kept: Buffer): string[] {
  const names: string[] = [];
  const aligned = (bytes: number): number => (bytes + 7) & ~7;
  for (let at = 40; at < kept.length;) {
    const [name, code] = [kept.readUInt32LE(at), kept.readUInt32LE(at + 4)];
    names.push(kept.toString('latin1', at + 8, at + 8 + name));
    at += 8 + aligned(name) + aligned(code);
  }
  return names.toSorted();
}

test('a command loads its own parts, and no others', () => {
  const repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  try {
    const cache = join(repo.home, 'cache');
    const loadedBy = (...args: string[]): string[] => {
      const env = { ...repo.env, XDG_CACHE_HOME: cache };
      expect(spawnSync(NODE, [join(ROOT, 'dist/git-prov.js'), ...args], { cwd: repo.dir, env }).status).toBe(0);
      const folder = join(cache, 'git-prov/code');
      const names = partsIn(readFileSync(join(folder, readdirSync(folder)[0]!)));
      rmSync(folder, { recursive: true });
      return names;
    };
    const files = (...parts: string[]): string[] =>
      [...new Set(parts.flatMap((part) => built.reads[part]!))].toSorted();
    mkdirSync(join(repo.dir, '.git/prov/spool/new'), { recursive: true });
    loadedBy('blame', 'a.txt'); // records the commit
    expect(loadedBy('blame', 'a.txt')).toEqual(files('program'));
    expect(loadedBy('--version')).toEqual(files('program', 'ask'));
    expect(loadedBy('status')).toEqual(files('program', 'ask', 'status'));
    expect(loadedBy('hook', 'post-commit')).toEqual(files('program', 'record'));
    repo.git('init', '-q', '--bare', '../remote.git');
    repo.git('remote', 'add', 'origin', '../remote.git');
    loadedBy('status'); // looks at the branches again
    expect(loadedBy('hook', 'pre-push', 'origin', '../remote.git')).toEqual(files('program', 'push'));
    const sqlite = builtIn() ? [] : ['sqlite'];
    for (const command of [
      ['search', 'x'],
      ['list', 'decision'],
      ['trace', 'HEAD'],
    ])
      expect(loadedBy(...command)).toEqual(files('program', 'ask', 'query', ...sqlite));
  } finally {
    repo.cleanup();
  }
});

test('a server answers what it was not asked before, also after an update has removed its parts', async () => {
  const repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  const dist = join(repo.home, 'program/dist');
  const client = new Client({ name: 'test', version: '1' });
  try {
    cpSync(join(ROOT, 'dist'), dist, { recursive: true });
    await client.connect(
      new StdioClientTransport({
        command: NODE,
        args: [join(dist, 'git-prov.js'), 'mcp'],
        cwd: repo.dir,
        env: Object.fromEntries(Object.entries(repo.env).map(([name, value]) => [name, value ?? ''])),
      }),
    );
    for (const name of readdirSync(dist)) if (name.endsWith('.cjs')) rmSync(join(dist, name));
    for (const [name, args] of [
      ['why', { place: 'a.txt:1' }],
      ['blame', { file: 'a.txt' }],
    ] as const)
      expect((await client.callTool({ name, arguments: args })).isError).not.toBe(true);
  } finally {
    await client.close();
    repo.cleanup();
  }
}, 60_000);
