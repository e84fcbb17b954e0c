import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commit } from '../../recorder/site.ts';
import { TestAgent } from '../../helpers/agent.ts';
import { notesOf } from '../../helpers/judge.ts';
import { objectsWith } from '../../helpers/search.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { withCopies } from '../../sharing/prepared.ts';
import { run } from '../signed.ts';
import { forget, gitDirOf, LEAK, NOTES, makePair, type Pair, TRACES, verify, withPair } from './world.ts';

const push = (repo: TestRepo): string =>
  spawnSync('git', ['push', '-q', 'origin', 'HEAD:main'], { cwd: repo.dir, env: repo.env }).stderr.toString();
const fetch = (repo: TestRepo): void => {
  repo.git('fetch', '-q');
  run(repo, 'status');
};
/** The words in all notes here. */
const told = (repo: TestRepo): string =>
  JSON.stringify([...notesOf(repo).values()].flatMap(({ graphs }) => graphs.map((graph) => graph.nodes)));
const statusOf = (repo: TestRepo): { sharing: { held: { notes: object; refused: object } } } =>
  JSON.parse(run(repo, 'status', '--json').out) as ReturnType<typeof statusOf>;

/** Ada records the text and pushes; Bob fetches; then Ada forgets it, here and at the server. */
async function leakAndForget({ ada, bob }: Pair): Promise<void> {
  ada.agent.start().prompt(`Sing ${LEAK}`).write('f.txt', 'one @agent\n');
  commit(ada.repo, 'one');
  ada.agent.prompt('Go on').write('g.txt', 'two @agent\n');
  commit(ada.repo, 'two');
  push(ada.repo);
  fetch(bob.repo);
  bob.repo.git('reset', '-q', '--hard', 'origin/main');
  expect(objectsWith(gitDirOf(bob.repo), TRACES, NOTES)).not.toEqual([]);
  expect(await forget(ada.repo, { yes: true, push: ['origin'] })).toMatchObject({
    code: 0,
    remains: [],
    remotes: [{ remote: 'origin', replaced: true, why: null }],
  });
}

/** Two clones after that. It is done once and copied. */
const withForgotten = (story: (pair: Pair) => Promise<void>): Promise<void> =>
  withCopies(
    'a text forgotten in one of two clones',
    async () => {
      const pair = await makePair();
      await leakAndForget(pair);
      return { made: pair, repos: [pair.server, pair.ada.repo, pair.bob.repo] };
    },
    story,
  );

test('with --push the notes of a remote are replaced by force, but not over later pushes of others', () =>
  withPair(async (pair) => {
    const { ada, bob, there } = pair;
    ada.agent.start().prompt(`Sing ${LEAK}`).write('f.txt', 'one @agent\n');
    commit(ada.repo, 'one');
    push(ada.repo);
    fetch(bob.repo);
    bob.repo.git('reset', '-q', '--hard', 'origin/main');
    new TestAgent(bob.repo, 'b').start().prompt('Mine').write('m.txt', 'mine @agent\n');
    commit(bob.repo, 'mine');
    push(bob.repo);
    await expect(forget(ada.repo, { push: ['origin'] })).rejects.toThrow('--push and --prune need --yes');
    const late = await forget(ada.repo, { yes: true, push: ['origin', 'elsewhere'] });
    expect(late).toMatchObject({ code: 1, remotes: [{ replaced: false, why: expect.any(String) }] });
    expect(late.warnings.join()).toContain('no note of elsewhere');
    expect(there()).not.toEqual([]);
    ada.repo.git('fetch', '-q');
    expect(await forget(ada.repo, { yes: true, push: ['origin'] })).toMatchObject({ code: 0, remains: [] });
    expect(there()).toEqual([]);
    expect(told(ada.repo)).toContain('Mine');
  }));

