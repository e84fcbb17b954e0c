import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Run by vitest once before all tests: several of them start the built program, so it is built where it is older than its sources. */
export default async function build(): Promise<void> {
  if (changedAt(join(ROOT, 'dist/git-prov.js')) > Math.max(...SOURCES.map(newestIn))) return;
  const { bundle } = (await import(join(ROOT, 'build.mjs'))) as { bundle: () => Promise<void> };
  await bundle();
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
