import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { decodeStatement } from '../../src/model/statement.ts';
import { adoptRepo, type TestRepo, withRepo } from '../helpers/repo.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import {
  configure,
  endGpg,
  faults,
  HAS_GPG,
  HAS_SSH,
  judge,
  notesOf,
  run,
  script,
  signWithGpg,
  signWithSsh,
  sshKey,
} from './signed.ts';

const FILES = { 'f.txt': 'one\ntwo\n' };

/** An agent writes a line and commits it: the hook writes the note, and signs it when configured. */
function commitOnce(repo: TestRepo, line = 'three', session = '11111111-aaaa-4bbb-8ccc-000000000001'): void {
  const agent = new TestAgent(repo, session).start();
  agent.prompt(`Add ${line}`).edit('f.txt', 'two\n', `two\n${line}\n`);
  repo.commit(line);
}

const signaturesIn = async (repo: TestRepo): Promise<number[]> =>
  [...(await notesOf(repo)).values()].map(({ signatures = [] }) => signatures.length);

describe('a note that cannot be signed is still written, and status explains why', () => {
  test.runIf(HAS_SSH)('when the key needs a passphrase: no prompt appears (needs ssh-keygen)', async () => {
    await withRepo({ files: FILES }, async (repo) => {
      enable(repo);
      const { file } = sshKey(repo, 'locked', 'secret');
      // A program that would prompt is not started either.
      const asked = join(repo.home, 'asked');
      repo.env['SSH_ASKPASS'] = script(repo, 'askpass', `touch '${asked}'; echo secret`);
      Object.assign(repo.env, { SSH_ASKPASS_REQUIRE: 'force', DISPLAY: ':0' });
      configure(repo, { 'gpg.format': 'ssh', 'user.signingKey': file, 'prov.sign': 'true' });
      const before = Date.now();
      commitOnce(repo);
      expect(Date.now() - before).toBeLessThan(8000);
      expect(existsSync(asked)).toBe(false);
      expect(await signaturesIn(repo)).toEqual([0]);
      expect(faults(repo)).toEqual([expect.stringMatching(/^Notes were not signed: ssh-keygen said: .*passphrase/)]);
      expect(run(repo, 'status').out).toContain('Notes were not signed: ssh-keygen said:');
    });
  });

  test.runIf(HAS_GPG)(
    'where the OpenPGP key needs one (needs gpg)',
    async () => {
      await withRepo({ files: FILES }, async (repo) => {
        enable(repo);
        signWithGpg(repo, 'secret');
        try {
          commitOnce(repo);
          expect(await signaturesIn(repo)).toEqual([0]);
          expect(faults(repo)).toEqual([expect.stringMatching(/^Notes were not signed: gpg said: /)]);
        } finally {
          endGpg(repo);
        }
      });
    },
    30_000,
  );

  test('when the program hangs: it is killed with its child processes', async () => {
    await withRepo({ files: FILES }, async (repo) => {
      enable(repo);
      const pids = join(repo.home, 'pids');
      const program = script(repo, 'hangs', `echo $$ >> '${pids}'; sleep 300 & echo $! >> '${pids}'; wait`);
      const key = join(repo.home, 'any');
      configure(repo, { 'gpg.format': 'ssh', 'gpg.ssh.program': program, 'user.signingKey': key, 'prov.sign': 'true' });
      const before = Date.now();
      commitOnce(repo);
      const took = Date.now() - before;
      expect(took).toBeGreaterThan(2500);
      expect(took).toBeLessThan(10_000);
      expect(await signaturesIn(repo)).toEqual([0]);
      expect(faults(repo)).toEqual([expect.stringMatching(/did not end in its time\.$/)]);
      await sleep(200);
      const left = readFileSync(pids, 'utf8')
        .trim()
        .split('\n')
        .filter((pid) => isAtWork(Number(pid)));
      expect(left).toEqual([]);
    });
  }, 30_000);

  test('when the key or the program is missing, or the setting is invalid', async () => {
    await withRepo({ files: FILES }, async (repo) => {
      enable(repo);
      configure(repo, { 'gpg.format': 'ssh', 'prov.sign': 'true' });
      commitOnce(repo);
      expect(faults(repo)[0]).toMatch(/neither user\.signingKey nor gpg\.ssh\.defaultKeyCommand names a key/);
      configure(repo, { 'gpg.ssh.program': join(repo.home, 'absent'), 'user.signingKey': 'x' });
      commitOnce(repo, 'again');
      expect(faults(repo)).toEqual([expect.stringMatching(/could not be started/)]);
      configure(repo, { 'prov.sign': 'perhaps' });
      commitOnce(repo, 'once more');
      expect(faults(repo)).toEqual([expect.stringMatching(/prov\.sign is neither true nor false/)]);
      configure(repo, { 'prov.sign': 'false' });
      commitOnce(repo, 'at last');
      expect(faults(repo)).toEqual([]);
      expect(await signaturesIn(repo)).toEqual([0, 0, 0, 0]);
    });
  }, 30_000);
});

