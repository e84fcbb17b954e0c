import { join } from 'node:path';
import { Base, iso } from './base.ts';

export class Pi extends Base {
  get path(): string {
    const { home, cwd } = this.where;
    const folder = `--${cwd.replace(/^\//, '').replaceAll('/', '-')}--`;
    return join(home, '.pi/agent/sessions', folder, `2026-01-01T00-00-00-000Z_${this.id}.jsonl`);
  }

  prompt(text: string): void {
    this.#add({ role: 'user', content: [{ type: 'text', text }] });
  }

  read(path: string, text: string): void {
    this.#use('read', { path }, text);
  }

  write(path: string, content: string): void {
    this.#use('write', { path, content }, `Successfully wrote ${content.length} bytes to ${path}`);
  }

  edit(path: string, oldText: string, newText: string): void {
    const rows = newText.split('\n').map((line, i) => `+${i + 1} ${line}`);
    this.#use('edit', { path, edits: [{ oldText, newText }] }, 'Successfully replaced 1 block(s).', {
      diff: rows.join('\n'),
    });
  }

  bash(command: string, output = ''): void {
    this.#use('bash', { command }, output);
  }

  override save(): string {
    const { at, cwd } = this.where;
    this.records.unshift({ type: 'session', version: 3, id: this.id, timestamp: iso(at), cwd });
    return super.save();
  }

  #use(name: string, input: object, text: string, details?: object): void {
    const id = this.call;
    const said = { type: 'text', text: `It needs ${name} because it is wrong.` };
    const usage = { input: 10, output: 2, cacheRead: 0, cacheWrite: 0 };
    this.#add({
      role: 'assistant',
      content: [said, { type: 'toolCall', id, name, arguments: input }],
      model: 'big',
      usage,
    });
    this.#add({
      role: 'toolResult',
      toolCallId: id,
      toolName: name,
      content: [{ type: 'text', text }],
      details,
      isError: false,
    });
  }

  #add(message: object): void {
    const at = this.tick();
    const id = String(at).slice(-8);
    this.records.push({
      type: 'message',
      id,
      parentId: null,
      timestamp: iso(at),
      message: { ...message, timestamp: at },
    });
  }
}
