import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { prov, TestAgent } from '../../helpers/agent.ts';
import { judge, wrongLines } from '../../helpers/judge.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

function run(repo: TestRepo, program: string, ...args: string[]): void {
  repo.tick();
  const done = spawnSync(program, args, { cwd: repo.dir, env: repo.env });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr.toString()}`);
}

function story(name: string, needs: string, tell: (repo: TestRepo, a: TestAgent) => void): void {
  test.skipIf(!has(needs))(has(needs) ? name : `${name} (needs ${needs})`, () =>
    withRepo({ files: { 'f.txt': lines('one was first @human', 'two was first @human') } }, (repo) => {
      prov(repo, 'init', '--agent', 'claude-code');
      const a = new TestAgent(repo, 'a').start().prompt('write');
      tell(repo, a);
      prov(repo, 'blame', '--json', 'HEAD', '--', 'f.txt');
      const verdicts = ['f.txt', 'n.txt'].flatMap((path) => judge(repo, path));
      expect(wrongLines(verdicts)).toEqual([]);
      expect(verdicts.filter(({ text }) => text.includes('@a')).length).toBeGreaterThan(2);
    }),
  );
}

const POEM = lines('a first line of it @a', 'the second of them @a', 'and a third to end @a');

function jj(repo: TestRepo): void {
  run(repo, 'jj', 'git', 'init', '--colocate');
  run(repo, 'jj', 'config', 'set', '--repo', 'user.name', 'Ada Tester');
  run(repo, 'jj', 'config', 'set', '--repo', 'user.email', 'ada@example.com');
}

story('jj commit in a colocated repository', 'jj', (repo, a) => {
  jj(repo);
  a.write('n.txt', POEM);
  repo.write('n.txt', `${repo.read('n.txt')}typed by a person @human\n`);
  run(repo, 'jj', 'commit', '-m', 'one');
});

story('jj squash into a commit, and jj describe', 'jj', (repo, a) => {
  jj(repo);
  a.write('n.txt', POEM);
  run(repo, 'jj', 'commit', '-m', 'one');
  a.edit('n.txt', 'the second of them @a', 'the other of the two @a');
  repo.write('f.txt', `${repo.read('f.txt')}typed by a person @human\n`);
  run(repo, 'jj', 'squash');
  run(repo, 'jj', 'describe', '-r', '@-', '-m', 'another message');
});

story('git branchless record', 'git-branchless', (repo, a) => {
  run(repo, 'git-branchless', 'init');
  a.write('n.txt', POEM);
  repo.write('n.txt', `${repo.read('n.txt')}typed by a person @human\n`);
  repo.git('add', '-A');
  run(repo, 'git-branchless', 'record', '-m', 'one');
});
