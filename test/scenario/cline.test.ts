import { spawnSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cline } from '../../src/agents/cline/settings.ts';
import { enable, prov } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

/** A Cline at work in a repository: its events run through the installed files, and its record grows meanwhile. */
class TestCline {
  readonly #repo: TestRepo;
  readonly #hooks: string;
  readonly #messages: object[] = [];
  #calls = 0;

  constructor(repo: TestRepo) {
    this.#repo = repo;
    this.#hooks = join(repo.home, 'hooks');
    const data = join(repo.home, 'data');
    Object.assign(repo.env, { XDG_DATA_HOME: data, CLINE_SESSION_DATA_DIR: join(repo.home, 'sessions') });
    mkdirSync(join(data, 'git-prov'), { recursive: true });
    mkdirSync(this.#hooks);
    mkdirSync(join(repo.home, 'sessions', 's1'), { recursive: true });
    spawnSync('cp', [resolve('hooks/agent'), join(data, 'git-prov', 'agent')]);
    for (const part of cline.parts!) {
      const file = part.userFile({ env: {}, home: '/' }).split('/').at(-1)!;
      writeFileSync(join(this.#hooks, file), part.register(undefined, file), { mode: 0o755 });
    }
  }

  prompt(text: string): this {
    this.#say('user', [{ type: 'text', text: `<user_input mode="act">${text}</user_input>` }]);
    return this.#tell('TaskStart', { hookName: 'agent_start', taskStart: { taskMetadata: {} } });
  }

  write(path: string, text: string): this {
    const call = {
      id: `call_${String(++this.#calls)}`,
      name: 'editor',
      input: { path: join(this.#repo.dir, path), new_text: text },
    };
    this.#say('assistant', [{ type: 'tool_use', ...call }]);
    this.#tell('PreToolUse', { hookName: 'tool_call', tool_call: call });
    this.#repo.write(path, text);
    const output = { query: 'edit', result: 'File created successfully', success: true };
    return this.#tell('PostToolUse', { hookName: 'tool_result', tool_result: { ...call, output, durationMs: 1 } });
  }

  run(command: string): this {
    const call = { id: `call_${String(++this.#calls)}`, name: 'run_commands', input: { commands: [command] } };
    this.#tell('PreToolUse', { hookName: 'tool_call', tool_call: call });
    spawnSync('sh', ['-c', command], { cwd: this.#repo.dir, env: this.#repo.env });
    const output = [{ query: command, result: '', success: true }];
    return this.#tell('PostToolUse', { hookName: 'tool_result', tool_result: { ...call, output } });
  }

  stop(): this {
    return this.#tell('TaskComplete', { hookName: 'agent_end', turn: { status: 'completed' } });
  }

  #say(role: string, content: object[]): void {
    const metrics = { inputTokens: 10, outputTokens: 1 };
    const id = String(this.#messages.length);
    this.#messages.push({
      id,
      role,
      content,
      ts: Date.now(),
      ...(role === 'assistant' && { metrics, modelInfo: { id: 'm-1' } }),
    });
    const file = join(this.#repo.home, 'sessions', 's1', 's1.messages.json');
    writeFileSync(file, JSON.stringify({ version: 1, messages: this.#messages }));
  }

  #tell(event: string, fields: object): this {
    const payload = {
      clineVersion: '',
      timestamp: new Date().toISOString(),
      taskId: 'conv_1',
      userId: 'me',
      sessionContext: { rootSessionId: 's1' },
      workspaceRoots: [this.#repo.dir],
      agent_id: 'a',
      parent_agent_id: null,
      ...fields,
    };
    const options = { cwd: this.#repo.dir, env: this.#repo.env, input: JSON.stringify(payload) };
    const done = spawnSync('sh', [join(this.#hooks, event)], options);
    expect([done.status, done.stdout.toString(), done.stderr.toString()]).toEqual([0, '{"cancel":false}\n', '']);
    return this;
  }
}

test("Cline's lines are its own, and each prompt, known only from its record, comes before its steps", () =>
  withRepo({ files: { 'a.txt': 'one @human\n' } }, (repo) => {
    enable(repo);
    const c = new TestCline(repo).prompt('First').write('b.txt', 'b @cline\n').stop();
    repo.write('a.txt', 'one @human\ntwo @human\n');
    spawnSync('sleep', ['0.02']);
    c.prompt('Second').write('c.txt', 'c @cline\n').run('echo "three @cline" >> a.txt').stop();
    repo.commit('made');
    const owners = ['a.txt', 'b.txt', 'c.txt'].flatMap((path) =>
      judge(repo, path).map(({ text, owner }) => `${text}: ${owner}`),
    );
    expect(owners).toEqual([
      'one @human: no note',
      'two @human: human',
      'three @cline: s1',
      'b @cline: s1',
      'c @cline: s1',
    ]);
    const steps = prov(repo, 'replay', 's1', '--json').trim().split('\n');
    const told = steps.map((line) => (JSON.parse(line) as { summary: string }).summary);
    const run = 'echo "three @cline" >> a.txt';
    expect(told).toEqual([
      'First',
      'editor b.txt',
      'Second',
      'editor c.txt',
      run,
      'made',
      'm-1, 2 calls, 20 tokens in, 2 out',
    ]);
    expect(prov(repo, 'show', 'HEAD')).toMatch(/cline \(m-1\).*20 in, 2 out/);
  }));

test('a hook of Cline’s prints the same without git prov installed', () =>
  withRepo({}, (repo) => {
    const script = join(repo.home, 'PreToolUse');
    writeFileSync(script, cline.register(undefined, script));
    utimesSync(script, 0, 0);
    const env = { ...repo.env, XDG_DATA_HOME: join(repo.home, 'none') };
    const done = spawnSync('sh', [script], { cwd: repo.dir, env, input: '{}' });
    expect([done.status, done.stdout.toString(), done.stderr.toString()]).toEqual([0, '{"cancel":false}\n', '']);
  }));
