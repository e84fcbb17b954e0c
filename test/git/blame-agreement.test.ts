import { expect, test } from 'vitest';
import { addedLines, changesOf, type CommitChange } from '../../src/git/history/commit-changes.ts';
import type { Oid } from '../../src/model/ids.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

const added = (change: CommitChange): Record<string, number[]> =>
  Object.fromEntries(
    [...addedLines(change)].map(([path, ranges]) => [
      path,
      ranges.flatMap(([start, count]) => Array.from({ length: count }, (_, i) => start + i)),
    ]),
  );

// The lines that `git blame` on the commit gives to the commit: `added` must agree with them.
function blamed(repo: TestRepo, commit: Oid): Record<string, number[]> {
  const own: Record<string, number[]> = {};
  for (const path of repo.gitRaw(['ls-tree', '-rz', '--name-only', commit]).toString().split('\0').filter(Boolean)) {
    const lines = repo.gitRaw(['blame', '--porcelain', commit, '--', path]).toString('latin1').split('\n');
    const mine = lines.filter((line) => line.startsWith(`${commit} `)).map((line) => Number(line.split(' ')[2]));
    if (mine.length > 0) own[path] = mine;
  }
  return own;
}

test('git blame gives a commit exactly its added lines, in histories with merges, renames and repeated lines', async () => {
  const random = (() => {
    let seed = 7;
    return (below: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return (seed >> 8) % below;
    };
  })();
  const words = ['}', '', '  }', 'if (x) {', 'return;', 'a', 'b', 'call();'];
  const line = (): string => words[random(words.length)]!;
  const edit = (text: string): string => {
    const lines = text.split('\n');
    for (let i = 0; i < 3; i++) {
      const at = random(lines.length + 1);
      if (random(3) === 0) lines.splice(at, 1 + random(3));
      else lines.splice(at, random(2), ...Array.from({ length: 1 + random(4) }, line));
    }
    return lines.join('\n');
  };
  const start = Array.from({ length: 30 }, line).join('\n');
  const repo = makeRepo({ files: { f: start, 'dir/g': start, h: '' } });
  const commits = [repo.oid('HEAD')];
  let [g, moves] = ['dir/g', 0];
  for (let round = 0; round < 8; round++) {
    repo.git('switch', '-qc', `topic${round}`);
    repo.write('f', edit(repo.read('f')));
    commits.push(repo.commit(`topic ${round}`));
    repo.git('switch', '-q', 'main');
    if (random(2) === 0) {
      repo.git('mv', g, `dir/g${++moves}`);
      g = `dir/g${moves}`;
    }
    repo.write(g, edit(repo.read(g)));
    repo.write('f', edit(repo.read('f')));
    commits.push(repo.commit(`main ${round}`));
    repo.git('merge', '-q', '--no-commit', '-X', random(2) === 0 ? 'ours' : 'theirs', `topic${round}`);
    if (random(2) === 0) repo.write('f', edit(repo.read('f')));
    commits.push(repo.commit(`merge ${round}`));
  }
  const changes = await changesOf(await repo.open(), commits);
  let lines = 0;
  for (const commit of commits) {
    const own = blamed(repo, commit);
    expect({ commit, added: added(changes.get(commit)!) }).toEqual({ commit, added: own });
    lines += Object.values(own).flat().length;
  }
  expect(lines).toBeGreaterThan(150);
  expect(changes.size).toBe(commits.length);
  repo.cleanup();
}, 30_000);
