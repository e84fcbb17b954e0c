import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeRepo, type RepoOptions, type TestRepo } from '../helpers/repo.ts';

/** What `git prov init` writes in a git dir. */
const WRITTEN = ['config', 'hooks', 'info', 'prov'];

/**
 * Makes a repository and installs git prov in it. The installation is made once for each kind of repository and environment, and then
 * copied with the paths of the new repository, which are as long as those of the first.
 * @param prepare changes the environment
 */
export async function installedRepo(
  options: RepoOptions,
  prepare: (repo: TestRepo) => void,
  install: (repo: TestRepo) => Promise<unknown>,
): Promise<TestRepo> {
  const repo = makeRepo(options);
  prepare(repo);
  const root = dirname(repo.dir);
  const template = join(templates(), keyOf(repo, options));
  if (!existsSync(template)) {
    await install(repo);
    mkdirSync(template);
    for (const name of WRITTEN) copy(join(repo.dir, '.git', name), join(template, name));
    copy(repo.home, join(template, 'home'));
    writeFileSync(join(template, 'root'), root);
    return repo;
  }
  const from = readFileSync(join(template, 'root'), 'utf8');
  for (const name of WRITTEN) moved(join(template, name), join(repo.dir, '.git', name), from, root);
  moved(join(template, 'home'), repo.home, from, root);
  return repo;
}

/**
 * Makes folders beside a repository, or copies what was made before in the same place of another one: with the same environment, and
 * the same files of its user.
 * @param names the folders; they may be there before
 * @param what names what `make` does
 * @returns whether they were copied
 */
export async function madeOrCopied(
  repo: TestRepo,
  names: readonly string[],
  what: string,
  make: () => unknown,
): Promise<boolean> {
  const root = dirname(repo.dir);
  const template = join(templates(), hashOf(`${keyOf(repo, {})} ${what} ${contentOf(repo.home).replaceAll(root, '')}`));
  if (existsSync(template)) {
    const from = readFileSync(join(template, 'root'), 'utf8');
    for (const name of names) moved(join(template, name), join(root, name), from, root);
    return true;
  }
  await make();
  mkdirSync(template);
  for (const name of names) copy(join(root, name), join(template, name));
  writeFileSync(join(template, 'root'), root);
  return false;
}

/** The names and contents of all files in a folder. */
const contentOf = (dir: string): string =>
  (readdirSync(dir, { recursive: true, encoding: 'utf8' }) as string[])
    .toSorted()
    .map((name) => `${name} ${lstatSync(join(dir, name)).isFile() ? readFileSync(join(dir, name), 'latin1') : ''}`)
    .join('\n');

const copy = (from: string, to: string): void =>
  existsSync(from)
    ? cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    : undefined;

// Copies with the times: hooks compare them.
function moved(from: string, to: string, oldRoot: string, root: string): void {
  const there = lstatSync(from, { throwIfNoEntry: false });
  if (!there) return;
  if (there.isDirectory()) {
    mkdirSync(to, { recursive: true, mode: there.mode & 0o7777 });
    for (const name of readdirSync(from)) moved(join(from, name), join(to, name), oldRoot, root);
  } else {
    const content = readFileSync(from, 'latin1');
    writeFileSync(to, content.replaceAll(oldRoot, root), { encoding: 'latin1', mode: there.mode & 0o7777 });
  }
  utimesSync(to, there.atimeMs / 1000, there.mtimeMs / 1000);
}

function keyOf(repo: TestRepo, options: RepoOptions): string {
  const root = dirname(repo.dir);
  const all = JSON.stringify([options, repo.env, process.execPath, process.umask()], (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
  return hashOf(all.replaceAll(root, ''));
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

let folder: string | undefined;

function templates(): string {
  if (folder && existsSync(folder)) return folder;
  const made = mkdtempSync(join(tmpdir(), 'git-prov-installed-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return (folder = made);
}
