import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HAS_HTTP, serveHttp, serveSilence } from './server.ts';
import { type Done, leftOver, NOTES, oursIn, PROGRAM, run, runAsync, script, type Site, withWorld } from './world.ts';

// A problem between here and a remote never fails the user's push, and nothing is lost.

const LOCK = `${NOTES}.lock`;

/** Moves the last attempt far into the past. */
function age(site: Site, ms: number): void {
  const file = join(site.provDir, 'waiting.json');
  const aged = site.waiting().map((one) => ({ ...one, last: one.last - ms }));
  writeFileSync(file, JSON.stringify(aged));
}

describe('a remote that rejects notes', () => {
  const WAYS: readonly (readonly [string, (server: Site) => void])[] = [
    [
      'by an update hook',
      (server) =>
        script(
          join(server.repo.dir, 'hooks/update'),
          `case $1 in refs/notes/*) echo 'no notes here' >&2; exit 1;; esac`,
        ),
    ],
    [
      'by a pre-receive hook',
      (server) => script(join(server.repo.dir, 'hooks/pre-receive'), `grep -q refs/notes/ && exit 1`, 'exit 0'),
    ],
    ['because it hides the ref', (server) => server.git('config', 'receive.hideRefs', 'refs/notes')],
    // With reftables such a lock would block everyone.
    ...(process.env['GIT_DEFAULT_REF_FORMAT'] === 'reftable'
      ? []
      : [['because a lock was left there', (server: Site) => script(join(server.repo.dir, LOCK))] as const]),
  ];

  test.each(WAYS)('%s: the push succeeds, one line explains it, and the remote is not asked each time', (_, protect) =>
    withWorld(async ({ server, clone }) => {
      const ada = await clone('ada');
      protect(server);
      const commit = await ada.work('w0');
      const first = ada.try('push');
      expect([first.code, server.git('rev-parse', 'main')]).toEqual([0, commit]);
      expect(oursIn(first)).toEqual([
        expect.stringMatching(/^git prov: origin does not take the notes: .+git prov push tries again now\.$/),
      ]);
      expect(ada.waiting()).toMatchObject([{ remote: 'origin', shown: 'origin', tries: 1 }]);
      // Again with the next push, afterwards rarely.
      for (const [i, lines] of [1, 0, 0].entries()) {
        await ada.work(`w${i + 1}`);
        expect(oursIn(ada.try('push'))).toHaveLength(lines);
      }
      expect(ada.waiting()).toMatchObject([{ tries: 2 }]);
      age(ada, 61_000);
      await ada.work('w4');
      expect(oursIn(ada.try('push'))).toHaveLength(1);
      const byHand = ada.prov('push');
      expect([byHand.code, byHand.stdout]).toEqual([1, expect.stringContaining('does not take the notes')]);
      // Once it is allowed, all are pushed at once.
      rmSync(join(server.repo.dir, 'hooks'), { recursive: true, force: true });
      rmSync(join(server.repo.dir, LOCK), { force: true });
      server.try('config', '--unset', 'receive.hideRefs');
      age(ada, 1e8);
      expect(oursIn(ada.try('push'))).toEqual([]);
      expect([server.noted().length, ada.waiting()]).toEqual([5, []]);
    }),
  );
});

test('receive.fsckObjects and receive.denyNonFastForwards accept notes', () =>
  withWorld(async ({ server, clone }) => {
    for (const key of ['receive.fsckObjects', 'receive.denyNonFastForwards', 'receive.denyDeletes'])
      server.git('config', key, 'true');
    const [ada, bob] = [await clone('ada'), await clone('bob')];
    ada.git('config', 'fetch.fsckObjects', 'true');
    await ada.work('w1');
    ada.git('push', '-q');
    await bob.work('w2', 'topic');
    bob.git('push', '-q', 'origin', 'topic');
    expect(ada.try('fetch')).toMatchObject({ code: 0 });
    expect(server.noted()).toHaveLength(2);
    expect(server.try('fsck', '--strict').stderr).toBe('');
  }));

