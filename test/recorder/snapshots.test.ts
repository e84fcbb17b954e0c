import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pruneSnapshots, snapshotObjects } from '../../src/recorder/worktree/snapshots.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { judge, wrongLines } from '../helpers/judge.ts';
import { withRepo } from '../helpers/repo.ts';

test('unreferenced snapshots are removed, and the owners of uncommitted lines are still known afterwards', () =>
  withRepo({ files: { 'f.txt': 'one @human\n' } }, async (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'a').start().prompt('go');
    for (let n = 0; n < 4; n++) agent.bash(`printf 'scratch ${n}\\n' > scratch.txt`);
    agent.bash('rm scratch.txt').edit('f.txt', 'one @human', 'one changed @a');
    const dir = join(repo.dir, '.git/prov');
    prov(repo, 'status');
    const hourAgo = Date.now() / 1000 - 2 * 3600;
    const before = [...snapshotObjects(dir)];
    for (const { file } of before) utimesSync(file, hourAgo, hourAgo);
    await pruneSnapshots(await repo.open(), dir, Date.now());
    const after = [...snapshotObjects(dir)].length;
    expect(after).toBeLessThan(before.length);
    expect(after).toBeGreaterThan(0);
    agent.bash("printf 'two @a\\n' >> f.txt");
    repo.commit('after');
    expect(wrongLines(judge(repo, 'f.txt'))).toEqual([]);
    expect(judge(repo, 'f.txt').map(({ owner }) => owner)).toEqual(['a', 'a']);
    expect(readdirSync(join(dir, 'spool/bad'))).toEqual([]);
  }));
