import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { changeState } from '../helpers/change-state.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const BASE = { 'f.txt': 'one @human\n', 'gen.mjs': '' };
const MAKES = "import { writeFileSync } from 'node:fs';\nwriteFileSync('made.txt', 'made @a\\n');\n";

/** Runs a scenario with one agent and returns the owner of each line of the files. */
async function owners(
  paths: readonly string[],
  tell: (repo: TestRepo, a: TestAgent) => Promise<void> | void,
  files: Readonly<Record<string, string>> = BASE,
): Promise<string[]> {
  return withRepo({ files }, async (repo) => {
    enable(repo);
    await tell(repo, new TestAgent(repo, 'a').start().prompt('do it'));
    repo.commit('by hand');
    return paths.flatMap((path) =>
      judge(repo, path).map(({ text, owner, evidence }) => `${text}: ${owner} ${evidence}`.trim()),
    );
  });
}

async function until(repo: TestRepo, path: string): Promise<void> {
  for (let i = 0; i < 200 && !existsSync(join(repo.dir, path)); i++) await sleep(20);
  await sleep(20);
}

const save = (repo: TestRepo, path: string, text: string): void => writeFileSync(join(repo.dir, path), text);

test('a file that a background command names belongs to its step, as of the next snapshot', async () => {
  const found = await owners(['late.txt', 'f.txt'], async (repo, a) => {
    const over = a.background("sleep 0.3; printf 'late @a\\n' > late.txt", 'b1');
    save(repo, 'f.txt', 'one @human\ntwo @human\n');
    await over;
    a.bash('ls');
  });
  expect(found).toEqual(['late @a: a inferred', 'one @human: no note', 'two @human: human']);
});

test('lines that it writes after the turn belong to its step when a person commits them', async () => {
  const found = await owners(['late.txt'], async (_repo, a) => {
    const over = a.background("sleep 0.3; printf 'late @a\\n' > late.txt", 'b1');
    a.stop('b1');
    await over;
    a.notice('b1').stop();
  });
  expect(found).toEqual(['late @a: a inferred']);
});

test("a person's line written after the command ended, but before the next snapshot, is unsure", async () => {
  const found = await owners(['late.txt'], async (repo, a) => {
    await a.background("sleep 0.3; printf 'late\\n' > late.txt", 'b1');
    a.notice('b1').stop();
    await sleep(50);
    save(repo, 'late.txt', 'late\nmine\n');
  });
  expect(found).toEqual(['late: unsure unsure', 'mine: unsure unsure']);
});

test('a running background command may also write to an existing file that it names', async () => {
  const found = await owners(['f.txt'], async (_repo, a) => {
    const over = a.background("sleep 0.2; printf 'two @a\\n' >> f.txt", 'b1');
    await over;
    a.bash('ls');
  });
  expect(found).toEqual(['one @human: no note', 'two @a: a inferred']);
});

test('the background work gets a step of its own, which continues the call and names the files', () =>
  withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('do it');
    await a.background("sleep 0.2; printf 'late @a\\n' > late.txt", 'b1');
    a.bash('ls');
    repo.commit('by hand');
    const nodes = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap((graph) => graph.nodes));
    const [call, work] = nodes.filter(({ summary }) => summary.includes('late.txt'));
    expect(work?.detail).toMatchObject({ continues: call!.id });
    expect(work?.kind).toBe('commitment');
  }));

test('work that was committed before the next snapshot is recorded only once', () =>
  withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('do it');
    await a.background("sleep 0.3; printf 'late @a\\n' > late.txt", 'b1');
    repo.commit('by hand');
    a.write('n.txt', 'x @a\n').bash('ls');
    repo.commit('by hand again');
    const nodes = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap((graph) => graph.nodes));
    const works = nodes.filter(({ detail }) => detail?.['continues'] !== undefined);
    expect(new Set(works.map(({ id }) => id)).size).toBe(1);
  }));

test('shell background: what the command spells out is the step’s, also in an existing file', async () => {
  const found = await owners(['late.txt', 'f.txt'], async (repo, a) => {
    a.bash("(sleep 0.3; printf 'late @a\\n' > late.txt; printf 'two\\n' >> f.txt) >/dev/null 2>&1 &");
    await until(repo, 'late.txt');
    a.bash('ls');
  });
  expect(found).toEqual(['late @a: a inferred', 'one @human: no note', 'two: a inferred']);
});

test('nohup and setsid leave a program running too', async () => {
  const found = await owners(['n.txt', 's.txt'], async (repo, a) => {
    a.bash(`nohup sh -c "sleep 0.2; printf 'n @a\\n' > n.txt" >/dev/null 2>&1 &`);
    a.bash(`setsid sh -c "sleep 0.2; printf 's @a\\n' > s.txt" >/dev/null 2>&1 &`);
    await until(repo, 'n.txt');
    await until(repo, 's.txt');
    a.bash('ls');
  });
  expect(found).toEqual(['n @a: a inferred', 's @a: a inferred']);
});

