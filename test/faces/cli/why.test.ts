import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runWhy, type WhyOptions } from '../../../src/faces/cli/commands/ask/why.ts';
import { openRepository } from '../../../src/faces/library/index.ts';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { withRepo } from '../../helpers/repo.ts';
import { made, masked, newNodeAt, nodeAt, noteOf, run, writeNotes, type Telling } from '../../ask/setup.ts';
import { tellStory } from '../../ask/story.ts';

const why = async (
  repo: TestRepo,
  place: string,
  more: Partial<WhyOptions> = {},
  telling: Telling = {},
): Promise<string> => (await run(repo, runWhy, { place, ...more }, telling)).text;

interface Told {
  schema: string;
  path: string;
  revision: string | null;
  instead_of: string | null;
  answers: { lines: { line: number; text: string }[]; owner: string; [field: string]: unknown }[];
}
interface Goal {
  readonly summary: string;
}
const told = async (repo: TestRepo, place: string, more: Partial<WhyOptions> = {}): Promise<Told> =>
  JSON.parse(await why(repo, place, { ...more, json: true })) as Told;

test('a binary file has no lines of a person: its last commit and its steps are named', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    enable(repo);
    repo.write('own.png', '\u0089PNG\r\n\u0000\u0001mine\n');
    repo.commit('Add a picture');
    new TestAgent(repo, 'b1')
      .start()
      .prompt('draw')
      .bash("printf '\\211PNG\\r\\n\\000\\002' > made.png; echo one > n.txt")
      .stop();
    repo.commit('Draw');
    for (const place of ['own.png:1', 'made.png:1']) {
      const text = await why(repo, place);
      expect(text).toContain('unknown: the file is binary');
      expect(text).not.toContain('a person');
    }
    expect(await why(repo, 'own.png:1')).toMatch(/last commit {2}\w+ Add a picture/);
    expect(await why(repo, 'made.png:1')).toMatch(/changed by {3}.*made\.png.* \[commitment:\S+\].*claude-code/s);
    expect(await told(repo, 'made.png:1')).toMatchObject({ answers: [], binary: { noted: true } });
    expect((await told(repo, 'a.txt:1')).answers).toHaveLength(1);
  }));

test('a prompt that only agrees is shown with the one before it', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'b1').start().prompt('Make the list count the lamps').prompt('yes');
    agent.write('a.txt', 'one lamp\n').bash('git add -A && git commit -qm Count').stop();
    expect(prov(repo, 'blame', 'a.txt')).toContain('asked for: Make the list count the lamps (then: yes)');
    expect(prov(repo, 'log', '-1')).toContain('asked for: Make the list count the lamps');
    expect(await why(repo, 'a.txt:1')).toMatch(/goal +Make the list count the lamps \[goal:\S+\]\n +then +yes \[goal:/);
    const [answer] = (await told(repo, 'a.txt:1')).answers;
    expect(answer).toMatchObject({
      goals: [{ summary: 'yes' }],
      follows: { summary: 'Make the list count the lamps' },
    });
    const { lines, nodes } = JSON.parse(prov(repo, 'blame', '--json', 'a.txt')) as {
      lines: { follows: string }[];
      nodes: Record<string, { summary: string }>;
    };
    expect(nodes[lines[0]!.follows]!.summary).toBe('Make the list count the lamps');
    const library = await openRepository({ dir: repo.dir, env: repo.env });
    const who = await library.whoWrote({ path: 'a.txt', line: 1 }).finally(() => library.close());
    expect(who).toMatchObject({ goal: { summary: 'yes' }, follows: { summary: 'Make the list count the lamps' } });
  }));

