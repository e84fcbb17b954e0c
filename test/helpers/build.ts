import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { THREAD } from './program/bundle.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Vitest runs this once before all tests. It rebuilds the program, and the thread that runs it in tests, when they are older than their sources. */
export default async function build(): Promise<void> {
  const changed = Math.max(...SOURCES.map(newestIn));
  const { bundle, bundleProgram } = (await import(join(ROOT, 'build.mjs'))) as Builder;
  if (changedAt(join(ROOT, 'dist/git-prov.js')) <= changed) await bundle();
  if (changedAt(THREAD) <= Math.max(changed, newestIn('test/helpers/program')))
    await bundleProgram(dirname(THREAD), { thread: 'test/helpers/program/thread.ts' });
}

interface Builder {
  bundle(): Promise<void>;
  bundleProgram(dir: string, entry: Readonly<Record<string, string>>): Promise<unknown>;
}

const SOURCES = ['src', 'build.mjs', 'package.json'];

// Folders count too, because removing a file changes its folder only.
function newestIn(path: string): number {
  const top = join(ROOT, path);
  if (!statSync(top).isDirectory()) return changedAt(top);
  const inside = readdirSync(top, { recursive: true, encoding: 'utf8' });
  return Math.max(changedAt(top), ...inside.map((name) => changedAt(join(top, name))));
}

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
