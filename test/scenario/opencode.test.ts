import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { agentOf } from '../../src/agents/registry.ts';
import { enable, prov } from '../helpers/agent.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { importPlugin, loadPlugin, TestOpencode } from '../helpers/opencode.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { whyOf } from '../helpers/why.ts';

const BASE = { 'a.txt': 'one @human\ntwo @human\nthree @human\n', 'b.txt': 'b one @human\n' };

/** Runs a scenario with one opencode through the plug-in, commits the rest, and returns the owner of each line. */
const story = (
  paths: readonly string[],
  tell: (a: TestOpencode, repo: TestRepo) => Promise<void>,
): Promise<{ found: string[]; steps: string[] }> =>
  withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    const a = new TestOpencode(repo, await loadPlugin(repo), 'a');
    await a.prompt('do it');
    await tell(a, repo);
    await a.dispose();
    if (repo.git('status', '--porcelain') !== '') repo.commit('by hand');
    const found = paths.flatMap((path) =>
      judge(repo, path).map(({ text, owner, evidence }) => `${text}: ${owner} ${evidence}`.trim()),
    );
    return { found, steps: stepsOf(repo) };
  });

/** Every step in the ledger, with its outcome. */
const stepsOf = (repo: TestRepo): string[] =>
  prov(repo, 'replay', 'a', '--json')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string | null>)
    .map(({ kind, tool, outcome, summary }) => [kind, tool, outcome, summary].filter(Boolean).join(' '));

test("what its tools and commands write is opencode's; what a person writes in between is the person’s", async () => {
  const { found } = await story(['a.txt', 'b.txt', 'new.txt'], async (a, repo) => {
    await a.read('a.txt');
    await a.edit('a.txt', 'two @human', 'two @a');
    await a.write('new.txt', 'new @a\n');
    writeFileSync(join(repo.dir, 'b.txt'), 'b one @human\nb two @human\n');
    await a.bash("echo 'b three @a' >> b.txt");
    await a.bash('git add -A; git commit -qm agent');
    await a.idle();
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

test('a call that failed or was refused did nothing; what a person saves meanwhile is not called its own', async () => {
  const { found, steps } = await story(['a.txt', 'b.txt'], async (a, repo) => {
    await a.bash('exit 3');
    await a.edit('a.txt', 'no such', 'x', '', () =>
      writeFileSync(join(repo.dir, 'a.txt'), `${BASE['a.txt']}four @human\n`),
    );
    const asked = { sessionID: 'a', permission: 'bash', patterns: ['echo *'], tool: { callID: 'call_a6' } };
    await a.call('bash', { command: "echo 'never' >> b.txt" }, () => {
      void a.event('permission.asked', asked);
      throw new Error('The user rejected permission to use this specific tool call.');
    });
    await a.idle();
  });
  expect(found.filter((line) => !line.includes('@human: ') || / a /.test(line))).toEqual([]);
  expect(found.at(-2)).toBe('four @human: human');
  expect(steps).toContain('error bash failed exit 3');
  expect(steps.join('\n')).toContain("human_gate bash bash echo 'never'");
  expect(steps.join('\n')).toMatch(/bash refused echo 'never'/);
});

test('parallel calls each own what they wrote; an edit owns what its own diff adds', async () => {
  const { found } = await story(['a.txt', 'b.txt'], async (a, repo) => {
    await Promise.all([
      a.edit('a.txt', 'two @human', 'two @a', '', () =>
        writeFileSync(join(repo.dir, 'a.txt'), `${BASE['a.txt']}four @human\n`),
      ),
      a.edit('b.txt', 'b one @human', 'b one @a'),
    ]);
  });
  expect(found).toEqual([
    'one @human: no note',
    'two @a: a exact',
    'three @human: no note',
    'four @human: unsure unsure',
    'b one @a: a exact',
  ]);
});

test('a child session is a sub-agent of its parent, and the words, the model and the tokens come with the events', async () => {
  await withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    const a = new TestOpencode(repo, await loadPlugin(repo), 'a');
    await a.prompt('"do it"');
    await a.call('task', { description: 'help', prompt: 'help' }, () => undefined);
    const child = await a.spawn('kid');
    await child.prompt('help');
    await child.write('sub.txt', 'sub @kid\n');
    await child.idle();
    await a.edit('a.txt', 'one @human', 'one @a', 'One is wrong, because it is one.');
    await a.bash('git add -A; git commit -qm agent');
    await a.idle();
    await a.dispose();
    expect(judge(repo, 'sub.txt')[0]).toMatchObject({ owner: 'a/kid', evidence: 'exact' });
    expect(prov(repo, 'why', 'a.txt:1')).toContain('One is wrong');
    const { sessions } = JSON.parse(prov(repo, 'sessions', '--json')) as { sessions: { session: { id: string } }[] };
    expect(sessions.find(({ session }) => session.id === 'a')).toMatchObject({
      session: { agent: 'opencode', model: 'model-1' },
      usage: { input: 2000, output: 100, cacheRead: 200, cacheWrite: 0, costUsd: 1 }, // the commit's own message is not over by then
    });
    const goals = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes));
    expect(goals.filter(({ kind }) => kind === 'goal').map(({ summary }) => summary)).toContain('do it');
  });
});

