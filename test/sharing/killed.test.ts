import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { holdNotes, leftOver, NOTES, runAsync, script, until, withWorld } from './world.ts';

describe('our hook is killed in the middle', () => {
  test.runIf(process.platform === 'linux').each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'by %s: the next push does it',
    (signal) =>
      withWorld(async ({ server, clone, root }) => {
        const ada = await clone('ada');
        // The remote waits, so that the kill hits the middle.
        const slow = script(join(root, 'slow'), 'sleep 2', 'exec git receive-pack "$@"');
        ada.git('config', 'prov.notesRemote', 'notes');
        ada.git('remote', 'add', 'notes', server.repo.dir);
        ada.git('config', 'remote.notes.receivepack', slow);
        const commit = await ada.work('w1');
        const mark = `MARK_${process.pid}_${signal}_${commit}`;
        const running = runAsync(ada.repo, 'git', ['push'], { [mark]: '1' });
        for (let i = 0; i < 200 && !leftOver(mark).some((line) => line.includes('hook pre-push')); i++) await sleep(20);
        await sleep(700);
        for (const pid of readdirSync('/proc')) {
          try {
            const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
            const isOurs =
              line.includes('hook\0pre-push') && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
            if (isOurs) process.kill(Number(pid), signal);
          } catch {
            // It has ended.
          }
        }
        const done = await running;
        expect([done.code, server.git('rev-parse', 'main')]).toEqual([0, commit]);
        // SIGKILL cannot be handled, so the child processes end a little later. Otherwise they end before the slow server does.
        for (let i = 0; i < (signal === 'SIGKILL' ? 200 : 20) && leftOver(mark).length > 0; i++) await sleep(50);
        expect(leftOver(mark)).toEqual([]);
        ada.git('config', '--unset', 'remote.notes.receivepack');
        expect(ada.try('push')).toMatchObject({ code: 0 });
        expect([server.noted(), ada.noted()]).toEqual([[commit], [commit]]);
      }),
  );
});

test('prov.push background: the notes arrive although the terminal is closed meanwhile', () =>
  withWorld(async ({ server, clone, root }) => {
    const ada = await clone('ada');
    ada.git('config', 'prov.push', 'background');
    const gate = join(root, 'open');
    holdNotes(server, gate);
    const commit = await ada.work('w1');
    const failed = join(ada.provDir, 'hook-failed');
    writeFileSync(failed, 'earlier\n');
    // A group of its own: as if the terminal were closed, all that the push started gets the signal.
    const push = spawn('git', ['push', '-q'], {
      cwd: ada.repo.dir,
      env: ada.repo.env,
      detached: true,
      stdio: 'ignore',
    });
    await once(push, 'exit');
    await until(() => existsSync(`${gate}.asked`));
    process.kill(-push.pid!, 'SIGHUP');
    await sleep(300);
    script(gate);
    await until(() => server.has(NOTES));
    expect(server.noted()).toEqual([commit]);
    await until(() => !existsSync(failed)); // the hook has seen how the program ended
  }));