test('a file held open by a background program is its step’s; other changes meanwhile are unsure', async () => {
  const found = await owners(
    ['made.txt', 'f.txt'],
    async (repo, a) => {
      const over = a.background('sleep 0.3; node gen.mjs', 'b1');
      save(repo, 'f.txt', 'one @human\ntwo\n');
      await over;
      a.bash('ls');
    },
    { ...BASE, 'gen.mjs': MAKES },
  );
  expect(found).toEqual(['made @a: a inferred', 'one @human: no note', 'two: unsure likely']);
});

test('what a person saves after the program ended is the person’s, even without a snapshot in between', async () => {
  const found = await owners(['f.txt'], async (repo, a) => {
    const over = a.background('sleep 0.1; node gen.mjs', 'b1');
    await over;
    a.notice('b1').stop();
    await sleep(50);
    save(repo, 'f.txt', 'one @human\ntwo @human\n');
  });
  expect(found).toEqual(['one @human: no note', 'two @human: human']);
});

test('a snapshot after the end closes the background work', async () => {
  const found = await owners(['f.txt'], async (repo, a) => {
    await a.background('node gen.mjs', 'b1');
    a.notice('b1').bash('ls');
    save(repo, 'f.txt', 'one @human\ntwo @human\n');
    // The file's time proves nothing, for example after a checkout or a copy.
    utimesSync(join(repo.dir, 'f.txt'), 1e9, 1e9);
    a.bash('ls');
  });
  expect(found).toEqual(['one @human: no note', 'two @human: human']);
});

test.each([
  ['a turn that ends without it', (a: TestAgent) => a.stop()],
  [
    'TaskStop',
    (a: TestAgent) =>
      a.after('TaskStop', { task_id: 'b1' }, a.before('TaskStop', { task_id: 'b1' }), { task_id: 'b1' }),
  ],
  [
    'KillShell',
    (a: TestAgent) =>
      a.after('KillShell', { shell_id: 'b1' }, a.before('KillShell', { shell_id: 'b1' }), { shell_id: 'b1' }),
  ],
  [
    'BashOutput',
    (a: TestAgent) =>
      a.after('BashOutput', { bash_id: 'b1' }, a.before('BashOutput', { bash_id: 'b1' }), {
        shellId: 'b1',
        status: 'completed',
      }),
  ],
  [
    'TaskOutput',
    (a: TestAgent) =>
      a.after('TaskOutput', { task_id: 'b1' }, a.before('TaskOutput', { task_id: 'b1' }), {
        retrieval_status: 'success',
        task: { task_id: 'b1', status: 'completed' },
      }),
  ],
  ['the end of the session', (a: TestAgent) => a.end()],
])('%s ends it', async (_name, end) => {
  const found = await owners(['f.txt'], async (repo, a) => {
    await a.background('node gen.mjs', 'b1');
    end(a);
    await sleep(50);
    save(repo, 'f.txt', 'one @human\ntwo @human\n');
    a.bash('ls');
  });
  expect(found).toEqual(['one @human: no note', 'two @human: human']);
});

test.each([
  ['a turn that ends with it', (a: TestAgent) => a.stop('b1')],
  [
    'BashOutput',
    (a: TestAgent) =>
      a.after('BashOutput', { bash_id: 'b1' }, a.before('BashOutput', { bash_id: 'b1' }), { status: 'running' }),
  ],
  [
    'a notice of output',
    (a: TestAgent) =>
      a.send('UserPromptSubmit', {
        prompt: '<task-notification>\n<task-id>b1</task-id>\n<event>x</event>\n</task-notification>',
      }),
  ],
  ['the end of another', (a: TestAgent) => a.notice('b2')],
])('%s does not end it', async (_name, tell) => {
  const found = await owners(['f.txt'], async (repo, a) => {
    await a.background('node gen.mjs', 'b1');
    tell(a);
    await sleep(50);
    save(repo, 'f.txt', 'one @human\ntwo\n');
    a.bash('ls');
  });
  expect(found).toEqual(['one @human: no note', 'two: unsure likely']);
});

test.each([
  'npm run dev',
  'npx vitest --watch',
  'tail -f f.txt',
  'python3 -m http.server',
  'npx nodemon gen.mjs',
  'cat f.txt',
])('while %s runs in the background, a person’s lines are the person’s', async (command) => {
  const found = await owners(['f.txt'], async (repo, a) => {
    const input = { command, run_in_background: true };
    a.after('Bash', input, a.before('Bash', input), { stdout: '', backgroundTaskId: 'b1' });
    a.bash(`true || { ${command} & }`);
    save(repo, 'f.txt', 'one @human\ntwo @human\n');
    a.bash('ls');
  });
  expect(found).toEqual(['one @human: no note', 'two @human: human']);
});

