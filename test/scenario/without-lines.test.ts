import { expect, test } from 'vitest';
import { runLog } from '../../src/faces/cli/commands/ask/log.ts';
import { runShow } from '../../src/faces/cli/commands/ask/show.ts';
import { run } from '../ask/setup.ts';
import { enable, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);

interface Shown {
  readonly sessions: readonly { readonly lines: number; readonly steps: number }[];
  readonly graphs: readonly object[];
}

const shown = async (repo: TestRepo): Promise<Shown> =>
  JSON.parse((await run(repo, runShow, { json: true })).text) as Shown;

const withAgent = async (story: (repo: TestRepo, agent: TestAgent) => Promise<void>): Promise<void> => {
  const repo = makeRepo({ files: { 'a.txt': 'one\ntwo\n', 'old.png': PICTURE } });
  try {
    enable(repo);
    await story(repo, new TestAgent(repo, 'sess-a').start().prompt('Draw the picture again'));
  } finally {
    repo.cleanup();
  }
};

test('a commit with only a binary file of an agent has the graph', () =>
  withAgent(async (repo, agent) => {
    agent.bash(String.raw`printf '\211PNG\0\1' > new.png`);
    repo.write('a.txt', 'one\ntwo\nby hand\n');
    repo.commit('A picture');
    expect((await shown(repo)).sessions).toMatchObject([{ lines: 0, steps: 3 }]);
    const changers = async (paths: string[]): Promise<number> =>
      JSON.parse((await run(repo, runLog, { paths, maxCount: 1, json: true })).text).commits[0].changers.length;
    expect(await changers([])).toBe(1);
    expect(await changers(['a.txt'])).toBe(0); // what the agent changed is elsewhere
  }));

test('so has a commit of an agent that only removed a file or lines', () =>
  withAgent(async (repo, agent) => {
    agent.bash('rm old.png');
    repo.commit('No picture');
    expect((await run(repo, runLog, {} as Parameters<typeof runLog>[0])).text).toContain('claude-code');
    expect((await shown(repo)).sessions).toMatchObject([{ lines: 0 }]);
    agent.read('a.txt').edit('a.txt', 'two\n', '');
    repo.commit('One line less');
    expect((await shown(repo)).sessions).toMatchObject([{ lines: 0 }]);
  }));

test("a picture that a person drew over the agent's is the person's", () =>
  withAgent(async (repo, agent) => {
    agent.bash(String.raw`printf '\211PNG\0\1' > new.png`);
    repo.write('new.png', PICTURE);
    repo.commit('A picture by hand');
    expect((await shown(repo)).graphs).toEqual([]);
  }));

test('the next commit without the agent does not have it again', () =>
  withAgent(async (repo, agent) => {
    agent.bash(String.raw`printf '\211PNG\0\1' > new.png`);
    repo.commit('A picture');
    repo.write('new.png', PICTURE);
    repo.commit('Another picture');
    expect((await shown(repo)).graphs).toEqual([]);
  }));
