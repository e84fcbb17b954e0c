import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOMBS, HEAVY, type Bomb } from './bombs.ts';

/** The project's guarantees. */
const MOST_MS = 50;
const MOST_MIB = 64;

let folder: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'git-prov-hostile-'));
  program = join(folder, 'decoding.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'programs/decoding.ts')],
    absWorkingDir: resolve(import.meta.dirname, '../..'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
    logLevel: 'error',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Cost {
  readonly ms: number;
  readonly memory: number;
  readonly said: string;
}

// In a separate process, like in a command: not warmed up, and with fresh memory.
function cost({ name, make }: Bomb): Cost {
  const file = join(folder, 'bomb');
  writeFileSync(file, make());
  const runs = [1, 2, 3].map(
    () => JSON.parse(execFileSync(process.execPath, [program, file], { encoding: 'utf8' })) as Cost,
  );
  const best = runs.reduce((a, b) => (b.ms < a.ms ? b : a));
  if (process.env['FUZZ'])
    process.stdout.write(`  ${name}: ${best.ms.toFixed(1)} ms, ${best.memory.toFixed(1)} MiB, ${best.said}\n`);
  return { ...best, memory: Math.min(...runs.map(({ memory }) => memory)) };
}

describe('a note is refused within 50 ms and 64 MiB when it is', () => {
  test.each(BOMBS.map((bomb) => [bomb.name, bomb] as const))('%s', (_, bomb) => {
    const { ms, memory, said } = cost(bomb);
    expect(said).toMatch(/^ProvError: (?:Note|Blob) /);
    expect(ms).toBeLessThanOrEqual(MOST_MS);
    expect(memory).toBeLessThanOrEqual(MOST_MIB);
  });
});

describe('the most costly valid notes take little more:', () => {
  test.each(HEAVY.map((bomb) => [bomb.name, bomb] as const))('%s', (_, bomb) => {
    const { ms, memory } = cost(bomb);
    expect(ms).toBeLessThanOrEqual(1000);
    expect(memory).toBeLessThanOrEqual(2 * MOST_MIB);
  });
});
