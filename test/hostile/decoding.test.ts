import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NODE } from '../helpers/program/node.ts';
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

/** A busy machine disturbs a run: the lowest values of a few show the real cost. */
const TRIES = 3;

// In a separate process, like in a command: not warmed up, and with fresh memory. Tried again while a run takes more than `most`.
function cost({ name, make }: Bomb, most: { readonly ms: number; readonly memory: number }): Cost {
  const file = join(folder, 'bomb');
  writeFileSync(file, make());
  let best: Cost | undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    const run = JSON.parse(execFileSync(NODE, [program, file], { encoding: 'utf8' })) as Cost;
    const memory = Math.min(run.memory, best?.memory ?? Infinity);
    best = { ...(best && best.ms < run.ms ? best : run), memory };
    if (!process.env['FUZZ'] && best.ms <= most.ms && memory <= most.memory) break;
  }
  if (process.env['FUZZ'])
    process.stdout.write(`  ${name}: ${best!.ms.toFixed(1)} ms, ${best!.memory.toFixed(1)} MiB, ${best!.said}\n`);
  return best!;
}

/** The limits of a note that is refused, and of one that is valid. */
const REFUSED = { ms: MOST_MS, memory: MOST_MIB };
const VALID = { ms: 1000, memory: 2 * MOST_MIB };

describe('a note is refused within 50 ms and 64 MiB when it is', () => {
  test.each(BOMBS.map((bomb) => [bomb.name, bomb] as const))('%s', (_, bomb) => {
    const { ms, memory, said } = cost(bomb, REFUSED);
    expect(said).toMatch(/^ProvError: (?:Note|Blob) /);
    expect(ms).toBeLessThanOrEqual(REFUSED.ms);
    expect(memory).toBeLessThanOrEqual(REFUSED.memory);
  });
});

describe('the most costly valid notes take little more:', () => {
  test.each(HEAVY.map((bomb) => [bomb.name, bomb] as const))('%s', (_, bomb) => {
    const { ms, memory } = cost(bomb, VALID);
    expect(ms).toBeLessThanOrEqual(VALID.ms);
    expect(memory).toBeLessThanOrEqual(VALID.memory);
  });
});
