import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PLUGIN } from '../../src/agents/amp/plugin.ts';
import type { TestRepo } from './repo.ts';

type Handler = (event: object, ctx: object) => Promise<unknown>;

/** An Amp at work in a repository. It loads the installed plug-in and calls its handlers in the same way as Amp. */
export class TestAmp {
  readonly #repo: TestRepo;
  readonly #handlers = new Map<string, Handler>();
  readonly #parents = new Map<string, string>();
  readonly answers: unknown[] = [];
  #dispose: () => void = () => undefined;
  #calls = 0;

  private constructor(repo: TestRepo) {
    this.#repo = repo;
  }

  static async load(repo: TestRepo, script = resolve('hooks/agent')): Promise<TestAmp> {
    const data = join(repo.home, 'data');
    Object.assign(process.env, repo.env, { XDG_DATA_HOME: data });
    mkdirSync(join(data, 'git-prov'), { recursive: true });
    copyFileSync(script, join(data, 'git-prov', 'agent'));
    const file = join(repo.home, 'git-prov.mjs');
    writeFileSync(file, PLUGIN);
    const plugin = (await import(pathToFileURL(file).href)) as { default: (amp: object) => void };
    const amp = new TestAmp(repo);
    plugin.default(amp.#api());
    return amp;
  }

  start(thread: string, parent?: string): Promise<unknown> {
    if (parent) this.#parents.set(thread, parent);
    return this.#send('session.start', thread, {});
  }

  prompt(thread: string, message: string): Promise<unknown> {
    return this.#send('agent.start', thread, { message, id: `m${String(++this.#calls)}` });
  }

  stop(thread: string): Promise<unknown> {
    return this.#send('agent.end', thread, { status: 'done', messages: [] });
  }

  /** A tool call: `work` does the tool's work. What it throws is the tool's error. */
  async call(thread: string, tool: string, input: object, work: () => void): Promise<void> {
    const call = { toolUseID: `tu${String(++this.#calls)}`, tool, input };
    this.answers.push(await this.#send('tool.call', thread, call));
    let how: object = { status: 'done', output: 'done' };
    try {
      work();
    } catch (error) {
      how = { status: 'error', error: (error as Error).message };
    }
    this.answers.push(await this.#send('tool.result', thread, { ...call, ...how }));
  }

  create(thread: string, path: string, content: string): Promise<void> {
    const file = join(this.#repo.dir, path);
    return this.call(thread, 'create_file', { path: file, content }, () => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    });
  }

  bash(thread: string, command: string): Promise<void> {
    return this.call(thread, 'Bash', { command }, () => {
      const done = spawnSync('sh', ['-c', command], { cwd: this.#repo.dir, env: this.#repo.env });
      if (done.status !== 0) throw new Error(`exit ${String(done.status)}`);
    });
  }

  dispose(): void {
    this.#dispose();
  }

  #send(name: string, id: string, fields: object): Promise<unknown> {
    const thread = { id, parentThreadID: () => Promise.resolve(this.#parents.get(id) ?? null) };
    return this.#handlers.get(name)!({ thread: { id }, ...fields }, { thread });
  }

  #api(): object {
    return {
      system: { workspaceRoot: pathToFileURL(this.#repo.dir) },
      helpers: {
        filePathFromURI: (uri: URL) => fileURLToPath(uri),
        shellCommandFromToolCall: ({ tool, input }: { tool: string; input: { command: string } }) =>
          tool === 'Bash' ? { command: input.command } : null,
        filesModifiedByToolCall: ({ tool, input }: { tool: string; input: { path: string } }) =>
          tool === 'create_file' || tool === 'edit_file' ? [pathToFileURL(input.path)] : null,
      },
      on: (name: string, handler: Handler) => void this.#handlers.set(name, handler),
      onDispose: (work: () => void) => void (this.#dispose = work),
    };
  }
}
