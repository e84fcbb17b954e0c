import { expect, test } from 'vitest';
import { runReport } from '../../src/faces/cli/commands/ask/report.ts';
import { runShow } from '../../src/faces/cli/commands/ask/show.ts';
import { run } from '../ask/setup.ts';
import { enable, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

const withAgent = async (story: (repo: TestRepo) => Promise<void>): Promise<void> => {
  const repo = makeRepo({ files: { 'read.txt': 'one\ntwo\n', 'blind.txt': 'one\ntwo\n' } });
  try {
    enable(repo);
    await story(repo);
  } finally {
    repo.cleanup();
  }
};

const report = async (repo: TestRepo, format: 'text' | 'md' | 'json'): Promise<string> =>
  (await run(repo, runReport, { range: 'HEAD~1..HEAD', format } as Parameters<typeof runReport>[0])).text;

test('the report lists edits of files that the session had not read, and show marks them', () =>
  withAgent(async (repo) => {
    const agent = new TestAgent(repo, 'sess-a').start().prompt('Add lanterns');
    agent.read('read.txt').edit('read.txt', 'two', 'two lanterns');
    agent.edit('blind.txt', 'two', 'two ferries').write('new.txt', 'three ropes\n');
    agent.bash("sed -i 's/one/one boat/' blind.txt");
    repo.commit('Lanterns');
    const text = await report(repo, 'text');
    expect(text).toMatch(/blind +1 line in files that the session had not read/);
    expect(text).toMatch(/! blind edit +blind\.txt:2 \(1 line\)/);
    expect(text).not.toMatch(/! blind edit +(?:read|new)\.txt/);
    const markdown = await report(repo, 'md');
    expect(markdown).toContain(
      '**Read the edit** (blind edit): `blind.txt:2` (1 line): the session had not read the file before',
    );
    expect(JSON.parse(await report(repo, 'json'))).toMatchObject({ lines: { blind: 1 } });
    const shown = (await run(repo, runShow, {})).text;
    expect(shown.match(/.*\(blind\).*/g)).toEqual([expect.stringContaining('edit blind.txt (blind)')]);
  }));

test('nothing is called blind where the session may have read the file unseen', () =>
  withAgent(async (repo) => {
    // It began before the recording, or continues an earlier session.
    new TestAgent(repo, 'sess-a').prompt('Go on').edit('blind.txt', 'two', 'two ferries');
    new TestAgent(repo, 'sess-b').start('resume').prompt('Go on').edit('read.txt', 'two', 'two lanterns');
    repo.commit('Lanterns');
    expect(await report(repo, 'text')).not.toContain('blind edit');
  }));