test.each([
  ['the agent commits in its turn', true],
  ['a person commits after it', false],
])('after a prompt that only answers, the note contains the goal before it, also in a clone: %s', (_, commitsItself) =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'b1').start().prompt('Make the list count the lamps');
    const turns: readonly [answer: string | undefined, file: string][] = [
      [undefined, 'a.txt'],
      ['yes, go on', 'b.txt'],
      ['Continue', 'c.txt'],
      [undefined, 'd.txt'],
      ['Name the lamps', 'e.txt'],
    ];
    for (const [answer, file] of turns) {
      if (answer !== undefined) agent.prompt(answer);
      agent.write(file, 'a lamp\n');
      if (commitsItself) agent.bash(`git add -A && git commit -qm ${file}`).stop();
      else {
        agent.stop();
        repo.commit(file);
      }
    }
    repo.git('clone', '-q', '.', '../clone');
    const clone = { ...repo, dir: join(repo.dir, '../clone') };
    prov(clone, 'fetch');
    const goals = turns.map(([, file]) => {
      const [answer] = (JSON.parse(prov(clone, 'why', '--json', `${file}:1`)) as Told).answers;
      return [...(answer!['goals'] as Goal[]), ...([answer!['follows'] ?? []].flat() as Goal[])].map(
        (goal) => goal.summary,
      );
    });
    const first = 'Make the list count the lamps';
    const onward = ['Continue', first];
    expect(goals).toEqual([[first], ['yes, go on', first], onward, onward, ['Name the lamps']]);
    expect(prov(clone, 'verify')).toContain('Valid: 5 notes');
    const report = prov(clone, 'report', '--all', 'HEAD~5..HEAD');
    expect(report).toMatch(/4 lines +Make the list count the lamps/);
    expect(report).toMatch(/1 line +Name the lamps/);
    expect(report).not.toMatch(/line.* (?:Continue|yes, go on) \[/);
  }),
);

test('a file that only the index lost is no binary file, also where git ignores it', () =>
  withRepo({ files: { 'a.txt': 'one\n', 'own.png': '\u0089PNG\r\n\u0000' } }, async (repo) => {
    repo.git('rm', '-q', '--cached', 'a.txt', 'own.png');
    for (const ignored of ['', '*\n']) {
      repo.write('.gitignore', ignored);
      expect(await told(repo, 'a.txt:1')).toMatchObject({ answers: [{ lines: [{ line: 1, text: 'one' }] }] });
      expect(await why(repo, 'own.png:1')).toContain('unknown: the file is binary');
    }
  }));

