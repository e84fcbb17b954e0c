import { test } from 'vitest';
import { execFileSync } from 'node:child_process';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo } from '../helpers/repo.ts';
import { configure, endGpg, judge, notesOf, signWithGpg, signWithSsh, run } from './signed.ts';
for (const scheme of ['none', 'ssh', 'gpg'])
test(scheme, async () => {
  const repo = makeRepo({ files: { 'f.txt': 'one\ntwo\n' } });
  enable(repo);
  if (scheme === 'ssh') signWithSsh(repo);
  if (scheme === 'gpg') signWithGpg(repo);
  const agent = new TestAgent(repo, '11111111-aaaa-4bbb-8ccc-000000000001').start();
  const times: number[] = [];
  for (let i = 0; i < 60; i++) {
    agent.write(`n${i}.txt`, `line ${i}\n`);
    repo.git('add', '-A'); const at = performance.now(); repo.git('commit', '-qm', String(i)); times.push(performance.now() - at); repo.tick();
  }
  times.sort((a, b) => a - b);
  const notes = await notesOf(repo);
  const sizes = execFileSync('git', ['cat-file', '--batch-check=%(objectsize)'], { cwd: repo.dir, env: repo.env, input: repo.git('notes', '--ref=provenance', 'list').split('\n').map(l => l.split(' ')[0]).join('\n') }).toString().trim().split('\n').map(Number).sort((a, b) => a - b);
  const t = performance.now(); const { report } = await judge(repo, notes); const took = performance.now() - t;
  const t2 = performance.now(); run(repo, 'verify'); const v = performance.now() - t2;
  console.log(scheme, 'commit median', times[30]!.toFixed(0), 'note median', sizes[30], 'judge', took.toFixed(0), 'verify cli', v.toFixed(0), report.vouched);
  if (scheme === 'gpg') endGpg(repo);
  repo.cleanup();
}, 120000);