describe('an unreachable remote for notes', () => {
  test.each(HAS_HTTP ? ['http', 'git'] : ['git'])(
    'by %s: the wait is limited, no process is left over, and the next push brings the notes',
    (protocol) =>
      withWorld(async ({ clone, bare, server }) => {
        const ada = await clone('ada');
        const notes = bare('notes.git');
        const silence = await serveSilence();
        try {
          const url = `${silence.url.replace('http', protocol)}/notes.git`;
          ada.git('config', 'prov.notesRemote', url);
          ada.git('config', 'prov.pushTimeout', '1');
          const commit = await ada.work('w1');
          const mark = `MARK_${process.pid}_${commit}`;
          const began = Date.now();
          const done = await runAsync(ada.repo, 'git', ['push'], { [mark]: '1' });
          expect(Date.now() - began).toBeLessThan(8000);
          expect([done.code, server.git('rev-parse', 'main')]).toEqual([0, commit]);
          expect(oursIn(done)).toEqual([
            `git prov: ${url} did not get the notes: it took too long. They go with a later push; git prov push tries again now.`,
          ]);
          expect(leftOver(mark)).toEqual([]);
          expect(ada.waiting()).toMatchObject([{ remote: 'origin', tries: 1, why: 'it took too long' }]);
          ada.git('config', 'prov.notesRemote', notes.repo.dir);
          expect(oursIn(ada.try('push'))).toEqual([]);
          expect([notes.noted(), ada.waiting()]).toEqual([[commit], []]);
        } finally {
          await silence.close();
        }
      }),
  );

  test('an ssh that hangs and ignores the first signal is killed', () =>
    withWorld(async ({ clone, root }) => {
      const ada = await clone('ada');
      const ssh = script(join(root, 'ssh'), `trap '' TERM HUP INT`, 'sleep 60 & wait; sleep 60');
      ada.git('config', 'core.sshCommand', `'${ssh}'`);
      ada.git('config', 'prov.notesRemote', 'somewhere:notes.git');
      ada.git('config', 'prov.pushTimeout', '1');
      const commit = await ada.work('w1');
      const mark = `MARK_${process.pid}_${commit}`;
      const began = Date.now();
      const done = await runAsync(ada.repo, 'git', ['push'], { [mark]: '1' });
      expect(Date.now() - began).toBeLessThan(8000);
      expect([done.code, oursIn(done).length]).toEqual([0, 1]);
      expect(leftOver(mark)).toEqual([]);
    }));

  test('an ssh without a terminal cannot prompt; one that works brings the notes', () =>
    withWorld(async ({ clone, bare, root, server }) => {
      const ada = await clone('ada');
      bare('notes.git');
      const asked = join(root, 'asked');
      script(join(root, 'askpass'), `echo asked >> '${asked}'`, 'echo secret');
      // Runs the command here, in place of the host, and records whether it could have prompted.
      const ssh = script(
        join(root, 'ssh'),
        `(exec </dev/tty) 2>/dev/null && echo tty >> '${asked}'`,
        `[ -z "$SSH_ASKPASS" ] || echo askpass >> '${asked}'`,
        'for last; do :; done',
        `cd '${root}' && exec sh -c "$last"`,
      );
      ada.git('config', 'prov.notesRemote', 'ada@host:notes.git');
      const commit = await ada.work('w1');
      const env = { GIT_SSH_COMMAND: `'${ssh}'`, SSH_ASKPASS: join(root, 'askpass'), DISPLAY: ':0' };
      // `script` gives git a terminal, like a person's.
      const done = await runAsync(ada.repo, 'script', ['-qec', 'git push', '/dev/null'], env);
      expect([done.code, done.stdout.includes('git prov')]).toEqual([0, false]);
      expect(server.git('rev-parse', 'main')).toBe(commit);
      const [ref] = ada.git('for-each-ref', '--format=%(refname)', 'refs/prov/remotes').split('\n');
      expect(ada.noted(ref)).toEqual([commit]);
      expect(() => readFileSync(asked)).toThrow('ENOENT');
    }));

  test.runIf(HAS_HTTP)('no password prompt appears, and no password is printed', () =>
    withWorld(async ({ clone, bare, root }) => {
      const ada = await clone('ada');
      bare('notes.git').git('config', 'http.receivepack', 'true');
      const server = await serveHttp(root, ada.repo.env, 'right');
      try {
        const asked = join(root, 'asked');
        const askpass = script(join(root, 'askpass'), `echo asked >> '${asked}'`, 'echo secret');
        ada.git('config', 'prov.notesRemote', `${server.url}/notes.git`);
        await ada.work('w1');
        const env = { GIT_ASKPASS: askpass, SSH_ASKPASS: askpass, GIT_TERMINAL_PROMPT: '1' };
        const push = (): Promise<Done> => runAsync(ada.repo, 'script', ['-qec', 'git push', '/dev/null'], env);
        const done = await push();
        expect([done.code, done.stdout.match(/git prov: .*(?=\r)/)?.[0]]).toEqual([
          0,
          expect.stringMatching(/ did not get the notes: could not read Username .*terminal prompts disabled/),
        ]);
        expect(() => readFileSync(asked)).toThrow('ENOENT');
        // A wrong one in the address: it is in no message and in no file of ours.
        ada.git('config', 'prov.notesRemote', server.url.replace('//', '//ada:wr0ng@') + '/notes.git');
        age(ada, 1e8);
        const wrong = await push();
        expect(wrong.stdout).toContain(`git prov: ${server.url}/notes.git did not get the notes: `);
        const written = [wrong.stdout, ada.faults(), JSON.stringify(ada.waiting()), ada.git('for-each-ref')].join('\n');
        expect(written).not.toContain('wr0ng');
        expect(ada.prov('status').stdout).not.toContain('wr0ng');
        const byHand = await runAsync(ada.repo, process.execPath, [PROGRAM, 'push', '--json']);
        expect([byHand.code, `${byHand.stdout}${byHand.stderr}`.includes('wr0ng')]).toEqual([1, false]);
        // The right one.
        ada.git('config', 'prov.notesRemote', server.url.replace('//', '//ada:right@') + '/notes.git');
        age(ada, 1e8);
        expect(oursIn(await runAsync(ada.repo, 'git', ['push']))).toEqual([]);
        expect(ada.waiting()).toEqual([]);
      } finally {
        await server.close();
      }
    }),
  );

  test('notes pending for one remote are retried when another is pushed to, unless it was removed or forbidden', () =>
    withWorld(async ({ clone, bare, server }) => {
      const ada = await clone('ada');
      const backup = bare('backup.git');
      ada.git('remote', 'add', 'backup', backup.repo.dir);
      ada.git('config', 'prov.backup.notesRemote', '/nowhere/at/all.git');
      const commit = await ada.work('w1');
      expect(oursIn(ada.try('push', 'backup', 'main'))).toHaveLength(1);
      ada.git('config', '--unset', 'prov.backup.notesRemote');
      ada.git('push', '-q', 'origin', 'main');
      expect([server.noted(), backup.noted()]).toEqual([[commit], []]);
      age(ada, 61_000);
      ada.git('config', 'prov.backup.push', 'manual');
      ada.try('push', 'origin', 'main');
      expect([backup.noted(), ada.waiting().length]).toEqual([[], 1]);
      ada.git('config', 'prov.backup.push', 'auto');
      ada.try('push', 'origin', 'main');
      expect([backup.noted(), ada.waiting()]).toEqual([[commit], []]);
      ada.git('config', 'prov.backup.notesRemote', '/nowhere/at/all.git');
      await ada.note(commit, 'more');
      ada.try('push', 'backup', 'main');
      ada.git('remote', 'remove', 'backup');
      age(ada, 61_000);
      ada.try('push', 'origin', 'main');
      expect(ada.waiting()).toEqual([]);
    }));
});

