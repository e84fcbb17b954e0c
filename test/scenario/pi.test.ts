import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { agentOf } from '../../src/agents/registry.ts';
import { enable, prov } from '../helpers/agent.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { TestPi } from '../helpers/pi.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { whyOf } from '../helpers/why.ts';

const BASE = { 'a.txt': 'one @human\ntwo @human\nthree @human\n', 'b.txt': 'b one @human\n' };

/** Runs a scenario with one Pi, commits the rest, and returns the owner of each line and every step. */
const story = (
  paths: readonly string[],
  tell: (pi: TestPi, repo: TestRepo) => Promise<void>,
  options: Parameters<typeof TestPi.load>[2] = {},
): Promise<{ found: string[]; steps: string[] }> =>
  withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    const pi = await TestPi.load(repo, 'a', options);
    await pi.prompt('do it');
    await tell(pi, repo);
    await pi.end();
    await pi.quit();
    if (repo.git('status', '--porcelain') !== '') repo.commit('by hand');
    const found = paths.flatMap((path) =>
      judge(repo, path).map(({ text, owner, evidence }) => `${text}: ${owner} ${evidence}`.trim()),
    );
    return { found, steps: stepsOf(repo) };
  });

const stepsOf = (repo: TestRepo): string[] =>
  prov(repo, 'replay', 'a', '--json')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string | null>)
    .map(({ kind, tool, outcome, summary }) => [kind, tool, outcome, summary].filter(Boolean).join(' '));

test("what its tools and commands write is Pi's; what a person writes in between is the person’s", async () => {
  const { found } = await story(['a.txt', 'b.txt', 'new.txt'], async (pi, repo) => {
    await pi.call('read', { path: 'a.txt' }, () => undefined);
    await pi.edit('a.txt', 'two @human', 'two @a');
    await pi.write('@new.txt', 'new @a\n');
    writeFileSync(join(repo.dir, 'b.txt'), 'b one @human\nb two @human\n');
    await pi.bash("echo 'b three @a' >> b.txt");
    await pi.bash('git add -A; git commit -qm agent');
  });
  expect(found).toEqual([
    'one @human: no note',
    'two @a: a exact',
    'three @human: no note',
    'b one @human: no note',
    'b two @human: human',
    'b three @a: a exact',
    'new @a: a exact',
  ]);
});

test('a person who saves the file while an edit runs is not Pi', async () => {
  const { found } = await story(['a.txt'], (pi, repo) =>
    pi.edit('a.txt', 'two @human', 'two @a', '', () => repo.write('a.txt', `${BASE['a.txt']}four @human\n`)),
  );
  expect(found).toEqual([
    'one @human: no note',
    'two @a: a exact',
    'three @human: no note',
    'four @human: unsure unsure',
  ]);
});

test('a call that failed, or that another extension refused, did nothing', async () => {
  const { found, steps } = await story(['a.txt', 'b.txt'], async (pi, repo) => {
    await pi.bash('exit 3');
    await pi.edit('a.txt', 'no such', 'x', '', () => repo.write('a.txt', `${BASE['a.txt']}four @human\n`));
    await pi.call('bash', { command: "echo 'never' >> b.txt" }, () => {
      throw new Error('blocked by a rule');
    });
  });
  expect(found.at(-2)).toBe('four @human: human');
  expect(found.at(-1)).toBe('b one @human: no note');
  expect(steps).toContain('error bash failed exit 3');
  expect(steps.join('\n')).toMatch(/bash refused echo 'never'/);
});

test('words, thoughts, model, tokens and cost come from the record, or with the events where it is missing', async () => {
  for (const isRecorded of [true, false])
    await withRepo({ files: BASE }, async (repo) => {
      enable(repo);
      const pi = await TestPi.load(repo, 'a', { isRecorded });
      await pi.prompt('do it');
      await pi.edit('a.txt', 'two @human', 'two @a', 'The second line is wrong, so I change it.');
      await pi.bash("echo 'new @a' > new.txt && git add -A && git commit -qm agent", 'The new file must exist too.');
      await pi.end();
      await pi.quit();
      expect(whyOf(repo, 'a.txt:2').decision).toBe('The second line is wrong, so I change it.');
      expect(whyOf(repo, 'new.txt:1').decision).toBe('The new file must exist too.');
      const { sessions } = JSON.parse(prov(repo, 'sessions', '--json')) as { sessions: object[] };
      expect(sessions).toMatchObject([
        {
          session: { id: 'a', agent: 'pi', model: 'model-1' },
          usage: { input: 2000, output: 100, cacheRead: 200, costUsd: 0.5 },
        },
      ]);
      const nodes = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap((graph) => graph.nodes));
      const calls = nodes.filter(({ tool }) => tool === 'model_call');
      expect(calls.map(({ kind, detail }) => ({ kind, ...detail }))).toEqual([
        { kind: 'execution', calls: 2, input: 2000, output: 100, cache_read: 200, cost: 500_000 },
      ]);
      expect(prov(repo, 'replay', 'a')).toMatch(
        /execution\s+model_call\s+model-1, 2 calls, 2200 tokens in, 100 out, \$0\.50\n/,
      );
      expect(prov(repo, 'verify', '--all')).not.toMatch(/problem|broken/);
      expect(nodes.filter(({ kind }) => kind === 'goal').map(({ summary }) => summary)).toEqual(['do it']);
    });
});

