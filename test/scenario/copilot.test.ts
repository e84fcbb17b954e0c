import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov } from '../helpers/agent.ts';
import { TestCopilot } from '../helpers/copilot.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const BASE = { 'a.txt': 'one @human\ntwo @human\nthree @human\n', 'b.txt': 'b one @human\n' };

/** Runs a scenario with one Copilot, commits the rest, and returns the owner of each line of the files. */
const story = (paths: readonly string[], tell: (a: TestCopilot, repo: TestRepo) => void): Promise<string[]> =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const a = new TestCopilot(repo, 'a').start().prompt('do it');
    tell(a, repo);
    if (repo.git('status', '--porcelain') !== '') repo.commit('by hand');
    return paths.flatMap((path) =>
      judge(repo, path).map(({ text, owner, evidence }) => `${text}: ${owner} ${evidence}`.trim()),
    );
  });

/** Every tool step in the ledger, with its outcome. */
const steps = (repo: TestRepo): string[] =>
  prov(repo, 'replay', 'a', '--json')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string | null>)
    .map(({ kind, tool, outcome, summary }) => [kind, tool, outcome, summary].filter(Boolean).join(' '));

test("what its tools and commands write is Copilot's; what a person writes in between is the person’s", async () => {
  const found = await story(['a.txt', 'b.txt', 'new.txt'], (a, repo) => {
    a.read('a.txt').edit('a.txt', 'two @human', 'two @a').create('new.txt', 'new @a\n');
    writeFileSync(join(repo.dir, 'b.txt'), 'b one @human\nb two @human\n');
    a.bash("echo 'b three @a' >> b.txt").bash('git add -A; git commit -qm agent').stop();
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

test('calls without ids: parallel and repeated calls are matched by tool, input and order', async () => {
  await withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const a = new TestCopilot(repo, 'a').start().prompt('do it');
    const [one, two] = [a.editing('a.txt', 'two @human', 'two @a'), a.editing('b.txt', 'b one @human', 'b one @a')];
    a.before(one).before(two).change('b.txt', 'b one @human', 'b one @a').after(two, 'ok');
    a.change('a.txt', 'two @human', 'two @a').after(one, 'ok');
    a.bash('true').bash('false').bash('true').bash("echo 'x @a' >> a.txt").bash("echo 'x @a' >> a.txt");
    a.bash('git commit -qam agent').stop();
    expect(judge(repo, 'a.txt').map(({ text, owner }) => `${text}: ${owner}`)).toEqual([
      'one @human: no note',
      'two @a: a',
      'three @human: no note',
      'x @a: a',
      'x @a: a',
    ]);
    expect(judge(repo, 'b.txt')[0]).toMatchObject({ owner: 'a', evidence: 'exact' });
    a.create('c.txt', 'c @a\n').bash('git add -A; git commit -qm more');
    const told = steps(repo);
    expect(told.filter((step) => step.endsWith('Bash ok true'))).toHaveLength(2);
    expect(told).toContain('error Bash failed false');
    expect(told.filter((step) => step.startsWith('commitment Bash ok echo'))).toHaveLength(2);
  });
});

test('a call that failed or was refused did nothing; what a person saves meanwhile is a person’s', async () => {
  const found = await story(['a.txt', 'b.txt'], (a, repo) => {
    const call = a.editing('a.txt', 'no such', 'x');
    a.before(call);
    writeFileSync(join(repo.dir, 'a.txt'), `${BASE['a.txt']}four @human\n`);
    a.failed(call, 'No match found');
    a.refused("echo 'never' >> b.txt");
    a.stop();
    writeFileSync(join(repo.dir, 'b.txt'), `${BASE['b.txt']}b two @human\n`);
    a.prompt('go on').bash('ls');
  });
  expect(found.filter((line) => !line.includes('@human: '))).toEqual([]);
  expect(found.filter((line) => / a (?:exact|inferred)$/.test(line))).toEqual([]);
});

test('an edit owns only what it replaced: a line saved into the file during the permission prompt is unsure', async () => {
  const found = await story(['a.txt'], (a, repo) => {
    a.edit('a.txt', 'two @human', 'two @a', () =>
      writeFileSync(join(repo.dir, 'a.txt'), `${BASE['a.txt']}four @human\n`),
    );
  });
  expect(found).toEqual([
    'one @human: no note',
    'two @a: a exact',
    'three @human: no note',
    'four @human: unsure unsure',
  ]);
});

test('a sub-agent has a session of its own, although its events name only itself', async () => {
  const found = await story(['sub.txt', 'a.txt'], (a) => {
    const { child, over } = a.spawn('child-1');
    child.prompt('help me').create('sub.txt', 'sub @child\n').stop();
    over();
    a.edit('a.txt', 'one @human', 'one @a').stop();
  });
  expect(found.slice(0, 2)).toEqual(['sub @child: a/child-1 exact', 'one @a: a exact']);
});

test('an event reported by two settings is recorded once', async () => {
  await withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const a = new TestCopilot(repo, 'a');
    const twice = (payload: string): void => void a.run(payload).run(payload, 'claude-code');
    const call = { tool_name: 'Bash', tool_input: { command: "echo 'x @a' >> a.txt" } };
    twice(a.payload({ hook_event_name: 'UserPromptSubmit', prompt: 'once' }));
    twice(a.payload({ hook_event_name: 'PreToolUse', ...call }));
    a.change('a.txt', 'three @human\n', 'three @human\nx @a\n');
    twice(a.payload({ hook_event_name: 'PostToolUse', ...call, tool_result: { result_type: 'success' } }));
    a.bash('git commit -qam agent');
    const nodes = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap((graph) => graph.nodes));
    expect(nodes.filter(({ kind }) => kind === 'goal')).toHaveLength(1);
    expect(nodes.filter(({ tool, summary }) => tool === 'Bash' && summary.includes('echo'))).toHaveLength(1);
    expect(judge(repo, 'a.txt')[3]).toMatchObject({ text: 'x @a', owner: 'a', evidence: 'exact' });
  });
});