test.each(['node gen.mjs & wait', 'node gen.mjs & sleep 0.1; kill $! || true'])(
  '%s leaves nothing behind',
  async (command) => {
    const found = await owners(['f.txt'], (repo, a) => {
      a.bash(command);
      save(repo, 'f.txt', 'one @human\ntwo @human\n');
      a.bash('ls');
    });
    expect(found).toEqual(['one @human: no note', 'two @human: human']);
  },
);

test('a kill in a later call ends what the shell left behind', async () => {
  const found = await owners(['f.txt'], async (repo, a) => {
    a.bash('node gen.mjs >/dev/null 2>&1 &');
    a.bash('pkill -f nothing-of-this-name || true');
    await sleep(50);
    save(repo, 'f.txt', 'one @human\ntwo @human\n');
    a.bash('ls');
  });
  expect(found).toEqual(['one @human: no note', 'two @human: human']);
});

test('a silent background program counts as running for its first twenty minutes, by file times', async () => {
  const found = await owners(['f.txt', 'during.txt', 'after.txt'], (repo, a) => {
    a.bash('node gen.mjs >/dev/null 2>&1 &');
    prov(repo, 'status');
    shift(repo, -60 * 60_000);
    save(repo, 'f.txt', 'one @human\ntwo @human\n');
    for (const [path, minutes] of [
      ['during.txt', 50],
      ['after.txt', 30],
    ] as const) {
      save(repo, path, 'x\n');
      const time = Date.now() / 1000 - minutes * 60;
      utimesSync(join(repo.dir, path), time, time);
    }
  });
  expect(found).toEqual(['one @human: no note', 'two @human: human', 'x: unsure likely', 'x: human']);
});

/** Moves the start of the background work into the past. */
function shift(repo: TestRepo, by: number): void {
  changeState<{ workTrees: Record<string, { background: { at: number }[] }> }>(
    join(repo.dir, '.git/prov/state.json'),
    ({ workTrees }) => {
      const steps = Object.values(workTrees).flatMap(({ background }) => background);
      expect(steps).toHaveLength(1);
      for (const step of steps) step.at += by;
    },
  );
}

test('a file tool, and a command that names its file, take precedence over background work', async () => {
  const found = await owners(['f.txt', 'g.txt'], async (_repo, a) => {
    const over = a.background('sleep 0.5', 'b0');
    a.background('sleep 0.5; node gen.mjs', 'b1');
    a.edit('f.txt', 'one @human\n', 'one @human\ntwo @a\n');
    a.bash("printf 'three @a\\n' > g.txt");
    await over;
  });
  expect(found).toEqual(['one @human: no note', 'two @a: a exact', 'three @a: a exact']);
});

test('a file that two sessions both name is unsure', async () => {
  const found = await owners(['late.txt'], async (repo, a) => {
    const b = new TestAgent(repo, 'b').start().prompt('do it too');
    const overs = [
      a.background("sleep 0.2; printf 'x\\n' > late.txt", 'b1'),
      b.background("sleep 0.2; printf 'x\\n' > late.txt", 'b2'),
    ];
    await Promise.all(overs);
    a.bash('ls');
  });
  expect(found).toEqual(['x: unsure unsure']);
});

test("a sub-agent's background work ends with the sub-agent", async () => {
  const found = await owners(['f.txt'], async (repo, a) => {
    a.send('SubagentStart', { agent_id: 'c1', agent_type: 'general' });
    const child = new TestAgent(repo, 'a', 'c1');
    await child.background('node gen.mjs', 'b1');
    a.send('SubagentStop', { agent_id: 'c1', background_tasks: [{ id: 'b1', status: 'running' }] });
    await sleep(50);
    save(repo, 'f.txt', 'one @human\ntwo @human\n');
    a.bash('ls');
  });
  expect(found).toEqual(['one @human: no note', 'two @human: human']);
});

test('a notice is not a goal and does not interrupt the turn', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('do it');
    a.bash("printf 'two @a\\n' >> f.txt", () => a.notice('b1'));
    repo.commit('by hand');
    expect(judge(repo, 'f.txt').map(({ owner }) => owner)).toEqual(['no note', 'a']);
    const nodes = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap((graph) => graph.nodes));
    expect(nodes.filter(({ kind }) => kind === 'goal').map(({ summary }) => summary)).toEqual(['do it']);
  }));

test('uncommitted lines are attributed in the same way', () =>
  withRepo({ files: { ...BASE, 'gen.mjs': MAKES } }, async (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('do it');
    await Promise.all([
      a.background('sleep 0.2; node gen.mjs', 'b1'),
      a.background("sleep 0.2; printf 'late @a\\n' > late.txt", 'b2'),
    ]);
    repo.git('add', '-N', 'made.txt', 'late.txt');
    const ownersOf = (path: string): string[] =>
      (JSON.parse(prov(repo, 'blame', '--json', path)) as { lines: { owner: string }[] }).lines.map(
        ({ owner }) => owner,
      );
    expect({ made: ownersOf('made.txt'), late: ownersOf('late.txt') }).toEqual({ made: ['agent'], late: ['agent'] });
  }));