describe('in a repository where an agent worked', () => {
  let repo: TestRepo;
  beforeAll(() => {
    repo = tellStory();
  });
  afterAll(() => repo.cleanup());

  test('lines of an agent, of a person who changed one of them, and from before', async () => {
    expect(masked(await why(repo, 'src/auth.rs:1-4'))).toMatchInlineSnapshot(`
      "src/auth.rs:1  in a
        1  fn a() {}

        written by  unknown: the commit has no note (made before git prov, or not recorded)
        commit      96f561f first (Ada Tester, WHEN)

      src/auth.rs:2  in verify_token
        2  fn verify_token() {

        goal      Fix the authentication bug [goal:e808f628-1]
        decision  no reason was given [decision:e808f628-12]
        explored  read src/auth.rs, grep verify_token src/auth.rs
        change    edit src/auth.rs, WHEN [commitment:e808f628-4]
        verified  ~ make test passed; the code was changed since (WHEN)
        session   claude-code (test-model-1) [session:e808f628]
        commit    ac8218b Fix auth (Ada Tester, WHEN)
        evidence  exact

      src/auth.rs:3  in verify_token
        3      check(x, y);

        written by    a person: Ada Tester
        commit        06d66b0 Tests (Ada Tester, WHEN)
        changed from  edit src/auth.rs, WHEN [commitment:e808f628-4] claude-code (test-model-1) [session:e808f628]
                      Goal: Fix the authentication bug

      src/auth.rs:4  in verify_token
        4  }

        goal      Fix the authentication bug [goal:e808f628-1]
        decision  no reason was given [decision:e808f628-12]
        explored  read src/auth.rs, grep verify_token src/auth.rs
        change    edit src/auth.rs, WHEN [commitment:e808f628-4]
        verified  ~ make test passed; the code was changed since (WHEN)
        session   claude-code (test-model-1) [session:e808f628]
        commit    ac8218b Fix auth (Ada Tester, WHEN)
        evidence  exact
      "
    `);
  });

  test('on a terminal everything fits', async () => {
    const text = await why(repo, 'src/auth.rs:1-5', {}, { columns: 60, env: { NO_COLOR: '1' } });
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(text).toContain('\n  decision  no reason was given [decision:e808f628-12]\n');
  });

  test("a sub-agent has its own goal and its parent's", async () => {
    expect(masked(await why(repo, 'src/new.rs:2'))).toMatchInlineSnapshot(`
      "src/new.rs:2
        2  lines

        goal      write the new file [goal:f23d6d7b-1]
        part of   Fix the authentication bug [goal:e808f628-1]
        decision  no reason was given [decision:f23d6d7b-5]
        explored  read src/auth.rs
        change    write src/new.rs, WHEN [commitment:f23d6d7b-3]
        verified  no check of this change has a known result
        session   claude-code, sub-agent of e808f628 [session:f23d6d7b]
        commit    ac8218b Fix auth (Ada Tester, WHEN)
        evidence  exact
      "
    `);
  });

  test('uncommitted lines, of the agent and by hand', async () => {
    expect(masked(await why(repo, 'src/t.rs:2-3'))).toMatchInlineSnapshot(`
      "src/t.rs:2
        2  test two

        goal      Add test coverage [goal:e808f628-10]
        decision  no reason was given [decision:e808f628-18]
        change    edit src/t.rs, WHEN [commitment:e808f628-17]
        verified  no check of this change has a known result
        session   claude-code (test-model-1) [session:e808f628]
        commit    not committed yet
        evidence  exact

      src/t.rs:3
        3  by hand

        written by  a person
        commit      not committed yet
      "
    `);
  });

  test('at an older revision, the verification is the one from that time', async () => {
    expect(masked(await why(repo, 'src/auth.rs:2', { rev: 'HEAD~1' }))).toContain(
      'verified  ✓ make test passed (WHEN)',
    );
    expect(masked(await why(repo, 'src/auth.rs:2'))).toContain('~ make test passed; the code was changed since');
  });

  test('from a subfolder, with -L, with a column', async () => {
    const cwd = join(repo.dir, 'src');
    const wanted = await why(repo, 'auth.rs:3', {}, { cwd });
    expect(wanted).toContain('src/auth.rs:3  in verify_token\n  3      check(x, y);');
    expect(await why(repo, 'auth.rs', { lines: ['3,3'] }, { cwd })).toBe(wanted);
    expect(await why(repo, 'auth.rs:3:9', {}, { cwd })).toBe(wanted);
    expect(await why(repo, 'auth.rs#L3', {}, { cwd })).toBe(wanted);
  });

  test('a forge address uses its revision when it exists here, else HEAD with a message', async () => {
    repo.git('branch', '-f', 'topic/x', 'HEAD~1');
    const there = await told(repo, 'https://github.com/o/r/blob/topic/x/src/auth.rs#L3');
    expect(there).toMatchObject({ path: 'src/auth.rs', revision: repo.oid('HEAD~1'), instead_of: null });
    expect(there.answers[0]).toMatchObject({ owner: 'agent', lines: [{ line: 3, text: '\tcheck(x);' }] });
    const gone = 'https://gitlab.com/o/r/-/blob/0123456789012345678901234567890123456789/src/auth.rs#L3-4';
    expect(await told(repo, gone)).toMatchObject({ revision: repo.oid('HEAD'), answers: [{ owner: 'human' }, {}] });
    expect(await why(repo, gone)).toMatch(
      /^The revision 0123456789012345678901234567890123456789 is not here: these are the lines at [0-9a-f]{7,}\.\n\nsrc\/auth/,
    );
    repo.git('update-ref', 'refs/remotes/origin/topic/x', 'HEAD');
    expect(await told(repo, 'https://github.com/o/r/blob/topic/x/src/auth.rs#L3')).toMatchObject({
      revision: repo.oid('HEAD'),
    });
  });

  test('--json has a schema and everything of an agent’s line', async () => {
    const { schema, answers } = await told(repo, 'src/auth.rs:2');
    expect(schema).toBe('git-prov/why/1');
    expect(answers).toMatchObject([
      {
        lines: [{ line: 2, text: 'fn verify_token() {' }],
        owner: 'agent',
        evidence: 'exact',
        confidence: 1,
        noted: true,
        commit: { oid: repo.oid('HEAD~1'), author: 'Ada Tester', email: 'ada@example.com', subject: 'Fix auth' },
        step: { id: newNodeAt('sess-a', 4), kind: 'commitment', summary: 'edit src/auth.rs', tool: 'Edit' },
        session: { id: 'sess-a', agent: 'claude-code', model: 'test-model-1', parent: null },
        decision: { kind: 'decision', detail: { source: 'consolidated' } },
        goals: [{ summary: 'Fix the authentication bug' }],
        explored: [{ summary: 'read src/auth.rs' }, { summary: 'grep verify_token src/auth.rs' }],
        verification: { state: 'stale', run: { summary: 'make test passed' } },
        from: null,
      },
    ]);
  });

  test.for([
    ['nowhere.rs:3', {}, /no file "nowhere\.rs"/],
    ['src/auth.rs:99', {}, /^git: .*has only 5 lines/],
    ['src/auth.rs', {}, /names no line/],
    ['src/auth.rs:1', { rev: 'nix' }, /no revision "nix"/],
    ['src/auth.rs:1', { rev: '--output=x' }, /is not a revision/],
    ['https://github.com/o/r/blob/main/src/none.rs#L1', {}, /no file/],
  ] as const)('%s %o is refused, with a hint', async ([place, more, message]) => {
    await expect(why(repo, place, more)).rejects.toThrow(message);
    await expect(why(repo, place, more)).rejects.toHaveProperty('hint');
  });
});

