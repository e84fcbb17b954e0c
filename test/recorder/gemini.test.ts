import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readGeminiChat } from '../../src/agents/gemini/live-transcript.ts';
import { readEvent } from '../../src/agents/registry.ts';
import type { Node } from '../../src/model/model.ts';
import { enable, prov } from '../helpers/agent.ts';
import { GeminiAgent } from '../helpers/gemini.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { whyOf } from '../helpers/why.ts';

const SESSION = 'b0000000-0000-4000-8000-00000000000a';
const BASE = { 'f.txt': 'one @human\ntwo @human\n', 'src/x.txt': 'x @human\n' };

/** Runs a scenario with one agent and returns the owner of each line after a person has committed everything. */
async function owners(paths: readonly string[], tell: (agent: GeminiAgent, repo: TestRepo) => void): Promise<string[]> {
  return withRepo({ files: BASE }, (repo) => {
    enable(repo);
    tell(new GeminiAgent(repo, SESSION).start().prompt('do it'), repo);
    repo.commit('by hand');
    return linesOf(repo, paths);
  });
}

const linesOf = (repo: TestRepo, paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    judge(repo, path).map(({ text, owner, evidence }) =>
      `${text}: ${owner.replace(SESSION, 'agent')} ${evidence}`.trim(),
    ),
  );

const nodesOf = (repo: TestRepo): Node[] =>
  [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes));

const add = (repo: TestRepo, path: string, text: string): void => appendFileSync(join(repo.dir, path), text);

describe('line owners', () => {
  test('file tools, a command in another folder, and a person between turns', async () => {
    const found = await owners(['f.txt', 'n.txt', 'src/x.txt'], (agent, repo) => {
      agent.replace('f.txt', 'two @human', 'deux @agent').write('n.txt', 'new @agent\n');
      agent.shell("echo 'y @agent' >> x.txt", 'src').stop();
      add(repo, 'f.txt', 'three @human\n');
      agent.prompt('go on').replace('f.txt', 'one @human', 'une @agent').stop();
    });
    expect(found).toEqual([
      'une @agent: agent exact',
      'deux @agent: agent exact',
      'three @human: human',
      'new @agent: agent exact',
      'x @human: no note',
      'y @agent: agent exact',
    ]);
  });

  test('a proposal changed by the person: the changes are the person’s, or unsure when the proposal is unknown', async () => {
    const found = await owners(['n.txt', 'f.txt'], (agent) => {
      agent.write('n.txt', 'new @agent\nmine @human\n', 'new @agent\n');
      agent.replace('f.txt', 'two @human', 'deux @agent', 'zwei @human').stop();
    });
    expect(found).toEqual([
      'new @agent: agent exact',
      'mine @human: human',
      'one @human: no note',
      'zwei @human: unsure unsure',
    ]);
  });

  test('a failed call, which changed nothing; the next change is the person’s', async () => {
    const found = await owners(['f.txt'], (agent, repo) => {
      agent.replace('f.txt', 'none', 'x').shell('exit 3').stop();
      add(repo, 'f.txt', 'three @human\n');
      agent.prompt('go on').write('n.txt', 'new @agent\n').stop();
    });
    expect(found).toEqual(['one @human: no note', 'two @human: no note', 'three @human: human']);
  });

  test("a person's save before a program that may write any file: the person’s", async () => {
    const found = await owners(['made.txt', 'h.txt'], (agent, repo) => {
      writeFileSync(
        join(repo.dir, 'gen.mjs'),
        "import { writeFileSync } from 'node:fs';\nwriteFileSync('made.txt', 'made @agent\\n');\n",
      );
      add(repo, 'h.txt', 'by hand @human\n');
      agent.shell('node gen.mjs').stop();
    });
    expect(found).toEqual(['made @agent: agent inferred', 'by hand @human: human']);
  });

  test('the same command repeated, in sequence and in parallel: each run counts', async () => {
    await withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const agent = new GeminiAgent(repo, SESSION).start().prompt('do it');
      const command = "echo 'more @agent' >> n.txt";
      agent.shell(command).shell(command).together(command, command).stop();
      repo.commit('by hand');
      expect(linesOf(repo, ['n.txt'])).toEqual(Array<string>(4).fill('more @agent: agent exact'));
      expect(nodesOf(repo).filter(({ kind }) => kind === 'commitment')).toHaveLength(4);
    });
  });

  test('a turn interrupted by a failed request ends with the next prompt', async () => {
    const found = await owners(['f.txt', 'n.txt'], (agent, repo) => {
      agent.write('n.txt', 'new @agent\n').before('run_shell_command', { command: 'sleep 9' });
      agent.start('resume').prompt('go on').shell('true');
      add(repo, 'f.txt', 'three @human\n');
      agent.replace('f.txt', 'one @human', 'une @agent').stop();
    });
    expect(found).toEqual([
      'une @agent: agent exact',
      'two @human: no note',
      'three @human: human',
      'new @agent: agent exact',
    ]);
  });
});

