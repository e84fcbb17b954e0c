import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from '../../src/recorder/repo-state.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { type Oid, oid } from '../../src/model/ids.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import type { WaitingRemote } from '../../src/sharing/queue.ts';
import { madeOrCopied } from '../recorder/installed-repo.ts';
import { contextOf, ROOT } from '../recorder/site.ts';
import { freshenIndex } from '../helpers/fresh-index.ts';
import { note, said } from '../helpers/notes.ts';
import { adoptRepo, makeRepo, type RepoOptions, type TestRepo } from '../helpers/repo.ts';

/** The result of a command. */
export interface Done {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A repository of one user. */
export class Site {
  readonly repo: TestRepo;

  constructor(repo: TestRepo) {
    this.repo = repo;
  }

  /** Runs git and returns the result, also on failure. */
  try(...args: string[]): Done {
    return run(this.repo, 'git', args);
  }

  /** Runs git; throws when it fails. */
  git(...args: string[]): string {
    return this.repo.git(...args);
  }

  /** Runs our program and returns the result, also on failure. */
  prov(...args: string[]): Done {
    return run(this.repo, process.execPath, [PROGRAM, ...args]);
  }

  async init(): Promise<this> {
    await init(contextOf(this.repo), { agent: ['claude-code'] });
    await watch(await this.repo.open());
    return this;
  }

  /** Commits a new file with a note that contains `words`, and returns the commit. */
  async work(words: string, branch?: string): Promise<Oid> {
    if (branch !== undefined)
      this.git('switch', '-q', ...(this.has(`refs/heads/${branch}`) ? [branch] : ['-c', branch]));
    this.repo.write(`${words}.txt`, `${words}\n`);
    const commit = this.repo.commit(words);
    await this.note(commit, words);
    return commit;
  }

  /** Writes a note, or adds to it. */
  async note(commit: Oid, ...words: string[]): Promise<void> {
    const store = new NoteStore(await this.repo.open());
    try {
      await store.update(new Map([[commit, (old) => ({ ...withWords(old, words), commit })]]), 'test');
    } finally {
      await store.close();
    }
  }

  /** The words in the notes at a ref for a commit. */
  async says(commit: Oid, ref = NOTES): Promise<string> {
    const store = new NoteStore(await this.repo.open());
    try {
      const { code, stdout } = this.try('rev-parse', '-q', '--verify', ref);
      if (code !== 0) return 'no notes';
      return said((await store.read([commit], oid(stdout.trim()))).get(commit));
    } finally {
      await store.close();
    }
  }

  has(ref: string): boolean {
    return this.try('rev-parse', '-q', '--verify', ref).code === 0;
  }

  /** The commits that have notes at a ref. */
  noted(ref = NOTES): Oid[] {
    const list = (): { code: number; stdout: string } => this.try('ls-tree', '-r', '--name-only', ref);
    let { code, stdout } = list();
    // A process in the background may have made the ref meanwhile.
    if (code !== 0 && this.has(ref)) ({ code, stdout } = list());
    if (code !== 0 && this.has(ref)) throw new Error(`The notes at ${ref} cannot be listed.`);
    return stdout
      .split('\n')
      .map((path) => path.replaceAll('/', ''))
      .filter((path) => /^[0-9a-f]{40,64}$/.test(path))
      .map(oid);
  }

  get provDir(): string {
    const usual = join(this.repo.dir, '.git');
    const isUsual = statSync(usual, { throwIfNoEntry: false })?.isDirectory();
    return join(isUsual ? usual : this.git('rev-parse', '--path-format=absolute', '--git-common-dir'), 'prov');
  }

