import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RepoPath } from '../../src/model/ids.ts';
import { TestAgent } from '../helpers/agent.ts';
import { all, attacked, blame, count, forgetHistory, read, verify } from './attack.ts';
import { allow, HAS_SSH, sshKey } from './signed.ts';

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

test.runIf(HAS_SSH)(
  'the mark of a forgotten text explains a removed signature only where an allowed signer vouches for it',
  () =>
    attacked({ signed: true }, async ({ vera, eve, agent, note, graph, push, fresh }) => {
      agent.write('g.txt', 'a later commit\n').stop();
      vera.repo.commit('later');
      vera.prov('status');
      vera.git('push', '-q', 'origin', 'main');
      const { signatures: _, ...stripped } = note;
      // Eve's graph contains the mark, and so does the name of a file.
      const marked = { ...graph, nodes: graph.nodes.map((node) => ({ ...node, summary: 'say [forgotten]' })) };
      const lines = new Map([...note.lines, ['[forgotten].txt' as RepoPath, [all(null, 'exact')]]]);
      await push({ ...stripped, graphs: [...note.graphs, marked], lines });
      forgetHistory(eve);
      const found = verify(await fresh());
      expect(found.words).toContain('That signature was removed.');
      expect(found.words).not.toContain('was forgotten since');
      expect(found.code).toBe(1);
    }),
);

test.runIf(HAS_SSH)(
  'a text that another allowed signer removed with git prov forget explains a missing signature',
  () =>
    attacked({ signed: true }, async ({ vera, agent, commit }) => {
      agent.stop();
      new TestAgent(vera.repo, 'another').start().prompt('Go on').write('g.txt', 'a later commit\n').stop();
      vera.repo.commit('later');
      vera.prov('status');
      // Bob signs in this clone from now on.
      const ada = readFileSync(join(vera.repo.home, 'allowed'), 'utf8').trim();
      const { file, line } = sshKey(vera.repo, 'bob');
      allow(vera.repo, ada, `bob@example.com namespaces="git" ${line}`);
      vera.git('config', 'user.signingKey', file);
      expect(vera.prov('forget', '--yes', 'nothing.js').stdout).toContain('signed again');
      const { code, words } = verify(vera);
      expect(words).toMatch(/^gap signatures: ada@example\.com had signed .* A text of it was forgotten since\.$/);
      expect(code).toBe(0);
      expect((await read(vera, commit)).signatures).toHaveLength(1);
    }),
);
