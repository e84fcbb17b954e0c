import { expect, test } from 'vitest';
import { joinNotes } from '../../src/model/graph/join.ts';
import { TestAgent } from '../helpers/agent.ts';
import { all, attacked, blame, changeIn, count, SESSION, stepOf, verify } from './attack.ts';
import { adding, chained, claims, edge, EVIL, evil, step } from './pushed.ts';
import { HAS_SSH } from './signed.ts';

// A commit with a forged or an unsigned part in its note is rewritten by a clone that signs. What that clone recorded stays vouched for.

const FORGED = [
  'a graph of the same session',
  'a copy of a step in such a graph',
  'a graph of another session',
  'claims on all lines',
];

test.runIf(HAS_SSH).each(FORGED)(
  '%s in the note of a commit takes no signature from the lines of the rewritten commit',
  (what) =>
    attacked({ signed: true }, async ({ vera, push, note, agent, fresh, graph }) => {
      agent.stop().end();
      const change = changeIn(graph);
      const check = step(SESSION, 301, 'verification', 'passes', { detail: { passed: true }, at: change.at + 5 });
      const own = chained(graph.session, [check], [edge(change.id, check.id, 'verified_by')]);
      if (what.includes('same')) await push(adding(note, own));
      else if (what.includes('copy')) await push(adding(note, chained(graph.session, [change, check])));
      else if (what.includes('another'))
        await push(adding(note, evil([edge(change.id, stepOf(EVIL, 3), 'verified_by')])));
      else await push(joinNotes(note, claims(all(null, 'exact'), all(stepOf(EVIL, 2), 'exact'))));
      vera.git('fetch', '-q');
      vera.git('commit', '-q', '--amend', '-m', 'with other words');
      vera.prov('status');
      vera.git('push', '-q', '-f', 'origin', 'HEAD:main');
      const fred = await fresh();
      fred.git('reset', '-q', '--hard', 'origin/main');
      expect(count(blame(fred), 'owner')).toEqual({ agent: 20 });
      expect(count(blame(fred), 'session')).toEqual({ [SESSION]: 20 });
      expect(count(blame(fred), 'verification')).not.toHaveProperty('passed');
      expect(verify(fred).words).not.toMatch(new RegExp(`lines of the session ${stepOf(SESSION, 1).split('-')[0]}`));
    }),
);

test.runIf(HAS_SSH)(
  "an agent's lines of a clone that does not sign are no person's after a clone that signs squashed them",
  () =>
    attacked({ signed: true }, async ({ vera, agent, world, fresh }) => {
      agent.stop().end();
      const bob = await world.clone('bob');
      const there = new TestAgent(bob.repo, 'b0b0b0b0-aaaa-4bbb-8ccc-000000000001').start().prompt('Write more');
      there.write('bob.txt', Array.from({ length: 10 }, (_, i) => `written elsewhere, line ${i}\n`).join('')).stop();
      bob.repo.commit('more');
      bob.git('push', '-q', 'origin', 'main');
      vera.git('pull', '-q');
      expect(count(blame(vera, 'bob.txt'), 'owner')).toEqual({ agent: 10 });
      vera.git('reset', '-q', '--soft', 'HEAD~2');
      vera.git('commit', '-q', '-m', 'squashed');
      vera.prov('status');
      vera.git('push', '-q', '-f', 'origin', 'HEAD:main');
      const fred = await fresh();
      fred.git('reset', '-q', '--hard', 'origin/main');
      expect(count(blame(vera, 'bob.txt'), 'owner')).toEqual({ agent: 10 });
      expect(count(blame(fred), 'owner')).toEqual({ agent: 20 });
      expect(count(blame(fred, 'bob.txt'), 'owner')).not.toHaveProperty('human');
      expect(verify(fred).code).toBe(0);
    }),
);
