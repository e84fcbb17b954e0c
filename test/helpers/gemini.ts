import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { TestRepo } from './repo.ts';

const HOOK = resolve(import.meta.dirname, '../../hooks/agent');

/** A coding agent that acts like Gemini CLI: payloads of its shape through the real hook script, with its chat. */
export class GeminiAgent {
  readonly session: string;
  readonly chat: string;
  readonly #repo: TestRepo;
  #time = Date.parse('2026-01-02T03:04:05.000Z');
  #messages = 0;
  #words = '';

  constructor(repo: TestRepo, session: string) {
    this.#repo = repo;
    this.session = session;
    const dir = join(repo.home, '.gemini', 'tmp', 'repo', 'chats');
    mkdirSync(dir, { recursive: true });
    this.chat = join(dir, `session-2026-01-02T03-04-${session.slice(0, 8)}.jsonl`);
  }

  start(source = 'startup'): this {
    return this.send('SessionStart', { source });
  }

  prompt(prompt: string): this {
    return this.send('BeforeAgent', { prompt });
  }

  stop(): this {
    return this.send('AfterAgent', { prompt: '', prompt_response: '', stop_hook_active: false });
  }

  end(): this {
    return this.send('SessionEnd', { reason: 'exit' });
  }

  /** The agent's words with its next call. */
  say(words: string): this {
    this.#words = words;
    return this;
  }

  read(path: string): this {
    return this.#call('read_file', { file_path: join(this.#repo.dir, path) }, () => ({
      llmContent: '',
      returnDisplay: '',
    }));
  }

  /** Replaces a text. `modified` is the proposal after the person's change. */
  replace(path: string, old: string, fresh: string, modified?: string): this {
    const file = join(this.#repo.dir, path);
    const input = { file_path: file, instruction: 'Do it', old_string: old, new_string: fresh };
    const told = modified === undefined ? input : { ...input, new_string: modified, modified_by_user: true };
    return this.#call('replace', told, () => {
      const before = readFileSync(file, 'utf8');
      if (!before.includes(old)) return { llmContent: 'none', returnDisplay: 'Error', error: { message: 'none' } };
      const after = before.replace(old, () => modified ?? fresh);
      writeFileSync(file, after);
      return {
        llmContent: 'done',
        returnDisplay: { filePath: file, originalContent: before, newContent: after, isNewFile: false },
      };
    });
  }

  /** Writes a file. @param proposed the agent's proposal, when a person changed it */
  write(path: string, content: string, proposed?: string): this {
    const file = join(this.#repo.dir, path);
    const input = { file_path: file, content };
    const told = proposed === undefined ? input : { ...input, ai_proposed_content: proposed, modified_by_user: true };
    return this.#call('write_file', told, () => {
      const isNewFile = !existsSync(file);
      const before = isNewFile ? '' : readFileSync(file, 'utf8');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return {
        llmContent: 'done',
        returnDisplay: { filePath: file, originalContent: before, newContent: content, isNewFile },
      };
    });
  }

  /** Runs a command, without the hooks of git and the global settings. @param dir below the repository */
  shell(command: string, dir?: string): this {
    const input = { command, description: command, ...(dir !== undefined && { dir_path: dir }) };
    return this.#call('run_shell_command', input, () => this.#run(command, dir));
  }

  /** Runs commands at the same time: all start before the first ends. */
  together(...commands: string[]): this {
    const calls = commands.map((command) => ({ command, description: command }));
    for (const input of calls) this.before('run_shell_command', input);
    for (const input of calls) this.after('run_shell_command', input, this.#run(input.command));
    return this;
  }

  before(tool: string, input: object): this {
    return this.send('BeforeTool', { tool_name: tool, tool_input: input });
  }

  after(tool: string, input: object, response: object): this {
    return this.send('AfterTool', { tool_name: tool, tool_input: input, tool_response: response });
  }

  /** Sends one event through the hook. */
  send(event: string, fields: object = {}): this {
    this.#time += 7;
    return this.sendAgain(event, { timestamp: new Date(this.#time).toISOString(), ...fields });
  }

  /** The same with the time in the fields. */
  sendAgain(event: string, fields: object): this {
    const { dir: cwd, env } = this.#repo;
    const common = { session_id: this.session, transcript_path: this.chat, cwd, hook_event_name: event };
    const done = spawnSync('sh', [HOOK, 'gemini'], { cwd, env, input: JSON.stringify({ ...common, ...fields }) });
    if (done.status !== 0 || done.stdout.length > 0) throw new Error(`the hook exited with ${String(done.status)}`);
    return this;
  }

  #run(command: string, dir = '.'): object {
    const env = {
      ...this.#repo.env,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.hooksPath',
      GIT_CONFIG_VALUE_0: '',
    };
    const done = spawnSync('sh', ['-c', command], { cwd: join(this.#repo.dir, dir), env });
    const exit = done.status === 0 ? '' : `Exit Code: ${String(done.status)}\n`;
    const output = `Output: ${done.stdout.toString() || '(empty)'}\n${exit}Process Group PGID: 4711\n`;
    return { llmContent: `<untrusted_context>\n${output}</untrusted_context>`, returnDisplay: done.stdout.toString() };
  }

  // The model's message is recorded when it arrives, and again with the call after that has run.
  #call(tool: string, input: object, run: () => object): this {
    const id = `message-${String(++this.#messages)}`;
    const tokens = { input: 100, output: 5, cached: 40, thoughts: 2, tool: 0, total: 107 };
    const message = { id, type: 'gemini', content: this.#words, tokens, model: 'test-model-3' };
    this.#words = '';
    appendFileSync(this.chat, `${JSON.stringify(message)}\n`);
    this.before(tool, input);
    const response = run();
    this.after(tool, input, response);
    const toolCalls = [{ id: `${tool}__${id}`, name: tool, args: input, status: 'success' }];
    appendFileSync(this.chat, `${JSON.stringify({ ...message, toolCalls })}\n`);
    return this;
  }
}