test('a Pi that its shell starts is a sub-agent', () =>
  withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    const outer = await TestPi.load(repo, 'a');
    await outer.prompt('do it');
    const { shell } = outer;
    expect(agentOf(shell)).toMatchObject({ agent: 'pi', id: 'a' });
    const env = { GIT_PROV_PI_SESSION: shell['GIT_PROV_PI_SESSION'] };
    await outer.call('bash', { command: 'pi -p help' }, () => ({}));
    const inner = await TestPi.load(repo, 'kid', { env });
    expect(agentOf(inner.shell)).toMatchObject({ id: 'a/kid' });
    await inner.prompt('help');
    await inner.write('sub.txt', 'sub @kid\n');
    await inner.end();
    await inner.quit();
    repo.commit('all');
    expect(judge(repo, 'sub.txt')[0]).toMatchObject({ owner: 'a/kid', evidence: 'exact' });
  }));

test('its shell passes the session to git prov', async () => {
  const { steps } = await story([], (pi) =>
    pi.bash(`'${process.execPath}' '${resolve('dist/git-prov.js')}' decide 'It stays.' --because 'it is good'`),
  );
  expect(steps.join('\n')).toContain('decision It stays.');
});

test('a command that the person types in Pi is not the session’s', () =>
  withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    const pi = await TestPi.load(repo, 'a');
    expect(agentOf(pi.shell)).toMatchObject({ id: 'a' });
    await pi.emit('user_bash', { command: 'git prov decide x' });
    expect(agentOf(pi.shell)).toBeUndefined();
    await pi.bash('true');
    expect(agentOf(pi.shell)).toMatchObject({ id: 'a' });
    await pi.quit();
  }));

test('with copies of both the user and the project, and after a reload, each step is recorded once', async () => {
  const { steps, found } = await story(
    ['a.txt'],
    async (pi) => {
      await pi.edit('a.txt', 'two @human', 'two @a');
      await pi.emit('session_shutdown', { reason: 'reload' });
      await pi.emit('session_start', { reason: 'reload' });
      await pi.edit('a.txt', 'three @human', 'three @a');
    },
    { count: 2 },
  );
  expect(steps.filter((step) => step.startsWith('commitment'))).toHaveLength(2);
  expect(steps.filter((step) => step.startsWith('goal'))).toEqual(['goal do it']);
  expect(found.slice(1)).toEqual(['two @a: a exact', 'three @a: a exact']);
});

test('words that another extension puts in are no prompt, and a compaction is a step', async () => {
  const { steps } = await story([], async (pi) => {
    await pi.emit('input', { text: 'from a program', source: 'extension' });
    const message = { role: 'user', content: 'from a program' };
    await pi.emit('message_end', { message });
    await pi.emit('session_before_compact', {});
    await pi.emit('session_compact', {});
    await pi.end('error');
  });
  expect(steps.filter((step) => step.startsWith('goal'))).toEqual(['goal do it']);
  expect(steps.join('\n')).toContain('episode conversation compacted');
});

// The hook waits for a second at most.
test('at its start Pi gets the decisions that were made before', { retry: 3 }, () =>
  withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    prov(repo, 'decide', 'Never divide by zero', '--because', 'it crashes');
    const data = join(repo.home, 'data/git-prov');
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'runtime'), `${process.execPath}\n${resolve('dist/git-prov.js')}\n`);
    const pi = await TestPi.load(repo, 'a');
    const system = await pi.prompt('do it');
    await pi.quit();
    expect(system).toMatch(/^You are Pi\.\n\n[\s\S]*Never divide by zero/);
  }),
);

test('without the script, or with one that fails, it neither throws nor waits', () =>
  withRepo({ files: BASE }, async (repo) => {
    const broken = join(repo.home, 'broken');
    writeFileSync(broken, 'echo noise; exit 3\n');
    for (const script of [undefined, broken]) {
      const begun = Date.now();
      const pi = await TestPi.load(repo, 'a', { script });
      await pi.prompt('do it');
      await pi.edit('a.txt', 'one @human', 'one @human');
      for (const type of ['input', 'message_end', 'tool_call', 'tool_result', 'tool_execution_end', 'agent_end'])
        expect(await pi.emit(type, {})).toBeUndefined();
      await pi.quit();
      expect(Date.now() - begun).toBeLessThan(3000);
    }
  }));