test("an agent's commit without git hooks gets its note at the next read: words, model, tokens, failures", async () => {
  await withRepo(
    { files: { ...BASE, 't.test.mjs': "import { readFileSync } from 'node:fs';\nreadFileSync('n.txt');\n" } },
    (repo) => {
      enable(repo);
      const agent = new GeminiAgent(repo, SESSION).start().prompt('add a file');
      agent
        .replace('f.txt', 'none', 'x')
        .shell('node --test')
        .say('The test needs a file, so one is added.')
        .write('n.txt', 'new @agent\n');
      agent.shell('node --test');
      agent.shell('git add n.txt && git commit -qm agent').stop().end();
      expect(notesOf(repo).size).toBe(0);
      prov(repo, 'status');
      expect(linesOf(repo, ['n.txt'])).toEqual(['new @agent: agent exact']);
      const [graph] = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs);
      expect(graph!.nodes.filter(({ kind }) => kind === 'error').map(({ summary }) => summary)).toEqual(['edit f.txt']);
      expect(graph!.session).toMatchObject({ agent: 'gemini', vendor: 'google', model: 'test-model-3' });
      expect(graph!.usage).toMatchObject({ input: 300, output: 35, cacheRead: 200 });
      const runs = graph!.nodes.filter(({ kind }) => kind === 'verification');
      expect(runs.map(({ detail }) => detail?.['passed'])).toEqual([false, true]);
      expect(graph!.nodes.some(({ summary }) => summary.includes('needs a file'))).toBe(true);
    },
  );
});

test('a resumed session with another file at its start counts each message once', async () => {
  await withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new GeminiAgent(repo, SESSION).start().prompt('add a file').write('n.txt', 'new @agent\n').stop();
    repo.commit('one');
    agent.send('SessionStart', { source: 'resume', transcript_path: agent.chat.replace('03-04', '03-05') });
    agent.prompt('add another').write('m.txt', 'more @agent\n').stop();
    repo.commit('two');
    const used = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.map(({ usage }) => usage?.input));
    expect(used).toEqual([60, 60]);
  });
});

describe('what one command writes, commits and leaves', () => {
  const shell = async (commands: readonly string[], meanwhile?: (repo: TestRepo) => void): Promise<string[]> =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      for (const name of ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']) delete repo.env[name];
      writeFileSync(join(repo.dir, '.git', 'subject'), 'not in the words\n');
      const agent = new GeminiAgent(repo, SESSION).start().prompt('do it');
      for (const command of commands) agent.shell(command);
      agent.stop();
      meanwhile?.(repo);
      prov(repo, 'status');
      const commits = repo.git('log', '--branches', '--reverse', '--topo-order', '--format=%H').split('\n');
      const of = (commit: string): string[] =>
        repo
          .git('diff-tree', '-r', '--root', '--name-only', '--no-commit-id', commit)
          .split('\n')
          .flatMap((path) => judge(repo, path, commit))
          .map(({ text, owner, evidence }) => `${text}: ${owner.replace(SESSION, 'agent')} ${evidence}`.trim());
      return commits.slice(1).flatMap(of);
    });

  test('is its own when it writes another text over what it committed', async () => {
    const found = await shell([
      "echo 'first @agent' > n.txt && git add n.txt && git commit -qm 'add n' && echo 'second @agent' > n.txt",
    ]);
    expect(found).toEqual(['first @agent: agent exact']);
  });

  test('is its own on a branch that it went away from, and after a substitution', async () => {
    const found = await shell([
      "git checkout -q -b draft && echo 'draft line @agent' > d.txt && git add d.txt && git commit -qm draft && git checkout -q main",
      "sed -i 's/two @human/deux @agent/' f.txt && git commit -qam translate && sed -i 's/deux/zwei/' f.txt",
    ]);
    expect(found.toSorted()).toEqual([
      'deux @agent: agent inferred',
      'draft line @agent: agent exact',
      'one @human: no note',
    ]);
  });

  test('is unsure when neither its words nor the commit subject show it; a person’s commit stays the person’s', async () => {
    const found = await shell(
      ["sed -i '2s/.*/deux @/;2s/$/agent/' f.txt && git commit -qaF .git/subject && sed -i 's/deux/zwei/' f.txt"],
      (repo) => {
        repo.git('checkout', '-q', 'f.txt');
        const until = Date.now() + 1100; // a reflog has seconds only
        while (Date.now() < until);
        add(repo, 'f.txt', 'three @human\n');
        repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qam', 'by hand');
      },
    );
    expect(found).toEqual([
      'one @human: no note',
      'deux @agent: unsure unsure',
      'one @human: no note',
      'deux @agent: unsure unsure',
      'three @human: human',
    ]);
  });
});

