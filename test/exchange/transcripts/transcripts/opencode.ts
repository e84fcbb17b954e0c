import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Base, lines } from './base.ts';

export class Opencode extends Base {
  readonly #messages: { info: { id: string; [key: string]: unknown }; parts: object[] }[] = [];

  get path(): string {
    return join(
      this.where.home,
      '.local',
      'share',
      'opencode',
      'storage',
      'session',
      'project',
      `${this.#session}.json`,
    );
  }

  get info(): object {
    const { cwd, parent } = this.where;
    return { id: this.#session, directory: cwd, ...(parent && { parentID: parent }) };
  }

  get messages(): readonly { readonly info: { readonly id: string }; readonly parts: readonly object[] }[] {
    return this.#messages;
  }

  get #session(): string {
    return `ses_${this.id.replaceAll('-', '')}`;
  }

  prompt(text: string): void {
    this.#add({ role: 'user' }, [{ type: 'text', text }]);
  }

  read(path: string, text: string): void {
    this.#use(
      'read',
      { filePath: this.full(path) },
      `<content>\n${text
        .split('\n')
        .map((line, i) => `${i + 1}: ${line}`)
        .join('\n')}\n</content>`,
      {},
    );
  }

  write(path: string, content: string): void {
    this.#use('write', { filePath: this.full(path), content }, 'Wrote file successfully.', {});
  }

  edit(path: string, oldString: string, newString: string, before: string): void {
    const all = lines(before);
    const above = all.slice(0, all.indexOf(lines(oldString)[0]!)).slice(-2);
    const signed = (sign: string, some: readonly string[]): string[] => some.map((line) => `${sign}${line}`);
    const body = [...signed(' ', above), ...signed('-', lines(oldString)), ...signed('+', lines(newString))];
    const diff = [`--- ${path}`, `+++ ${path}`, '@@ -1,3 +1,3 @@', ...body, ''].join('\n');
    this.#use('edit', { filePath: this.full(path), oldString, newString }, 'Edit applied successfully.', { diff });
  }

  bash(command: string, output = ''): void {
    this.#use('bash', { command }, output, { exit: 0 });
  }

  override save(): string {
    const storage = join(this.where.home, '.local', 'share', 'opencode', 'storage');
    const put = (path: string, value: object): void => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(value));
    };
    put(this.path, this.info);
    for (const { info, parts } of this.#messages) {
      put(join(storage, 'message', this.#session, `${info.id}.json`), info);
      for (const [n, part] of parts.entries())
        put(join(storage, 'part', info.id, `prt_${String(n).padStart(4, '0')}.json`), part);
    }
    return this.path;
  }

  #use(tool: string, input: object, output: string, metadata: object): void {
    const time = { start: this.tick(), end: this.tick() };
    const state = { status: 'completed', input, output, metadata, time };
    const words = { type: 'text', text: `It needs ${tool} because it is wrong.` };
    const of = { role: 'assistant', modelID: 'big', tokens: { input: 10, output: 2, cache: { read: 0, write: 0 } } };
    this.#add(of, [words, { type: 'tool', tool, callID: this.call, state }]);
  }

  #add(info: object, parts: object[]): void {
    const id = `msg_${String(this.#messages.length).padStart(4, '0')}${this.id.slice(0, 8)}`;
    this.#messages.push({ info: { id, time: { created: this.tick() }, ...info }, parts });
  }
}
