import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gitDirOf, type TestRepo } from './repo.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Puts the hooks into a repository without the settings of an agent: only the capture side. */
export function enable(repo: TestRepo): void {
  const gitDir = gitDirOf(repo);
  const prov = join(gitDir, 'prov');
  for (const dir of ['new', 'bad']) mkdirSync(join(prov, 'spool', dir), { recursive: true });
  prov_(repo, 'hook', 'watch');
  const hook = join(gitDir, 'hooks', 'post-commit');
  mkdirSync(dirname(hook), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/dist/git-prov.js' hook post-commit\n`, {
    mode: 0o755,
  });
}

/** Runs the built command in a repository and returns its standard output; throws with its message when it fails. */
export function prov(repo: TestRepo, ...args: string[]): string {
  return prov_(repo, ...args);
}

function prov_(repo: TestRepo, ...args: string[]): string {
  const done = spawnSync(process.execPath, [join(ROOT, 'dist/git-prov.js'), ...args], {
    cwd: repo.dir,
    env: repo.env,
    maxBuffer: 1 << 28,
  });
  if (done.status !== 0)
    throw new Error(`git prov ${args.join(' ')} exited with ${String(done.status)}: ${done.stderr.toString()}`);
  return done.stdout.toString();
}

/**
 * A coding agent at work in a repository: its tools do what an agent's do, and every call goes through the real hook script
 * with payloads of the shape that Claude Code sends.
 */
export class TestAgent {
  readonly session: string;
  readonly #repo: TestRepo;
  readonly #agentId: string | undefined;
  #calls = 0;

  constructor(repo: TestRepo, session: string, agentId?: string) {
    this.#repo = repo;
    this.session = session;
    this.#agentId = agentId;
  }

  start(source = 'startup'): this {
    return this.send('SessionStart', { source, model: 'test-model-1' });
  }

  prompt(text: string): this {
    return this.send('UserPromptSubmit', { prompt: text });
  }

  /** Ends a turn; `tasks` are those that still run in the background. */
  stop(...tasks: string[]): this {
    const running = tasks.map((id) => ({ id, type: 'shell', status: 'running' }));
    return this.send('Stop', { stop_hook_active: false, background_tasks: running });
  }

  end(): this {
    return this.send('SessionEnd', { reason: 'other' });
  }

  read(path: string): this {
    const input = { file_path: this.#path(path) };
    const id = this.before('Read', input);
    return this.after('Read', input, id, { type: 'text', file: { filePath: input.file_path } });
  }

  /** Replaces a text that occurs once. `meanwhile` runs between the permission prompt and the change. */
  edit(path: string, old: string, fresh: string, meanwhile?: () => void): this {
    const file = this.#path(path);
    const input = { file_path: file, old_string: old, new_string: fresh, replace_all: false };
    const id = this.before('Edit', input);
    meanwhile?.();
    const original = readFileSync(file, 'utf8');
    if (!original.includes(old)) throw new Error(`${path} does not hold ${old}`);
    writeFileSync(
      file,
      original.replace(old, () => fresh),
    );
    return this.after('Edit', input, id, {
      filePath: file,
      oldString: old,
      newString: fresh,
      originalFile: original,
      userModified: false,
      replaceAll: false,
    });
  }

  write(path: string, content: string): this {
    const file = this.#path(path);
    const input = { file_path: file, content };
    const id = this.before('Write', input);
    const original = existsSync(file) ? readFileSync(file, 'utf8') : null;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return this.after('Write', input, id, {
      type: original === null ? 'create' : 'update',
      filePath: file,
      content,
      originalFile: original,
      userModified: false,
    });
  }

  /** Runs a command in the agent's shell. `meanwhile` runs before the command, after the hook. */
  bash(command: string, meanwhile?: () => void): this {
    const input = { command, description: command };
    const id = this.before('Bash', input);
    meanwhile?.();
    const env = { ...this.#repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: this.session };
    const done = spawnSync('sh', ['-c', command], { cwd: this.#repo.dir, env });
    if (done.status !== 0)
      return this.send('PostToolUseFailure', {
        tool_name: 'Bash',
        tool_input: input,
        tool_use_id: id,
        error: `Exit code ${String(done.status)}\n${done.stdout.toString()}${done.stderr.toString()}`,
        is_interrupt: false,
      });
    return this.after('Bash', input, id, {
      stdout: done.stdout.toString(),
      stderr: done.stderr.toString(),
      interrupted: false,
    });
  }

  /** Runs a command in the agent's shell without blocking this process: a person may type meanwhile. */
  async bashMeanwhile(command: string): Promise<void> {
    const input = { command, description: command };
    const id = this.before('Bash', input);
    const env = { ...this.#repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: this.session };
    const child = spawn('sh', ['-c', command], { cwd: this.#repo.dir, env, stdio: 'ignore' });
    await new Promise((resolve) => child.once('exit', resolve));
    this.after('Bash', input, id, { stdout: '', stderr: '', interrupted: false });
  }

  /** Runs a command in the background: the call returns at once. Resolves at the program's end, which the agent does not report. */
  background(command: string, task: string): Promise<void> {
    const input = { command, description: command, run_in_background: true };
    const id = this.before('Bash', input);
    const env = { ...this.#repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: this.session };
    const child = spawn('sh', ['-c', command], { cwd: this.#repo.dir, env, stdio: 'ignore' });
    this.after('Bash', input, id, { stdout: '', stderr: '', interrupted: false, backgroundTaskId: task });
    return new Promise((resolve) => child.once('exit', () => resolve()));
  }

  /** Claude Code's notice that a background program has ended. */
  notice(task: string, status = 'completed'): this {
    return this.send('UserPromptSubmit', {
      prompt: `<task-notification>\n<task-id>${task}</task-id>\n<status>${status}</status>\n<summary>it ended</summary>\n</task-notification>`,
    });
  }

  before(tool: string, input: object): string {
    const id = `toolu_${this.session.slice(0, 4)}${this.#agentId ?? ''}${String(++this.#calls).padStart(4, '0')}`;
    this.send('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: id });
    return id;
  }

  after(tool: string, input: object, id: string, response: object): this {
    return this.send('PostToolUse', {
      tool_name: tool,
      tool_input: input,
      tool_response: response,
      tool_use_id: id,
      duration_ms: 5,
    });
  }

  /** Sends one event through the hook. */
  send(event: string, fields: object = {}, cwd = this.#repo.dir): this {
    const payload = {
      session_id: this.session,
      transcript_path: join(this.#repo.home, `${this.session}.jsonl`),
      cwd,
      ...(this.#agentId && { agent_id: this.#agentId, agent_type: 'general-purpose' }),
      hook_event_name: event,
      ...fields,
    };
    return this.sendRaw(JSON.stringify(payload), cwd);
  }

  sendRaw(payload: string, cwd = this.#repo.dir): this {
    const done = spawnSync('sh', [join(ROOT, 'hooks/agent')], { cwd, env: this.#repo.env, input: payload });
    // Only the start of a session may be answered, with what was decided before.
    const mayAnswer = payload.includes('"hook_event_name":"SessionStart"');
    if (done.status !== 0 || (done.stdout.length > 0 && !mayAnswer) || done.stderr.length > 0)
      throw new Error(
        `the hook exited with ${String(done.status)} and said: ${done.stdout.toString()}${done.stderr.toString()}`,
      );
    return this;
  }

  #path(path: string): string {
    return join(this.#repo.dir, path);
  }
}
