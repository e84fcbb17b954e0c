import { FETCHED_REFS, NOTES_REF } from '../notes/refs.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { git } from '../git/process/process.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import { notesRefspec, trackedBy } from '../notes/transport/tracking.ts';
import { configPath } from './user-paths.ts';

/** The settings of git prov in a repository's configuration. */
interface ConfigWish {
  /** Git runs our hooks from its configuration, through the included file `prov/gitconfig`. */
  readonly runsHooks: boolean;
  /** The git dir that uses our hooks folder, through the included file `prov/redirect`; undefined when that is not needed. */
  readonly redirects: string | undefined;
  /** The values of prov.summary, prov.ask, prov.check and prov.behaviours. */
  readonly switches?: Switches;
}

/** One value of a variable, with its file and the file's scope: the user's (`global`), the repository's (`local`), … */
interface ScopedValue {
  readonly scope: string;
  readonly file: string;
  readonly value: string;
}

const HOOKS_PATH = 'core.hooksPath';
/** The settings that `init` turns on or off, and `deinit` restores. */
const SWITCHES = {
  summary: 'prov.summary',
  ask: 'prov.ask',
  check: 'prov.check',
  behaviours: 'prov.behaviours',
} as const;
type Switch = keyof typeof SWITCHES;
/** An undefined value changes nothing. */
export type Switches = Readonly<Partial<Record<Switch, boolean | undefined>>>;
/** Our settings files, relative to the repository's configuration. */
const HOOKS_FILE = 'prov/gitconfig';
const REDIRECT_FILE = 'prov/redirect';

/**
 * The condition only holds at the repository's current path. The included file names a folder by its absolute path, so in a
 * copy elsewhere (or in a container) it has no effect and the user's own hooks run as before.
 */
const redirectKey = (commonDir: string): string =>
  `includeIf.gitdir/i:${configPath(dirname(commonDir))
    .replace(/\/*$/, '/')
    .replaceAll(/[\\*?[\]]/g, String.raw`\$&`)}.path`;

const isOurInclude = ({ name, value }: Setting): boolean =>
  (value === HOOKS_FILE && name === 'include.path') ||
  (value === REDIRECT_FILE && /^includeif\.gitdir\/i:.*\.path$/is.test(name));

// Git lists the section name in lower case.
const listedName = (key: string): string => key.replace(/^includeIf/, 'includeif');

/**
 * All values of core.hooksPath that git would see here, the effective one last; `~` is expanded. Values given only to this
 * process (`-c`, GIT_CONFIG_COUNT) are left out.
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

/** Adds our settings to a configuration file. Returns the same bytes when they are present. */
export function withOurs(bytes: Buffer, wish: ConfigWish): Promise<Buffer> {
  return withFile(bytes, async ({ set, run }) => {
    // At the end of the file, so that they still win when another program sets core.hooksPath.
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
    for (const [name, value] of Object.entries(wish.switches ?? {})) {
      const key = SWITCHES[name as Switch];
      if (value !== undefined && valueOf(set, key) !== String(value)) await run('--replace-all', key, String(value));
    }
    for (const { name, fetch } of remotes(set)) {
      for (const old of fetch.filter((one) => trackedBy(one) === name && one !== notesRefspec(name)))
        await run('--unset-all', `remote.${name}.fetch`, `^${old.replaceAll(/[+*.]/g, '[$&]')}$`);
      if (!fetch.includes(notesRefspec(name))) await run('--add', `remote.${name}.fetch`, notesRefspec(name));
    }
  });
}

/**
 * Removes our settings from a configuration file that was edited since.
 * @param former the values of core.hooksPath in this file before ours
 * @param switched these settings in this file before and after `init`; they are restored unless they were changed since
 */
