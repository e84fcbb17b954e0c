import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';
import { KNOWN, noteOf, writeNotes } from './fixture.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const LIBRARY = join(ROOT, 'dist/library');

const built = (name: string): string => readFileSync(join(LIBRARY, name), 'utf8');
// What a web bundler resolves for a page: our files, and what it cannot resolve.
async function reached(entry: string): Promise<{ files: string[]; missing: string[] }> {
  const missing: string[] = [];
  const { metafile } = await build({
    entryPoints: [join(LIBRARY, entry)],
    absWorkingDir: LIBRARY,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    outdir: 'none',
    splitting: true,
    metafile: true,
    logLevel: 'silent',
    plugins: [
      {
        name: 'missing',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path }) => {
            missing.push(path);
            return { path, external: true };
          }),
      },
    ],
  });
  return { files: Object.keys(metafile.inputs).sort(), missing: [...new Set(missing)].sort() };
}

test('a browser loads nothing from Node, and isomorphic-git only when it reads', async () => {
  const { files, missing } = await reached('browser.js');
  expect(files).toEqual(['browser.js', 'errors.js', 'isomorphic.js']);
  expect(missing).toEqual([]);
  for (const name of files) expect(built(name)).not.toMatch(/["'`]node:|child_process|cbor-extract/);
  expect(built('browser.js')).toMatch(/import\(["']\.\/isomorphic\.js["']\)/);
  // The control: the entry point that needs Node is detected.
  expect((await reached('index.js')).missing).toContain('node:child_process');
});

const FILES = { 'src/calc.js': Array.from({ length: 11 }, (_, i) => `// ${i + 1}\n`).join('') };

async function tell(repo: TestRepo, note = noteOf('sess-a', { 'src/calc.js': [{ start: 12 }] })): Promise<string> {
  repo.write('src/calc.js', `${repo.read('src/calc.js')}export const sum = 0;\n`);
  const commit = repo.commit('second');
  await writeNotes(repo, new Map([[commit, note]]));
  const bare = join(repo.home, 'bare.git');
  repo.git('clone', '-q', '--mirror', '--no-local', repo.dir, bare);
  return bare;
}

// A page: no process, no require, a global Buffer, and files only in memory.
const PAGE = `
  const [library, files] = JSON.parse(Buffer.concat(await process.stdin.toArray()).toString());
  delete globalThis.process;
  const at = (path) => {
    if (path in files) return files[path];
    throw Object.assign(new Error('ENOENT: ' + path), { code: 'ENOENT' });
  };
  const stat = async (path) => {
    const isDirectory = Array.isArray(at(path));
    return { isDirectory: () => isDirectory, isFile: () => !isDirectory, isSymbolicLink: () => false, size: 0, mode: 0o100644, mtimeMs: 0, ctimeMs: 0 };
  };
  const refuse = async () => { throw new Error('read-only'); };
  const promises = {
    stat, lstat: stat, readlink: refuse, symlink: refuse, writeFile: refuse, unlink: refuse, mkdir: refuse, rmdir: refuse,
    readdir: async (path) => at(path),
    readFile: async (path, options) => {
      const found = at(path);
      if (Array.isArray(found)) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' });
      const content = Uint8Array.from(atob(found), (char) => char.charCodeAt(0));
      return (options?.encoding ?? options) === 'utf8' ? new TextDecoder().decode(content) : content;
    },
  };
  const { openRepository, ProvError } = await import(library);
  const prov = await openRepository({ dir: '/repo', fs: { promises } });
  const line = await prov.whoWrote({ path: 'src/calc.js', line: 12 });
  const noFs = await openRepository({ dir: '/repo' }).catch((error) => [error instanceof ProvError, error.kind]);
  delete globalThis.Buffer;
  const noBuffer = await openRepository({ dir: '/repo', fs: { promises } }).catch((error) => [error instanceof ProvError, error.kind]);
  console.log(JSON.stringify({ line, noFs, noBuffer }));
`;

function inMemory(dir: string): Record<string, string | string[]> {
  const files: Record<string, string | string[]> = { '/repo': readdirSync(dir) };
  for (const path of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    const full = join(dir, path);
    files[`/repo/${path}`] = statSync(full).isDirectory() ? readdirSync(full) : readFileSync(full).toString('base64');
  }
  return files;
}

for (const packed of [true, false])
  test(`it reads a repository in memory without Node or git, ${packed ? 'packed' : 'loose'}`, () =>
    withRepo({ ...KNOWN, files: FILES }, async (repo) => {
      const bare = await tell(repo);
      const dir = packed ? bare : join(repo.dir, '.git');
      const library = pathToFileURL(join(LIBRARY, 'browser.js')).href;
      const done = spawnSync(process.execPath, ['--input-type=module', '-e', PAGE], {
        input: JSON.stringify([library, inMemory(dir)]),
        encoding: 'utf8',
        env: { PATH: '' },
      });
      expect(done.stderr).toBe('');
      expect(JSON.parse(done.stdout)).toMatchObject({
        line: {
          owner: 'agent',
          text: 'export const sum = 0;',
          session: { id: 'sess-a' },
          goal: { summary: 'The goal of sess-a' },
        },
        noFs: [true, 'usage'],
        noBuffer: [true, 'usage'],
      });
    }));

test('the example prints who wrote line 12 of a file in a bare clone, without git installed', () =>
  withRepo({ ...KNOWN, files: FILES }, async (repo) => {
    const bare = await tell(repo);
    const example = join(ROOT, 'docs/examples/who-wrote.mjs');
    const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
      spawnSync(process.execPath, [example, ...args], { cwd: repo.home, env: { PATH: '' }, encoding: 'utf8' });
    const { status, stdout, stderr } = run(bare, 'src/calc.js:12');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout.split('\n').slice(0, 6)).toEqual([
      'line      "export const sum = 0;"',
      'owner     "agent"',
      'agent     "claude-code"',
      'session   "sess-a"',
      'step      "edit a.txt"',
      'decision  "The decision of sess-a"',
    ]);
    expect(run(bare, 'src/calc.js:11', 'main').stdout).toContain('"no-note"');
    expect(run(bare, 'src/calc.js:13')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^There is no line 13/),
    });
    expect(run(bare)).toMatchObject({ status: 2 });
    // The control: nothing here could have started git.
    expect(spawnSync('git', ['--version'], { env: { PATH: '' } }).error).toBeDefined();
  }));

test('the example prints no decision where no reason was given', () =>
  withRepo({ ...KNOWN, files: FILES }, async (repo) => {
    const note = noteOf('sess-a', { 'src/calc.js': [{ start: 12 }] });
    const graphs = note.graphs.map((graph) => ({
      ...graph,
      nodes: graph.nodes.map((node) =>
        node.kind === 'decision' ? { ...node, detail: { source: 'consolidated' } } : node,
      ),
    }));
    await tell(repo, { ...note, graphs });
    const example = join(ROOT, 'docs/examples/who-wrote.mjs');
    const { stdout } = spawnSync(process.execPath, [example, repo.dir, 'src/calc.js:12'], { encoding: 'utf8' });
    expect(stdout).toContain('goal      "The goal of sess-a"');
    expect(stdout).not.toContain('decision');
  }));
