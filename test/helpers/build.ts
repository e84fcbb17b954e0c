import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SERVER } from './program/bundle.ts';
import { startServers } from './program/servers.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Vitest runs this once before all tests. It rebuilds the program, and the server that runs it in tests, when they are older than
 * their sources, and starts the servers. What it returns is run after all tests.
 */
export default async function build(): Promise<() => void> {
  const changed = Math.max(...SOURCES.map(newestIn));
  const { bundle, bundleProgram } = (await import(join(ROOT, 'build.mjs'))) as Builder;
  if (changedAt(join(ROOT, 'dist/git-prov.js')) <= changed) await bundle();
  if (changedAt(SERVER) <= Math.max(changed, newestIn('test/helpers/program')))
    await bundleProgram(dirname(SERVER), { server: 'test/helpers/program/server.ts' });
  return startServers();
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
