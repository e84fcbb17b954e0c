import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EXTENSION } from '../../src/agents/pi/plugin.ts';
import type { TestRepo } from './repo.ts';

type Handler = (event: object, ctx: object) => Promise<{ readonly systemPrompt?: string } | undefined>;
let copies = 0;

/** A Pi at work in a repository. It loads the installed extension and calls its handlers in the same way as Pi. */
export class TestPi {
  readonly id: string;
  /** The record of the session; undefined with `--no-session`. */
  readonly file: string | undefined;
  readonly #repo: TestRepo;
  readonly #handlers: Map<string, Handler>[] = [];
  #calls = 0;
  #at = 1_767_225_600_000;

  private constructor(repo: TestRepo, id: string, isRecorded: boolean) {
    this.#repo = repo;
    this.id = id;
    this.file = isRecorded ? join(repo.home, '.pi/agent/sessions/--repo--', `2026_${id}.jsonl`) : undefined;
  }

  /**
   * @param more what the shell that starts Pi has in its environment, and whether there is a record, how many copies of
   * the extension are installed, and which script they run
   */
  static async load(
    repo: TestRepo,
    id: string,
    {
      env = {},
      isRecorded = true,
      count = 1,
      script = resolve('hooks/agent') as string | undefined,
      reason = 'startup',
    } = {},
  ): Promise<TestPi> {
    const data = join(repo.home, 'data');
    delete repo.env['GIT_PROV_PI_SESSION']; // from a Pi of an earlier test
    delete process.env['GIT_PROV_PI_SESSION'];
    Object.assign(process.env, repo.env, { XDG_DATA_HOME: data }, env);
    mkdirSync(join(data, 'git-prov'), { recursive: true });
    if (script) copyFileSync(script, join(data, 'git-prov', 'agent'));
    // Each Pi is a process of its own.
    for (const name of ['git-prov-pi', 'git-prov-pi-outer']) Reflect.deleteProperty(globalThis, Symbol.for(name));
    const pi = new TestPi(repo, id, isRecorded);
    if (pi.file) {
      mkdirSync(dirname(pi.file), { recursive: true });
      appendFileSync(
        pi.file,
        `${JSON.stringify({ type: 'session', version: 3, id, timestamp: pi.#time(), cwd: repo.dir })}\n`,
      );
    }
    for (let i = 0; i < count; i++) await pi.extend();
    await pi.emit('session_start', { reason });
    return pi;
  }

  /** Loads one more copy of the extension. */
  async extend(): Promise<void> {
    const file = join(this.#repo.home, `git-prov-${String(++copies)}.mjs`);
    writeFileSync(file, EXTENSION);
    const extension = (await import(pathToFileURL(file).href)) as { default: (pi: object) => void };
    const handlers = new Map<string, Handler>();
    extension.default({ on: (name: string, handler: Handler) => void handlers.set(name, handler) });
    this.#handlers.push(handlers);
  }

  /** The environment of a shell that Pi starts. */
  get shell(): NodeJS.ProcessEnv {
    return { ...this.#repo.env, PI_CODING_AGENT: 'true', GIT_PROV_PI_SESSION: process.env['GIT_PROV_PI_SESSION'] };
  }

  async prompt(text: string): Promise<string> {
    await this.emit('input', { text, source: 'interactive' });
    const answer = await this.emit('before_agent_start', { prompt: text, systemPrompt: 'You are Pi.' });
    await this.#say({ role: 'user', content: [{ type: 'text', text }] });
    return answer?.systemPrompt ?? 'You are Pi.';
  }

  /** A tool call: `work` does the tool's work and returns details. What it throws is the tool's error. */
  async call(toolName: string, input: object, work: () => object | void, words = ''): Promise<void> {
    const call = { toolName, toolCallId: `call_${this.id}_${String(++this.#calls)}` };
    const asked = { type: 'toolCall', id: call.toolCallId, name: toolName, arguments: input };
    const usage = { input: 1000, output: 50, cacheRead: 100, cacheWrite: 0, cost: { total: 0.25 } };
    const said = words
      ? [
          { type: 'thinking', thinking: 'Let me see.' },
          { type: 'text', text: words },
        ]
      : [];
    await this.#say({
      role: 'assistant',
      content: [...said, asked],
      model: 'model-1',
      usage,
      responseId: call.toolCallId,
    });
    await this.emit('tool_call', { ...call, input });
    let result: { content: object[]; details: object; isError: boolean };
    try {
      result = { content: [{ type: 'text', text: 'done' }], details: work() ?? {}, isError: false };
    } catch (error) {
      result = { content: [{ type: 'text', text: (error as Error).message }], details: {}, isError: true };
    }
    if (result.isError && error(result).startsWith('blocked')) {
      await this.emit('tool_execution_end', { ...call, result, isError: true });
    } else {
      await this.emit('tool_result', { ...call, input, ...result });
      await this.emit('tool_execution_end', { ...call, result, isError: result.isError });
    }
    await this.#say({ role: 'toolResult', ...call, ...result });
  }

