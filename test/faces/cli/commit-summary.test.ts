import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { groupLeader, isAskedByPerson } from '../../../src/faces/cli/after-commit.ts';
import { renderSummary } from '../../../src/faces/cli/render/commit-summary.ts';
import { TestAgent } from '../../helpers/agent.ts';
import { NODE } from '../../helpers/program/node.ts';
import { keep } from '../../helpers/put-back.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { textWidth } from '../../../src/faces/cli/render/width.ts';

function make(): TestRepo {
  const made = makeRepo({ files: { 'a.txt': 'one\ntwo\n' } });
  made.env['SHELL'] = '/bin/sh';
  made.env['TERM'] = 'xterm';
  return made;
}

let repo: TestRepo;
let own: TestRepo;
beforeEach(() => {
  repo = own = make();
});
afterEach(() => own.cleanup());

const PROGRAM = join(import.meta.dirname, '../../../dist/git-prov.js');

/** Runs a command as a process: init then records this Node for the hooks, and a hook inherits the terminal. */
const prov = (here: TestRepo, ...args: string[]): string => {
  const done = spawnSync(NODE, [PROGRAM, ...args], { cwd: here.dir, env: here.env });
  if (done.status !== 0) throw new Error(`git prov ${args.join(' ')}: ${done.stderr.toString()}`);
  return done.stdout.toString();
};

/** Runs a command line at a terminal of its own, as an interactive shell runs it. */
const atTerminal = (command: string, env: NodeJS.ProcessEnv = {}): string => {
  const done = spawnSync('script', ['-qec', command, '/dev/null'], { cwd: repo.dir, env: { ...repo.env, ...env } });
  if (done.status !== 0) throw new Error(`${command}: ${done.stdout.toString()}`);
  return done.stdout.toString();
};
// An interactive shell makes git the leader of a process group; here git takes the shell's place.
const COMMIT = 'exec git commit -m Lanterns';
const SUMMARY = /^git prov: agents wrote 1 of 2 lines \(50%\), no reason given, 1 never verified\r?$/m;

const work = (session = 'sess-a'): void => {
  new TestAgent(repo, session).start().prompt('Add lanterns').read('a.txt').edit('a.txt', 'two', 'two lanterns');
  repo.write('b.txt', 'by hand\n');
  repo.git('add', '-A');
};

describe('after a commit with lines of an agent', () => {
  // Every test begins with the same work.
  let worked: TestRepo;
  let putBack: () => void;
  beforeAll(() => {
    worked = repo = make();
    prov(repo, 'init', '--agent', 'claude-code', '--summary');
    work();
    putBack = keep(worked);
  });
  beforeEach(() => {
    putBack();
    repo = worked;
  });
  afterAll(() => worked.cleanup());

  test('one line is printed at a terminal', () => {
    expect(repo.git('config', 'prov.summary')).toBe('true');
    expect(atTerminal(COMMIT)).toMatch(SUMMARY);
    repo.write('c.txt', 'by hand\n');
    expect(atTerminal('git add c.txt; exec git commit -m More')).not.toContain('git prov'); // no line of an agent
  });

  test('with an alias too', () => {
    repo.git('config', 'alias.ci', 'commit');
    expect(atTerminal('exec git ci -m Lanterns')).toMatch(SUMMARY);
  });

  test.each([
    ['with --quiet', 'exec git commit -qm Lanterns'],
    ['in a script', 'sh ./script; true'],
    [
      'in a function of a program',
      "node -e \"require('child_process').spawnSync('git', ['commit', '-m', 'x'], { stdio: 'inherit' })\"",
    ],
    ['where standard error is no terminal', 'sh -c "git commit -m Lanterns 2>err; cat err"'],
  ])('nothing is printed %s', (_, command) => {
    writeFileSync(join(repo.dir, '../script'), 'git commit -m Lanterns\n');
    expect(atTerminal(command.replace('./script', '../script'))).not.toContain('git prov');
    expect(prov(repo, 'log', '-n', '1')).toContain('claude-code');
  });

  test("nothing is printed in an agent's shell, and where the user does not want it", () => {
    expect(atTerminal(COMMIT, { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'sess-a' })).not.toContain('git prov');
    const agent = new TestAgent(repo, 'sess-b').start().prompt('Go on').edit('a.txt', 'two', 'two bright');
    repo.git('config', 'prov.summary', 'false');
    expect(atTerminal('exec git commit -am Lamps')).not.toContain('git prov');
    agent.edit('a.txt', 'bright', 'dim');
    repo.git('config', 'prov.summary', 'true');
    expect(atTerminal('exec git commit -am Lamps')).toContain('git prov: agents wrote 1 of 1 line');
  });

  test('a hook of the user runs first and still decides', () => {
    const hook = join(repo.dir, '.git/hooks/post-commit.user');
    writeFileSync(hook, '#!/bin/sh\necho theirs >&2\n', { mode: 0o755 });
    expect(atTerminal(COMMIT)).toMatch(/theirs[^]*git prov: agents wrote/);
  });
});