test('a command that writes and commits has its own words, not those of the change before', async () => {
  await withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    const a = new TestOpencode(repo, await loadPlugin(repo), 'a');
    await a.prompt('do it');
    await a.edit('a.txt', 'two @human', 'two @a', 'The second line is wrong, so I change it.');
    await a.bash("echo 'new @a' > new.txt && git add -A && git commit -qm agent", 'The new file must exist too.');
    await a.dispose();
    prov(repo, 'status');
    expect(whyOf(repo, 'a.txt:2').decision).toBe('The second line is wrong, so I change it.');
    expect(whyOf(repo, 'new.txt:1').decision).toBe('The new file must exist too.');
  });
});

test('a reason may be in the message of its commit, or in its closing words', () =>
  withRepo({ files: { 'a.js': 'check(a == b);\n', 'b.js': 'send(c);\n' } }, async (repo) => {
    enable(repo);
    const a = new TestOpencode(repo, await loadPlugin(repo), 'a');
    await a.prompt('Fix the check');
    await a.edit('a.js', 'check(a == b);', 'check(isEqual(a, b));');
    await a.bash(
      "git commit -qam 'Compare with isEqual' -m 'The check in a.js uses isEqual, because the operator converts its operands.'",
    );
    await a.say('Done.');
    await a.idle();
    await a.prompt('Check the other one');
    await a.edit('b.js', 'send(c);', 'sendOnce(c);');
    await a.bash('git commit -qam Once');
    await a.say('b.js now calls sendOnce, because the server counts a second message as an error.');
    await a.idle();
    await a.dispose();
    expect(whyOf(repo, 'a.js:1').decision).toMatch(/^The check in a.js uses isEqual, because/);
    expect(prov(repo, 'why', 'a.js:1')).toContain("(in the agent's commit message)");
    expect(whyOf(repo, 'b.js:1').decision).toMatch(/because the server counts a second message/);
  }));

test('its shell passes the session id to git prov', async () => {
  const { steps } = await story([], async (a, repo) => {
    const hooks = await importPlugin(repo);
    expect(Object.keys(hooks)).toEqual([]); // with plug-ins of both the user and the project, only one reports
    await a.bash(
      `'${process.execPath}' '${join(process.cwd(), 'dist/git-prov.js')}' decide 'It stays.' --because 'it is good'`,
    );
  });
  expect(steps.join('\n')).toContain('decision It stays.');
});

test('without the script, or with one that fails, it neither throws nor waits', async () => {
  await withRepo({ files: BASE }, async (repo) => {
    const broken = join(repo.home, 'broken');
    writeFileSync(broken, 'exit 3\n');
    for (const script of [broken, undefined]) {
      process.env['XDG_DATA_HOME'] = join(repo.home, 'nowhere');
      const hooks = script === undefined ? await importPlugin(repo) : await loadPlugin(repo, script);
      const a = new TestOpencode(repo, hooks, 'a');
      const begun = Date.now();
      await a.prompt('do it');
      await a.edit('a.txt', 'one @human', 'one @human');
      for (const type of ['session.created', 'message.updated', 'message.part.updated', 'session.error', 'unknown'])
        await a.event(type, {});
      for (const hook of Object.values(hooks)) await hook({}, {});
      await a.dispose();
      expect(Date.now() - begun).toBeLessThan(3000);
    }
  });
});

test('a script that hangs is stopped after a while, and is skipped after the third time', async () => {
  await withRepo({ files: BASE }, async (repo) => {
    const [hung, log] = [join(repo.home, 'hung'), join(repo.home, 'log')];
    writeFileSync(hung, `echo run >> '${log}'; exec sleep 60\n`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      const hooks = await loadPlugin(repo, hung);
      const state = { over: false };
      const tell = async (): Promise<void> => {
        const a = new TestOpencode(repo, hooks, 'a');
        await a.prompt('do it');
        for (let i = 0; i < 3; i++) await a.bash('true');
        await a.dispose();
        state.over = true;
      };
      const told = tell();
      const runs = (): number => readFileSync(log, { flag: 'a+' }).toString().split('\n').length - 1;
      for (let seen = 0; !state.over;) {
        await new Promise(setImmediate);
        if (runs() === seen) continue;
        seen = runs();
        vi.advanceTimersByTime(10_000);
      }
      await told;
      expect(runs()).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('Kilo, a fork of it, is recorded by the same plug-in under its own name', () =>
  withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    const a = new TestOpencode(repo, await loadPlugin(repo, undefined, 'kilo'), 'a');
    await a.prompt('do it');
    await a.write('new.txt', 'new @a\n');
    await a.dispose();
    const commit = repo.commit('by hand');
    expect(
      notesOf(repo)
        .get(commit)!
        .graphs.map(({ session }) => session.agent),
    ).toEqual(['kilo']);
    expect(judge(repo, 'new.txt').map(({ owner }) => owner)).toEqual(['a']);
    // Its shell has the variables of both.
    const shell = { KILO: '1', OPENCODE: '1', GIT_PROV_SESSION: 'a' };
    expect(agentOf(shell)).toMatchObject({ agent: 'kilo', id: 'a' });
    expect(agentOf({ ...shell, KILO: undefined })).toMatchObject({ agent: 'opencode' });
  }));
