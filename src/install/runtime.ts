import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '../recorder/data-dir.ts';
import { ProvError } from '../errors.ts';
import { readIf } from './apply.ts';
import { configPath, dataFiles, type UserPlace } from './user-paths.ts';
import type { Plan } from './plan.ts';

/**
 * Two lines for the hooks: the absolute paths of Node and of the bundle. The program that runs git (a graphical client, an
 * agent) may have no Node on its PATH.
 */
const runtimeBytes = (packageDir: string): Buffer =>
  Buffer.from(`${configPath(process.execPath)}\n${configPath(join(packageDir, 'dist', 'git-prov.js'))}\n`);

/** The paths of Node and of the bundle for the hooks; `undefined` when the file lacks them. */
export function readRuntime(place: UserPlace): { node: string | undefined; bundle: string | undefined } {
  const [node, bundle] = readIf(dataFiles(place).runtime)?.toString('utf8').split('\n') ?? [];
  return { node: node || undefined, bundle: bundle || undefined };
}

/** Plans the files in this user's data folder: the agents' script, the runtime, and this repository's entry in the list. */
export function planData(plan: Plan, place: UserPlace, packageDir: string, commonDir: string | undefined): void {
  const files = dataFiles(place);
  const own = { role: 'own', mode: 0o600, before: undefined } as const;
  plan.folder(dataDir(place), 0o700);
  plan.file(files.agent, packaged(packageDir, 'agent'), {
    ...own,
    mode: 0o700,
    say: 'what the agents run at each event',
  });
  plan.file(files.runtime, runtimeBytes(packageDir), { ...own, say: 'where Node and git prov are' });
  if (commonDir === undefined) return;
  const list = [...new Set([...liveRepositories(place), commonDir])];
  plan.file(files.repositories, listBytes(list), { ...own, say: 'the list of recorded repositories' });
}

/** The enabled repositories of this user (their common git dirs) that still exist. */
export function liveRepositories(place: UserPlace): string[] {
  const lines = readIf(dataFiles(place).repositories)?.toString('utf8').split('\n') ?? [];
  return lines.filter((line) => line !== '' && existsSync(join(line, 'prov')));
}

export const listBytes = (repositories: readonly string[]): Buffer =>
  Buffer.from(repositories.map((path) => `${path}\n`).join(''));

/** The bytes of one of the package's hook scripts. @throws ProvError `bug` when the package is incomplete */
export function packaged(packageDir: string, name: 'agent' | 'git'): Buffer {
  const path = join(packageDir, 'hooks', name);
  const bytes = readIf(path);
  if (bytes) return bytes;
  throw new ProvError('bug', `${path} is missing from the installation.`, { hint: 'Install git prov again.' });
}
