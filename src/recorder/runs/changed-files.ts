import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { isOid, type Oid, type RepoPath } from '../../model/ids.ts';
import { MAX_RUN_FILES } from './waiting-files.ts';

/** The files of the work tree that are not as in HEAD. */
export interface ChangedFiles {
  /** All tracked ones, also deleted files. */
  readonly tracked: ReadonlySet<string>;
  /** Git's ids of their contents, with those of new files that are not ignored. */
  readonly contents: ReadonlyMap<RepoPath, Oid>;
}

/** Such a path cannot be handed to `git hash-object --stdin-paths`. */
const UNLISTABLE = /^"|[\n\ufffd]/;

/** @param head whether there is a HEAD yet */
export async function changedFiles(repo: Repo, head: boolean): Promise<ChangedFiles> {
  const tracked = head
    ? await listed(repo, [
        'diff',
        '--name-only',
        '-z',
        '--no-renames',
        '--no-relative',
        '--ignore-submodules',
        'HEAD',
        '--',
      ])
    : await listed(repo, ['ls-files', '-z', '--cached', '--full-name']);
  const top = repo.workTree;
  if (!top) return { tracked: new Set(tracked), contents: new Map() };
  const fresh = await listed(repo, ['ls-files', '-z', '--others', '--exclude-standard', '--full-name']);
  const files = [...tracked, ...fresh]
    .filter((path) => !UNLISTABLE.test(path) && lstatSync(join(top, path), { throwIfNoEntry: false })?.isFile())
    .slice(0, MAX_RUN_FILES);
  if (files.length === 0) return { tracked: new Set(tracked), contents: new Map() };
  const { stdout } = await git(
    ['hash-object', '--stdin-paths'],
    inRepo(repo, { cwd: top, input: files.map((path) => `${path}\n`).join(''), accept: [0, 128] }),
  );
  const ids = stdout.toString('latin1').split('\n').filter(isOid);
  // A file that was deleted meanwhile ends the list early, and then nothing is known of any.
  const isWhole = ids.length === files.length;
  return {
    tracked: new Set(tracked),
    contents: new Map(isWhole ? files.map((path, i) => [path as RepoPath, ids[i]!]) : []),
  };
}

async function listed(repo: Repo, args: readonly string[]): Promise<string[]> {
  const { stdout } = await git(args, inRepo(repo, {}));
  return stdout.toString('utf8').split('\0').filter(Boolean);
}
