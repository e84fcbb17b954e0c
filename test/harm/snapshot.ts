import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Everything of a folder that belongs to the user, one line for each item, and the objects of each git dir below it. */
export interface Snapshot {
  readonly lines: string[];
  /** By git dir: all objects, and those reachable from commits of notes, with or without a ref. */
  readonly objects: Map<string, { readonly all: Set<string>; readonly ours: Set<string> }>;
}

/** The answer of git for an index, and the state of the file at that time. */
export type Known = Map<string, { readonly mark: string; readonly answer: string }>;

/** Refs of git prov: the notes, and fetched and joined notes of remotes. */
const OURS = ['refs/notes/provenance', 'refs/prov'];

/**
 * Files, modes, links and bytes; of git dirs the refs, reflogs, configuration, states of operations under way and the
 * index (without times and inodes), but not the folder of our hooks, our local state, our refs and how objects are stored.
 */
export function snapshot(
  root: string,
  env: NodeJS.ProcessEnv,
  { known, withObjects }: { known: Known; withObjects: boolean },
): Snapshot {
  const found: Snapshot = { lines: [], objects: new Map() };
  const git = (dir: string, ...args: string[]): string => {
    const quiet = { ...env, GIT_OPTIONAL_LOCKS: '0', GIT_TRACE: '0' };
    for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete (quiet as NodeJS.ProcessEnv)[name];
    const done = spawnSync('git', ['-C', dir, ...args], { env: quiet, maxBuffer: 1 << 28 });
    return `${done.stdout.toString('latin1')}${done.status === 0 ? '' : `exit code ${done.status}\n`}`;
  };
  const put = (path: string, text: string): void => {
    for (const line of text.split('\n'))
      if (line !== '') found.lines.push(`${path}: ${line.replaceAll(root, '<root>')}`);
  };
  // Git runs again only where a file shows that something may have changed.
  const asked = (about: string, file: string, ask: () => string): string => {
    const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
    const mark = stat ? `${stat.mtimeNs} ${stat.ino} ${stat.size}` : '';
    const before = known.get(about);
    const answer = mark && before?.mark === mark ? before.answer : ask();
    known.set(about, { mark, answer });
    return answer;
  };
  const walk = (path: string, within: string | undefined): void => {
    const name = relative(root, path);
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) return put(name, `link ${readlinkSync(path)}`);
    if (stat.isFile()) return file(path, name, mode, within);
    const dir = isGitDir(path) ? path : within;
    if (dir === path) gitDir(path, name);
    if (within === undefined) put(name, `folder ${mode}`);
    if (existsSync(join(path, '.git'))) {
      // In a linked work tree or a module it is a file; then git decides.
      const index = join(isGitDir(join(path, '.git')) ? join(path, '.git') : path, 'index');
      put(
        `${name} index`,
        asked(`${path} index`, index, () => withoutTimes(git(path, 'ls-files', '-s', '--debug'))),
      );
    }
    for (const entry of readdirSync(path).toSorted()) {
      if (dir === path && (SKIPPED.has(entry) || entry === 'refs')) continue;
      if (dir !== undefined && entry === 'reftable') continue; // a linked work tree's; its name is random
      if (name === 'home' && OUR_HOME.has(entry)) continue;
      walk(join(path, entry), dir);
    }
  };
  const file = (path: string, name: string, mode: string, within: string | undefined): void => {
    const base = relative(within ?? root, path);
    if (within !== undefined && /(^|\/)(index|[^/]*\.lock)$/.test(base) && !base.endsWith('.lock')) return;
    if (OURS.some((ref) => base.startsWith(`logs/${ref}`))) return;
    // Its name and bytes contain the times of files.
    if (/(^|\/)sharedindex\.[0-9a-f]+$/.test(base)) return put(name.replace(/\.[0-9a-f]+$/, ''), mode);
    const bytes = readFileSync(path);
    const text = bytes.toString('latin1');
    if (within === undefined || bytes.length > 20_000 || text.includes('\0'))
      return put(name, `${mode} ${createHash('sha256').update(text.replaceAll(root, '<root>')).digest('hex')}`);
    if (base === 'packed-refs') return; // the refs are asked of git
    put(name, mode);
    put(name, base === 'config' ? withoutSettings(text) : text);
  };
  const gitDir = (path: string, name: string): void => {
    const refs = allRefs(path) ?? git(path, 'for-each-ref', '--format=%(objectname) %(refname)').split('\n');
    const isOurs = (line: string): boolean => OURS.some((ref) => line.includes(` ${ref}`));
    put(`${name} refs`, refs.filter((line) => !isOurs(line)).join('\n'));
    if (existsSync(join(path, 'reftable')))
      for (const ref of ['HEAD', ...refs.filter((line) => line && !isOurs(line)).map((line) => line.split(' ')[1]!)])
        put(`${name} reflog`, git(path, 'reflog', 'show', '--format=%H %gd %gs', ref));
    if (!withObjects) return;
    const stored = git(path, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype)').split(
      '\n',
    );
    const all = new Set(stored.filter(Boolean).map((line) => line.split(' ')[0]!));
    const commits = [...all].filter((id) => stored.includes(`${id} commit`));
    const told = git(path, 'log', '--no-walk', '--format=%H %s', ...commits).split('\n');
    const tips = told
      .filter((line) => /^\S+ (?:provenance of|joined with) /.test(line))
      .map((line) => line.split(' ')[0]!);
    const ours = tips.length === 0 ? [] : git(path, 'rev-list', '--objects', '--no-object-names', ...tips).split('\n');
    found.objects.set(name, { all, ours: new Set(ours) });
  };
  walk(root, undefined);
  return found;
}

const SKIPPED = new Set(['objects', 'prov', 'hooks', 'reftable']);
const OUR_HOME = new Set(['.local', '.claude']);

// Refs in files, unparsed; undefined where they are in reftables.
function allRefs(gitDir: string): string[] | undefined {
  if (existsSync(join(gitDir, 'reftable'))) return undefined;
  const packed = join(gitDir, 'packed-refs');
  const refs = new Map<string, string>();
  const lines = existsSync(packed) ? readFileSync(packed, 'utf8').split('\n') : [];
  for (const line of lines) if (/^[0-9a-f]/.test(line)) refs.set(line.split(' ')[1]!, line.split(' ')[0]!);
  const loose = readdirSync(join(gitDir, 'refs'), { recursive: true, withFileTypes: true });
  for (const entry of loose)
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      refs.set(relative(gitDir, path), readFileSync(path, 'utf8').trim());
    }
  return [...refs].map(([ref, value]) => `${value} ${ref}`).toSorted();
}

const isGitDir = (path: string): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(path, name))) && !path.endsWith('/prov');

// The configuration without what `git prov init` sets.
const withoutSettings = (text: string): string =>
  text
    .replaceAll(/^\[includeIf "gitdir\/i:[^\n]*"\]\n\tpath = prov\/redirect\n/gm, '')
    .replaceAll(/^\[include\]\n\tpath = prov\/gitconfig\n/gm, '')
    .replaceAll(/^\t(?:fetch = \+refs\/notes\/provenance\*:refs\/prov\/remotes\/|hooksPath = ).*\n/gm, '');

const withoutTimes = (text: string): string => text.replaceAll(/^ {2}(ctime|mtime|dev|uid):.*\n/gm, '');