const EDIT = { n: 3, kind: 'commitment', summary: 'edit a.txt', detail: { files: ['a.txt'] } };

test('a declared decision is shown with its reason and what was rejected', () =>
  withRepo({ hash: 'sha1', files: { 'a.txt': 'one\n' } }, async (repo) => {
    const detail = { source: 'declared', because: 'The API limits its rate', rejected: ['retry at once', 'a queue'] };
    const graph = made(
      's',
      [{ n: 1, kind: 'goal', summary: 'Go on' }, { n: 2, kind: 'decision', summary: 'Back off', detail }, EDIT],
      [
        [1, 'led_to', 3],
        [3, 'decided_by', 2],
      ],
    );
    await writeNotes(repo, [[repo.oid('HEAD'), noteOf([graph], [['a.txt', 1, 1, nodeAt('s', 3), 'moved']])]]);
    expect(await why(repo, 'a.txt:1')).toMatchInlineSnapshot(`
      "a.txt:1
        1  one

        goal       Go on [goal:043a7187-1]
        decision   Back off (declared) [decision:043a7187-2]
        because    The API limits its rate
        ruled out  retry at once
        ruled out  a queue
        change     edit a.txt, 2026-01-02 03:04 [commitment:043a7187-3]
        verified   no check of this change has a known result
        session    claude-code (opus) [session:043a7187]
        commit     17076ef first (Ada Tester, 2026-01-01)
        evidence   moved
      "
    `);
  }));