/** The chat of a sub-agent, as far as Gemini has written it: the task, then the calls that have ended. */
function writeChat(agent: GeminiAgent, name: string, prompt: string, calls: readonly [string, object][] = []): void {
  const dir = join(dirname(agent.chat), SESSION);
  mkdirSync(dir, { recursive: true });
  const header = { sessionId: name, kind: 'subagent' };
  const task = { id: `task-${name}`, type: 'user', content: [{ text: prompt }] };
  const messages = calls.map(([tool, args], i) => ({
    id: `${name}-${i}`,
    type: 'gemini',
    content: `The file ${name} must exist, because callers read it.`,
    model: 'm',
    toolCalls: [{ id: `call-${name}-${i}`, name: tool, args, status: 'success' }],
  }));
  const text = [header, task, ...messages].map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(dir, `${name}.jsonl`), text);
}

/** Sub-agents that write a file each. All write before the first has ended. */
function inParallel(repo: TestRepo, names: readonly string[]): GeminiAgent {
  const agent = new GeminiAgent(repo, SESSION).start().prompt('extend it');
  const inputs = names.map((name) => ({ agent_name: 'generalist', prompt: `Write ${name}` }));
  for (const [i, input] of inputs.entries()) {
    agent.before('invoke_agent', input);
    writeChat(agent, names[i]!, input.prompt);
  }
  const writes = names.map((name) => ({ file_path: join(repo.dir, `${name}.txt`), content: `${name} @agent\n` }));
  for (const args of writes) agent.before('write_file', args);
  for (const [i, args] of writes.entries()) {
    writeFileSync(args.file_path, args.content);
    const shown = { filePath: args.file_path, originalContent: '', newContent: args.content, isNewFile: true };
    agent.after('write_file', args, { llmContent: 'done', returnDisplay: shown });
    writeChat(agent, names[i]!, inputs[i]!.prompt, [['write_file', args]]);
  }
  for (const input of inputs) agent.after('invoke_agent', input, { llmContent: 'done' });
  return agent;
}

test('sub-agents have sessions of their own, with their words and goals, also in parallel', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    inParallel(repo, ['alpha', 'beta']).write('main.txt', 'main @agent\n').stop();
    repo.commit('by hand');
    for (const name of ['alpha', 'beta'])
      expect(whyOf(repo, `${name}.txt:1`)).toMatchObject({
        session: `${SESSION}/${name}`,
        goal: `Write ${name}`,
        decision: `The file ${name} must exist, because callers read it.`,
      });
    expect(whyOf(repo, 'main.txt:1')).toMatchObject({ session: SESSION, goal: 'extend it' });
    const graphs = [...notesOf(repo).values()].flatMap((note) => note.graphs);
    const started = graphs.flatMap(({ session, nodes }) =>
      nodes.flatMap(({ summary, detail }) => (detail?.['session'] ? [[session.id, summary, detail['session']]] : [])),
    );
    expect(started).toEqual(['alpha', 'beta'].map((name) => [SESSION, `Write ${name}`, `${SESSION}/${name}`]));
    expect(prov(repo, 'verify')).toMatch(/Valid/i);
  }));