  waiting(): WaitingRemote[] {
    const file = join(this.provDir, 'waiting.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as WaitingRemote[]) : [];
  }

  faults(): string {
    const file = join(this.provDir, 'faults.log');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }
}

/** A server, and people who work with it. */
export interface World {
  /** A bare repository, with one commit on main. */
  readonly server: Site;
  /** A clone with git prov installed. */
  clone(name: string, options?: { init?: boolean; args?: readonly string[]; from?: string }): Promise<Site>;
  /** Another bare repository beside the server. */
  bare(name: string): Site;
  /** A folder that belongs to the test. */
  readonly root: string;
}

export const NOTES = 'refs/notes/provenance';
export const PROGRAM = join(ROOT, 'dist/git-prov.js');

/** Runs one story; everything is removed afterwards. */
export async function withWorld(story: (world: World) => Promise<void>, options: RepoOptions = {}): Promise<void> {
  const { world, first } = await makeWorld(options);
  try {
    await story(world);
  } finally {
    first.cleanup();
  }
}

/** Makes a server with one commit. @returns the world, and a repository with a `cleanup` for all of it */
export async function makeWorld(
  options: RepoOptions = {},
): Promise<{ readonly world: World; readonly first: TestRepo }> {
  const first = makeRepo({ files: { 'a.txt': 'one\n' }, ...options });
  for (const name of ['XDG_DATA_HOME', 'CLAUDE_CONFIG_DIR', 'CLAUDECODE', 'CLAUDE_CODE_SESSION_ID'])
    delete first.env[name];
  mkdirSync(join(first.home, '.claude'));
  const root = join(first.home, '..');
  const hash = options.hash ?? process.env['GIT_DEFAULT_HASH'] ?? 'sha1';
  const bare = (name: string): Site => {
    first.git('init', '-q', '--bare', '-b', 'main', `--object-format=${hash}`, join(root, name));
    return new Site(adoptRepo(first, join(root, name)));
  };
  const what = JSON.stringify(options);
  await madeOrCopied(first, ['server.git'], `server ${what}`, () =>
    first.git('push', '-q', bare('server.git').repo.dir, 'main'),
  );
  const server = new Site(adoptRepo(first, join(root, 'server.git')));
  const fresh = timesIn(server.repo.dir);
  const clone: World['clone'] = async (name, { init: sets = true, args = [], from = server.repo.dir } = {}) => {
    const cloned = (): Site => {
      first.git('clone', '-q', ...args, from, join(root, name));
      return new Site(adoptRepo(first, join(root, name)));
    };
    const isUsual = args.length === 0 && from === server.repo.dir && timesIn(from) === fresh;
    if (!isUsual) return sets ? cloned().init() : cloned();
    // Clones of a new server are the same in most stories.
    const isCopy = await madeOrCopied(first, [name, 'home'], `clone ${name} ${String(sets)} ${what}`, async () => {
      const { repo } = cloned();
      if (sets) await init(contextOf(repo), { agent: ['claude-code'] });
    });
    const site = new Site(adoptRepo(first, join(root, name)));
    if (isCopy && !freshenIndex(site.repo.dir, hash === 'sha1' ? 20 : 32)) site.git('update-index', '-q', '--refresh');
    if (sets) await watch(await site.repo.open());
    return site;
  };
  return { world: { server, root, bare, clone }, first };
}

/** The times of all files in a folder: they differ after any change. */
const timesIn = (dir: string): string =>
  (readdirSync(dir, { recursive: true, encoding: 'utf8' }) as string[])
    .map((name) => `${name} ${lstatSync(join(dir, name), { bigint: true }).ctimeNs}`)
    .toSorted()
    .join('\n');

/** Runs a program and returns the result. */
export function run(repo: TestRepo, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Done {
  const done = spawnSync(program, args, { cwd: repo.dir, env: { ...repo.env, ...env }, maxBuffer: 1 << 28 });
  return { code: done.status ?? -1, stdout: done.stdout.toString(), stderr: done.stderr.toString() };
}

/** The same, without blocking. */
export function runAsync(
  repo: TestRepo,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Done> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: repo.dir,
      env: { ...repo.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    const text = (parts: Buffer[]): string => Buffer.concat(parts).toString();
    child.on('close', (code) => resolve({ code: code ?? -1, stdout: text(out), stderr: text(err) }));
  });
}

/** Writes a hook, or another script. */
export function script(path: string, ...lines: string[]): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 });
  return path;
}

/** Waits until a process in the background has done something. */
export async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !holds(); await sleep(50)) if (Date.now() > end) throw new Error('too late');
}

/** Lets a server take notes only after a file is there. */
export function holdNotes(server: Site, gate: string): void {
  script(
    join(server.repo.dir, 'hooks/pre-receive'),
    `grep -q refs/notes/ || exit 0`,
    `: >'${gate}.asked'`,
    `while [ ! -e '${gate}' ]; do sleep 0.05; done`,
  );
}

/** Our hook's messages to the user. */
export const oursIn = ({ stderr }: Done): string[] => stderr.split('\n').filter((line) => line.startsWith('git prov:'));

/** The processes with a word in their environment that only this test uses; empty where the system does not list processes. */
export function leftOver(mark: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const has = /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
      return has ? [readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')] : [];
    } catch {
      return [];
    }
  });
}

function withWords(old: ReturnType<typeof note> | undefined, words: readonly string[]): ReturnType<typeof note> {
  const all = [...new Set([...(old?.carried.map(({ how }) => how) ?? []), ...words])].toSorted();
  return note(...all);
}
