import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { NODE } from '../helpers/program/node.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { startKilled } from '../helpers/unreaped.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** hooks/agent starts a drain when this many events wait. */
const BATCH = 16;

/** Waits until a condition holds, at most twenty seconds. */
async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 2000; i++) {
    if (holds()) return;
    await sleep(10);
  }
  throw new Error('this took too long');
}

interface Stage {
  readonly repo: TestRepo;
  readonly agent: TestAgent;
  /** The commands that hooks started Node with. */
  readonly started: () => string[];
  /** How many of these processes have ended. */
  readonly ended: () => number;
  /** The names of the events that wait. */
  readonly waiting: () => string[];
  /** Whether a process records now. */
  readonly isRecording: () => boolean;
}

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];

/** An agent at work, with hooks that find the program. `git` is a shell script that runs before each git of a drain during a turn. */
function withStage(git: string, story: (stage: Stage) => Promise<void>): Promise<void> {
  return withRepo({ files: { 'f.txt': 'one\n' } }, async (repo) => {
    enable(repo);
    const dir = join(repo.dir, '.git/prov');
    const bin = join(repo.home, 'bin');
    const log = join(repo.home, 'started');
    const ends = join(repo.home, 'ended');
    const path = repo.env['PATH']!;
    mkdirSync(bin);
    writeFileSync(join(bin, 'git'), `#!/bin/sh\nPATH='${path}'\n${git}\nexec git "$@"\n`);
    writeFileSync(
      join(bin, 'node'),
      `#!/bin/sh\nshift\necho "$*" >>'${log}'\ncase "$*" in *keep-up) PATH='${bin}${delimiter}${path}' ;; esac\n'${NODE}' '${ROOT}/dist/git-prov.js' "$@"\necho ended >>'${ends}'\n`,
    );
    for (const name of ['git', 'node']) chmodSync(join(bin, name), 0o755);
    // Before the hooks find the program: a session that starts asks it for context.
    const agent = new TestAgent(repo, 'a').start().prompt('do it');
    const data = join(repo.home, '.local/share/git-prov');
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'runtime'), `${join(bin, 'node')}\n${ROOT}/dist/git-prov.js\n`);
    const isRecording = (): boolean => existsSync(join(dir, 'lock'));
    const stage: Stage = {
      repo,
      agent,
      started: () => linesOf(log),
      ended: () => linesOf(ends).length,
      waiting: () => readdirSync(join(dir, 'spool/new')),
      isRecording,
    };
    try {
      await story(stage);
    } finally {
      for (const name of ['go', 'went']) writeFileSync(join(repo.home, name), '');
      rmSync(join(data, 'runtime'), { force: true });
      await until(() => stage.ended() === stage.started().length);
    }
  });
}

let lines = 0;
/** Calls with two events each. @param changes how many of them change the file; the others read it, which takes no git */
function calls(agent: TestAgent, repo: TestRepo, count: number, changes = 2): void {
  for (let i = 0; i < count; i++) {
    if (i >= changes) {
      agent.read('f.txt');
      continue;
    }
    const old = readFileSync(join(repo.dir, 'f.txt'), 'utf8');
    if (i % 2 === 0) agent.write('f.txt', `${old}line ${++lines}\n`);
    else agent.bash(`echo 'line ${++lines}' >>f.txt`);
  }
}

function commit(repo: TestRepo): void {
  repo.git('add', '-A');
  const { status, stdout, stderr } = spawnSync('git', ['commit', '-qm', 'work'], { cwd: repo.dir, env: repo.env });
  expect({ status, said: `${stdout.toString()}${stderr.toString()}` }).toEqual({ status: 0, said: '' });
}

/** Each line but the first is the agent's, and git prov reports no fault. */
function expectAllByAgent(repo: TestRepo): void {
  const [first, ...others] = judge(repo, 'f.txt').map(({ owner }) => owner);
  expect(first).toBe('no note');
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others)).toEqual(new Set(['a']));
  expect(prov(repo, 'status')).not.toMatch(/could not be recorded|lost|set aside/);
}

test('a long turn is recorded before its end, once for a batch of events', () =>
  withStage('', async ({ repo, agent, started, waiting, isRecording }) => {
    calls(agent, repo, 6);
    agent.read('f.txt');
    expect(waiting().length).toBe(BATCH);
    await until(() => started().length > 0 && waiting().length < BATCH && !isRecording());
    expect(started()).toEqual(['hook keep-up']);
    const left = waiting().length;
    expect(left).toBe(0);
    calls(agent, repo, BATCH / 2 - 1); // one call less than a batch
    await sleep(100);
    expect(started()).toEqual(['hook keep-up']);
    calls(agent, repo, 1);
    await until(() => started().length === 2 && waiting().length === 0 && !isRecording());
    calls(agent, repo, BATCH / 2 - 1);
    prov(repo, 'status'); // records them
    calls(agent, repo, 1);
    await sleep(100);
    expect(started().length).toBe(2);
    commit(repo);
    expectAllByAgent(repo);
  }));

test('no Node is started for few events, nor for a commit without agent activity', () =>
  withStage('', async ({ repo, agent, started, waiting }) => {
    calls(agent, repo, 6);
    expect(waiting().length).toBe(BATCH - 2);
    commit(repo);
    agent.end();
    prov(repo, 'status');
    const hook = join(repo.dir, '.git/hooks/post-commit');
    copyFileSync(join(ROOT, 'hooks/git'), hook);
    chmodSync(hook, 0o755);
    rmSync(join(repo.dir, '.git/prov/active'), { force: true });
    writeFileSync(join(repo.dir, 'mine.txt'), 'mine\n');
    commit(repo);
    await sleep(100);
    expect(started()).toEqual([]);
  }));