test('a call that no chat has belongs to the session, also when a later drain finds it', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new GeminiAgent(repo, SESSION).start().prompt('extend it');
    const input = { agent_name: 'generalist', prompt: 'Write late' };
    agent.before('invoke_agent', input);
    writeChat(agent, 'late', input.prompt);
    const args = { file_path: join(repo.dir, 'late.txt'), content: 'late @agent\n' };
    agent.before('write_file', args);
    prov(repo, 'status'); // drains before the chat has the call
    writeFileSync(args.file_path, args.content);
    const shown = { filePath: args.file_path, originalContent: '', newContent: args.content, isNewFile: true };
    agent.after('write_file', args, { llmContent: 'done', returnDisplay: shown });
    writeChat(agent, 'late', input.prompt, [['write_file', args]]);
    agent.after('invoke_agent', input, { llmContent: 'done' }).stop();
    repo.commit('by hand');
    expect(judge(repo, 'late.txt')).toMatchObject([{ evidence: 'exact' }]);
    expect(whyOf(repo, 'late.txt:1')).toMatchObject({ session: SESSION });
  }));

test('when the last sub-agent has ended, no call of it stays open', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new GeminiAgent(repo, SESSION).start().prompt('extend it');
    const input = { agent_name: 'generalist', prompt: 'Write alpha' };
    agent.before('invoke_agent', input);
    const refused = { command: 'npm install', description: 'install' };
    agent.before('run_shell_command', refused);
    writeChat(agent, 'alpha', input.prompt, [['run_shell_command', refused]]);
    const calls = (): unknown => {
      prov(repo, 'status'); // drains
      const state: unknown = JSON.parse(readFileSync(join(repo.dir, '.git/prov/state.json'), 'utf8'));
      const { workTrees } = state as { workTrees: Record<string, { open: { tool: string; session: string }[] }> };
      return Object.values(workTrees).flatMap(({ open }) => open.map(({ tool, session }) => [tool, session]));
    };
    expect(calls()).toEqual([
      ['invoke_agent', SESSION],
      ['run_shell_command', `${SESSION}/alpha`],
    ]);
    agent.after('invoke_agent', input, { llmContent: 'done' });
    expect(calls()).toEqual([]);
  }));

test('a statement in its shell belongs to its session, although the shell does not name it', async () => {
  await withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new GeminiAgent(repo, SESSION).start().prompt('do it');
    repo.env['GEMINI_CLI'] = '1';
    expect(() => prov(repo, 'decide', 'x', '--session', 'zz')).toThrow(/No session recorded here/);
    agent.before('run_shell_command', { command: 'git prov decide' });
    prov(repo, 'decide', 'use a file for it');
    delete repo.env['GEMINI_CLI'];
    agent.write('n.txt', 'new @agent\n').stop();
    repo.commit('by hand');
    const [graph] = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs);
    expect(graph!.session.id).toBe(SESSION);
    expect(graph!.nodes.some(({ kind, summary }) => kind === 'decision' && /use a file/i.test(summary))).toBe(true);
  });
});

test('two active registrations record each event once', async () => {
  await withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new GeminiAgent(repo, SESSION);
    const once = agent.sendAgain.bind(agent);
    agent.sendAgain = (event, fields) => once(event, fields) && once(event, fields);
    agent.start().prompt('do it').write('n.txt', 'new @agent\n').shell('echo more >> n.txt').stop();
    repo.commit('by hand');
    expect(nodesOf(repo).filter(({ kind }) => kind === 'goal')).toHaveLength(1);
    expect(nodesOf(repo).filter(({ kind }) => kind === 'commitment')).toHaveLength(2);
    expect(linesOf(repo, ['n.txt'])).toEqual(['new @agent: agent exact', 'more: agent exact']);
  });
});

