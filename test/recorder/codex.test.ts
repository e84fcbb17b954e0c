import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRollout } from '../../src/agents/codex/live-transcript.ts';
import { readPatch, readShellPatch } from '../../src/agents/codex/patch.ts';
import { agentOf, readEvent } from '../../src/agents/registry.ts';
import type { Node } from '../../src/model/model.ts';
import { enable, prov } from '../helpers/agent.ts';
import { CodexAgent } from '../helpers/codex.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const THREAD = '01a00000-0000-7000-8000-00000000000a';
const LONG = ['a', 'b', 'c', 'd', 'e', 'f'].map((word) => `a long line of ${word} @human`);
const BASE = { 'long.txt': `${LONG.join('\n')}\n`, 'f.txt': 'one @human\ntwo @human\n', 'src/x.txt': 'x @human\n' };

/** Runs a scenario with one agent and returns the owner of each line after a person has committed everything. */
async function owners(
  paths: readonly string[],
  tell: (agent: CodexAgent, repo: TestRepo) => Promise<void> | void,
): Promise<string[]> {
  return withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    await tell(new CodexAgent(repo, THREAD).start().prompt('do it'), repo);
    repo.commit('by hand');
    return linesOf(repo, paths);
  });
}

const linesOf = (repo: TestRepo, paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    judge(repo, path).map(({ text, owner, evidence }) =>
      `${text}: ${owner.replace(THREAD, 'agent')} ${evidence}`.trim(),
    ),
  );

const nodesOf = (repo: TestRepo): Node[] =>
  [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes));

const add = (repo: TestRepo, path: string, text: string): void => appendFileSync(join(repo.dir, path), text);

describe('a patch', () => {
  test('to several files belongs to the step in each of them, and moved lines keep their owner', async () => {
    const found = await owners(['n.txt', 'docs/long.txt'], (agent, repo) => {
      mkdirSync(join(repo.dir, 'docs'));
      agent.patch([
        { path: 'n.txt', fresh: 'new @agent\n\nlast @agent' },
        { path: 'long.txt', old: LONG[5]!, fresh: 'f @agent', to: 'docs/long.txt' },
      ]);
    });
    expect(found).toEqual([
      'new @agent: agent exact',
      ': agent exact',
      'last @agent: agent exact',
      ...LONG.slice(0, 5).map((line) => `${line}: no note`),
      'f @agent: agent exact',
    ]);
  });

  test('that renames a short file keeps the owners of its lines', async () => {
    const found = await owners(['m.txt'], (agent) => {
      agent.patch([{ path: 'n.txt', fresh: 'one @agent\ntwo @agent' }]);
      agent.patch([{ path: 'n.txt', old: 'two @agent', fresh: 'deux @agent', to: 'm.txt' }]).stop();
    });
    expect(found).toEqual(['one @agent: agent exact', 'deux @agent: agent exact']);
  });

  test('leaves the lines unsure that a person saved while it ran', async () => {
    const found = await owners(['f.txt'], (agent, repo) => {
      agent.patch([{ path: 'f.txt', old: 'one @human', fresh: 'une @agent' }], () =>
        add(repo, 'f.txt', 'three @human\n'),
      );
    });
    expect(found).toEqual(['une @agent: agent exact', 'two @human: no note', 'three @human: unsure unsure']);
  });

  test('that does not apply changes nothing, and a person can edit the file', async () => {
    const found = await owners(['f.txt'], (agent, repo) => {
      agent.brokenPatch([{ path: 'f.txt', old: 'none', fresh: 'x' }], 'apply_patch verification failed: not found');
      agent.bash('true');
      add(repo, 'f.txt', 'three @human\n');
      agent.patch([{ path: 'f.txt', old: 'two @human', fresh: 'deux @agent' }]).stop();
    });
    expect(found).toEqual(['one @human: no note', 'deux @agent: agent exact', 'three @human: human']);
  });

  test('that was interrupted owns what it wrote until then', async () => {
    const first = { path: 'n.txt', fresh: 'new @agent' };
    const found = await owners(['n.txt'], (agent) => {
      agent.brokenPatch([first, { path: 'no.txt', fresh: 'x' }], 'Exit code: 1\nWall time: 0 seconds\nOutput:\n', [
        first,
      ]);
      agent.bash('true').stop();
    });
    expect(found).toEqual(['new @agent: agent exact']);
  });

  test('inside a command counts too, although no hook reports its end', async () => {
    const found = await owners(['n.txt', 'f.txt'], (agent, repo) => {
      agent.shellPatch([
        { path: 'n.txt', fresh: 'new @agent' },
        { path: 'f.txt', old: 'two @human', fresh: 'deux @agent' },
      ]);
      agent.stop();
      add(repo, 'f.txt', 'three @human\n');
    });
    expect(found).toEqual([
      'new @agent: agent exact',
      'one @human: no note',
      'deux @agent: agent exact',
      'three @human: human',
    ]);
  });
});

