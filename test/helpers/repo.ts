import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isOid, oid, type Oid } from '../../src/model/ids.ts';
import { freshenIndex } from './fresh-index.ts';
import { gitSince } from './git-version.ts';
import { removeFolder } from './remove-folder.ts';
import { openRepo, withoutLocalEnv, type Repo } from '../../src/git/repository/repo.ts';

/** The options of `makeRepo`. */
export interface RepoOptions {
  /** SHA-1, or the value in the environment (GIT_DEFAULT_HASH). A test that compares whole ids sets it. */
  readonly hash?: 'sha1' | 'sha256';
  /** The format of git's refs; from the environment (GIT_DEFAULT_REF_FORMAT) unless a test is about one format. */
  readonly refs?: 'files' | 'reftable';
  readonly bare?: boolean;
  /** Files of a first commit, by path. Without files there is no commit. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Whether a user name and an e-mail address are set; they are by default. */
  readonly identity?: boolean;
}

/** A real repository in a temporary folder; see `makeRepo`. */
export interface TestRepo {
  /** The top of the work tree (or the bare git dir), real path. */
  readonly dir: string;
  /** A folder outside the work tree, for HOME and for other files that a test needs beside the repository. */
  readonly home: string;
  /** The environment of git, with only the repository's own configuration. A test may add to it. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs git and returns its output as text without its last newline. Throws with git's message when it fails. */
  git(...args: string[]): string;
  /** Like `git`, with `input` on standard input, and returns bytes. */
  gitRaw(args: readonly string[], input?: Uint8Array | string): Buffer;
  /** Like `git`, without blocking this process. */
  gitAsync(...args: string[]): Promise<string>;
  /** Writes a file, and its folders, under the work tree. */
  write(path: string, content: string | Uint8Array, mode?: number): void;
  read(path: string): string;
  /** Adds everything and commits it, one minute after the commit before. An empty commit is allowed. */
  commit(message: string, ...args: string[]): Oid;
  /** Moves the clock of the next commits forward by one minute. `commit` does so itself. */
  tick(): void;
  /** The id of a revision. */
  oid(revision: string): Oid;
  /** The repository as the program opens it, from its top. */
  open(): Promise<Repo>;
  cleanup(): void;
}

/** The date of the first commit of every test repository, in seconds: 2026-01-01T00:00:00Z. */
export const FIRST_DATE = 1_767_225_600;

/**
 * Creates a repository for one test: branch `main`, no user or system configuration, TZ=UTC, and dates that advance by a
 * minute per commit, so that ids are the same in every run. Call `cleanup` afterwards (or use `withRepo`).
 */
export function makeRepo(options: RepoOptions = {}): TestRepo {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'git-prov-test-')));
  const dir = join(root, 'repo');
  const home = join(root, 'home');
  mkdirSync(dir);
  mkdirSync(home);
  const repo = testRepo(dir, home, root, testEnv(home, options.identity ?? true));
  if (options.refs) repo.env['GIT_DEFAULT_REF_FORMAT'] = options.refs; // older versions of git know files only
  const hash = options.hash ?? process.env['GIT_DEFAULT_HASH'] ?? 'sha1';
  const template = templateOf(options);
  if (existsSync(template)) {
    cpSync(template, dir, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    if (!options.files) return repo;
    // The index names the inodes of the template.
    if (options.bare || !freshenIndex(dir, hash === 'sha1' ? 20 : 32)) repo.git('update-index', '-q', '--refresh');
    repo.tick();
    return repo;
  }
  repo.git('init', '-q', '-b', 'main', `--object-format=${hash}`, ...(options.bare ? ['--bare'] : []));
  if (options.files) {
    for (const [path, content] of Object.entries(options.files)) repo.write(path, content);
    repo.commit('first');
  }
  cpSync(dir, template, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return repo;
}

// The folder that repositories with these options are copied from, because creating one takes five starts of git.
function templateOf(options: RepoOptions): string {
  // With an empty list of files there is a commit, without a list there is not.
  const files =
    options.files &&
    Object.entries(options.files).map(([path, content]) => [path, Buffer.from(content).toString('hex')]);
  const { GIT_DEFAULT_HASH, GIT_DEFAULT_REF_FORMAT, PATH } = process.env;
  const made = JSON.stringify({ ...options, files, GIT_DEFAULT_HASH, GIT_DEFAULT_REF_FORMAT, PATH });
  return join(templates(), createHash('sha256').update(made).digest('hex'));
}

let templatesDir: string | undefined;

function templates(): string {
  if (templatesDir && existsSync(templatesDir)) return templatesDir;
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-templates-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return (templatesDir = dir);
}

/** Creates a repository, runs `story` with it, and removes it, also when the story throws. */
export async function withRepo<T>(options: RepoOptions, story: (repo: TestRepo) => Promise<T> | T): Promise<T> {
  const repo = makeRepo(options);
  try {
    return await story(repo);
  } finally {
    repo.cleanup();
  }
}

/** The same helper for a folder that a test created itself: a clone, a linked work tree, a submodule. */
export function adoptRepo(of: TestRepo, dir: string): TestRepo {
  return testRepo(realpathSync(dir), of.home, undefined, of.env);
}

/** All tests share one code cache of V8. */
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache');

/** What git reads instead of the machine's configuration. */
const SYSTEM = join(import.meta.dirname, 'gitconfig');

/** What git puts into a new repository, in place of thirteen samples of hooks: every copy of a repository would copy these, too. */
const TEMPLATE = join(import.meta.dirname, 'git-template');

/** An environment without the configuration of the machine or the user; HOME is `home`. */
export function testEnv(home: string, identity = true): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...withoutLocalEnv(process.env),
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: CACHE,
    TZ: 'UTC',
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...(gitSince(2, 32) ? { GIT_CONFIG_SYSTEM: SYSTEM } : { GIT_CONFIG_NOSYSTEM: '1' }),
    GIT_TEMPLATE_DIR: TEMPLATE,
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
    GIT_MERGE_AUTOEDIT: 'no',
  };
  const others = ['XDG_DATA_HOME', 'EMAIL']; // a test that shares this worker may have set the first
  for (const name of ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL', ...others])
    delete env[name];
  if (identity) {
    env['GIT_AUTHOR_NAME'] = env['GIT_COMMITTER_NAME'] = 'Ada Tester';
    env['GIT_AUTHOR_EMAIL'] = env['GIT_COMMITTER_EMAIL'] = 'ada@example.com';
  }
  setDate(env, FIRST_DATE);
  return env;
}

