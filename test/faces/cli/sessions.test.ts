import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSessions, type SessionsOptions } from '../../../src/faces/cli/commands/ask/sessions.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { withRepo } from '../../helpers/repo.ts';
import { made, masked, nodeAt, noteOf, run, writeNotes, type Telling } from '../../ask/setup.ts';
import { tellStory } from '../../ask/story.ts';

const sessions = async (repo: TestRepo, options: SessionsOptions = {}, telling: Telling = {}): Promise<string> =>
  (await run(repo, runSessions, options, telling)).text;

interface Listed {
  schema: string;
  sessions: { session: { id: string; model: string | null }; [field: string]: unknown }[];
}
const list = async (repo: TestRepo): Promise<Listed> => JSON.parse(await sessions(repo, { json: true })) as Listed;

describe('in a repository where an agent worked', () => {
  let repo: TestRepo;
  beforeAll(() => {
    repo = tellStory();
  });
  afterAll(() => repo.cleanup());

  test('all sessions are listed, with their work and what is uncommitted', async () => {
    // The column is as wide as the times in it, which depend on the clock.
    expect(masked(await sessions(repo)).replaceAll(/(WHEN|when) +/g, '$1  ')).toMatchInlineSnapshot(`
      "session   agent              model         when  steps  new  commits  lines
      e808f628  claude-code        test-model-1  WHEN  15    1        2      4
      f23d6d7b  claude-code (sub)                WHEN  4             1      2
      "
    `);
  });

  test('the steps of a session are in order across all its graphs', async () => {
    expect(masked(await sessions(repo, { session: 'sess-a' }))).toMatchInlineSnapshot(`
      "session sess-a
        agent    claude-code (test-model-1) [session:e808f628]
        when     WHEN
        did      15 steps, 1 of them in no commit yet, 4 lines, 2 commits
        started  claude-code [session:f23d6d7b] 4 steps
        commits  06d66b0 1 line
                 ac8218b 3 lines

      WHEN
        HH:MM:SS   1  goal          Fix the authentication bug
        HH:MM:SS   2  exploration   read src/auth.rs
        HH:MM:SS   3  exploration   grep verify_token src/auth.rs
        HH:MM:SS   4  commitment    edit src/auth.rs
        HH:MM:SS   5  verification  make test passed
        HH:MM:SS   6  execution     general-purpose: write the new file
        HH:MM:SS   7  execution     Task write the new file
        HH:MM:SS   8  error         false
        HH:MM:SS   9  human gate    Bash git push
        HH:MM:SS  10  goal          Add test coverage
                  11  patch         Fix auth
        HH:MM:SS  13  execution     git add -A && git commit -qm "Fix auth"
        HH:MM:SS  14  commitment    write src/t.rs
                  15  patch         Tests
        in no commit yet:
        HH:MM:SS  17  commitment    edit src/t.rs
      "
    `);
    const prefix = nodeAt('sess-a', 1).slice(0, 8);
    expect(await sessions(repo, { session: `session:${prefix}` })).toBe(await sessions(repo, { session: 'sess-a' }));
    expect(await sessions(repo, { session: 'sess-a/s' })).toContain(
      'session sess-a/sub1\n  agent    claude-code, sub-agent of',
    );
  });

  test('--json has a schema, for the list and for a single session', async () => {
    expect(await list(repo)).toMatchObject({
      schema: 'git-prov/sessions/1',
      sessions: [
        { session: { id: 'sess-a', model: 'test-model-1' }, steps: 15, uncommitted: 1, commits: 2, lines: 4 },
        { session: { id: 'sess-a/sub1', parent: 'sess-a' }, uncommitted: 0, commits: 1, lines: 2 },
      ],
    });
    const one = JSON.parse(await sessions(repo, { session: 'sess-a', json: true })) as Record<string, unknown>;
    expect(one).toMatchObject({ schema: 'git-prov/session/1', landed: [{ lines: 1 }, { lines: 3 }] });
    const nodes = one['nodes'] as { summary: string; committed: boolean }[];
    expect(nodes.filter(({ committed }) => !committed).map(({ summary }) => summary)).toContain('edit src/t.rs');
    expect(nodes[0]).toMatchObject({ kind: 'goal', committed: true });
  });

  test('lines of unreachable commits do not count', async () => {
    repo.git('branch', 'keep');
    repo.git('stash', '-q');
    repo.git('commit', '-q', '--amend', '-m', 'Tests, amended');
    repo.git('reset', '-q', '--hard', 'HEAD~1');
    repo.git('branch', '-qD', 'keep');
    const [first] = (await list(repo)).sessions;
    expect(first).toMatchObject({ commits: 1, lines: 3 });
  });

  test('an unknown session name', async () => {
    await expect(sessions(repo, { session: 'nix' })).rejects.toMatchObject({ kind: 'data' });
  });
});

test('two sessions with the same prefix need a longer one', () =>
  withRepo({ files: { a: 'a\n' } }, async (repo) => {
    const graphs = ['abc-1', 'abc-2'].map((id) => made(id, [{ n: 1, kind: 'goal', summary: id }]));
    await writeNotes(repo, [[repo.oid('HEAD'), noteOf(graphs, [])]]);
    await expect(sessions(repo, { session: 'abc' })).rejects.toMatchObject({
      kind: 'usage',
      hint: expect.stringContaining('session:abc-2  claude-code') as string,
    });
    expect(await sessions(repo, { session: 'abc-2' })).toContain('session abc-2');
  }));

test('steps missing from the notes are reported; hostile names cannot control the terminal', () =>
  withRepo({ files: { a: 'a\n' } }, async (repo) => {
    const bad = 'x\u001b[2J\u202e';
    const graph = made(
      's\u202e',
      [
        { n: 1, kind: 'goal', summary: bad },
        { n: 5, kind: 'exploration', summary: 'read a' },
        { n: 6, kind: 'decision', summary: 'Derived', detail: { source: 'consolidated' } },
        { n: 7, kind: 'exploration', summary: 'read b' },
      ],
      [],
      { of: { agent: bad, model: bad }, usage: { input: 1500, output: 500 } },
    );
    await writeNotes(repo, [[repo.oid('HEAD'), noteOf([graph], [])]]);
    const timeline = await sessions(repo, { session: 's\u202e' });
    expect(timeline).toContain('(3 steps that no note here holds)\n  03:04:05  5  exploration   read a\n  03:04:07  7');
    for (const text of [timeline, await sessions(repo)]) expect(text).not.toMatch(/[\u001b\u202e]/);
    expect(await sessions(repo)).toContain('2.0k');
    const narrow = await sessions(repo, {}, { columns: 60, env: { NO_COLOR: '1' } });
    expect(narrow).not.toContain('model');
  }));

test('a repository without sessions, and one without a commit', () =>
  withRepo({}, async (repo) => {
    expect(await sessions(repo)).toContain('No session is known here yet');
    expect(await list(repo)).toEqual({ schema: 'git-prov/sessions/1', sessions: [], requests: 0 });
  }));