test("git's output is parsed independently of the user’s language", () =>
  withWorld(async ({ server, clone, root }) => {
    const [ada, bob] = [await clone('ada'), await clone('bob')];
    const log = join(root, 'language');
    for (const what of ['receive-pack', 'upload-pack']) {
      const program = script(join(root, what), `echo "${what} $LC_ALL/$LANGUAGE" >> '${log}'`, `exec git ${what} "$@"`);
      bob.git('config', `remote.origin.${what.replace('-', '')}`, program);
    }
    await ada.work('w1');
    ada.git('push', '-q');
    await bob.work('w2', 'topic');
    const env = { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', LANGUAGE: 'de' };
    const done = await runAsync(bob.repo, 'git', ['push', 'origin', 'topic'], env);
    expect([done.code, oursIn(done)]).toEqual([0, []]);
    const ways = new Set(readFileSync(log, 'utf8').split('\n').filter(Boolean));
    expect([...ways].toSorted()).toEqual(['receive-pack C/', 'receive-pack de_DE.UTF-8/de', 'upload-pack C/']);
    expect(server.noted()).toHaveLength(2);
  }));

test('a program without node on its PATH pushes notes, too', () =>
  withWorld(async ({ server, clone, root }) => {
    const ada = await clone('ada');
    const commit = await ada.work('w1');
    mkdirSync(join(root, 'bin'));
    for (const name of ['git', 'sh', 'cat', 'tr', 'rm'])
      symlinkSync(run(ada.repo, 'sh', ['-c', `command -v ${name}`]).stdout.trim(), join(root, 'bin', name));
    const env = { PATH: join(root, 'bin') };
    expect(run(ada.repo, '/bin/sh', ['-c', 'command -v node'], env).code).not.toBe(0);
    const done = await runAsync(ada.repo, join(root, 'bin/git'), ['push'], env);
    expect([done.code, oursIn(done)]).toEqual([0, []]);
    expect(server.noted()).toEqual([commit]);
  }));

test('messages of a remote are shown without terminal escapes', () =>
  withWorld(async ({ server, clone, root }) => {
    const ada = await clone('ada');
    const rude = script(join(root, 'rude'), `printf 'fatal: no \\033]0;owned\\007\\033[31mentry\\n' >&2`, 'exit 1');
    ada.git('remote', 'add', 'notes', server.repo.dir);
    ada.git('config', 'remote.notes.receivepack', rude);
    ada.git('config', 'remote.notes.uploadpack', rude);
    ada.git('config', 'prov.notesRemote', 'notes');
    await ada.work('w1');
    const [line] = oursIn(ada.try('push'));
    // oxlint-disable-next-line no-control-regex
    expect(line).not.toMatch(/[\u0000-\u001f]/);
    expect(line).toContain('did not get the notes: no');
  }));
