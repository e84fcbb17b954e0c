import { NOTES_REF } from '../../../src/notes/refs.ts';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runShow } from '../../../src/faces/cli/commands/ask/show.ts';
import { textWidth } from '../../../src/faces/cli/render/width.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { withRepo } from '../../helpers/repo.ts';
import { made, masked, newNodeAt, nodeAt, noteOf, run, writeNotes, type Telling } from '../../ask/setup.ts';
import { tellStory } from '../../ask/story.ts';

const show = async (repo: TestRepo, reference?: string, telling: Telling = {}): Promise<string> =>
  (await run(repo, runShow, { reference }, telling)).text;
const json = async (repo: TestRepo, reference?: string): Promise<Record<string, unknown>> =>
  JSON.parse((await run(repo, runShow, { reference, json: true })).text) as Record<string, unknown>;

describe('in a repository where an agent worked', () => {
  let repo: TestRepo;
  beforeAll(() => {
    repo = tellStory();
  });
  afterAll(() => repo.cleanup());

  test('a commit has its sessions, its lines and the graph behind them', async () => {
    expect(masked(await show(repo, 'HEAD~1'))).toMatchInlineSnapshot(`
      "commit ac8218b0c67d59efeea59bcaf1a4325b68eb4209
        Fix auth
        Ada Tester, WHEN

        sessions   claude-code (test-model-1) [session:e808f628] 3 lines, 11 steps
                   claude-code, sub-agent of e808f628 [session:f23d6d7b] 2 lines, 4 steps
        by agents  3 of 3 lines in src/auth.rs (3 exact)
                   2 of 2 lines in src/new.rs (2 exact)

      Goal: "Fix the authentication bug" [e808f628-1]
      ├──led_to──▶ Exploration: read src/auth.rs [e808f628-2]
      ├──led_to──▶ Exploration: grep verify_token src/auth.rs [e808f628-3]
      │   ├──explored_via──▶ Commitment: edit src/auth.rs [e808f628-4]
      │   ├──decided_by──▶ Decision: Read src/auth.rs, grep verify_token src/auth.rs → edit src/auth.rs [e808f628-12]
      │   ├──verified_by──▶ Verification: make test passed ✓ [e808f628-5]
      │   └──committed_via──▶ Patch: commit ac8218b (2 files) [e808f628-11]
      ├──led_to──▶ Execution: general-purpose: write the new file [e808f628-6]
      │   └──spawned──▶ Goal: "write the new file" [f23d6d7b-1]
      │       └──led_to──▶ Exploration: read src/auth.rs [f23d6d7b-2]
      │           ├──explored_via──▶ Commitment: write src/new.rs [f23d6d7b-3]
      │           ├──decided_by──▶ Decision: Read src/auth.rs → write src/new.rs [f23d6d7b-5]
      │           └──committed_via──▶ Patch: commit ac8218b (2 files) [f23d6d7b-4]
      ├──led_to──▶ Execution: Task write the new file [e808f628-7]
      │   └──failed_with──▶ Error: false [e808f628-8]
      ├──blocked_by──▶ Human gate: Bash git push [e808f628-9]
      └──led_to──▶ Goal: "Add test coverage" (next turn)

      Goal: "Add test coverage" [e808f628-10]
      "
    `);
  });

  test.each([70, 50, 40])('on %i columns a text without room beside its edge is below it', async (columns) => {
    const text = await show(repo, 'HEAD~1', { columns, env: { LC_ALL: 'C.UTF-8', NO_COLOR: '1' } });
    const tree = text.slice(text.indexOf('\n\n', text.indexOf('by agents')) + 2);
    // at most a deep edge is wider than so few columns
    expect(tree.split('\n').filter((line) => textWidth(line) > Math.max(columns, 48))).toEqual([]);
    expect(tree).toMatch(/ {2}write src\/new\.rs \[f23d6d7b-3\]\n/);
  });

  test('without a reference it shows HEAD: its steps, and from earlier graphs only the origin of its lines', async () => {
    expect(masked(await show(repo))).toMatchInlineSnapshot(`
      "commit 06d66b03471e9305aa252219a1aec38eefe8af8e
        Tests
        Ada Tester, WHEN

        sessions   claude-code (test-model-1) [session:e808f628] 1 line, 3 steps
        by agents  0 of 1 line in src/auth.rs
                   1 of 1 line in src/t.rs (1 exact)

      Goal: "Fix the authentication bug" [e808f628-1]
      ├──led_to──▶ Exploration: grep verify_token src/auth.rs [e808f628-3]
      │   └──explored_via──▶ Commitment: edit src/auth.rs [e808f628-4]
      └──led_to──▶ Goal: "Add test coverage" (next turn)

      Goal: "Add test coverage" [e808f628-10]
      ├──led_to──▶ Execution: git add -A && git commit -qm "Fix auth" [e808f628-13]
      └──led_to──▶ Commitment: write src/t.rs [e808f628-14]
          ├──decided_by──▶ Decision: Write src/t.rs [e808f628-16]
          └──committed_via──▶ Patch: commit 06d66b0 (2 files) [e808f628-15]
      "
    `);
  });

  test('a session has all its graphs, and its uncommitted steps', async () => {
    const text = await show(repo, 'session:sess-a');
    expect(text).toContain('15 steps, 1 of them in no commit yet, 4 lines, 2 commits');
    expect(text).toContain('──▶ Commitment: edit src/t.rs');
    expect(await show(repo, 'sess')).toBe(text); // the sub-agent's id begins with it too
    expect(await show(repo, nodeAt('sess-a', 1).slice(0, 6))).toBe(text);
  });

  test('a step has its goal, what it wrote, and its results', async () => {
    expect(masked(await show(repo, `commitment:${nodeAt('sess-a', 4)}`))).toMatchInlineSnapshot(`
      "commitment:e808f628-4
        commitment  edit src/auth.rs
        when        WHEN
        goal        Fix the authentication bug [goal:e808f628-1]
        decision    Read src/auth.rs, grep verify_token src/auth.rs → edit src/auth.rs (from what was done) [decision:e808f628-12]
        session     claude-code (test-model-1) [session:e808f628]
        wrote       ac8218b Fix auth (WHEN)
                    3 lines of src/auth.rs in verify_token

      Commitment: edit src/auth.rs [e808f628-4]
      ├──decided_by──▶ Decision: Read src/auth.rs, grep verify_token src/auth.rs → edit src/auth.rs [e808f628-12]
      ├──verified_by──▶ Verification: make test passed ✓ [e808f628-5]
      └──committed_via──▶ Patch: commit ac8218b (2 files) [e808f628-11]
      "
    `);
    expect(await show(repo, nodeAt('sess-a', 4))).toBe(await show(repo, `commitment:${nodeAt('sess-a', 4)}`));
  });

  test('an ambiguous prefix is refused, and the matching goals are listed', async () => {
    const prefix = nodeAt('sess-a', 1).slice(0, 4);
    const short = prefix + nodeAt('sess-a', 1).slice(4, 8);
    await expect(show(repo, `goal:${prefix}`)).rejects.toMatchObject({
      kind: 'usage',
      hint: `Use one of these:\n    goal:${newNodeAt('sess-a', 1)}  Fix the authentication bug\n    goal:${newNodeAt('sess-a', 10)}  Add test coverage`,
    });
    expect(await show(repo, `goal:${short}-1`)).toContain('Fix the authentication bug');
    expect(await show(repo, `verification:${prefix}`)).toContain('make test passed');
  });

  test.for(['nix', 'goal:ffffffff-1', 'commit:0000000', 'session:nix', '--all', ''])(
    '%s is unknown',
    async (reference) => {
      await expect(show(repo, reference)).rejects.toMatchObject({
        kind: 'data',
        hint: expect.stringContaining('sessions') as string,
      });
    },
  );

  test('a commit without a note', async () => {
    expect(await show(repo, 'commit:HEAD~2')).toContain('This commit has no note');
    expect(await json(repo, 'HEAD~2')).toMatchObject({ noted: false, graphs: [], files: [] });
  });

  test('--json gives the graphs and the lines', async () => {
    const shown = await json(repo, 'HEAD~1');
    expect(shown).toMatchObject({
      schema: 'git-prov/show/1',
      kind: 'commit',
      commit: { oid: repo.oid('HEAD~1'), subject: 'Fix auth' },
      files: [
        { path: 'src/auth.rs', added: 3, agent: 3, human: 0, unsure: 0, evidence: { exact: 3 } },
        { path: 'src/new.rs', added: 2, agent: 2 },
      ],
      lines: { 'src/new.rs': [{ start: 1, count: 2, node: newNodeAt('sess-a/sub1', 3), evidence: 'exact' }] },
    });
    const graphs = shown['graphs'] as { id: string; session: { id: string }; edges: unknown[] }[];
    expect(graphs.map(({ session }) => session.id).sort()).toEqual(['sess-a', 'sess-a/sub1']);
    for (const { id } of graphs) expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(await json(repo, nodeAt('sess-a', 4))).toMatchObject({ schema: 'git-prov/show/1', kind: 'node' });
    expect(await json(repo, 'sess-a')).toMatchObject({ schema: 'git-prov/show/1', kind: 'session', steps: 15 });
  });
});

