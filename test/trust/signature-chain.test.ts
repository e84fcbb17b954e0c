import { expect, test } from 'vitest';
import { attacked, blame, count, forgetHistory, read, verify } from './attack.ts';
import { HAS_SSH } from './signed.ts';

// An attacker rewrites the notes on the server without a history. Statements name the commits that were signed before.

test.runIf(HAS_SSH)('a removed signature is a fault as long as a later statement of its signer names the commit', () =>
  attacked({ signed: true }, async ({ vera, eve, agent, note, commit, push, fresh }) => {
    agent.write('g.txt', 'a later commit\n').stop();
    const later = vera.repo.commit('later');
    vera.prov('status');
    vera.git('push', '-q', 'origin', 'main');
    expect(verify(await fresh())).toMatchObject({ code: 0, words: '' });
    const { signatures: _, ...stripped } = note;
    await push(stripped);
    forgetHistory(eve);
    const fred = await fresh();
    const found = verify(fred);
    expect(found.words).toBe(
      `fault signatures: ada@example.com had signed a note of it before signing that of ${later.slice(0, 7)}. That signature was removed.`,
    );
    expect(found.code).toBe(1);
    // The fault is found, too, when only the later commit is verified.
    expect(verify(fred, 'HEAD~1..HEAD').words).toContain('That signature was removed.');
    expect(count(blame(fred), 'standing')).toEqual({ claimed: 20 });
    expect((await read(vera, commit)).signatures).toHaveLength(1);
  }),
);

test.runIf(HAS_SSH)('a removed note is named', () =>
  attacked({ signed: true }, async ({ vera, eve, agent, commit, fresh }) => {
    agent.write('g.txt', 'a later commit\n').stop();
    vera.repo.commit('later');
    vera.prov('status');
    vera.git('push', '-q', 'origin', 'main');
    eve.git('fetch', '-q', 'origin', '+refs/notes/provenance:refs/notes/provenance');
    eve.git('notes', '--ref', 'provenance', 'remove', commit);
    forgetHistory(eve);
    const found = verify(await fresh());
    expect(found.words).toMatch(/gap signatures: ada@example\.com had signed a note of it .* It is not here\./);
    expect(found.code).toBe(0);
  }),
);
