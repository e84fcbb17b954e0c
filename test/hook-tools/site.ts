import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestAgent } from '../helpers/agent.ts';
import { areAtWork } from '../helpers/at-work.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

/**
 * Folders with real hook managers, for machines that have them: `bin` folders, separated as in PATH. Tests of a program that
 * is neither there nor on PATH are skipped.
 */
const EXTRA = (process.env['GIT_PROV_HOOK_TOOLS'] ?? '').split(delimiter).filter(Boolean);
const PACKAGES = join(import.meta.dirname, '../../node_modules/.bin');
const FOLDERS = [...EXTRA, PACKAGES, ...(process.env['PATH'] ?? '').split(delimiter)];
const PROGRAM = join(import.meta.dirname, '../../dist/git-prov.js');

/** Whether a program is on this machine. */
export const has = (program: string): boolean => FOLDERS.some((dir) => existsSync(join(dir, program)));

/** A repository with a remote. Its user has installed git prov, an agent, and other programs that write hooks. */
export interface HookSite {
  readonly repo: TestRepo;
  /** Runs a line in a shell at the top of the work tree, and returns its output and exit code. */
  sh(line: string, options?: { readonly fails?: boolean }): string;
  prov(...args: string[]): string;
  /** The agent adds a line to a file; its hooks run in the form of its settings. */
  agentWrites(path: string): void;
  /** Waits for the background work of hooks to end. */
  settled(): Promise<void>;
  /** The lines that hooks of the user, or of another program, have written to `$HOME/ran`, in order; then clears it. */
  ran(): string[];
  /** Whether the remote has the note of HEAD. */
  isNotedAtRemote(): boolean;
  /** Files in .git/hooks that are not samples. */
  hookFiles(): string[];
}

/** Makes a site, runs the story and removes it. */
export async function withHookSite(story: (site: HookSite) => Promise<void> | void): Promise<void> {
  const repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  const env = repo.env;
  for (const name of ['XDG_DATA_HOME', 'CLAUDE_CONFIG_DIR', 'GIT_CONFIG_GLOBAL']) delete env[name];
  Object.assign(env, {
    PATH: [...EXTRA, PACKAGES, env['PATH']].join(delimiter),
    GIT_ALLOW_PROTOCOL: 'file',
    PRE_COMMIT_HOME: join(repo.home, 'pre-commit'),
    NO_COLOR: '1',
  });
  mkdirSync(join(repo.home, '.claude'));
  repo.git('init', '-q', '--bare', '-b', 'main', '../origin.git');
  repo.git('remote', 'add', 'origin', '../origin.git');
  repo.git('push', '-q', '-u', 'origin', 'main');
  const log = join(repo.home, 'ran');
  const agent = new TestAgent(repo, 'a1b2c3d4-0000-4000-8000-000000000001');
  const site: HookSite = {
    repo,
    sh: (line, { fails = false } = {}) => {
      const done = spawnSync('sh', ['-c', line], { cwd: repo.dir, env, encoding: 'utf8' });
      const words = `${done.stdout}${done.stderr}`;
      if ((done.status !== 0) !== fails) throw new Error(`${line} exited with ${String(done.status)}: ${words}`);
      return words;
    },
    prov: (...args) => {
      const done = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: repo.dir, env, encoding: 'utf8' });
      if (done.status !== 0) throw new Error(`git prov ${args.join(' ')}: ${done.stderr}`);
      return `${done.stdout}${done.stderr}`;
    },
    agentWrites: (path) => void agent.write(path, `${existsSync(join(repo.dir, path)) ? repo.read(path) : ''}agent\n`),
    settled: async () => {
      // Each process of ours that the search finds has the environment of this test.
      for (let i = 0; i < 200 && areAtWork(repo.home); i++) await sleep(50);
    },
    ran: () => {
      const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
      writeFileSync(log, '');
      return lines.filter(Boolean);
    },
    isNotedAtRemote: () => {
      const args = ['ls-tree', '-r', '--name-only', 'refs/notes/provenance'];
      const list = spawnSync('git', args, { cwd: join(repo.dir, '../origin.git'), env, encoding: 'utf8' });
      return list.stdout.replaceAll('/', '').split('\n').includes(repo.oid('HEAD'));
    },
    hookFiles: () =>
      readdirSync(join(repo.dir, '.git/hooks'))
        .filter((name) => !name.endsWith('.sample'))
        .toSorted(),
  };
  agent.start();
  try {
    await story(site);
  } finally {
    await site.settled();
    repo.cleanup();
  }
}