test('evidence, uncertain lines, tokens, and the origin of a carried note', () =>
  withRepo({ files: { 'a.txt': '1\n2\n3\n4\n5\n6\n', 'b.txt': 'b\n' } }, async (repo) => {
    const graph = made('s', [{ n: 3, kind: 'commitment', summary: 'edit' }], [], {
      usage: { input: 1200, output: 56, cacheRead: 1_000_000, cacheWrite: 0, cost: 250_000 },
    });
    const id = nodeAt('s', 3);
    const note = noteOf(
      [graph],
      [
        ['a.txt', 1, 2, id],
        ['a.txt', 3, 1, id, 'moved'],
        ['a.txt', 4, 1, null, 'unsure'],
        ['a.txt', 6, 900, nodeAt('t', 1)],
        ['none.txt', 1, 5, id],
      ],
    );
    const head = repo.oid('HEAD');
    await writeNotes(repo, [[head, { ...note, carried: [{ from: head, how: 'rebase' }] }]]);
    expect((await show(repo)).replaceAll(head, 'OID').replaceAll(head.slice(0, 7), 'ID')).toMatchInlineSnapshot(`
      "commit OID
        first
        Ada Tester, 2026-01-01 00:00

        sessions   claude-code (opus) [session:043a7187] 3 lines, 1 step, 1.0M in, 56 out tokens ($0.25)
                   an agent [session:e3b98a4d] 1 line, 0 steps
        by agents  4 of 6 lines in a.txt (3 exact, 1 moved, 1 not certain)
                   0 of 1 line in b.txt
        carried    from ID (rebase)

      Commitment: edit [043a7187-3]
      "
    `);
  }));

