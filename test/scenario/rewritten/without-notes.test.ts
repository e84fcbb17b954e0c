import { expect, test } from 'vitest';
import { TestAgent } from '../../helpers/agent.ts';
import { type Site, withWorld, type World } from '../../sharing/world.ts';

/*
 * Commits of others that came without their notes, and are then made into other commits. This clone cannot know who wrote their lines.
 */

const lines = (words: string, count = 6): string =>
  Array.from({ length: count }, (_, i) => `${words}, in the place ${i + 1}\n`).join('');

/** Each owner with its number of lines. */
function owners(site: Site, path: string): Record<string, number> {
  const { code, stdout, stderr } = site.prov('blame', '--json', path);
  if (code !== 0) throw new Error(stderr);
  const counts: Record<string, number> = {};
  for (const { owner } of (JSON.parse(stdout) as { lines: { owner: string }[] }).lines)
    counts[owner] = (counts[owner] ?? 0) + 1;
  return counts;
}

/** An agent of Ada's commits twice and pushes. Bob pulls without notes, as `git pull origin main` does. */
const pulled = (story: (bob: Site, world: World) => void | Promise<void>): Promise<void> =>
  withWorld(async (world) => {
    const [ada, bob] = [await world.clone('ada'), await world.clone('bob')];
    const agent = new TestAgent(ada.repo, 'the-agent-of-ada').start().prompt('Write');
    agent.write('f.txt', lines('A lantern is lit by the agent'));
    ada.repo.commit('first');
    agent.write('g.txt', lines('A harbour is dug by the agent')).stop();
    ada.repo.commit('second');
    ada.prov('status');
    ada.git('push', '-q', 'origin', 'main');
    bob.git('pull', '-q', 'origin', 'main');
    expect(bob.has('refs/notes/provenance')).toBe(false);
    await story(bob, world);
  });

test('squashed by reset --soft: unknown, and never a person’s', () =>
  pulled((bob) => {
    bob.git('reset', '-q', '--soft', 'HEAD~2');
    bob.repo.write('f.txt', `${lines('A lantern is lit by the agent')}and a person trims the wick of it\n`);
    bob.repo.commit('all at once');
    expect(owners(bob, 'f.txt')).toEqual({ unknown: 6, human: 1 });
    expect(owners(bob, 'g.txt')).toEqual({ unknown: 6 });
  }));

test('rebased: unknown, and the agent’s once the notes are here', () =>
  pulled((bob) => {
    bob.git('checkout', '-q', '-b', 'other', 'HEAD~2');
    bob.repo.write('h.txt', lines('A person keeps the keys'));
    bob.repo.commit('keys');
    bob.git('checkout', '-q', 'main');
    bob.git('rebase', '-q', 'other');
    expect(owners(bob, 'f.txt')).toEqual({ unknown: 6 });
    expect(owners(bob, 'h.txt')).toEqual({ human: 6 });
    bob.prov('fetch');
    bob.prov('reconcile');
    expect(owners(bob, 'f.txt')).toEqual({ agent: 6 });
  }));

const WAYS: readonly (readonly [string, (bob: Site) => unknown])[] = [
  ['git fetch', (bob) => bob.git('fetch', '-q')],
  ['git prov fetch', (bob) => bob.prov('fetch')],
  ['git prov sync', (bob) => bob.prov('sync')],
];

test.each(WAYS)('rebased and looked at before the notes came, with more commits of others, by %s', (_, bring) =>
  pulled(async (bob, world) => {
    bob.git('checkout', '-q', '-b', 'other', 'HEAD~2');
    bob.repo.write('h.txt', lines('A person keeps the keys'));
    bob.repo.commit('keys');
    bob.git('checkout', '-q', 'main');
    bob.git('rebase', '-q', 'other');
    expect(owners(bob, 'f.txt')).toEqual({ unknown: 6 });
    const carl = await world.clone('carl');
    carl.repo.write('k.txt', lines('Another person sweeps the steps'));
    carl.repo.commit('steps');
    carl.git('push', '-q', 'origin', 'HEAD:refs/heads/steps');
    bring(bob);
    expect(owners(bob, 'f.txt')).toEqual({ agent: 6 });
    expect(owners(bob, 'h.txt')).toEqual({ human: 6 });
  }),
);

test('split by reset --mixed', () =>
  pulled((bob) => {
    bob.git('reset', '-q', 'HEAD~2');
    bob.git('add', 'g.txt');
    bob.git('commit', '-qm', 'the harbour');
    bob.git('add', 'f.txt');
    bob.git('commit', '-qm', 'the lantern');
    expect(owners(bob, 'f.txt')).toEqual({ unknown: 6 });
    expect(owners(bob, 'g.txt')).toEqual({ unknown: 6 });
  }));

