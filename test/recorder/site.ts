import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { takeRound } from '../../src/recorder/spool/take-round.ts';
import { withTrees } from '../../src/recorder/worktree/snapshot-trees.ts';
import { watch } from '../../src/recorder/repo-state.ts';
import { Spool } from '../../src/recorder/spool/spool.ts';
import type { State } from '../../src/recorder/state/state.ts';
import { withoutSum } from '../../src/recorder/state/state-text.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import type { CliContext } from '../../src/faces/cli/context.ts';
import type { RepoOptions, TestRepo } from '../helpers/repo.ts';
import { TestAgent } from '../helpers/agent.ts';
import { pause } from '../helpers/pause.ts';
import { NODE } from '../helpers/program/node.ts';
import { installedRepo } from './installed-repo.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
export const HOOK = join(ROOT, 'hooks/agent');

/** The context of a command in a test repository. */
export function contextOf(repo: TestRepo, cwd: string = repo.dir): CliContext & { readonly warnings: string[] } {
  const warnings: string[] = [];
  return {
    cwd,
    env: repo.env,
    home: repo.home,
    packageDir: ROOT,
    warn: (message) => void warnings.push(message),
    warnings,
  };
}

/** A repository after `git prov init`, with the installed hooks and an agent that works in it. */
export interface Site {
  readonly repo: TestRepo;
  readonly prov: string;
  readonly agent: TestAgent;
}

const BASE = { 'f.txt': 'one @human\ntwo @human\n' };

/** For a story about the files of git's refs. */
export const REF_FILES: RepoOptions = { files: BASE, refs: 'files' };

export async function makeSite(options: RepoOptions = { files: BASE }): Promise<Site> {
  const repo = await installedRepo(
    options,
    ({ env }) => {
      for (const name of ['XDG_DATA_HOME', 'CLAUDE_CONFIG_DIR', 'CLAUDECODE', 'CLAUDE_CODE_SESSION_ID'])
        delete env[name];
    },
    (made) => init(contextOf(made), { agent: ['claude-code'] }),
  );
  await watch(await repo.open());
  return { repo, prov: join(repo.dir, '.git', 'prov'), agent: new TestAgent(repo, 'a') };
}

/** Runs a story on a site and removes it. */
export async function withSite(story: (site: Site) => Promise<void> | void, options?: RepoOptions): Promise<void> {
  const site = await makeSite(options);
  try {
    await story(site);
  } finally {
    site.repo.cleanup();
  }
}

/** The output and exit code of a process, for comparison with silence. */
export const SILENT = { status: 0, stdout: '', stderr: '' };

/** Runs the agents' hook with these bytes on standard input. */
export function hook(
  repo: TestRepo,
  input: string | Uint8Array,
  shell: readonly string[] = ['sh'],
  cwd = repo.dir,
): object {
  return told(spawnSync(shell[0]!, [...shell.slice(1), HOOK], { cwd, env: repo.env, input, maxBuffer: 1 << 28 }));
}

/** Adds everything and commits it quietly: any output comes from a hook. */
export function commit(repo: TestRepo, message = 'work', cwd = repo.dir): object {
  const run = (...args: string[]): SpawnSyncReturns<Buffer> => spawnSync('git', args, { cwd, env: repo.env });
  run('add', '-A');
  const done = told(run('commit', '-q', '--allow-empty', '-m', message));
  if (repo.env['GIT_COMMITTER_DATE']) repo.tick();
  return done;
}

export const told = ({ status, stdout, stderr }: SpawnSyncReturns<Buffer>): object => ({
  status,
  stdout: stdout.toString(),
  stderr: stderr.toString(),
});

/** The recorded state: the steps of all ledgers, the waiting and rejected events, and the faults. */
export function left(prov: string): { steps: string[]; waiting: string[]; bad: string[]; faults: string[] } {
  const list = (dir: string): string[] => (existsSync(join(prov, dir)) ? readdirSync(join(prov, dir)).toSorted() : []);
  const steps = list('sessions').flatMap((name) =>
    readFileSync(join(prov, 'sessions', name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { summary: string }).summary),
  );
  const log = join(prov, 'faults.log');
  return {
    steps,
    waiting: list('spool/new'),
    bad: list('spool/bad'),
    faults: [...stateOf(prov).faults.map(({ what }) => what), ...(existsSync(log) ? [readFileSync(log, 'utf8')] : [])],
  };
}

export function stateOf(prov: string): State {
  return existsSync(join(prov, 'state.json'))
    ? (JSON.parse(withoutSum(readFileSync(join(prov, 'state.json'), 'utf8'))) as State)
    : ({ faults: [], sessions: {}, workTrees: {}, outgoing: [] } as unknown as State);
}

/** The trees in the snapshots of the waiting events, in order; undefined where a snapshot is lost or was not taken. */
export async function treesSeen(repo: TestRepo, prov: string): Promise<(string | undefined)[]> {
  const { events } = await takeRound(new Spool(prov), []);
  return (await withTrees(await repo.open(), prov, events)).map(({ observation }) => observation?.tree);
}

/** Waits until the hooks have finished the work that they do after the agent continues. */
export function settled(prov: string): void {
  const waits = (): boolean => {
    const names = readdirSync(join(prov, 'looks'));
    const indexes = names.filter((name) => !name.endsWith('.tree'));
    return indexes.length > 1 || indexes.some((name) => !names.includes(`${name}.tree`));
  };
  for (let i = 0; i < 200 && waits(); i++) pause(10);
}

/** Makes a file as old as this many seconds; younger than now when negative. */
export function age(file: string, seconds: number): void {
  const at = Date.now() / 1000 - seconds;
  spawnSync('touch', ['-d', `@${Math.floor(at)}`, file]); // utimes of Node takes no time before 1970
  if (Math.abs(statSync(file).mtimeMs / 1000 - at) > 2) throw new Error(`${file} did not take its time`);
}

/** A payload in Claude Code's form. */
export const payload = (event: string, fields: object = {}, session = 'a'): string =>
  JSON.stringify({
    session_id: session,
    transcript_path: '/nowhere.jsonl',
    cwd: '/',
    hook_event_name: event,
    ...fields,
  });

/** Runs `work` while no hook's process can put a file with this name into its place. */
export function withoutReplacing({ repo }: Site, name: string, work: () => void): void {
  const runtime = join(repo.home, '.local/share/git-prov/runtime');
  const before = readFileSync(runtime, 'utf8');
  const fault = join(repo.home, 'fault.cjs');
  writeFileSync(
    fault,
    `const fs = require('node:fs');
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (String(to).endsWith('/${name}')) throw Object.assign(new Error('EIO: no disk today'), { code: 'EIO' });
  renameSync(from, to);
};\n`,
  );
  const node = join(repo.home, 'failing-node');
  writeFileSync(node, `#!/bin/sh\nexec '${NODE}' --require '${fault}' "$@"\n`, { mode: 0o755 });
  writeFileSync(runtime, `${node}\n${before.split('\n')[1]!}\n`);
  work();
  writeFileSync(runtime, before);
}
