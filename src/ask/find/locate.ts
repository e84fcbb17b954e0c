import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathBelow } from '../../git/paths/path-below.ts';
import { ProvError } from '../../errors.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { commitNamed, resolveCommit } from '../history/commit-info.ts';
import type { ReadPlace, Range } from './location.ts';

/** An existing place. */
export interface Located {
  readonly path: string;
  /** Git's working folder. The path is relative to it. */
  readonly cwd: string;
  /** The blamed revision; undefined for the work tree. */
  readonly revision: string | undefined;
  readonly ranges: readonly Range[];
  /** The revision of a URL, if it does not exist here. `revision` is then another one. */
  readonly instead: string | undefined;
}

/**
 * Chooses the reading of a place that names an existing file.
 * @param revision the user's revision; it takes precedence over a URL's
 * @throws ProvError `data` when the file does not exist
 */
export async function locate(
  repo: Repo,
  cwd: string,
  places: readonly ReadPlace[],
  revision: string | undefined,
): Promise<Located> {
  if (places[0]?.fromTop) return locateUrl(repo, places, revision);
  for (const { path, ranges } of places) {
    if (revision === undefined && isFolder(cwd, path)) continue;
    const there = revision === undefined ? isHere(repo, cwd, path) : await isAt(repo, cwd, revision, path);
    if (there || (revision === undefined && (await isAt(repo, cwd, 'HEAD', path))))
      return { path, cwd, revision, ranges, instead: undefined };
  }
  throw absent(places.at(-1)?.path ?? '', revision, { repo, cwd });
}

// A revision may contain slashes, so a URL has several readings.
async function locateUrl(repo: Repo, places: readonly ReadPlace[], revision: string | undefined): Promise<Located> {
  const cwd = repo.cwd;
  for (const { path, ranges, revision: named } of revision === undefined ? places : []) {
    const revision = await resolveNamed(repo, named ?? '');
    if (revision && (await isAt(repo, cwd, revision, path))) return { path, cwd, revision, ranges, instead: undefined };
  }
  for (const { path, ranges, revision: named } of places)
    if (await isAt(repo, cwd, revision ?? 'HEAD', path))
      return { path, cwd, revision: revision ?? 'HEAD', ranges, instead: revision === undefined ? named : undefined };
  throw absent(places[0]?.path ?? '', revision ?? 'HEAD', { repo, cwd });
}

// A forge's branch usually exists here under a remote's name, where it is newer than our own branch of that name.
async function resolveNamed(repo: Repo, name: string): Promise<string | undefined> {
  if (!/^[^\s~^:?*[\\\u0000-\u001f\u007f-][^\s~^:?*[\\\u0000-\u001f\u007f]*$/.test(name) || name.includes('@{'))
    return undefined;
  for (const revision of [`refs/remotes/origin/${name}`, name, `refs/remotes/upstream/${name}`]) {
    const commit = await resolveCommit(repo, revision);
    if (commit) return commit;
  }
  return undefined;
}

function isHere(repo: Repo, cwd: string, path: string): boolean {
  if (
    repo.workTree === undefined ||
    path === '' ||
    path.includes('\0') ||
    pathBelow(repo.workTree, resolve(cwd, path)) === undefined
  )
    return false;
  return existsSync(resolve(cwd, path));
}

const isFolder = (cwd: string, path: string): boolean =>
  !path.includes('\0') && statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;

async function isAt(repo: Repo, cwd: string, revision: string, path: string): Promise<boolean> {
  if (path === '' || path.includes('\0')) return false;
  const commit = await (revision === 'HEAD' ? resolveCommit(repo, revision) : commitNamed(repo, revision));
  if (!commit) return false;
  const args = ['ls-tree', '-z', commit, '--', path];
  const { code, stdout } = await git(args, inRepo(repo, { cwd, accept: [0, 128] }));
  return code === 0 && /^[0-7]+ blob /.test(stdout.toString('latin1'));
}

function absent(path: string, revision: string | undefined, { repo, cwd }: { repo: Repo; cwd: string }): ProvError {
  const name = JSON.stringify(path);
  if (repo.workTree !== undefined && pathBelow(repo.workTree, resolve(cwd, path)) === undefined)
    return new ProvError('data', `${name} is not inside the work tree.`, { hint: 'Use a path of this repository.' });
  if (revision === undefined && isFolder(cwd, path))
    return new ProvError('data', `${name} is a folder.`, { hint: 'Name a file in it and a line, as FILE:LINE.' });
  return new ProvError('data', `There is no file ${name}${revision === undefined ? '' : ` at ${revision}`}.`, {
    hint: 'Paths are relative to the current folder. For a file of another revision, use --rev REV.',
  });
}
