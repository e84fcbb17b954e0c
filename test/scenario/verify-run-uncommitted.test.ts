import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { adoptRepo, type RepoOptions, withRepo, type TestRepo } from '../helpers/repo.ts';

const MAKEFILE = 'test:\n\t@! grep -q broken *.js\nlint:\n\t@echo more >> b.js\n';
const FILES = { 'a.js': 'one\ntwo\n', 'b.js': 'one\n', Makefile: MAKEFILE };

function story(
  name: string,
  tell: (repo: TestRepo, agent: TestAgent) => void,
  options: RepoOptions = {},
  files: Record<string, string> = FILES,
): void {
  test(name, () =>
    withRepo({ ...(Object.keys(files).length > 0 && { files }), ...options }, (repo) => {
      delete repo.env['CI']; // a check there is not a person's
      enable(repo);
      tell(repo, new TestAgent(repo, 'a').start().prompt('do it'));
      expect(prov(repo, 'verify', '--all')).toContain('Valid');
    }),
  );
}

/** The state of a line, and of its checks. */
function stateOf(repo: TestRepo, place: string): [string, ...string[]] {
  const { answers } = JSON.parse(prov(repo, 'why', '--json', place)) as {
    answers: { verification: { state: string; checks: { kind: string; state: string; told?: string }[] } }[];
  };
  const { state, checks } = answers[0]!.verification;
  return [state, ...checks.map((one) => `${one.kind} ${one.state}${one.told ? ` by ${one.told}` : ''}`)];
}

const PASSED = ['passed', 'test passed by person'];

const check = (repo: TestRepo, ...words: string[]): string => prov(repo, 'verify-run', ...words, '--', 'make', 'test');

/** The runs that wait in the private folder. */
function waiting(repo: TestRepo): string[] {
  const dir = join(repo.dir, '.git/prov/runs');
  return existsSync(dir) ? readdirSync(dir).map((name) => join(dir, name)) : [];
}

const run = (repo: TestRepo, env: NodeJS.ProcessEnv, ...words: string[]): [number | null, string] => {
  const program = resolve(import.meta.dirname, '../../dist/git-prov.js');
  const done = spawnSync(process.execPath, [program, 'verify-run', ...words], { cwd: repo.dir, env });
  return [done.status, done.stderr.toString() + done.stdout.toString()];
};

story('a check that a person ran before the commit counts for its lines', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').stop();
  expect(check(repo)).toMatch(/make test: passed \(1 changed file waits for a commit\)/);
  repo.commit('work');
  expect(stateOf(repo, 'a.js:2')).toEqual(PASSED);
  expect(prov(repo, 'why', 'a.js:2')).toMatch(/verified +\+ make test passed .*reported by person/);
  expect(waiting(repo)).toEqual([]);
});

story('a file that changes between the check and the commit is not covered', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').write('b.js', 'one\nagent\n').stop();
  check(repo);
  repo.write('b.js', 'one\nagent\nperson\n');
  repo.commit('work');
  expect(stateOf(repo, 'a.js:2')).toEqual(PASSED);
  expect(stateOf(repo, 'b.js:2')).toEqual(['none']);
  expect(waiting(repo)).toHaveLength(1);
});

story(
  'it waits for each file until that is committed, also when a commit in between has none of them',
  (repo, agent) => {
    agent.edit('a.js', 'two', 'TWO').edit('b.js', 'one', 'ONE').stop();
    check(repo);
    repo.git('commit', '-q', '--allow-empty', '-m', 'nothing');
    expect(waiting(repo)).toHaveLength(1);
    repo.git('commit', '-qm', 'first', 'a.js');
    expect(stateOf(repo, 'a.js:2')).toEqual(PASSED);
    expect(waiting(repo)).toHaveLength(1);
    repo.git('commit', '-qm', 'second', 'b.js');
    expect(stateOf(repo, 'b.js:1')).toEqual(PASSED);
    expect(waiting(repo)).toEqual([]);
  },
);

story('files that are committed get the result at once, and the others later', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').bash('git commit -qam work').edit('b.js', 'one', 'ONE').stop();
  expect(check(repo)).toMatch(/passed \(1 file, added to 1 note; 1 changed file waits for a commit\)/);
  expect([stateOf(repo, 'a.js:2'), stateOf(repo, 'b.js:1')[0]]).toEqual([PASSED, 'none']);
  repo.commit('more');
  expect(stateOf(repo, 'b.js:1')).toEqual(PASSED);
});

story('a file that the command itself changes was checked in neither state', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').write('b.js', 'one\nagent\n').stop();
  prov(repo, 'verify-run', '--', 'make', 'lint');
  repo.commit('work');
  expect(stateOf(repo, 'a.js:2')).toEqual(['passed', 'lint passed by person']);
  expect(stateOf(repo, 'b.js:2')).toEqual(['none']);
});