describe('reading', () => {
  test('payloads are distinguished from those of agents with the same events', () => {
    const base = { session_id: 's', cwd: '/r', timestamp: '2026-01-01T00:00:00.000Z', hook_event_name: 'SessionStart' };
    const agent = (more: object): string | undefined => readEvent({ ...base, ...more })?.agent;
    expect(agent({ transcript_path: '/h/.gemini/tmp/r/chats/session-2026-01-01T00-00-s.jsonl' })).toBe('gemini');
    expect(agent({ transcript_path: '' })).toBe('gemini');
    expect(agent({ hook_event_name: 'BeforeTool', tool_name: 'glob', tool_input: {} })).toBe('gemini');
    expect(agent({ transcript_path: '/h/.claude/projects/r/s.jsonl' })).toBe('claude-code');
    expect(agent({ transcript_path: '/h/.codex/sessions/2026/01/01/rollout-2026-s.jsonl' })).toBe('codex');
  });

  test('text added by a hook is not part of the prompt after it', () => {
    const prompt = (words: string): unknown => {
      const event = readEvent({ session_id: 's', timestamp: 't', hook_event_name: 'BeforeAgent', prompt: words });
      return event?.body.type === 'prompt' && event.body.text;
    };
    expect(prompt('<hook_context>&lt;x&gt; given &lt;/x&gt;</hook_context>\n\ndo it')).toBe('do it');
    expect(prompt('say <hook_context>x</hook_context>')).toBe('say <hook_context>x</hook_context>');
  });

  test("the outcome of a command is read at the end of the model's text, whatever the command printed", () => {
    const outcome = (llmContent: string): unknown => {
      const event = readEvent({
        session_id: 's',
        timestamp: 't',
        hook_event_name: 'AfterTool',
        tool_name: 'run_shell_command',
        tool_input: { command: 'c' },
        tool_response: { llmContent },
      });
      return event?.body.type === 'after' && event.body.outcome;
    };
    expect(outcome('<untrusted_context>\nOutput: x\nExit Code: 2\nProcess Group PGID: 1\n</untrusted_context>')).toBe(
      'failed',
    );
    expect(
      outcome(
        'Command: c\nOutput: x\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 1',
      ),
    ).toBe('ok');
    expect(outcome('Output: x\nSignal: 9\nProcess Group PGID: 1')).toBe('interrupted');
    for (const why of [
      'automatically cancelled because it exceeded the timeout of 5.0 minutes without output.',
      'cancelled by user',
    ])
      expect(outcome(`Command was ${why}\nTests: 3 passed`)).toBe('interrupted');
    expect(
      outcome('<untrusted_context>\nOutput: x\nExit Code: 1\nand more\nProcess Group PGID: 1\n</untrusted_context>'),
    ).toBe('ok');
  });

  test('a message repeated with its calls is counted once, wherever reading stopped', async () => {
    await withRepo({}, (repo) => {
      const file = join(repo.home, 'session-x.jsonl');
      const message = {
        id: 'm',
        type: 'gemini',
        content: [{ text: 'Words.' }],
        tokens: { input: 10, output: 1 },
        model: 'x',
      };
      const first = `${JSON.stringify(message)}\n`;
      writeFileSync(file, `${first}${JSON.stringify({ ...message, toolCalls: [{ name: 'glob', args: { a: 1 } }] })}\n`);
      expect(Object.values(readGeminiChat(file, 0)!.usage)).toEqual([{ input: 10, output: 1, cacheRead: 0 }]);
      const rest = readGeminiChat(file, Buffer.byteLength(first))!;
      expect(rest.usage).toEqual({});
      expect(Object.values(rest.narration)).toEqual(['Words.']);
      expect(readGeminiChat(join(repo.home, 'old.json'), 0)).toBeUndefined();
    });
  });
});

test('the contents of files that a prompt names reach neither the notes nor the local state', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    // Gemini CLI sends this text to its hooks and keeps it in the chat when a person types `@src/x.txt`.
    const contents = 'the launch date of project kestrel is the ninth';
    const asked = `Explain @src/x.txt\n--- Content from referenced files ---\nContent from @src/x.txt:\n${contents}\n--- End of content ---`;
    const agent = new GeminiAgent(repo, SESSION).start().prompt(asked);
    agent.write('n.txt', 'new @agent\n').stop();
    repo.commit('by hand');
    prov(repo, 'status');
    const goals = nodesOf(repo).filter(({ kind }) => kind === 'goal');
    expect(goals.map(({ summary }) => summary)).toEqual(['Explain @src/x.txt']);
    const found = spawnSync('grep', ['-rlF', 'kestrel', join(repo.dir, '.git', 'prov')], { encoding: 'utf8' });
    expect(found.stdout).toBe('');
    const notes = repo.git('log', '-p', 'refs/notes/provenance', '--');
    expect(notes).not.toContain('kestrel');
    expect(prov(repo, 'search', 'kestrel', '--json')).not.toContain('launch date');
  }));
