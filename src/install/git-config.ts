import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { git } from '../git/process/process.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import { notesRefspec } from '../notes/transport/tracking.ts';
import { configPath } from './paths.ts';

/** What git prov sets in a repository's configuration. */
interface ConfigWish {
  /** Git runs hooks of ours from its configuration, which includes `prov/gitconfig` for that. */
  readonly runsHooks: boolean;
  /** The git dir whose hooks come from our folder, by the included file `prov/redirect`; undefined where that is not needed. */
  readonly redirects: string | undefined;
}

/** One value of a variable, its file, and the file's scope: the user's (`global`), the repository's (`local`), … */
interface ScopedValue {
  readonly scope: string;
  readonly file: string;
  readonly value: string;
}

const HOOKS_PATH = 'core.hooksPath';
/** Our own files of settings, as the repository's configuration names them from where it is. */
const HOOKS_FILE = 'prov/gitconfig';
const REDIRECT_FILE = 'prov/redirect';

/**
 * The condition holds only where the repository is now: the file names a folder by its absolute path, so in a copy elsewhere (or
 * in a container) it has no effect, and the user's own hooks run as before.
 */
const redirectKey = (commonDir: string): string =>
  `includeIf.gitdir/i:${configPath(dirname(commonDir))
    .replace(/\/*$/, '/')
    .replaceAll(/[\\*?[\]]/g, String.raw`\$&`)}.path`;

const isOurInclude = ({ name, value }: Setting): boolean =>
  (value === HOOKS_FILE && name === 'include.path') ||
  (value === REDIRECT_FILE && /^includeif\.gitdir\/i:.*\.path$/is.test(name));

// Git writes the section in lower case.
const listedName = (key: string): string => key.replace(/^includeIf/, 'includeif');

/**
 * All values of core.hooksPath that git would see here, the deciding one last; `~` expanded.
 * Values that only this process was given (`-c`, GIT_CONFIG_COUNT) are left out.
 */
export async function hooksPathValues(repo: Repo): Promise<ScopedValue[]> {
  const args = ['config', '-z', '--show-scope', '--show-origin', '--type=path', '--get-all', HOOKS_PATH];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 1] }));
  const parts = stdout.toString('utf8').split('\0');
  const values: ScopedValue[] = [];
  for (let i = 0; i + 2 < parts.length; i += 3)
    values.push({ scope: parts[i]!, file: parts[i + 1]!.replace(/^file:/, ''), value: parts[i + 2]! });
  return values.filter(({ scope }) => scope !== 'command');
}

/** A configuration file's bytes with our settings in them; the same bytes when they are there. */
export function withOurs(bytes: Buffer, wish: ConfigWish): Promise<Buffer> {
  return withFile(bytes, async ({ set, run }) => {
    // At the end of the file, so that they still count when another program sets core.hooksPath.
    const wanted = [
      ...(wish.runsHooks ? [['include.path', HOOKS_FILE] as const] : []),
      ...(wish.redirects !== undefined ? [[redirectKey(wish.redirects), REDIRECT_FILE] as const] : []),
    ];
    const isWanted = ({ name, value }: Setting): boolean =>
      wanted.some(([key, file]) => listedName(key) === name && file === value);
    for (const one of set.filter((one) => isOurInclude(one) && !isWanted(one)))
      await run('--unset-all', one.name, `^${one.value}$`);
    for (const [key, file] of wanted)
      if (!set.some(({ name, value }) => name === listedName(key) && value === file)) await run('--add', key, file);
    for (const { name, fetch } of remotes(set)) {
      if (!fetch.includes(notesRefspec(name))) await run('--add', `remote.${name}.fetch`, notesRefspec(name));
    }
  });
}

/**
 * A configuration file's bytes without our settings, for a file that was edited since.
 * @param former the values of core.hooksPath that were in this file before ours
 */
