import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Base, iso } from './base.ts';

export class Gemini extends Base {
  get path(): string {
    const { home, parent } = this.where;
    const chats = join(home, '.gemini', 'tmp', 'project', 'chats');
    return parent
      ? join(chats, parent, `${this.id}.jsonl`)
      : join(chats, `session-2026-01-01T00-00-${this.id.slice(0, 8)}.jsonl`);
  }

  prompt(text: string): void {
    if (this.records.length === 0) {
      const { cwd, parent } = this.where;
      const projectHash = createHash('sha256').update(cwd).digest('hex');
      this.records.push({
        sessionId: this.id,
        projectHash,
        startTime: iso(this.at),
        kind: parent ? 'subagent' : 'main',
      });
    }
    this.records.push({ id: randomUUID(), timestamp: iso(this.tick()), type: 'user', content: [{ text }] });
  }

  read(path: string, text: string): void {
    this.#use('read_file', { file_path: this.full(path) }, text, '');
  }

  write(path: string, content: string, before: string | null): void {
    const shown = { filePath: this.full(path), originalContent: before ?? '', newContent: content };
    this.#use('write_file', { file_path: this.full(path), content }, 'Successfully wrote', shown);
  }

  edit(path: string, old_string: string, new_string: string, before: string): void {
    const shown = {
      filePath: this.full(path),
      originalContent: before,
      newContent: before.replace(old_string, () => new_string),
    };
    this.#use('replace', { file_path: this.full(path), old_string, new_string }, 'Successfully modified', shown);
  }

  bash(command: string, output = ''): void {
    this.#use('run_shell_command', { command }, `Output: ${output || '(empty)'}`, output);
  }

  // A message is recorded when it arrives, and again after its calls have run.
  #use(name: string, args: object, output: string, resultDisplay: unknown): void {
    const call = `${name}__${this.call}`;
    const message = {
      id: randomUUID(),
      timestamp: iso(this.tick()),
      type: 'gemini',
      content: `It needs ${name} because it is wrong.`,
      tokens: { input: 10, output: 2 },
      model: 'gemini-2.5-flash',
    };
    const result = [{ functionResponse: { id: call, name, response: { output } } }];
    const toolCalls = [{ id: call, name, args, result, status: 'success', timestamp: iso(this.tick()), resultDisplay }];
    this.records.push(message, { $set: { lastUpdated: iso(this.at) } }, { ...message, toolCalls });
  }
}
