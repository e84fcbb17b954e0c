import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSessions } from '../../../src/faces/cli/commands/ask/sessions.ts';
import { openRepository } from '../../../src/faces/library/index.ts';
import { enable, TestAgent } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { run } from '../../ask/setup.ts';

let repo: TestRepo;
beforeAll(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\ntwo\n' } });
  enable(repo);
});
afterAll(() => repo.cleanup());

const counted = async (): Promise<{ lines: number; commits: number }> => {
  const { text } = await run(repo, runSessions, { json: true });
  const [{ lines, commits }] = (JSON.parse(text) as { sessions: [{ lines: number; commits: number }] }).sessions;
  const library = await openRepository({ dir: repo.dir });
  try {
    const [same] = await library.sessions();
    expect(same).toMatchObject({ lines, commits });
  } finally {
    await library.close();
  }
  const alone = await run(repo, runSessions, { session: 'sess-a', json: true });
  expect(JSON.parse(alone.text)).toMatchObject({ lines, commits });
  return { lines, commits };
};

test('a line that a squash, a pick, a revert and a rebase copy counts once', async () => {
  repo.git('switch', '-qc', 'topic');
  const agent = new TestAgent(repo, 'sess-a').start().prompt('Add lanterns');
  agent.read('a.txt').edit('a.txt', 'two\n', 'two\nthe lantern of the harbour is lit at seven\n');
  repo.commit('One');
  agent.write('b.txt', 'the ferry waits for nobody at all\nthe ropes are coiled by hand here\n');
  repo.commit('Two');
  expect(await counted()).toEqual({ lines: 3, commits: 2 });

  repo.git('switch', '-q', 'main');
  repo.git('merge', '-q', '--squash', 'topic');
  const squashed = repo.commit('Both');
  expect(await counted()).toEqual({ lines: 3, commits: 3 });

  repo.git('revert', '--no-edit', squashed);
  repo.git('revert', '--no-edit', 'HEAD');
  expect((await counted()).lines).toBe(3);

  repo.git('switch', '-qc', 'other', 'main~3');
  repo.tick();
  repo.git('cherry-pick', 'topic~1');
  expect((await counted()).lines).toBe(3);

  agent.write('c.txt', 'salt is kept below the deck of the ship\n');
  repo.commit('Three');
  expect((await counted()).lines).toBe(4);

  // Without the sources, one of the copies has the lines.
  repo.git('branch', '-q', '-D', 'topic');
  expect((await counted()).lines).toBe(4);
  repo.git('rebase', '-q', 'main');
  expect((await counted()).lines).toBe(4);
});