test('a background program belongs to its step until a notice, sent as a prompt, reports its end', async () => {
  const found = await story(['late.txt', 'a.txt'], (a, repo) => {
    const call = { tool_name: 'Bash', tool_input: { command: "sleep 9; echo 'late @a' > late.txt", mode: 'async' } };
    a.before(call).after(call, '<command started in background with shellId: 1>').stop();
    a.put('late.txt', 'late @a\n');
    a.prompt(
      '<system_notification>\nShell command "x" (shellId: 1) has completed successfully.\n</system_notification>',
    );
    writeFileSync(join(repo.dir, 'a.txt'), `${BASE['a.txt']}four @human\n`);
    a.stop();
  });
  expect(found[0]).toBe('late @a: a inferred');
  expect(found.at(-1)).toBe('four @human: human');
});

test('each session’s own record provides the words before a call, the model and the tokens', async () => {
  await withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const a = new TestCopilot(repo, 'a').start().prompt('do it');
    const record = join(repo.home, '.copilot/session-state/a/events.jsonl');
    const path = join(repo.dir, 'a.txt');
    const call = (words: string, agentId?: string): object[] => [
      {
        type: 'session.usage_record',
        data: {
          usage: { inputTokens: 1000, cacheReadTokens: 400, cacheWriteTokens: 0, outputTokens: 7, apiCallId: words },
        },
        id: words,
        ...(agentId && { agentId }),
      },
      {
        type: 'assistant.message',
        data: {
          model: 'model-1',
          content: words,
          toolRequests: [
            { toolCallId: 'c1', name: 'edit', arguments: { path, old_str: 'one @human', new_str: 'one @a' } },
          ],
        },
        ...(agentId && { agentId }),
      },
    ];
    // A person undoes it, and the agent does it again: each call has the words before it.
    a.edit('a.txt', 'one @human', 'one @a');
    prov(repo, 'status');
    writeFileSync(path, BASE['a.txt'].replace('one @human', 'zero @human\none @human'));
    mkdirSync(dirname(record), { recursive: true });
    const lines = [
      ...call('Somebody else’s words.', 'child-1'),
      ...call('One is wrong, because it is one.'),
      { type: 'hook.start', data: {} },
    ];
    writeFileSync(record, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"type":"assistant.mess`);
    a.edit('a.txt', 'one @human', 'one @a').bash('git commit -qam agent');
    expect(prov(repo, 'show')).toContain('One is wrong, because it is one.');
    const [session] = (JSON.parse(prov(repo, 'sessions', '--json')) as { sessions: Record<string, unknown>[] })
      .sessions;
    expect(session).toMatchObject({ session: { agent: 'copilot', model: 'model-1' } });
    expect(JSON.stringify(session)).toContain('"input":600');
  });
});

test('a permission question belongs to the call that it names, whatever the tool', async () => {
  await withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const a = new TestCopilot(repo, 'a').start().prompt('do it');
    const path = join(repo.dir, 'new.txt');
    const call = { tool_name: 'Write', tool_input: { path, file_text: 'new @a\n' } };
    a.before(call).camel({ notification_type: 'permission_prompt', message: `Edit file: ${path}` });
    a.put('new.txt', 'new @a\n').after(call, 'created').bash('git add -A; git commit -qm agent');
    const [graph] = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs);
    const [gate, write] = ['human_gate', 'commitment'].map(
      (kind) => graph?.nodes.find((node) => node.kind === kind)?.id,
    );
    const blocked = graph?.edges.filter(({ kind }) => kind === 'blocked_by');
    expect(blocked).toMatchObject([{ from: write, to: gate, source: 'observed' }]);
  });
});
