import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Base, iso } from './base.ts';

const numbered = (text: string): string =>
  text
    .split('\n')
    .map((line, i) => `${i + 1}\t${line}`)
    .join('\n');

export class Claude extends Base {
  get path(): string {
    const { home, cwd, parent } = this.where;
    const dir = join(home, '.claude', 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
    return parent ? join(dir, parent, 'subagents', `agent-${this.id}.jsonl`) : join(dir, `${this.id}.jsonl`);
  }

  prompt(content: string): void {
    this.#add('user', { role: 'user', content });
  }

  read(path: string, content: string): void {
    const [file, count] = [this.full(path), content.split('\n').length];
    const result = {
      type: 'text',
      file: { filePath: file, content, numLines: count, startLine: 1, totalLines: count },
    };
    this.#use('Read', { file_path: file }, numbered(content), result);
  }

  write(path: string, content: string, originalFile: string | null): void {
    const words = originalFile === null ? 'File created successfully at: x' : 'The file x has been updated.';
    this.#use('Write', { file_path: this.full(path), content }, words, { type: 'create', content, originalFile });
  }

  edit(path: string, old: string, fresh: string, originalFile: string): void {
    const input = { file_path: this.full(path), old_string: old, new_string: fresh };
    this.#use('Edit', input, 'The file x has been updated.', { oldString: old, newString: fresh, originalFile });
  }

  bash(command: string, stdout = ''): void {
    this.#use('Bash', { command }, stdout, { stdout, stderr: '', interrupted: false });
  }

  // The record of a sub-agent omits results.
  #use(name: string, input: object, content: string, result: object): void {
    const id = this.call;
    this.#add('assistant', {
      id: `msg_${id}`,
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [
        { type: 'text', text: `Because of ${name} it has to be so.` },
        { type: 'tool_use', id, name, input },
      ],
      usage: { input_tokens: 10, output_tokens: 2 },
    });
    this.#add(
      'user',
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
      this.where.parent ? {} : { toolUseResult: result },
    );
  }

  #add(type: string, message: object, more: object = {}): void {
    const { cwd, parent } = this.where;
    const of = parent
      ? { sessionId: parent, agentId: this.id, isSidechain: true }
      : { sessionId: this.id, isSidechain: false };
    this.records.push({ type, uuid: randomUUID(), timestamp: iso(this.tick()), cwd, ...of, message, ...more });
  }
}