export function withoutOurs(
  bytes: Buffer,
  ourHooks: string,
  former: readonly string[],
  switched: readonly Switched[] = [],
): Promise<Buffer> {
  return withFile(bytes, async ({ set, run }) => {
    for (const { key, before, after } of switched)
      if (before !== after && after !== undefined && valueOf(set, key) === after)
        await (before === undefined ? run('--unset-all', key) : run('--replace-all', key, before));
    if (hooksPaths(set).includes(ourHooks)) {
      const [first, ...more] = former;
      // Replaced in place, so that the setting keeps its position.
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

/** A setting in a configuration file before and after `init`. */
export interface Switched {
  readonly key: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** These settings in the two contents of a configuration file. */
export async function switchedIn(before: Buffer | undefined, after: Buffer | undefined): Promise<Switched[]> {
  const [former, latter] = await Promise.all([before, after].map((bytes) => bytes && readConfig(bytes)));
  return Object.values(SWITCHES).map((key) => ({
    key,
    before: former?.switches.get(key),
    after: latter?.switches.get(key),
  }));
}

/** Reads a configuration file: its values of core.hooksPath and of these settings, and whether each remote fetches the notes. */
export async function readConfig(
  bytes: Buffer,
): Promise<{ hooksPath: string[]; switches: ReadonlyMap<string, string>; remotes: RemoteFacts[] }> {
  // Without simple-git, which takes longer to load than git needs: every `status` reads this.
  const env = { ...process.env, GIT_CONFIG: undefined };
  const { stdout } = await git(['config', '--file', '-', '--list', '-z'], { cwd: tmpdir(), env, input: bytes });
  const found = settings(stdout.toString('utf8'));
  const switches = new Map(
    Object.values(SWITCHES).flatMap((key) => {
      const value = valueOf(found, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
  return { hooksPath: hooksPaths(found), switches, remotes: remotes(found).map(facts) };
}

const facts = ({ name, fetch }: Remote): RemoteFacts => ({
  name,
  fetchesNotes: fetch.some((one) => trackedBy(one) === name),
});

export interface RemoteFacts {
  readonly name: string;
  readonly fetchesNotes: boolean;
}

// Git reads this as a POSIX extended expression and we read it as JavaScript. It means the same in both.
const OUR_REFSPEC = `^[+]${NOTES_REF}[*]:${FETCHED_REFS}/`;
const isOurRefspec = (refspec: string): boolean => new RegExp(OUR_REFSPEC).test(refspec);

/** One line of a configuration file, with the name in git's form: lower case except for the part between the dots. */
interface Setting {
  readonly name: string;
  readonly value: string;
}

interface Remote {
  readonly name: string;
  readonly fetch: string[];
}

const valueOf = (set: readonly Setting[], key: string): string | undefined =>
  set.findLast(({ name }) => name === key)?.value;

const hooksPaths = (set: readonly Setting[]): string[] =>
  set.filter(({ name }) => name === HOOKS_PATH.toLowerCase()).map(({ value }) => value);

// Only remotes with a refspec. A remote without one would fetch nothing but notes if it got ours.
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
  /** The settings in the file when it was opened. */
  readonly set: readonly Setting[];
  /** Runs `git config` on the file. */
  run(...args: string[]): Promise<void>;
}

// Git edits a copy. The caller then replaces the file in one step, under git's own lock.
async function withFile(bytes: Buffer, story: (config: ConfigFile) => Promise<void>): Promise<Buffer> {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-config-'));
  const file = join(dir, 'config');
  try {
    writeFileSync(file, bytes, { mode: 0o600 });
    const set = settings(await listed(dir, file));
    const env = { ...process.env, GIT_CONFIG: undefined };
    const run = async (...args: string[]): Promise<void> =>
      void (await git(['config', '--file', file, ...args], { cwd: dir, env }));
    await story({ set, run });
    return readFileSync(file);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const settings = (listed: string): Setting[] => listed.split('\0').slice(0, -1).map(setting);

function setting(line: string): Setting {
  const end = line.indexOf('\n');
  return end < 0 ? { name: line, value: 'true' } : { name: line.slice(0, end), value: line.slice(end + 1) };
}

// Only reads go through simple-git: it waits 50 ms after a command that prints nothing.
async function listed(dir: string, file: string): Promise<string> {
  const { simpleGit } = await import('simple-git');
  // simple-git refuses an environment with EDITOR or similar variables. Git only needs PATH to read a file.
  return simpleGit(dir)
    .env({ PATH: process.env['PATH'] ?? '' })
    .raw(['config', '--file', file, '--list', '-z']);
}