describe('a command', () => {
  test('writes in the folder that it runs in', async () => {
    const found = await owners(['src/x.txt'], (agent) => void agent.bash("echo 'y @agent' >> x.txt", 'src').stop());
    expect(found).toEqual(['x @human: no note', 'y @agent: agent exact']);
  });

  test('that runs beside others owns what it writes, at the next snapshot after its end', async () => {
    const found = await owners(['late.txt', 'mid.txt', 'other.txt'], async (agent) => {
      const one = agent.long("sleep 0.3; echo 'late @agent' > late.txt");
      const other = agent.long("sleep 0.3; echo 'other @agent' > other.txt");
      agent.bash("echo 'mid @agent' > mid.txt");
      await Promise.all([one, other]);
      agent.bash('true').stop();
    });
    expect(found).toEqual(['late @agent: agent exact', 'mid @agent: agent exact', 'other @agent: agent exact']);
  });

  test('that runs past the turn owns the file that it names, and a person the rest', async () => {
    const found = await owners(['late.txt', 'f.txt'], async (agent, repo) => {
      const over = agent.long("sleep 0.3; echo 'late @agent' > late.txt");
      agent.stop();
      await over;
      add(repo, 'f.txt', 'three @human\n');
      agent.prompt('go on').bash('true').stop();
    });
    expect(found).toEqual([
      'late @agent: agent inferred',
      'one @human: no note',
      'two @human: no note',
      'three @human: human',
    ]);
  });

  test('passed or failed according to the rollout; without a word there, the result is unknown', async () => {
    await withRepo(
      { files: { ...BASE, 't.test.mjs': "import { readFileSync } from 'node:fs';\nreadFileSync('ok');\n" } },
      (repo) => {
        enable(repo);
        const agent = new CodexAgent(repo, THREAD).start().prompt('do it');
        agent
          .patch([{ path: 'n.txt', fresh: 'new @agent' }])
          .bash('node --test')
          .bash('touch ok')
          .bash('node --test');
        const id = agent.before('Bash', { command: 'node --test' });
        agent.after('Bash', { command: 'node --test' }, id, 'no word of how it ended');
        agent.stop();
        repo.commit('by hand');
        const passed = nodesOf(repo)
          .filter(({ kind }) => kind === 'verification')
          .map(({ detail }) => detail?.['passed']);
        expect(passed).toEqual([false, true]);
      },
    );
  });

  test('of the agent that commits gets a note with the words before it, model and tokens', async () => {
    await withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const agent = new CodexAgent(repo, THREAD).start().prompt('add a line, because it is missing');
      agent.say('The file lacks a line, so one is added.', 1000);
      agent.patch([{ path: 'n.txt', fresh: 'new @agent' }]);
      agent.say('Committing.', 2000).bash('git add -A && git commit -qm agent').stop().end();
      prov(repo, 'status');
      expect(linesOf(repo, ['n.txt'])).toEqual(['new @agent: agent exact']);
      const [graph] = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs);
      expect(graph!.session).toMatchObject({ agent: 'codex', vendor: 'openai', model: 'test-model-2' });
      expect(graph!.usage).toMatchObject({ input: 2980, output: 10, cacheRead: 20 });
      expect(graph!.nodes.some(({ summary }) => summary.includes('The file lacks a line'))).toBe(true);
    });
  });
});

test('a call that a person refuses is recorded as refused, and a patch that does not fit as an error', async () => {
  await withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new CodexAgent(repo, THREAD).start().prompt('do it');
    const input = { command: 'rm -rf src' };
    const id = agent.before('Bash', input);
    agent.send('PermissionRequest', { turn_id: 'turn-1', model: 'm', tool_name: 'Bash', tool_input: input });
    agent.result(id, 'exec command rejected by user');
    agent.brokenPatch([{ path: 'f.txt', old: 'none', fresh: 'x' }], 'apply_patch verification failed: not found');
    agent.patch([{ path: 'n.txt', fresh: 'new @agent' }]).stop();
    repo.commit('by hand');
    const nodes = nodesOf(repo);
    expect(nodes.filter(({ kind }) => kind === 'error').map(({ summary }) => summary)).toEqual([
      'rm -rf src',
      'edit f.txt',
    ]);
    expect(nodes.filter(({ detail }) => detail?.['refused'] === true).map(({ summary }) => summary)).toEqual([
      'rm -rf src',
    ]);
  });
});