test('a drain that is killed at any of its git processes loses nothing, and the next batch starts another', () =>
  withStage('', async ({ repo, agent, started, ended, waiting }) => {
    const git = join(repo.home, 'bin/git');
    const path = repo.env['PATH']!;
    const count = join(repo.home, 'count');
    const killed = join(repo.home, 'killed');
    let most = 0;
    for (let at = 1; at <= 6; at++) {
      writeFileSync(count, '');
      // Kills the drain at its git process with this number.
      writeFileSync(
        git,
        `#!/bin/sh\nPATH='${path}'\nprintf x >>'${count}'\n[ "$(wc -c <'${count}')" -lt ${at} ] || { echo ${at} >>'${killed}'; kill -9 $PPID; exit 1; }\nexec git "$@"\n`,
      );
      calls(agent, repo, BATCH / 2, 4);
      await until(() => ended() === at);
      most = Math.max(most, waiting().length);
    }
    expect(started()).toEqual(Array.from({ length: 6 }, () => 'hook keep-up'));
    expect(new Set(linesOf(killed)).size).toBeGreaterThan(3);
    expect(most).toBeGreaterThan(2 * BATCH); // events wait until a drain has recorded them
    commit(repo);
    expect(waiting()).toEqual([]);
    expectAllByAgent(repo);
  }));

/** A git that waits, in its first diff-tree, until the test lets it continue. */
const WAITS =
  'case " $* " in *" diff-tree "*) [ -e "$HOME/go" ] || { : >"$HOME/go"; while [ ! -e "$HOME/went" ]; do sleep 0.02; done; } ;; esac';

test('the agent continues while a drain runs, and starts no second one', () =>
  withStage(WAITS, async ({ repo, agent, started, waiting, isRecording }) => {
    calls(agent, repo, 7);
    await until(() => existsSync(join(repo.home, 'go')));
    calls(agent, repo, BATCH); // none of these hooks waits for the drain: the test would not come to its next line
    expect(started()).toEqual(['hook keep-up']);
    const second = spawnSync(NODE, [join(ROOT, 'dist/git-prov.js'), 'hook', 'keep-up'], {
      cwd: repo.dir,
      env: repo.env,
    });
    expect([second.status, second.stdout.toString(), second.stderr.toString()]).toEqual([0, '', '']);
    expect(waiting().length).toBeGreaterThanOrEqual(2 * BATCH);
    writeFileSync(join(repo.home, 'went'), '');
    await until(() => !isRecording());
    commit(repo);
    expect(waiting()).toEqual([]);
    expectAllByAgent(repo);
  }));

test('a commit during a drain succeeds, and its lines are found later', () =>
  withStage(WAITS, async ({ repo, agent, isRecording }) => {
    calls(agent, repo, 7);
    await until(() => existsSync(join(repo.home, 'go')));
    commit(repo); // its hook gives up, because the drain still waits
    expect(repo.git('notes', '--ref=provenance', 'list')).toBe('');
    calls(agent, repo, 1);
    writeFileSync(join(repo.home, 'went'), '');
    await until(() => !isRecording());
    prov(repo, 'status');
    commit(repo);
    expectAllByAgent(repo);
  }));

test('the end of a turn waits for a drain that runs, and records the rest', () =>
  withStage(WAITS, async ({ repo, agent, started, ended, waiting }) => {
    calls(agent, repo, 7);
    await until(() => existsSync(join(repo.home, 'go')));
    calls(agent, repo, 2);
    agent.stop();
    await sleep(1500); // longer than the program waits for the last words of a turn
    expect([started().length, ended()]).toEqual([2, 0]);
    writeFileSync(join(repo.home, 'went'), '');
    await until(() => ended() === 2);
    expect(waiting()).toEqual([]);
    commit(repo);
    expectAllByAgent(repo);
  }));

test('a damaged mark, or one of a counter that was lost, does not keep a turn from being recorded', () =>
  withStage('', async ({ repo, agent, started, waiting, isRecording }) => {
    const mark = join(repo.dir, '.git/prov/spool/kept');
    for (const [at, text] of ['999999999\n', 'no number', '', '$(touch x)'].entries()) {
      writeFileSync(mark, text);
      calls(agent, repo, BATCH / 2);
      await until(() => started().length > at && waiting().length < BATCH && !isRecording());
      expect(readFileSync(mark, 'utf8')).toMatch(/^\d{9}\n$/);
    }
    commit(repo);
    expectAllByAgent(repo);
  }));

test.skipIf(!existsSync('/proc/self/stat'))(
  'the lock of a killed process keeps no turn from being recorded, even if its parent never read its exit code',
  async () => {
    const killed = await startKilled();
    try {
      await withStage('', async ({ repo, agent, started, waiting, isRecording }) => {
        writeFileSync(join(repo.dir, '.git/prov/lock'), `${killed.pid} ${hostname()}\n`);
        calls(agent, repo, BATCH / 2);
        await until(() => started().length === 1 && waiting().length < BATCH && !isRecording());
        expect(waiting().length).toBeLessThan(BATCH);
        commit(repo);
        expectAllByAgent(repo);
      });
    } finally {
      killed.kill();
    }
  },
);
