import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withWorld } from '../sharing/world.ts';
import { TestAgent } from '../helpers/agent.ts';
import { blame, count, verify } from '../trust/attack.ts';
import { HAS_SSH } from '../trust/signed.ts';

test.runIf(HAS_SSH)('init --sign creates a key and a list, and with the list another clone can vouch', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    const first = ada.prov('init', '--agent', 'claude-code', '--sign');
    expect(first.stderr).toBe('');
    expect(first.stdout).toMatch(/Made the SSH key .*signing_ed25519/);
    expect(first.stdout).toMatch(/Added ada@example\.com to .*allowed_signers/);
    const list = readFileSync(join(ada.repo.dir, '.gitprov/allowed_signers'), 'utf8');
    expect(list).toMatch(/^ada@example\.com namespaces="git" ssh-ed25519 \S+\n$/);
    // A second run changes nothing.
    expect(ada.prov('init', '--agent', 'claude-code', '--sign').stdout).not.toMatch(/Set |Added |Made /);
    expect(readFileSync(join(ada.repo.dir, '.gitprov/allowed_signers'), 'utf8')).toBe(list);
    const agent = new TestAgent(ada.repo, 'signing-session').start().prompt('Write f');
    agent.write('f.txt', 'one\ntwo\n');
    ada.repo.commit('f and the list');
    ada.prov('status');
    ada.git('push', '-q', 'origin', 'main');
    const bob = await clone('bob');
    bob.git('fetch', '-q');
    const found = verify(bob, '--strict');
    expect(found.report.signatures).toMatchObject({ vouched: 1, claimed: 0 });
    expect(found.code).toBe(0);
    expect(count(blame(bob, 'f.txt'), 'standing')).toEqual({ vouched: 2 });
  }),
);

test.runIf(HAS_SSH)('unsigned notes are marked, are an error for --strict, and are hidden by prov.trust vouched', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    const agent = new TestAgent(ada.repo, 'unsigned-session').start().prompt('Write f');
    agent.write('f.txt', 'one\ntwo\n');
    ada.repo.commit('unsigned');
    ada.prov('status');
    ada.git('push', '-q', 'origin', 'main');
    const bob = await clone('bob');
    bob.git('fetch', '-q');
    expect(bob.prov('verify').stdout).toContain('No allowed signers are known here');
    expect(bob.prov('report', 'HEAD~1..HEAD').stdout).toMatch(/No allowed\s+signers/);
    expect(bob.prov('init', '--agent', 'claude-code', '--sign').code).toBe(0);
    expect(count(blame(bob, 'f.txt'), 'standing')).toEqual({ claimed: 2 });
    expect(bob.prov('blame', 'f.txt').stdout).toContain('(claimed)');
    expect(bob.prov('blame', '--porcelain', 'f.txt').stdout).toContain('prov-standing claimed');
    expect(bob.prov('why', 'f.txt:1').stdout).toContain('claimed: not signed by an allowed signer');
    expect(bob.prov('report', 'HEAD~1..HEAD').stdout).toContain('2 only claimed');
    expect(verify(bob).code).toBe(0);
    expect(verify(bob, '--strict').code).toBe(1);
    bob.git('config', 'prov.trust', 'vouched');
    expect(count(blame(bob, 'f.txt'), 'owner')).toEqual({ unknown: 2 });
    expect(bob.prov('why', 'f.txt:1').stdout).not.toContain('Write f');
    // In the clone that recorded them they are not only claimed.
    expect(ada.prov('init', '--agent', 'claude-code', '--sign').code).toBe(0);
    ada.git('config', 'prov.trust', 'vouched');
    expect(count(blame(ada, 'f.txt'), 'owner')).toEqual({ agent: 2 });
  }),
);