function testRepo(dir: string, home: string, root: string | undefined, env: NodeJS.ProcessEnv): TestRepo {
  const gitRaw = (args: readonly string[], input: Uint8Array | string = ''): Buffer => {
    const done = spawnSync('git', args, { cwd: dir, env, input, maxBuffer: 1 << 30 });
    if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.error?.message ?? done.stderr.toString()}`);
    return done.stdout;
  };
  const repo: TestRepo = {
    dir,
    home,
    env,
    gitRaw,
    git: (...args) => text(gitRaw(args)),
    gitAsync: (...args) =>
      new Promise((resolve, reject) => {
        execFile('git', args, { cwd: dir, env, maxBuffer: 1 << 30 }, (error, stdout) =>
          error ? reject(error) : resolve(text(stdout)),
        );
      }),
    write: (path, content, mode) => {
      const full = join(dir, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      if (mode !== undefined) chmodSync(full, mode);
    },
    read: (path) => readFileSync(join(dir, path), 'utf8'),
    commit: (message, ...args) => {
      repo.git('add', '-A');
      repo.git('commit', '-q', '--allow-empty', '-m', message, ...args);
      repo.tick();
      return tipIn(repo) ?? repo.oid('HEAD');
    },
    tick: () => setDate(env, Number(env['GIT_COMMITTER_DATE']!.split(' ')[0]) + 60),
    oid: (revision) => oid(repo.git('rev-parse', '--verify', revision)),
    open: () => openRepo(dir, env),
    cleanup: () => removeFolder(root ?? dir),
  };
  return repo;
}

/** The git dir, without a start of git where that is the folder `.git`. */
export function gitDirOf(repo: TestRepo): string {
  const usual = join(repo.dir, '.git');
  const isUsual = repo.env['GIT_DIR'] === undefined && statSync(usual, { throwIfNoEntry: false })?.isDirectory();
  return isUsual ? usual : repo.git('rev-parse', '--absolute-git-dir');
}

// The commit of HEAD after a commit, where a file says it: the branch is then loose.
function tipIn(repo: TestRepo): Oid | undefined {
  const dir = gitDirOf(repo);
  try {
    const head = readFileSync(join(dir, 'HEAD'), 'utf8').trim();
    const [, branch] = /^ref: (refs\/heads\/\S+)$/.exec(head) ?? [];
    const id = branch === undefined ? head : readFileSync(join(dir, branch), 'utf8').trim();
    return isOid(id) ? id : undefined;
  } catch {
    return undefined; // a linked work tree, or a reftable
  }
}

const text = (bytes: Buffer | string): string => bytes.toString().replace(/\n$/, '');

function setDate(env: NodeJS.ProcessEnv, seconds: number): void {
  env['GIT_AUTHOR_DATE'] = env['GIT_COMMITTER_DATE'] = `${seconds} +0000`;
}
