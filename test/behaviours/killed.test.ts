import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NODE } from '../helpers/program/node.ts';
import { ROOT } from '../recorder/site.ts';
import { withStory, type Story } from './story.ts';

/** Lets the behaviours run in a process that is killed when it starts git for the n-th time. @returns whether it was */
function killedAt({ site: { repo } }: Story, n: number): boolean {
  const dir = join(repo.home, 'bin');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir);
  const real = spawnSync('sh', ['-c', 'command -v git'], { env: repo.env }).stdout.toString().trim();
  const script = [
    '#!/bin/sh',
    // Two may start at once; one may outlive its process, and then finds no folder.
    `i=1; while [ $i -lt 200 ] && ! mkdir '${dir}/'$i 2>/dev/null; do i=$((i + 1)); done`,
    `if [ $i -eq ${n} ]; then : >'${dir}/done'; kill -9 $PPID; exit 1; fi`,
    `exec '${real}' "$@"`,
  ];
  writeFileSync(join(dir, 'git'), `${script.join('\n')}\n`, { mode: 0o755 });
  const env = { ...repo.env, PATH: `${dir}:${repo.env['PATH']}` };
  const done = spawnSync(NODE, [join(ROOT, 'dist/git-prov.js'), 'behaviours', '--run'], { cwd: repo.dir, env });
  expect(done.signal).toBe(existsSync(join(dir, 'done')) ? 'SIGKILL' : null);
  return done.signal === 'SIGKILL';
}

test('a process that is killed at any start of git loses no event and does nothing twice', { timeout: 120_000 }, () =>
  withStory(async (story) => {
    story.site.repo.git('config', 'prov.behaviours', 'true');
    let n = 0;
    let kills = 0;
    let isKilled: boolean;
    const claims: string[] = [];
    do {
      claims.push(`Claim number ${++n}`);
      await story.say('claim', claims.at(-1)!);
      isKilled = killedAt(story, n);
      if (isKilled) kills++;
      // What the killed process had started may still hold the lock: then the next one does nothing.
    } while (isKilled || n <= 5);
    expect(kills).toBeGreaterThan(3);
    await story.dispatch();
    await story.dispatch();
    expect(story.did().map((one) => one.split('"')[1])).toEqual(claims);
  }),
);
