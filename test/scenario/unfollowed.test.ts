import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const BASE = { 'f.txt': 'one @human\n' };
const MARGIN = 8 * 1024 * 1024 + 1;

/** Packages that no ignore rule covers: more names than the hook follows. */
function crowd(repo: TestRepo): void {
  const dir = join(repo.dir, 'node_modules', 'a-long-name'.repeat(20));
  mkdirSync(dir, { recursive: true });
  for (let i = 0; i < 1800; i++) writeFileSync(join(dir, `file-${i}.js`), '');
}

const save = (repo: TestRepo, path: string, text: string): void => writeFileSync(join(repo.dir, path), text);
const ownersOf = (repo: TestRepo, ...paths: string[]): string[] =>
  paths.flatMap((path) => judge(repo, path).map(({ text, owner }) => `${text}: ${owner}`));

/** Runs a scenario in a repository with too many untracked files, and commits the given files. */
async function inCrowd(
  paths: readonly string[],
  tell: (repo: TestRepo, a: TestAgent) => Promise<void> | void,
): Promise<string[]> {
  return withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    crowd(repo);
    await tell(repo, new TestAgent(repo, 'a').start().prompt('do it'));
    repo.git('add', ...paths);
    repo.git('commit', '-qm', 'by hand');
    return ownersOf(repo, ...paths);
  });
}

test('a new file that no snapshot covered, because of too many files, is unsure', async () => {
  const found = await inCrowd(['made.txt', 'f.txt'], (repo, a) => {
    a.bash('true');
    a.bash("node -e 'fs.writeFileSync(`made.txt`, `made @a\\n`)'");
    save(repo, 'f.txt', 'one @human\ntwo @human\n');
  });
  expect(found).toEqual(['made @a: unsure', 'one @human: no note', 'two @human: human']);
});

test('what a person creates after the last step is the person’s', async () => {
  const found = await inCrowd(['mine.txt'], async (repo, a) => {
    a.bash("node -e 'fs.writeFileSync(`made.txt`, `made @a\\n`)'");
    await sleep(100);
    save(repo, 'mine.txt', 'mine @human\n');
  });
  expect(found).toEqual(['mine @human: human']);
});

test('while agents only read, new files are the person’s', async () => {
  const found = await inCrowd(['mine.txt'], (repo, a) => {
    a.bash('ls');
    save(repo, 'mine.txt', 'mine @human\n');
    a.bash('ls');
  });
  expect(found).toEqual(['mine @human: human']);
});

test('a file tool’s file, and one that a command names, belong to their step despite the crowd', async () => {
  const found = await inCrowd(['w.txt', 'f.txt'], (_repo, a) => {
    a.write('w.txt', 'w @a\n');
    a.bash("printf 'two @a\\n' >> f.txt");
  });
  expect(found).toEqual(['w @a: a', 'one @human: no note', 'two @a: a']);
});

test('a person’s file hidden by the crowd is not the step’s that removes the crowd', async () => {
  const found = await inCrowd(['mine.txt'], (repo, a) => {
    a.bash('ls');
    save(repo, 'mine.txt', 'mine @human\n');
    a.bash('node -e 1 && rm -rf node_modules');
  });
  expect(found).toEqual(['mine @human: unsure']);
});

test("an agent’s file hidden by the crowd does not become the person's who removes the crowd", async () => {
  const found = await inCrowd(['made.txt', 'later.txt'], async (repo, a) => {
    a.bash("node -e 'fs.writeFileSync(`made.txt`, `made @a\\n`)'");
    await sleep(100);
    save(repo, '.gitignore', 'node_modules\n');
    save(repo, 'later.txt', 'later @human\n');
    a.bash('ls');
  });
  expect(found).toEqual(['made @a: unsure', 'later @human: human']);
});

test('status reports too many untracked files while they exist, and what to do', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    new TestAgent(repo, 'a').start().prompt('do it').bash('ls');
    expect(prov(repo, 'status')).not.toContain('not followed');
    crowd(repo);
    new TestAgent(repo, 'a').bash('ls');
    expect(prov(repo, 'status')).toContain(
      'not followed  1800 new files that git does not ignore (most in node_modules/): too many.',
    );
    expect(JSON.parse(prov(repo, 'status', '--json'))).toMatchObject({
      crowd: { files: 1800, folder: 'node_modules/' },
    });
    save(repo, '.gitignore', 'node_modules\n');
    expect(prov(repo, 'status')).not.toContain('not followed');
  }));

test('a file too large to follow is unsure when agents were at work, else the person’s', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const line = `${'x'.repeat(1023)}\n`;
    const a = new TestAgent(repo, 'a').start().prompt('do it');
    a.bash(`node -e 'fs.writeFileSync("big.txt", ("x".repeat(1023) + "\\n").repeat(${(MARGIN >> 10) + 1}))'`);
    repo.commit('by hand');
    expect([...new Set(judge(repo, 'big.txt').map(({ owner }) => owner))]).toEqual(['unsure']);
    save(repo, 'mine.txt', line.repeat((MARGIN >> 10) + 1));
    repo.commit('by hand too');
    expect([...new Set(judge(repo, 'mine.txt').map(({ owner }) => owner))].sort()).not.toContain('a');
    save(repo, 'big.txt', `mine @human\n${repo.read('big.txt')}`);
    repo.commit('a line more');
    expect(
      judge(repo, 'big.txt')
        .slice(0, 2)
        .map(({ owner }) => owner),
    ).not.toContain('a');
  }));