export function withoutOurs(bytes: Buffer, ourHooks: string, former: readonly string[]): Promise<Buffer> {
  return withFile(bytes, async ({ set, run }) => {
    if (hooksPaths(set).includes(ourHooks)) {
      const [first, ...more] = former;
      // Replaced, not removed and added, so that it stays where it stood.
      if (first === undefined) await run('--unset-all', HOOKS_PATH);
      else await run('--replace-all', HOOKS_PATH, first);
      for (const value of more) await run('--add', HOOKS_PATH, value);
    }
    for (const { name, value } of set.filter(isOurInclude)) await run('--unset-all', name, `^${value}$`);
    for (const { name, fetch } of remotes(set)) {
      if (fetch.some(isOurRefspec)) await run('--unset-all', `remote.${name}.fetch`, OUR_REFSPEC);
    }
  });
}

/** The values of core.hooksPath in this file's bytes as they stand, and its remotes with a word on which fetch the notes. */
export async function readConfig(bytes: Buffer): Promise<{ hooksPath: string[]; remotes: RemoteFacts[] }> {
  let found: readonly Setting[] = [];
  await withFile(bytes, async ({ set }) => void (found = set));
  return { hooksPath: hooksPaths(found), remotes: remotes(found).map(facts) };
}

const facts = ({ name, fetch }: Remote): RemoteFacts => ({ name, fetchesNotes: fetch.includes(notesRefspec(name)) });

export interface RemoteFacts {
  readonly name: string;
  readonly fetchesNotes: boolean;
}

// Read by git as a POSIX extended expression and by us as JavaScript's: both mean the same.
const OUR_REFSPEC = '^[+]refs/notes/provenance[*]:refs/prov/remotes/';
const isOurRefspec = (refspec: string): boolean => new RegExp(OUR_REFSPEC).test(refspec);

/** One line of a configuration file, the name as git gives it: all lower case but for the part between the dots. */
interface Setting {
  readonly name: string;
  readonly value: string;
}

interface Remote {
  readonly name: string;
  readonly fetch: string[];
}

const hooksPaths = (set: readonly Setting[]): string[] =>
  set.filter(({ name }) => name === HOOKS_PATH.toLowerCase()).map(({ value }) => value);

// Only those that fetch something; a remote without a refspec would fetch nothing but notes if it got ours.
function remotes(set: readonly Setting[]): Remote[] {
  const found = new Map<string, string[]>();
  for (const { name: key, value } of set) {
    if (!key.startsWith('remote.') || !key.endsWith('.fetch')) continue;
    const name = key.slice('remote.'.length, -'.fetch'.length);
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return [...found].map(([name, fetch]) => ({ name, fetch }));
}

interface ConfigFile {
  /** What is set in the file when it is opened. */
  readonly set: readonly Setting[];
  /** Runs `git config` on the file. */
  run(...args: string[]): Promise<void>;
}

// Git edits a copy; the caller puts the result in place in one step, under git's own lock.
async function withFile(bytes: Buffer, story: (config: ConfigFile) => Promise<void>): Promise<Buffer> {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-config-'));
  const file = join(dir, 'config');
  try {
    writeFileSync(file, bytes, { mode: 0o600 });
    const set = (await listed(dir, file)).split('\0').slice(0, -1);
    const env = { ...process.env, GIT_CONFIG: undefined };
    const run = async (...args: string[]): Promise<void> =>
      void (await git(['config', '--file', file, ...args], { cwd: dir, env }));
    await story({ set: set.map(setting), run });
    return readFileSync(file);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function setting(line: string): Setting {
  const end = line.indexOf('\n');
  return end < 0 ? { name: line, value: 'true' } : { name: line.slice(0, end), value: line.slice(end + 1) };
}

// Edits do not go this way: simple-git waits 50 ms after a command that prints nothing.
async function listed(dir: string, file: string): Promise<string> {
  const { simpleGit } = await import('simple-git');
  // It refuses an environment with EDITOR or the like in it, and to read a file git needs nothing but PATH.
  return simpleGit(dir)
    .env({ PATH: process.env['PATH'] ?? '' })
    .raw(['config', '--file', file, '--list', '-z']);
}