test('a sub-agent has a session of its own below its parent’s, with its own prompt', async () => {
  await withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const main = new CodexAgent(repo, THREAD).start().prompt('do it');
    const sub = new CodexAgent(repo, '01a00000-0000-7000-8000-00000000000b', main);
    const call = main.before('spawn_agent', { message: 'write n.txt' });
    main.after('spawn_agent', { message: 'write n.txt' }, call, '{}');
    sub
      .send('SubagentStart')
      .prompt('write n.txt')
      .patch([{ path: 'n.txt', fresh: 'new @sub' }])
      .send('SubagentStop');
    main.stop();
    repo.commit('by hand');
    expect(judge(repo, 'n.txt')[0]!.owner).toBe(`${THREAD}/${sub.session}`);
    const goals = nodesOf(repo).filter(({ kind }) => kind === 'goal');
    expect(goals.map(({ summary }) => summary).sort()).toEqual(['do it', 'write n.txt']);
  });
});

test('two active registrations record each event once', async () => {
  await withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new CodexAgent(repo, THREAD);
    const send = agent.send.bind(agent);
    agent.send = (event, fields, cwd) => send(event, fields, cwd) && send(event, fields, cwd);
    agent
      .start()
      .prompt('do it')
      .patch([{ path: 'n.txt', fresh: 'new @agent' }])
      .bash('echo more >> n.txt')
      .stop();
    repo.commit('by hand');
    const nodes = nodesOf(repo);
    expect(nodes.filter(({ kind }) => kind === 'goal')).toHaveLength(1);
    expect(nodes.filter(({ kind }) => kind === 'commitment')).toHaveLength(2);
    expect(linesOf(repo, ['n.txt'])).toEqual(['new @agent: agent exact', 'more: agent exact']);
  });
});

describe('reading', () => {
  test('a patch: paths, new names and lines; also one inside a command, even after a cd', () => {
    const patch =
      '*** Begin Patch\n*** Add File: a b.txt\n+one\n+\n*** Update File: c\n*** Move to: d\n@@\n x\n-y\n+z\n*** Delete File: e\n*** End Patch';
    const files = [
      { path: 'a b.txt', written: ['one', ''] },
      { path: 'c', to: 'd', written: ['z'] },
      { path: 'e', written: [] },
    ];
    expect(readPatch(patch)).toEqual(files);
    expect(readShellPatch(`apply_patch <<'EOF'\n${patch}\nEOF`)).toEqual(files);
    const moved = readShellPatch(`cd 'my dir' && apply_patch <<EOF\n${patch}\nEOF`);
    expect(moved?.map(({ path, to }) => [path, to])).toEqual([
      ['my dir/a b.txt', undefined],
      ['my dir/c', 'my dir/d'],
      ['my dir/e', undefined],
    ]);
    expect(readShellPatch(`echo '${patch}'`)).toBeUndefined();
  });

  test('all forms of a shell tool’s input and answer', () => {
    const base = { session_id: 's', hook_event_name: 'PostToolUse', turn_id: 't', model: 'm', transcript_path: null };
    const read = (tool: string, input: object, response: unknown): unknown => {
      const event = readEvent({ ...base, tool_name: tool, tool_input: input, tool_response: response });
      return event?.body.type === 'after' && [event.body.call.command, event.body.outcome, event.body.isOutcomeUnknown];
    };
    expect(read('Bash', { command: 'ls' }, 'a\nb\n')).toEqual(['ls', 'ok', true]);
    expect(read('shell', { command: ['bash', '-lc', 'ls'] }, 'Exit code: 2\nWall time: 0 seconds\nOutput:\n')).toEqual([
      'ls',
      'failed',
      undefined,
    ]);
    expect(read('local_shell', { command: ['git', 'log'] }, { output: 'x', metadata: { exit_code: 0 } })).toEqual([
      'git log',
      'ok',
      undefined,
    ]);
    expect(read('exec_command', { cmd: 'ls' }, '{"output":"x","metadata":{"exit_code":-1}}')).toEqual([
      'ls',
      'interrupted',
      undefined,
    ]);
    expect(read('Bash', { command: 'echo' }, 'Exit code: 1 is what I printed')).toEqual(['echo', 'ok', true]);
  });

  test('a thread continued from another counts only its own tokens; older rollouts have totals', async () => {
    await withRepo({}, (repo) => {
      const file = join(repo.home, `rollout-2026-01-01T00-00-00-${THREAD}.jsonl`);
      const line = (type: string, payload: object): string =>
        `${JSON.stringify({ timestamp: '2026-01-01T00:00:00.000Z', type, payload })}\n`;
      const usage = { input_tokens: 7, output_tokens: 1 };
      const count = (total: number): string =>
        line('event_msg', {
          type: 'token_count',
          info: { total_token_usage: { total_tokens: total }, last_token_usage: usage },
        });
      writeFileSync(file, count(8) + count(8) + count(16));
      expect(Object.values(readRollout(file, 0)!.usage).map(({ input }) => input)).toEqual([7, 7]);
      const own = line('token_usage_record', { response_id: 'r1', thread_id: THREAD, usage });
      const others = line('token_usage_record', { response_id: 'r0', thread_id: 'another', usage });
      writeFileSync(file, others + own + count(8));
      expect(Object.keys(readRollout(file, 0)!.usage)).toEqual(['r1']);
      // The part that was not read yet has only what repeats it.
      expect(readRollout(file, Buffer.byteLength(others + own))!.usage).toEqual({});
    });
  });

  test('the environment of its shell names the session and the sub-agent', () => {
    expect(agentOf({ CODEX_SESSION_ID: 'a', CODEX_THREAD_ID: 'a' })).toEqual({
      agent: 'codex',
      vendor: 'openai',
      id: 'a',
    });
    expect(agentOf({ CODEX_SESSION_ID: 'a', CODEX_THREAD_ID: 'b' })?.id).toBe('a/b');
    expect(agentOf({ CODEX_THREAD_ID: 'b' })?.id).toBe('b');
  });
});