describe.runIf(HAS_SSH)('signing follows git’s configuration (needs ssh-keygen)', () => {
  test('a key named by a command, and an ssh-agent with its private half', async () => {
    await withRepo({ files: FILES }, async (repo) => {
      enable(repo);
      const { file, line, fingerprint } = sshKey(repo, 'ada');
      const started = spawnSync('ssh-agent', ['-s', '-a', join(repo.home, 'agent')], { env: repo.env });
      const pid = Number(/SSH_AGENT_PID=(\d+)/.exec(started.stdout.toString())?.[1]);
      try {
        repo.env['SSH_AUTH_SOCK'] = join(repo.home, 'agent');
        expect(spawnSync('ssh-add', ['-q', file], { env: repo.env }).status).toBe(0);
        configure(repo, {
          'gpg.format': 'ssh',
          'prov.sign': 'true',
          'gpg.ssh.defaultKeyCommand': `echo 'key::${line}'`,
        });
        commitOnce(repo);
        expect(faults(repo)).toEqual([]);
        expect((await judge(repo, await notesOf(repo))).report.signers[0]?.key).toBe(fingerprint);
      } finally {
        if (pid > 0) process.kill(pid);
      }
    });
  }, 30_000);

  test('a key and a list in the home folder, given with `~/`', async () => {
    await withRepo({ files: FILES }, async (repo) => {
      enable(repo);
      signWithSsh(repo);
      configure(repo, { 'user.signingKey': '~/ada', 'gpg.ssh.allowedSignersFile': '~/allowed' });
      commitOnce(repo);
      expect((await judge(repo, await notesOf(repo))).report).toMatchObject({ vouched: 1, claimed: 0 });
    });
  }, 30_000);

  test('after the next successful signature, status no longer reports it', async () => {
    await withRepo({ files: FILES }, async (repo) => {
      enable(repo);
      signWithSsh(repo);
      configure(repo, { 'gpg.ssh.program': join(repo.home, 'absent') });
      commitOnce(repo);
      expect(faults(repo)).toHaveLength(1);
      repo.git('config', '--unset', 'gpg.ssh.program');
      commitOnce(repo, 'again');
      expect(faults(repo)).toEqual([]);
      expect((await signaturesIn(repo)).sort()).toEqual([0, 1]);
    });
  }, 30_000);

  test.each([
    ['taken over when an allowed signer vouches for them', true],
    ['not signed without an allowed signer', false],
  ])(
    'graphs that were recorded elsewhere are %s',
    async (_, isSigned) => {
      await withRepo({ files: FILES }, async (repo) => {
        enable(repo);
        if (isSigned) signWithSsh(repo);
        commitOnce(repo);
        repo.git('clone', '-q', repo.dir, join(repo.home, 'clone'));
        const clone = adoptRepo(repo, join(repo.home, 'clone'));
        clone.git('fetch', '-q', 'origin', 'refs/notes/provenance:refs/notes/provenance');
        if (!isSigned) signWithSsh(clone);
        else
          for (const name of ['gpg.format', 'user.signingKey', 'prov.sign', 'gpg.ssh.allowedSignersFile'])
            clone.git('config', name, repo.git('config', name));
        enable(clone);
        clone.git('commit', '-q', '--amend', '-m', 'amended elsewhere');
        prov(clone, 'status', '--json');
        const notes = await notesOf(clone);
        const note = notes.get(clone.oid('HEAD'));
        const statement = decodeStatement(note!.signatures![0]!.payload);
        expect([statement.graphs.length, statement.taken.length]).toEqual([0, isSigned ? note!.graphs.length : 0]);
        expect((await judge(clone, notes)).findings.filter(({ kind }) => kind === 'fault')).toEqual([]);
      });
    },
    30_000,
  );

  test('notes from `git prov reconcile` are signed too, in a repository without recording', async () => {
    await withRepo({ files: FILES }, async (repo) => {
      enable(repo);
      repo.git('checkout', '-q', '-b', 'topic');
      commitOnce(repo, 'lanterns are lit by the timer\nand put out at sunrise');
      repo.git('clone', '-q', repo.dir, join(repo.home, 'clone'));
      const clone = adoptRepo(repo, join(repo.home, 'clone'));
      clone.git('fetch', '-q', 'origin', 'refs/notes/provenance:refs/notes/provenance');
      signWithSsh(clone);
      clone.git('checkout', '-q', '-b', 'squashed', 'origin/main');
      clone.git('merge', '-q', '--squash', 'origin/topic');
      clone.git('commit', '-q', '-m', 'squashed');
      prov(clone, 'reconcile', '--base', 'origin/main', '--head', 'origin/topic');
      const note = (await notesOf(clone)).get(clone.oid('HEAD'));
      expect(note?.signatures).toHaveLength(1);
      expect((await judge(clone, [[clone.oid('HEAD'), note!]])).report.vouched).toBe(1);
    });
  }, 30_000);
});

function isAtWork(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
}
