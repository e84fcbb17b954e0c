import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pluginFor } from '../../src/agents/opencode/plugin.ts';
import type { TestRepo } from './repo.ts';

type Hook = (input: object, output: object) => Promise<void>;
type Hooks = Readonly<Record<string, Hook>>;

/** Loads the installed plug-in for a repository, with the home and the environment of that repository. */
export async function loadPlugin(repo: TestRepo, script = resolve('hooks/agent'), agent = 'opencode'): Promise<Hooks> {
  const data = join(repo.home, 'data');
  Object.assign(process.env, repo.env, { XDG_DATA_HOME: data });
  mkdirSync(join(data, 'git-prov'), { recursive: true });
  copyFileSync(script, join(data, 'git-prov', 'agent'));
  return importPlugin(repo, agent);
}

/** The plug-in alone, without a script to run. */
export async function importPlugin(repo: TestRepo, agent = 'opencode'): Promise<Hooks> {
  const file = join(repo.home, 'git-prov.mjs');
  writeFileSync(file, pluginFor(agent));
  const { GitProv } = (await import(pathToFileURL(file).href)) as { GitProv: (context: object) => Promise<Hooks> };
  return GitProv({ directory: repo.dir, worktree: repo.dir });
}

/** An opencode at work in a repository. It calls the plug-in's hooks in the same way as opencode. */
export class TestOpencode {
  readonly #repo: TestRepo;
  readonly #hooks: Hooks;
  readonly #session: string;
  #count = 0;

  constructor(repo: TestRepo, hooks: Hooks, session: string) {
    this.#repo = repo;
    this.#hooks = hooks;
    this.#session = session;
  }

  async prompt(text: string): Promise<void> {
    const message = { id: this.#next('msg'), role: 'user', model: { providerID: 'test', modelID: 'model-1' } };
    await this.#hook('chat.message', { sessionID: this.#session }, { message, parts: [{ type: 'text', text }] });
  }

  /** A tool call: `work` does the tool's work. What it throws is the tool's error. */
  async call(
    tool: string,
    args: object,
    work: () => object | void,
    words = '',
    meanwhile: () => void = () => undefined,
  ): Promise<void> {
    const callID = this.#next('call');
    const message = this.#next('msg');
    const about = { tool, sessionID: this.#session, callID };
    const part = { type: 'tool', tool, callID, messageID: message, sessionID: this.#session };
    const text = { type: 'text', id: `${message}-text`, messageID: message, sessionID: this.#session };
    await this.event('message.part.updated', { part: { ...text, text: '', time: { start: 1 } } });
    for (const delta of words.split(/(?<= )/))
      await this.event('message.part.delta', { messageID: message, partID: text.id, field: 'text', delta });
    await this.event('message.part.updated', { part: { ...part, state: { status: 'pending', input: {} } } });
    await this.#hook('tool.execute.before', about, { args });
    await this.event('message.part.updated', { part: { ...text, text: words, time: { start: 1, end: 2 } } });
    meanwhile();
    try {
      const metadata = work() ?? {};
      await this.#hook('tool.execute.after', { ...about, args }, { title: tool, output: 'done', metadata });
    } catch (error) {
      const state = { status: 'error', input: args, error: (error as Error).message };
      await this.event('message.part.updated', { part: { ...part, state } });
    }
    const tokens = { total: 1150, input: 1000, output: 30, reasoning: 20, cache: { read: 100, write: 0 } };
    const info = { id: message, role: 'assistant', sessionID: this.#session, modelID: 'model-1', cost: 0.5, tokens };
    await this.event('message.updated', { info: { ...info, time: { created: 1, completed: 2 } } });
  }

  read(path: string): Promise<void> {
    return this.call('read', { filePath: this.#path(path) }, () => undefined);
  }

  edit(path: string, old: string, fresh: string, words = '', meanwhile?: () => void): Promise<void> {
    const filePath = this.#path(path);
    const change = (): object => {
      const text = readFileSync(filePath, 'utf8');
      if (!text.includes(old)) throw new Error('Could not find oldString in the file.');
      writeFileSync(
        filePath,
        text.replace(old, () => fresh),
      );
      const added = fresh.split('\n').map((line) => `+${line}\n`);
      return { diff: `--- ${path}\n+++ ${path}\n@@ -1,1 +1,1 @@\n-${old}\n${added.join('')}` };
    };
    return this.call('edit', { filePath, oldString: old, newString: fresh }, change, words, meanwhile);
  }

  write(path: string, content: string): Promise<void> {
    const filePath = this.#path(path);
    return this.call('write', { filePath, content }, () => {
      mkdirSync(dirname(filePath), { recursive: true });
      writeFileSync(filePath, content);
    });
  }

  async bash(command: string, words = ''): Promise<void> {
    const output = { env: {} as NodeJS.ProcessEnv };
    await this.#hook('shell.env', { cwd: this.#repo.dir, sessionID: this.#session }, output);
    const env = { ...this.#repo.env, ...output.env, OPENCODE: '1' };
    const run = (): object => ({ exit: spawnSync('sh', ['-c', command], { cwd: this.#repo.dir, env }).status });
    await this.call('bash', { command, description: command }, run, words);
  }

  /** A sub-agent: a session with this one as its parent. */
  async spawn(child: string): Promise<TestOpencode> {
    await this.event('session.created', { info: { id: child, parentID: this.#session, agent: 'general' } });
    return new TestOpencode(this.#repo, this.#hooks, child);
  }

  /** A message without a call. */
  async say(words: string): Promise<void> {
    const messageID = this.#next('msg');
    const part = { type: 'text', id: `${messageID}-text`, messageID, sessionID: this.#session };
    await this.event('message.part.updated', { part: { ...part, text: '', time: { start: 1 } } });
    await this.event('message.part.updated', { part: { ...part, text: words, time: { start: 1, end: 2 } } });
    const info = {
      id: messageID,
      role: 'assistant',
      sessionID: this.#session,
      modelID: 'model-1',
      cost: 0,
      tokens: {},
    };
    await this.event('message.updated', { info: { ...info, time: { created: 1, completed: 2 } } });
  }

  idle(): Promise<void> {
    return this.event('session.idle', { sessionID: this.#session });
  }

  event(type: string, properties: object): Promise<void> {
    return this.#hook('event', { event: { type, properties } }, {});
  }

  dispose(): Promise<void> {
    return this.#hook('dispose', {}, {});
  }

  async #hook(name: string, input: object, output: object): Promise<void> {
    await this.#hooks[name]!(input, output);
  }

  #path(path: string): string {
    return join(this.#repo.dir, path);
  }

  #next(kind: string): string {
    return `${kind}_${this.#session}${++this.#count}`;
  }
}
