import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shortId, nodeId } from '../../src/model/ids.ts';
import { TestAgent } from '../helpers/agent.ts';
import type { Site } from '../sharing/world.ts';
import { attacked, blame, count, read, SESSION } from './attack.ts';
import { adding, chained, step } from './pushed.ts';

// Steps in the name of a session that continues, with numbers or prefixes that leave no room for its own.

const TEXT = Array.from({ length: 10 }, (_, i) => `the agent wrote line ${i}\n`).join('');

const WAYS: Readonly<Record<string, (site: Site) => void>> = {
  'a lost state': (site) => rmSync(join(site.provDir, 'state.json')),
  'deinit and init': (site) => void [site.prov('deinit'), site.prov('init', '--agent', 'claude-code')],
  'deinit and init that removed the local state': (site) => {
    site.prov('deinit');
    rmSync(site.provDir, { recursive: true, force: true });
    site.prov('init', '--agent', 'claude-code');
  },
};

test.each(Object.entries(WAYS))(
  'after %s, a session is recorded although notes claim its last step number',
  (_, lose) =>
    attacked({}, async ({ vera, push, note, graph, agent }) => {
      const last = [999_999_998, 999_999_999].map((n) => step(SESSION, n, 'goal', 'the last'));
      await push(adding(note, chained(graph.session, last)));
      vera.git('fetch', '-q');
      vera.prov('status');
      lose(vera);
      agent.prompt('Go on').write('g.txt', TEXT);
      vera.repo.commit('g');
      expect(count(blame(vera, 'g.txt'), 'owner')).not.toHaveProperty('human');
      agent.write('h.txt', TEXT.replaceAll('agent', 'machine'));
      vera.repo.commit('h');
      expect(vera.prov('status').stdout).not.toContain('set aside');
      expect(count(blame(vera, 'h.txt'), 'owner')).toEqual({ agent: 10 });
    }),
);

test('a second clone records a session although notes claim its last step number', () =>
  attacked({}, async ({ push, note, graph, fresh }) => {
    await push(adding(note, chained(graph.session, [step(SESSION, 999_999_999, 'goal', 'the last')])));
    const bob = await fresh();
    bob.prov('status');
    new TestAgent(bob.repo, SESSION).prompt('Go on').write('g.txt', TEXT);
    bob.repo.commit('g');
    expect(count(blame(bob, 'g.txt'), 'owner')).toEqual({ agent: 10 });
  }));

test('steps of version 1 in the name of a session do not shorten its prefix', () =>
  attacked({}, async ({ vera, push, note, graph, fresh }) => {
    const short = step(SESSION, 5000, 'goal', 'an old step');
    const { digits: _, ...session } = graph.session;
    await push(adding(note, chained(session, [{ ...short, id: nodeId(shortId(short.id)) }], [], {})));
    for (const site of [vera, await fresh()]) {
      site.git('fetch', '-q');
      site.prov('deinit');
      rmSync(site.provDir, { recursive: true, force: true });
      site.prov('init', '--agent', 'claude-code');
      new TestAgent(site.repo, SESSION).prompt('Go on').write('g.txt', TEXT);
      const { lines } = await read(site, site.repo.commit('g'));
      expect([...lines.values()].flat().map(({ node }) => node!.split('-')[0]!.length)).toEqual([20]);
    }
  }));
