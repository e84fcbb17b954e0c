import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, TestAgent } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

const BASE = { files: { 'f.txt': 'one @human\n' } };

/** Runs a scenario in a repository without reflogs. */
function withoutReflogs(
  tell: (repo: TestRepo, a: TestAgent) => void,
  start: Parameters<typeof makeRepo>[0] = BASE,
): void {
  const repo = makeRepo(start);
  try {
    repo.git('config', 'core.logAllRefUpdates', 'false');
    rmSync(join(repo.dir, '.git', 'logs'), { recursive: true, force: true });
    enable(repo);
    tell(repo, new TestAgent(repo, 'a').start().prompt('do it'));
  } finally {
    repo.cleanup();
  }
}

const ownersOf = (repo: TestRepo, ...paths: string[]): string[] =>
  paths.flatMap((path) => judge(repo, path).map(({ text, owner }) => `${text}: ${owner}`));

test('without reflogs, an agent’s new file is the agent’s in the next commit', () => {
  withoutReflogs((repo, a) => {
    repo.write('before.txt', 'before it @human\n');
    a.write('new.txt', 'new @a\n');
    repo.write('after.txt', 'after it @human\n');
    repo.commit('all of it');
    expect(ownersOf(repo, 'new.txt', 'before.txt', 'after.txt', 'f.txt')).toEqual([
      'new @a: a',
      'before it @human: human',
      'after it @human: human',
      'one @human: no note',
    ]);
  });
});

test('without reflogs, lines that a person adds above an agent’s lines are the person’s', () => {
  withoutReflogs((repo, a) => {
    repo.write('f.txt', 'one @human\ntwo @human\n');
    a.edit('f.txt', 'two @human\n', 'two @human\nthree @a\n');
    repo.commit('both');
    expect(ownersOf(repo, 'f.txt')).toEqual(['one @human: no note', 'two @human: human', 'three @a: a']);
  });
});

test('without reflogs, and with a person’s commits that no hook saw, each line has its true owner', () => {
  withoutReflogs((repo, a) => {
    a.write('new.txt', 'new @a\n');
    repo.write('mine.txt', 'mine @human\n');
    repo.git('add', 'mine.txt');
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'mine');
    repo.write('also.txt', 'also mine @human\n');
    repo.commit('the rest');
    expect(ownersOf(repo, 'new.txt', 'mine.txt', 'also.txt')).toEqual([
      'new @a: a',
      'mine @human: no note',
      'also mine @human: human',
    ]);
  });
});

test('without reflogs, the first commit of all', () => {
  withoutReflogs((repo, a) => {
    a.write('new.txt', 'new @a\n');
    repo.write('mine.txt', 'mine @human\n');
    repo.commit('the first');
    expect(ownersOf(repo, 'new.txt', 'mine.txt')).toEqual(['new @a: a', 'mine @human: human']);
  }, {});
});
