import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const LIBRARY = dirname(createRequire(import.meta.url).resolve('node-sqlite3-wasm'));

/** What V8 optimised of SQLite, with the sizes of the functions, while a query ran over so many rows. */
async function optimised(rows: number): Promise<number[]> {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-sqlite-'));
  try {
    const entry = join(ROOT, 'src/sqlite/web-assembly.ts');
    const outfile = join(dir, 'sqlite.cjs');
    await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'silent' });
    copyFileSync(join(LIBRARY, 'node-sqlite3-wasm.wasm'), join(dir, 'node-sqlite3-wasm.wasm'));
    const counted = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) SELECT count(*) AS n FROM n`;
    const script = `console.log(require('./sqlite.cjs').open(':memory:').prepare(${JSON.stringify(counted)}).all([])[0].n)`;
    const done = spawnSync(process.execPath, ['--trace-wasm-compilation-times', '-e', script], {
      cwd: dir,
      encoding: 'utf8',
    });
    expect(done.stdout.split('\n')).toContain(String(rows));
    return [...done.stdout.matchAll(/using TurboFan.*bodysize ([0-9]+)/g)].map(([, size]) => Number(size));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

// Later versions of Node have an SQLite of their own.
test.runIf(process.version.startsWith('v20.'))(
  'a query over ten thousand rows ends before V8 optimises the function that runs queries, a long one does not',
  async () => {
    const large = 30_000; // bytes: the function that runs queries has 60,000
    expect((await optimised(20_000)).filter((size) => size > large)).toEqual([]);
    expect((await optimised(3_000_000)).filter((size) => size > large)).toHaveLength(1);
  },
);
