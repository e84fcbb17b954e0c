import { NOTES_REF } from '../../src/notes/refs.ts';
import { spawn } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { add, said, withStore } from '../helpers/notes.ts';
import type { TestRepo } from '../helpers/repo.ts';

// What git does while it runs, and a process with the same name.
function pretend(repo: TestRepo, ...args: string[]): { end: () => void } {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)', 'gc', ...args], { stdio: 'ignore' });
  const file = join(repo.dir, '.git/gc.pid');
  writeFileSync(file, `${child.pid} ${hostname()}`);
  return {
    end: () => {
      child.kill('SIGKILL');
      rmSync(file, { force: true });
    },
  };
}

function prune(repo: TestRepo): void {
  for (const folder of readdirSync(join(repo.dir, '.git/objects')))
    if (/^[0-9a-f]{2}$/.test(folder)) rmSync(join(repo.dir, '.git/objects', folder), { recursive: true });
}

test('a new note that git gc --prune=now removed is written again before it counts', () =>
  withStore({}, async ({ repo, store, id }) => {
    repo.git('gc', '-q');
    const gc = pretend(repo, '--prune=now');
    let acknowledged = false;
    const done = store.update(new Map([[id(1), add('a')]]), 'a').then(() => (acknowledged = true));
    while (repo.git('for-each-ref', NOTES_REF) === '') await sleep(10);
    await sleep(100);
    expect(acknowledged).toBe(false);
    prune(repo);
    gc.end();
    await done;
    expect(said((await store.read([id(1)])).get(id(1)))).toBe('a');
    expect(repo.git('fsck', '--connectivity-only')).not.toMatch(/missing|broken/);
  }));

test('a note does not count while git gc runs longer than the time limit', () =>
  withStore({}, async ({ repo, another, id }) => {
    const gc = pretend(repo, '--prune=now');
    const store = await another(100);
    await expect(store.update(new Map([[id(1), add('a')]]), 'a')).rejects.toMatchObject({ kind: 'git' });
    gc.end();
    await store.update(new Map([[id(1), add('a')]]), 'a');
    expect(said((await store.read([id(1)])).get(id(1)))).toBe('a');
  }));

test.runIf(process.platform === 'linux')(
  'git gc in the background, which removes nothing young, delays no writer',
  () =>
    withStore({}, async ({ repo, another, id }) => {
      const gc = pretend(repo, '--auto');
      try {
        expect(await (await another(100)).update(new Map([[id(1), add('a')]]), 'a')).toBe(repo.oid(NOTES_REF));
      } finally {
        gc.end();
      }
      writeFileSync(join(repo.dir, '.git/gc.pid'), `999999999 ${hostname()}`);
      expect(await (await another(100)).update(new Map([[id(1), add('b')]]), 'b')).toBe(repo.oid(NOTES_REF));
    }),
);
