import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../..');

/** The size of a campaign: 1 is all of it; a test run plays a small part, in seconds. */
export const SCALE = Number(process.env['SCALE'] ?? 0);
/** The seed of a campaign's random choices. */
export const SEED = Number(process.env['SEED'] ?? 1);
/** The timeout of a campaign in milliseconds: effectively none. */
export const TIMEOUT = SCALE > 0 ? 6 * 60 * 60_000 : 60_000;

/** All of a number at scale 1, a part of it below, and `small` where no scale is set. */
export const scaled = (whole: number, small: number): number => (SCALE > 0 ? Math.ceil(whole * SCALE) : small);

/**
 * The seeds of a campaign's stories. `STORY` names a single one, to play it again.
 * @param whole stories at scale 1
 * @param small stories of a test run
 * @param found stories that found a fault before: a test run plays them again
 */
export function storySeeds(whole: number, small: number, found: readonly number[] = []): number[] {
  const only = process.env['STORY'];
  if (only !== undefined) return [Number(only)];
  const seeds = Array.from({ length: scaled(whole, small) }, (_, i) => SEED * 1000 + i);
  return SCALE > 0 ? seeds : [...seeds, ...found];
}

/** Random numbers from 0 up to 1, the same for the same seed (mulberry32, by Tommy Ettinger, public domain). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Prints a campaign's measurements. */
export const tell = (what: string): void => void process.stdout.write(`  ${what}\n`);

/** The median. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Bundles a program of `programs/` into one file, so that a process of it starts as fast as the product does. */
export async function bundle(program: string, dir: string): Promise<string> {
  const outfile = join(dir, `${program}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, 'programs', `${program}.ts`)],
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}

/** A process that waits for a line on standard input before it starts, and prints a line for each thing that it has done. */
export interface Worker {
  /** Resolves when it has printed `ready`. */
  readonly ready: Promise<void>;
  readonly lines: string[];
  /** Resolves with its exit code; null when it was killed. */
  readonly ended: Promise<number | null>;
  go(): void;
  kill(signal: NodeJS.Signals): void;
}

/** Starts a bundled program in a folder. Its errors are visible in the test's output. */
export function startWorker(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Worker {
  const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let rest = '';
  let begun: () => void;
  const ready = new Promise<void>((done) => (begun = done));
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop()!; // a line cut off by a kill does not count
    lines.push(...parts);
    begun();
  });
  child.stdin.on('error', () => undefined);
  return {
    ready,
    lines,
    ended: new Promise((done) => child.once('close', (code) => done(code))),
    go: () => void child.stdin.end('go\n'),
    kill: (signal) => void child.kill(signal),
  };
}
