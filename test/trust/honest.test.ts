import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestAgent } from '../helpers/agent.ts';
import { adoptRepo } from '../helpers/repo.ts';
import { notesOf } from '../helpers/judge.ts';
import { withPrepared } from '../sharing/prepared.ts';
import { Site, withWorld, type World } from '../sharing/world.ts';
import { verify } from './attack.ts';
import { HAS_SSH, signWithSsh } from './signed.ts';

// Honest work that lost a part of the local state, or continued in another clone. None of it is an attack.

const SESSION = 'ab5e0001-aaaa-4bbb-8ccc-000000000001';

/** The ids of all steps in the notes of a clone, of each graph. */
function numbersIn(site: Site): string[] {
  const graphs = new Map<string, string[]>();
  for (const note of notesOf(site.repo).values())
    for (const { nodes, chain } of note.graphs)
      graphs.set(
        `${chain.start} ${chain.head}`,
        nodes.map(({ id }) => id),
      );
  return [...graphs.values()].flat();
}

/** The faults in these clones: findings, and step numbers that were used twice. */
function honestIn(...sites: Site[]): string[] {
  return sites.flatMap((site) => {
    const { words, code } = verify(site);
    const numbers = numbersIn(site);
    const twice = numbers.filter((id, i) => numbers.indexOf(id) !== i);
    return [...(code === 0 ? [] : [words]), ...twice];
  });
}

/** An agent at work: one commit is made, and steps after it are drained and not committed. */
function begin(site: Site): TestAgent {
  const agent = new TestAgent(site.repo, SESSION).start().prompt('Write f');
  agent.write('f.txt', 'one\ntwo\n');
  site.repo.commit('f');
  agent.prompt('Go on').write('g.txt', 'three\n').read('f.txt');
  site.prov('status');
  return agent;
}

/** Runs a story in a world where an agent of Ada's has begun. It is made once and copied. @param signed whether she signs */
const withBegun = (
  story: (world: World, ada: Site, agent: TestAgent) => Promise<void>,
  signed = false,
): Promise<void> =>
  withPrepared(
    `begun ${String(signed)}`,
    async (world) => {
      const ada = await world.clone('ada');
      if (signed) signWithSsh(ada.repo);
      return { world, ada, agent: begin(ada) };
    },
    ({ world, ada, agent }) => story(world, ada, agent),
  );

function finish(site: Site, agent: TestAgent): void {
  agent.edit('f.txt', 'two\n', 'two\nfour\n');
  site.repo.commit('more');
  agent.prompt('Last').write('h.txt', 'five\n').stop();
  site.repo.commit('last');
  site.prov('status');
}

const state = (site: Site): string => join(site.provDir, 'state.json');

test.each(['summary', 'full', 'hashes'])('verify finds nothing in a session with prov.capture = %s', (mode) =>
  withWorld(async ({ clone }) => {
    const site = await clone('here');
    site.repo.git('config', 'prov.capture', mode);
    finish(site, begin(site));
    expect(verify(site)).toMatchObject({ code: 0, words: expect.not.stringMatching(/fault|gap/) });
  }),
);

test.each<[string, (site: Site) => void]>([
  ['a lost state', (site) => rmSync(state(site))],
  ['a damaged state', (site) => writeFileSync(state(site), '{"sessions": 7')],
  ['a state that was cut', (site) => truncateSync(state(site), readFileSync(state(site)).length >> 1)],
  [
    'deinit and init during a session',
    (site) => void [site.prov('deinit'), site.prov('init', '--agent', 'claude-code')],
  ],
  [
    'deinit and init that removed what was recorded locally',
    (site) => {
      site.prov('deinit');
      rmSync(site.provDir, { recursive: true, force: true });
      site.prov('init', '--agent', 'claude-code');
    },
  ],
])('verify finds no fault after %s, in any clone', (_, damage) =>
  withBegun(async ({ clone }, site, agent) => {
    damage(site);
    finish(site, agent);
    site.git('push', '-q', 'origin', 'main');
    const other = await clone('bob');
    other.git('fetch', '-q');
    expect(honestIn(site, other)).toEqual([]);
  }),
);

test('verify finds no fault after one session worked in two clones', () =>
  withBegun(async ({ clone }, ada, agent) => {
    ada.repo.commit('g');
    ada.git('push', '-q', 'origin', 'main');
    const bob = await clone('bob');
    bob.git('fetch', '-q');
    const there = new TestAgent(bob.repo, SESSION).prompt('Elsewhere');
    there.write('b.txt', 'six\n');
    bob.repo.commit('b');
    there.write('c.txt', 'seven\n').stop();
    bob.repo.commit('c');
    bob.git('push', '-q', 'origin', 'main');
    finish(ada, agent);
    ada.git('pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main');
    ada.git('push', '-q', 'origin', 'main');
    bob.git('pull', '-q', 'origin', 'main');
    for (const site of [ada, bob]) {
      const found = verify(site);
      expect(found.words).not.toMatch(/^fault/m);
      expect(found.code).toBe(0);
    }
    expect(readdirSync(ada.provDir)).toContain('state.json');
  }));

test.runIf(HAS_SSH).each([true, false])(
  'verify finds no fault after a session continued in a copy of its repository, signed: %s',
  (signed) =>
    withBegun(async ({ clone, root }, ada, agent) => {
      ada.repo.commit('g');
      ada.git('push', '-q', 'origin', 'main');
      expect(spawnSync('cp', ['-a', ada.repo.dir, join(root, 'copy')]).status).toBe(0);
      const copy = new Site(adoptRepo(ada.repo, join(root, 'copy')));
      const there = new TestAgent(copy.repo, SESSION).prompt('Elsewhere');
      for (let i = 0; i < 3; i++) there.read('f.txt'); // the numbers of Ada's calls so far
      there.write('b.txt', 'six\n').stop();
      copy.repo.commit('b');
      copy.git('push', '-q', 'origin', 'main');
      finish(ada, agent);
      ada.git('pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main');
      ada.git('push', '-q', 'origin', 'main');
      copy.git('pull', '-q', 'origin', 'main');
      const fresh = await clone('fresh');
      if (signed) fresh.git('config', 'gpg.ssh.allowedSignersFile', join(ada.repo.home, 'allowed'));
      for (const site of [ada, copy, fresh]) {
        site.git('fetch', '-q');
        const { code, words } = verify(site);
        expect(words).toMatch(/warning nodes: .* with another content: the session continued in two clones/);
        expect([code, words]).toEqual([0, expect.not.stringMatching(/^fault/m)]);
      }
    }, signed),
);