test('a note without graphs, and one without anything', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    await writeNotes(repo, [[repo.oid('HEAD'), noteOf([], [['a.txt', 1, 1, nodeAt('s', 3)]])]]);
    expect(await show(repo)).toContain(`an agent [session:${nodeAt('s', 3).slice(0, 8)}] 1 line, 0 steps`);
    await writeNotes(repo, [[repo.oid('HEAD'), noteOf([], [])]]);
    expect(await show(repo)).toContain('0 of 1 line in a.txt');
  }));

test('hostile text, in the terminal’s width and without Unicode', () =>
  withRepo({ hash: 'sha1', files: { 'a.txt': 'one\n' } }, async (repo) => {
    const bad = `\u001b[2J\u202e${'long '.repeat(60)}`;
    const graph = made(
      's\u202e',
      [
        { n: 1, kind: 'goal', summary: bad },
        { n: 2, kind: 'odd_kind', summary: bad, tool: bad },
        { n: 3, kind: 'patch', summary: bad, detail: { commit: bad, files: [] } },
      ],
      [
        [1, 'odd_edge', 2],
        [2, 'committed_via', 3],
      ],
      { of: { agent: bad, model: bad } },
    );
    await writeNotes(repo, [[repo.oid('HEAD'), noteOf([graph], [])]]);
    const text = await show(repo, 'HEAD', { columns: 70, env: { LC_ALL: 'C', NO_COLOR: '1' } });
    expect(text).not.toMatch(/[^\n -~…]/);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(70);
    expect(text).toContain('|--odd_edge--> Odd kind:'.replace('|--', '`--'));
  }));

test('a commit is shown without the index; a session even without a cache, and an unreadable note is reported once', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    const graph = made('s', [{ n: 1, kind: 'goal', summary: 'Find it' }]);
    await writeNotes(repo, [[repo.oid('HEAD'), noteOf([graph], [['a.txt', 1, 1, nodeAt('s', 1)]])]]);
    const dir = join(repo.dir, '.git/prov');
    await show(repo, 'HEAD');
    await show(repo, 'commit:HEAD');
    expect(existsSync(dir)).toBe(false);
    mkdirSync(dir);
    writeFileSync(join(dir, 'index'), 'in its place');
    expect(await show(repo, nodeAt('s', 1))).toContain('1 line of a.txt');
    // A second, unreadable note is on the same commit.
    const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], 'no note').toString().trim();
    const tree = `${repo.git('ls-tree', NOTES_REF)}\n100644 blob ${blob}\t${repo.oid('HEAD')}\n`;
    const root = repo.gitRaw(['mktree'], tree).toString().trim();
    repo.git('update-ref', NOTES_REF, repo.git('commit-tree', '-m', 'harm', root));
    for (const reference of ['s', nodeAt('s', 1)])
      expect(await run(repo, runShow, { reference })).toMatchObject({
        code: 0,
        text: expect.stringContaining('Find it') as string,
        warnings: ['A note could not be read; run git prov doctor.'],
      });
  }));