  edit(path: string, oldText: string, newText: string, words = '', meanwhile = (): void => undefined): Promise<void> {
    const change = (): object => {
      meanwhile();
      const before = readFileSync(join(this.#repo.dir, path), 'utf8');
      if (!before.includes(oldText)) throw new Error(`Could not find the exact text in ${path}.`);
      this.#repo.write(
        path,
        before.replace(oldText, () => newText),
      );
      const lines = (sign: string, text: string): string[] =>
        text.split('\n').map((line, i) => `${sign}${String(i + 1).padStart(3)} ${line}`);
      return { diff: [...lines('-', oldText), ...lines('+', newText)].join('\n'), firstChangedLine: 1 };
    };
    return this.call('edit', { path, edits: [{ oldText, newText }] }, change, words);
  }

  write(path: string, content: string): Promise<void> {
    return this.call('write', { path, content }, () => this.#repo.write(path.replace(/^@/, ''), content));
  }

  bash(command: string, words = ''): Promise<void> {
    const run = (): void => {
      const done = spawnSync('sh', ['-c', command], { cwd: this.#repo.dir, env: this.shell, encoding: 'utf8' });
      if (done.status !== 0) throw new Error(`${done.stdout}\n\nCommand exited with code ${String(done.status)}`);
    };
    return this.call('bash', { command }, run, words);
  }

  end(stopReason = 'stop'): Promise<unknown> {
    return this.emit('agent_end', { messages: [{ role: 'assistant', stopReason }] });
  }

  async quit(): Promise<void> {
    await this.emit('session_shutdown', { reason: 'quit' });
  }

  /** Sends an event to every copy of the extension, as Pi does: one after the other. */
  async emit(type: string, fields: object): Promise<{ readonly systemPrompt?: string } | undefined> {
    const sessionManager = { getSessionId: () => this.id, getSessionFile: () => this.file, getEntries: () => [] };
    const ctx = { cwd: this.#repo.dir, hasUI: false, model: { id: 'model-1' }, sessionManager };
    let answer: { readonly systemPrompt?: string } | undefined;
    for (const handlers of this.#handlers) answer = (await handlers.get(type)?.({ type, ...fields }, ctx)) ?? answer;
    return answer;
  }

  // Pi writes a message to the record after the extensions received it.
  async #say(message: object): Promise<void> {
    await this.emit('message_end', { message: { ...message, timestamp: (this.#at += 1000) } });
    const id = String(this.#at).slice(-8);
    if (this.file)
      appendFileSync(
        this.file,
        `${JSON.stringify({ type: 'message', id, parentId: null, timestamp: this.#time(), message })}\n`,
      );
  }

  #time(): string {
    return new Date(this.#at).toISOString();
  }
}

const error = ({ content }: { readonly content: readonly object[] }): string => (content[0] as { text: string }).text;
