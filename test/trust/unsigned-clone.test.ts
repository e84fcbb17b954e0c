import { expect, test } from 'vitest';
import { join } from 'node:path';
import { TestAgent } from '../helpers/agent.ts';
import { withWorld } from '../sharing/world.ts';
import { blame, count, verify } from './attack.ts';
import { HAS_SSH, signWithSsh } from './signed.ts';

// A project signs, and one clone continues a session without signing.

const SESSION = '5eed5eed-aaaa-4bbb-8ccc-00000000003';

test.runIf(HAS_SSH)(
  'a clone that continues a session without signing adds claims, and takes nothing from signed lines',
  () =>
    withWorld(async ({ clone }) => {
      const ada = await clone('ada');
      signWithSsh(ada.repo);
      const allowed = join(ada.repo.home, 'allowed');
      new TestAgent(ada.repo, SESSION)
        .start()
        .prompt('Begin')
        .write('ada.txt', 'one of the agent\ntwo of the agent\n')
        .stop();
      ada.repo.commit('a');
      ada.git('push', '-q', 'origin', 'main');
      const bob = await clone('bob');
      bob.git('config', 'gpg.ssh.allowedSignersFile', allowed);
      bob.git('config', 'prov.sign', 'false');
      bob.git('fetch', '-q');
      const there = new TestAgent(bob.repo, SESSION);
      there.prompt('Go on').write('bob.txt', 'three of the agent\n').stop();
      bob.repo.commit('b');
      bob.git('push', '-q', 'origin', 'main');
      const fresh = await clone('fresh');
      fresh.git('config', 'gpg.ssh.allowedSignersFile', allowed);
      ada.git('pull', '-q');
      fresh.git('fetch', '-q');
      for (const site of [ada, bob, fresh]) {
        site.prov('status');
        const { code, words, report } = verify(site);
        expect(words).not.toMatch(/^fault/m);
        expect([code, report.signatures]).toMatchObject([0, { vouched: 1, claimed: 1 }]);
        expect(verify(site, '--strict').code).toBe(1);
        expect(count(blame(site, 'ada.txt'), 'owner')).toEqual({ agent: 2 });
        expect(count(blame(site, 'bob.txt'), 'owner')).toEqual({ agent: 1 });
      }
      expect(count(blame(fresh, 'ada.txt'), 'standing')).toEqual({ vouched: 2 });
      expect(count(blame(fresh, 'bob.txt'), 'standing')).toEqual({ claimed: 1 });
      expect(bob.prov('blame', 'bob.txt').stdout).not.toContain('(claimed)');
      expect(fresh.prov('blame', 'bob.txt').stdout).toContain('(claimed)');
      // Signing there makes what follows vouched for. The earlier note stays a claim.
      bob.git('config', 'gpg.format', 'ssh');
      bob.git('config', 'user.signingKey', join(ada.repo.home, 'ada'));
      bob.git('config', 'prov.sign', 'true');
      there.prompt('And on').write('later.txt', 'four of the agent\n').stop();
      bob.repo.commit('c');
      bob.git('push', '-q', 'origin', 'main');
      fresh.git('pull', '-q');
      const { code, words, report } = verify(fresh);
      expect(words).not.toMatch(/^fault/m);
      expect([code, report.signatures]).toMatchObject([0, { vouched: 2 }]);
      expect(blame(fresh, 'later.txt')).toMatchObject([{ owner: 'agent', standing: 'vouched' }]);
    }),
);