describe('in code mode, where hooks and rollout have different ids for the calls of a script', () => {
  const wordsOf = (repo: TestRepo): string[] =>
    nodesOf(repo)
      .filter(({ kind }) => kind === 'decision')
      .map(({ summary }) => summary);

  test('each call has the words before its script, also when it commits', async () => {
    await withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const agent = new CodexAgent(repo, THREAD).start().prompt('add lines');
      agent.say('The first line is missing, so I add it.').script('patch n.txt', () => {
        agent.patch([{ path: 'n.txt', fresh: 'new @agent' }]);
      });
      const command = "echo 'm @agent' > m.txt && git add -A && git commit -qm agent";
      agent.say('The second file must exist too.').script(`run(${command})`, () => void agent.bash(command));
      agent.stop();
      prov(repo, 'status');
      expect(wordsOf(repo)).toEqual(['The first line is missing, so I add it.', 'The second file must exist too.']);
      expect(linesOf(repo, ['n.txt', 'm.txt'])).toEqual(['new @agent: agent exact', 'm @agent: agent exact']);
    });
  });

  test('a script that still runs while another starts keeps its own words', async () => {
    await withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const agent = new CodexAgent(repo, THREAD).start().prompt('add lines');
      const [slow, fast] = ["echo 'slow @agent' > slow.txt", "echo 'fast @agent' > fast.txt"];
      const running = 'Script running with cell ID 1\nWall time 1.1 seconds\nOutput:\n';
      agent.say('The slow file must exist.').script(`await tools.run("${slow}")`, () => {}, running);
      agent.say('The fast file must exist too.').script(`await tools.run("${fast}")`, () => void agent.bash(fast));
      agent.say('I wait because both are needed.').wait('1', () => void agent.bash(slow));
      agent.say('The last file is needed as well.').script('work()', () => void agent.bash('echo y > last.txt'));
      agent.stop();
      repo.commit('by hand');
      const decisions = wordsOf(repo);
      expect(decisions).toContain('The fast file must exist too.');
      expect(decisions).toContain('The slow file must exist.');
      expect(decisions).toContain('The last file is needed as well.');
      const edges = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap(({ edges: all }) => all));
      const nodes = nodesOf(repo);
      const why = (text: string): string | undefined => {
        const made = nodes.find(({ summary }) => summary.includes(text));
        const edge = edges.find(({ from, kind }) => from === made?.id && kind === 'decided_by');
        return nodes.find(({ id }) => id === edge?.to)?.summary;
      };
      expect(why('slow.txt')).toBe('The slow file must exist.');
      expect(why('fast.txt')).toBe('The fast file must exist too.');
      expect(why('last.txt')).toBe('The last file is needed as well.');
    });
  });
});