test('the text does not return behind a note of another commit either', () =>
  withForgotten(async (pair) => {
    const { ada, bob } = pair;
    new TestAgent(bob.repo, 'b').start().prompt('Mine').write('m.txt', 'mine @agent\n');
    commit(bob.repo, 'mine');
    // The result of Bob's git copying notes (notes.rewriteMode = concatenate).
    const [said, own] = ['HEAD~2', 'HEAD'].map((name) =>
      bob.repo.gitRaw(['cat-file', 'blob', bob.repo.git('notes', '--ref=provenance', 'list', name)]),
    ) as [Buffer, Buffer];
    const both = bob.repo.gitRaw(['hash-object', '-w', '--stdin'], Buffer.concat([own, Buffer.from('\n'), said]));
    bob.repo.git('notes', '--ref=provenance', 'add', '-f', '-C', both.toString().trim(), 'HEAD');
    bob.repo.git('notes', '--ref=provenance', 'remove', 'HEAD~1', 'HEAD~2');
    bob.repo.git('push', '-q', '-f', 'origin', `${NOTES}:${NOTES}`);
    fetch(ada.repo);
    expect(told(ada.repo)).not.toContain('zebrafish');
    expect(statusOf(ada.repo).sharing.held.refused).toMatchObject({ origin: expect.anything() });
    expect(ada.repo.git('notes', '--ref=provenance', 'list')).not.toContain(both.toString().trim());
  }));

test('a clone that still has the text does not send it after another clone forgot it, and status reports this', () =>
  withForgotten(async (pair) => {
    const { bob, there } = pair;
    new TestAgent(bob.repo, 'b').start().prompt('Mine').write('m.txt', 'mine @agent\n');
    commit(bob.repo, 'mine');
    expect(push(bob.repo)).toContain('2 notes stay here');
    expect(there()).toEqual([]);
    expect(statusOf(bob.repo).sharing.held.notes).toMatchObject({ origin: [{ why: 'forgotten' }, {}] });
    expect(run(bob.repo, 'status').out).toContain('a text that was forgotten, here or in another clone');
    // Their own notes were still pushed.
    fetch(pair.ada.repo);
    expect(told(pair.ada.repo)).toContain('Mine');
    // Once they forget it too, nothing is withheld, and both clones have the same notes.
    expect(await forget(bob.repo, { yes: true })).toMatchObject({ code: 0, remains: [] });
    expect(push(bob.repo)).toBe('');
    expect(statusOf(bob.repo).sharing.held.notes).toEqual({});
    fetch(pair.ada.repo);
    expect(objectsWith(gitDirOf(bob.repo), TRACES)).toEqual([]);
    expect(told(bob.repo)).toBe(told(pair.ada.repo));
    for (const { repo } of [pair.ada, bob]) expect(await verify(repo)).toMatchObject({ faults: 0, gaps: 0 });
  }));

test("a remote's notes that contain the text again are left out, in any step, and not sent on", () =>
  withForgotten(async (pair) => {
    const { ada, bob, there } = pair;
    // Bob's program does not know the forgotten text, and puts his notes there, with one of his own that has it in other words.
    const mate = new TestAgent(bob.repo, 'b');
    mate.start().prompt(`I like ${LEAK}, too`).write('m.txt', 'mine @agent\n');
    commit(bob.repo, 'mine');
    mate.prompt('Harmless').write('n.txt', 'mine @agent\n');
    commit(bob.repo, 'harmless');
    bob.repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main', `+${NOTES}`);
    expect(there()).not.toEqual([]);
    fetch(ada.repo);
    expect(told(ada.repo)).not.toContain('zebrafish');
    expect(told(ada.repo)).toContain('Harmless');
    expect(objectsWith(gitDirOf(ada.repo), TRACES, NOTES)).toEqual([]);
    expect(statusOf(ada.repo).sharing.held.refused).toEqual({ origin: 3 });
    expect(run(ada.repo, 'status').out).toContain('3 notes of origin with a text that was forgotten here');
    // The same step is recognised in another spelling, and a different one is not.
    expect(await forget(ada.repo, { yes: true, push: ['origin'] })).toMatchObject({ code: 0, remains: [] });
    expect(there()).toEqual([]);
    expect(told(ada.repo)).toContain('I like [forgotten], too');
    expect(statusOf(ada.repo).sharing.held.refused).toEqual({});
    expect(objectsWith(gitDirOf(ada.repo), TRACES)).toEqual([]);
  }));