test('where a hook manager has the hooks, it is printed after its hook', () => {
  mkdirSync(join(repo.dir, '.husky/_'), { recursive: true });
  writeFileSync(join(repo.dir, '.husky/_/post-commit'), '#!/bin/sh\necho managed >&2\n', { mode: 0o755 });
  repo.git('config', 'core.hooksPath', '.husky/_');
  prov(repo, 'init', '--agent', 'claude-code', '--summary');
  work();
  expect(atTerminal(COMMIT)).toMatch(/managed[^]*git prov: agents wrote/);
});

test('deinit takes the setting back, to the byte; a setting of the user stays', () => {
  const before = repo.read('.git/config');
  prov(repo, 'init', '--agent', 'claude-code', '--summary');
  prov(repo, 'init', '--agent', 'claude-code');
  expect(repo.git('config', 'prov.summary')).toBe('true');
  prov(repo, 'deinit');
  expect(repo.read('.git/config')).toBe(before);
  repo.git('config', 'prov.summary', 'true');
  const own = repo.read('.git/config');
  prov(repo, 'init', '--agent', 'claude-code', '--no-summary');
  expect(repo.git('config', 'prov.summary')).toBe('false');
  repo.git('config', 'user.nickname', 'Ada');
  prov(repo, 'deinit');
  expect(repo.git('config', 'prov.summary')).toBe('true');
  expect(own).toContain('summary = true');
});

test('with init --global, and a setting of the user, it is printed in a new repository', () => {
  mkdirSync(join(repo.home, '.claude'), { recursive: true });
  delete repo.env['GIT_CONFIG_GLOBAL'];
  prov(repo, 'init', '--global', '--agent', 'claude-code');
  repo.git('config', '--global', 'prov.summary', 'true');
  repo.git('config', '--global', 'user.name', 'Ada');
  repo.git('config', '--global', 'user.email', 'ada@example.com');
  work('sess-a');
  prov(repo, 'status'); // as any command or hook does, it puts the hooks in place
  expect(atTerminal(COMMIT)).toMatch(SUMMARY);
});

test('init asks at a terminal, once', () => {
  const answer = (text: string): string => {
    const command = `printf '${text}' | script -qec "${NODE} ${PROGRAM} init --agent claude-code" /dev/null`;
    return spawnSync('sh', ['-c', command], { cwd: repo.dir, env: repo.env }).stdout.toString();
  };
  expect(answer('y\\n')).toMatch(/Print one line after each commit with lines of agents\? \[y\/N\]/);
  expect(repo.git('config', 'prov.summary')).toBe('true');
  expect(answer('n\\n')).not.toContain('[y/N]');
});

test('the line fits into the terminal, and names the worst first', () => {
  const added = { added: 1200, agent: 900, human: 300, unsure: 0 };
  const all = {
    added,
    decisions: 12,
    verification: { passed: 100, failed: 200, none: 400, stale: 200, 'not-applicable': 0 },
    blind: 7,
  };
  expect(renderSummary(all, 200)).toBe(
    'git prov: agents wrote 900 of 1200 lines (75%), 12 decisions, 200 failed, 400 never verified, 200 stale, 7 blind, see git prov show',
  );
  for (const columns of [200, 100, 80, 40, 20])
    expect(textWidth(renderSummary(all, columns))).toBeLessThanOrEqual(columns);
  expect(renderSummary(all, 80)).toBe('git prov: agents wrote 900 of 1200 lines (75%), 12 decisions, 200 failed');
  const fine = {
    added: { ...added, agent: 1200, human: 0 },
    decisions: 1,
    verification: { passed: 1200, failed: 0, none: 0, stale: 0, 'not-applicable': 0 },
    blind: 0,
  };
  expect(renderSummary(fine, 80)).toBe('git prov: agents wrote 1200 of 1200 lines (100%), 1 decision, all verified');
});

test('the leader of a process group is found while it runs', async () => {
  const leader = spawn('sh', ['-c', 'sleep 60 & echo $!; read line'], { detached: true });
  const [line] = (await once(leader.stdout, 'data')) as [Buffer];
  const member = Number(line);
  try {
    expect(await groupLeader(member)).toEqual(['sh', '-c', 'sleep 60 & echo $!; read line']);
    const ended = once(leader, 'exit');
    leader.stdin.end('\n');
    await ended;
    expect(await groupLeader(member)).toBeUndefined();
  } finally {
    process.kill(member);
  }
});

test('only git itself, started at a prompt, is asked by a person', () => {
  for (const line of ['git commit', '/usr/bin/git -C x commit -am y', 'git ci', 'git commit -- -q'])
    expect([line, isAskedByPerson(line.split(' '))]).toEqual([line, true]);
  for (const line of [
    'sh script',
    'lazygit',
    'git commit -q',
    'git commit -qm x',
    'git commit -aqm x',
    'git commit --quiet',
    '',
  ])
    expect([line, isAskedByPerson(line.split(' '))]).toEqual([line, false]);
  expect(isAskedByPerson(undefined)).toBe(false);
});
