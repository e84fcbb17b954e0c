import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { indexFolders, snapshotObjects } from '../../recorder/worktree/snapshots.ts';
import { loadState } from '../../recorder/state/load-state.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { pathFromBytes, pathToBytes } from '../../model/path.ts';
import type { TextMatcher } from './text-matcher.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** A snapshot of a file that contains the text. */
export interface HeldSnapshot {
  readonly id: Oid;
  readonly file: string;
}

/** The file snapshots that contain the text. Unreadable ones are skipped. */
export function snapshotsWith(provDir: string, needle: TextMatcher): HeldSnapshot[] {
  const found: HeldSnapshot[] = [];
  for (const { id, file } of snapshotObjects(provDir)) {
    const bytes = inflated(file);
    if (bytes?.subarray(0, 5).toString('latin1') === 'blob ' && needle.isInFile(bytes))
      found.push({ id: id as Oid, file });
  }
  return found;
}

/**
 * Removes snapshots that contain the text, except those of files that still contain it, because the next snapshot would
 * have it again. The next snapshot rebuilds a private index that names a removed one.
 * @returns the paths of those files
 */
export async function dropSnapshots(
  repo: Repo,
  provDir: string,
  needle: TextMatcher,
  held: readonly HeldSnapshot[],
): Promise<string[]> {
  if (held.length === 0) return [];
  const ids = new Set(held.map(({ id }) => id));
  const kept = new Set<Oid>();
  const paths = new Set<string>();
  for (const folder of indexFolders(provDir)) {
    const top = topOf(repo, provDir, folder);
    let isNamed = false;
    for (const [id, path] of await entriesOf(repo, provDir, folder)) {
      if (!ids.has(id)) continue;
      const file = top && Buffer.concat([Buffer.from(`${top}/`), pathToBytes(path)]);
      if (file && existsSync(file) && needle.isInFile(readFileSync(file))) {
        kept.add(id);
        paths.add(path);
      } else isNamed = true;
    }
    if (isNamed) for (const name of ['index', 'look']) rmSync(join(folder, name), { force: true });
  }
  // `looks` has links to indexes; one may name a removed snapshot.
  if (held.some(({ id }) => !kept.has(id))) rmSync(localFiles(provDir).snapshots, { recursive: true, force: true });
  for (const { id, file } of held) if (!kept.has(id)) rmSync(file, { force: true });
  return [...paths];
}

function inflated(file: string): Buffer | undefined {
  try {
    return inflateSync(readFileSync(file));
  } catch {
    return undefined;
  }
}

// The work tree of a private index; undefined when it is unknown.
function topOf(repo: Repo, provDir: string, folder: string): string | undefined {
  const gitDir = basename(folder) === 'main' ? repo.commonDir : join(repo.commonDir, 'worktrees', basename(folder));
  return loadState(provDir).workTrees[gitDir]?.top ?? (gitDir === repo.gitDir ? repo.workTree : undefined);
}

async function entriesOf(repo: Repo, provDir: string, folder: string): Promise<[Oid, RepoPath][]> {
  const env = {
    ...repo.env,
    GIT_INDEX_FILE: join(folder, 'index'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: localFiles(provDir).objects,
  };
  const { stdout } = await git(['ls-files', '-s', '-z'], inRepo(repo, { env, accept: [0, 128] }));
  const found: [Oid, RepoPath][] = [];
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf(0, at) < 0 ? stdout.length : stdout.indexOf(0, at);
    const tab = stdout.indexOf(9, at);
    found.push([stdout.toString('latin1', at, tab).split(' ')[1] as Oid, pathFromBytes(stdout.subarray(tab + 1, end))]);
    at = end + 1;
  }
  return found;
}