test('after a recording in between, with lines of a person that stay a person’s', () =>
  pulled((bob) => {
    bob.git('reset', '-q', '--soft', 'HEAD~1');
    bob.prov('status');
    bob.repo.write('h.txt', lines('A bridge is built by a person'));
    bob.repo.commit('second, and a bridge');
    expect(owners(bob, 'g.txt')).toEqual({ unknown: 6 });
    expect(owners(bob, 'h.txt')).toEqual({ human: 6 });
  }));

test('a person’s own commits that are squashed here stay a person’s', () =>
  pulled((bob) => {
    bob.repo.write('h.txt', lines('A bridge is built by a person'));
    bob.repo.commit('a bridge');
    bob.repo.write('i.txt', lines('A tower is built by a person'));
    bob.repo.commit('a tower');
    bob.git('reset', '-q', '--soft', 'HEAD~2');
    bob.repo.commit('both');
    expect(owners(bob, 'h.txt')).toEqual({ human: 6 });
    expect(owners(bob, 'i.txt')).toEqual({ human: 6 });
  }));

test('a person’s own commits that are rebased here stay a person’s', () =>
  pulled((bob) => {
    bob.git('checkout', '-q', '-b', 'other', 'HEAD~1');
    bob.repo.write('h.txt', lines('A bridge is built by a person'));
    bob.repo.commit('a bridge');
    bob.git('rebase', '-q', 'main');
    expect(owners(bob, 'h.txt')).toEqual({ human: 6 });
  }));

test('an agent that squashes them does not become their writer, and its own lines stay its own', () =>
  pulled((bob) => {
    const agent = new TestAgent(bob.repo, 'the-agent-of-bob').start().prompt('Squash');
    agent.bash('git reset -q --soft HEAD~2');
    agent.write('j.txt', lines('A canal is drawn by the other agent'));
    agent.bash('git add -A && git commit -qm both').stop();
    expect(owners(bob, 'f.txt')).toEqual({ unknown: 6 });
    expect(owners(bob, 'j.txt')).toEqual({ agent: 6 });
  }));

test('new lines of a person after a hard reset are the person’s', () =>
  pulled((bob) => {
    bob.git('reset', '-q', '--hard', 'HEAD~2');
    bob.repo.write('f.txt', lines('A cellar is dug by a person'));
    bob.repo.commit('a cellar');
    expect(owners(bob, 'f.txt')).toEqual({ human: 6 });
  }));

test('picked: unknown, without a word in the message too', () =>
  pulled((bob) => {
    bob.git('branch', 'theirs');
    bob.git('reset', '-q', '--hard', 'HEAD~2');
    bob.repo.write('h.txt', lines('A bridge is built by a person'));
    bob.repo.commit('a bridge');
    bob.git('cherry-pick', 'theirs~1');
    expect(owners(bob, 'f.txt')).toEqual({ unknown: 6 });
    expect(owners(bob, 'h.txt')).toEqual({ human: 6 });
  }));

test('picked, where another copy of the commit has a note', () =>
  withWorld(async (world) => {
    const ada = await world.clone('ada');
    const bob = await world.clone('bob');
    new TestAgent(bob.repo, 'the-agent-of-bob')
      .start()
      .prompt('Write')
      .write('f.txt', lines('A lantern of bob'))
      .stop();
    bob.repo.commit('a lantern');
    bob.prov('status');
    bob.git('push', '-q', 'origin', 'HEAD:refs/heads/lantern');
    // Ada copies it on another parent, and her copy comes back without a note.
    ada.git('config', 'core.hooksPath', '/nowhere');
    ada.repo.write('k.txt', 'ada was here\n');
    ada.git('add', '.');
    ada.git('commit', '-qm', 'a parent');
    ada.git('fetch', '-q', 'origin', 'lantern:lantern');
    ada.git('cherry-pick', 'lantern');
    ada.git('push', '-q', 'origin', 'HEAD:refs/heads/copy');
    bob.git('fetch', '-q', 'origin', 'copy:copy');
    bob.git('switch', '-qc', 'next', 'HEAD~1');
    bob.repo.write('n.txt', 'next\n');
    bob.repo.commit('next');
    bob.git('cherry-pick', 'copy');
    expect(owners(bob, 'f.txt')).toEqual({ agent: 6 });
  }));