test('data missing from a graph is found in the notes of earlier commits', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    const first = made(
      's',
      [
        { n: 1, kind: 'goal', summary: 'The goal of long ago' },
        { n: 2, kind: 'exploration', summary: 'read a.txt' },
      ],
      [[1, 'led_to', 2]],
    );
    const second = made('s', [EDIT], [[2 as number, 'explored_via', 3]]);
    await writeNotes(repo, [[repo.oid('HEAD'), noteOf([first], [])]]);
    repo.write('a.txt', 'two\n');
    const head = repo.commit('later');
    await writeNotes(repo, [[head, noteOf([second], [['a.txt', 1, 1, nodeAt('s', 3)]])]]);
    const text = await why(repo, 'a.txt:1');
    expect(text).toContain('The goal of long ago');
    expect(text).toContain('explored  read a.txt\n');
  }));

test('a note without graphs still shows that an agent wrote the line, and the name to ask for', () =>
  withRepo({ hash: 'sha1', files: { 'a.txt': 'one\ntwo\n' } }, async (repo) => {
    const note = noteOf(
      [],
      [
        ['a.txt', 1, 1, nodeAt('s', 3)],
        ['a.txt', 2, 1, null, 'unsure'],
      ],
    );
    await writeNotes(repo, [[repo.oid('HEAD'), note]]);
    expect(
      (await why(repo, 'a.txt:1-2')).replaceAll(nodeAt('s', 3), 'NODE').replaceAll(nodeAt('s', 3).slice(0, 8), 'SHORT'),
    ).toMatchInlineSnapshot(`
      "a.txt:1
        1  one

        change    [node:NODE] not in any note of this clone
        verified  no check of this change has a known result
        session   an agent [session:SHORT]
        commit    97a5e1a first (Ada Tester, 2026-01-01)
        evidence  exact

      a.txt:2
        2  two

        written by  not known: it came while a step of an agent ran, and it is not certain who wrote it
        commit      97a5e1a first (Ada Tester, 2026-01-01)
      "
    `);
  }));

test('text from notes, paths and commits cannot control the terminal', () =>
  withRepo({ files: { 'a\u001b[2J.txt': 'x\u001b]0;t\u0007\n' } }, async (repo) => {
    const bad = 'evil\u001b[31m\u202e\u0007';
    const graph = made(
      's',
      [
        { n: 1, kind: 'goal', summary: bad },
        { n: 2, kind: 'decision', summary: bad, detail: { source: bad, because: bad, rejected: [bad] } },
        { n: 3, kind: 'commitment', summary: bad, tool: bad },
      ],
      [
        [1, 'led_to', 3],
        [3, 'decided_by', 2],
      ],
      { of: { agent: bad, model: bad } },
    );
    repo.git('commit', '-q', '--amend', '-m', 'sub\u001b[1mject');
    await writeNotes(repo, [
      [repo.oid('HEAD'), noteOf([graph], [['a\u001b[2J.txt', 1, 1, nodeAt('s', 3), 'odd-kind']])],
    ]);
    const text = await why(repo, 'a\u001b[2J.txt:1');
    expect(text).not.toMatch(/[^\n -~…├─└│▶✓✗·←]/u);
    expect(text).toContain('evil\\x1b[31m\\u{202e}\\x07');
  }));

test('a path with colons, and one that looks like a line number', () =>
  withRepo({ files: { 'a:b': 'one\n', 'c.txt:7': 'first\nsecond\n', 'c.txt': `${'x\n'.repeat(9)}` } }, async (repo) => {
    mkdirSync(join(repo.dir, 'd'));
    expect(await why(repo, 'a:b:1')).toContain('a:b:1\n  1  one');
    expect(await why(repo, 'c.txt:7:2')).toContain('c.txt:7:2\n  2  second');
    expect(await why(repo, 'c.txt:7')).toContain('c.txt:7\n  7  x');
  }));

test('a damaged note is reported, and the rest is shown', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], 'no note').toString().trim();
    repo.git('notes', '--ref=provenance', 'add', '-C', blob, 'HEAD');
    const { code, text, warnings } = await run(repo, runWhy, { place: 'a.txt:1' });
    expect([code, warnings]).toEqual([0, ['A note could not be read; run git prov doctor.']]);
    expect(text).toContain('unknown: the commit has no note');
  }));