story('the last of several checks decides, and a failure counts too', (repo, agent) => {
  agent.edit('a.js', 'two', 'broken').stop();
  expect(run(repo, repo.env, '--', 'make', 'test')[0]).toBe(1);
  agent.prompt('again').edit('b.js', 'one', 'ONE').stop();
  repo.commit('work');
  expect(stateOf(repo, 'a.js:2')).toEqual(['failed', 'test failed by person']);
  expect(stateOf(repo, 'b.js:1')).toEqual(['none']);
  agent.prompt('mend it').edit('a.js', 'broken', 'mended').stop();
  run(repo, repo.env, '--', 'make', 'test');
  repo.commit('more');
  expect(stateOf(repo, 'a.js:2')).toEqual(PASSED);
});

story('new files, odd names, and CRLF in the work tree', (repo, agent) => {
  repo.git('config', 'core.autocrlf', 'true');
  agent.write('ä "b" c.js', 'one\r\ntwo\r\n').write("it's.js", 'x\n').stop();
  expect(check(repo)).toMatch(/2 changed files wait for a commit/);
  repo.commit('work');
  expect(stateOf(repo, 'ä "b" c.js:1')).toEqual(PASSED);
  expect(stateOf(repo, "it's.js:1")).toEqual(PASSED);
});

story('a commit without our hooks gets it with the next question', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').stop();
  check(repo);
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qam', 'work');
  expect(stateOf(repo, 'a.js:2')).toEqual(PASSED);
});

story(
  'it works before the first commit, and in a SHA-256 repository',
  (repo, agent) => {
    repo.write('Makefile', MAKEFILE);
    agent.write('a.js', 'one\n').stop();
    expect(check(repo)).toMatch(/2 changed files wait for a commit.*\nperson checked the work tree/s);
    repo.commit('first');
    expect(stateOf(repo, 'a.js:1')).toEqual(PASSED);
  },
  { hash: 'sha256' },
  {},
);

story('each work tree has its own', (repo, agent) => {
  repo.git('worktree', 'add', '-q', '../other');
  const other = adoptRepo(repo, join(repo.dir, '../other'));
  agent.edit('a.js', 'two', 'TWO').stop();
  check(repo);
  other.write('b.js', 'by a person\n');
  other.commit('elsewhere');
  expect(waiting(repo)).toHaveLength(1);
  repo.commit('work');
  expect(stateOf(repo, 'a.js:2')).toEqual(PASSED);
});

story('a dry run keeps nothing, and damaged files of runs are deleted', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').stop();
  expect(check(repo, '--dry-run')).toMatch(/1 changed file would wait/);
  expect(waiting(repo)).toEqual([]);
  const dir = join(repo.dir, '.git/prov/runs');
  mkdirSync(dir);
  const good = { report: { format: 'command', kind: 'test', result: 'passed', words: 'x' }, by: 'x', at: Date.now() };
  const bad = ['{', '[]', JSON.stringify({ version: 1, ...good, gitDir: '/', head: 'HEAD', files: [] })];
  for (const [i, text] of bad.entries()) writeFileSync(join(dir, `0000000000000${i}-1.json`), text);
  if (process.platform !== 'win32') spawnSync('mkfifo', [join(dir, '00000000000009-1.json')]); // git commit would wait for ever
  repo.commit('work');
  expect(waiting(repo)).toEqual([]);
  expect(stateOf(repo, 'a.js:2')).toEqual(['none']);
});

story('many checks that wait cost a commit no more than one does', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').stop();
  for (let n = 0; n < 4; n++) {
    repo.write('b.js', `${n}\n`);
    check(repo);
    repo.git('commit', '-q', '--allow-empty', '-m', 'nothing');
  }
  repo.write('b.js', 'last\n');
  expect(waiting(repo)).toHaveLength(4);
  const trace = join(repo.home, 'trace');
  repo.env['GIT_TRACE'] = trace;
  repo.git('commit', '-q', '--allow-empty', '-m', 'nothing');
  delete repo.env['GIT_TRACE'];
  const started = readFileSync(trace, 'utf8').split('\n');
  expect(started.filter((line) => / built-in: git rev-list --max-count=64 /.test(line))).toHaveLength(1);
  repo.commit('work');
  expect(stateOf(repo, 'a.js:2')).toEqual(PASSED);
});

story('no secret of the command is written', (repo, agent) => {
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  agent.edit('a.js', 'two', 'TWO').stop();
  prov(repo, 'verify-run', '--', 'make', 'test', `TOKEN=${secret}`);
  expect(
    waiting(repo)
      .map((file) => readFileSync(file, 'utf8'))
      .join(''),
  ).toContain('make test');
  expect(
    waiting(repo)
      .map((file) => readFileSync(file, 'utf8'))
      .join(''),
  ).not.toContain(secret);
});

story('in the shell of an agent, the check is the agent’s', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').stop();
  const env = { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'a' };
  expect(run(repo, env, '--by', 'person', '--', 'make', 'test')).toEqual([
    2,
    expect.stringContaining('An agent cannot record a check in the name of a person'),
  ]);
  expect(run(repo, env, '--', 'make', 'test')[0]).toBe(0);
  repo.commit('work');
  expect(stateOf(repo, 'a.js:2')).toEqual(['passed', 'test passed by claude-code']);
});
