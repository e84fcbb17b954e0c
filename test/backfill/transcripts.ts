import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of a session, and when it began, in milliseconds. */
export interface Where {
  readonly home: string;
  readonly cwd: string;
  readonly at: number;
  readonly id?: string;
  /** The session that started it. */
  readonly parent?: string;
}

/** What an agent does, as it is written down in a session file of its own form. All is made up, in the shapes that were recorded. */
export interface Transcript {
  readonly id: string;
  /** The file. */
  readonly path: string;
  /** When the next thing happens; it moves on by a second each time. */
  at: number;
  prompt(words: string): void;
  read(path: string, text: string): void;
  /** Writes a whole file. @param before its text; null when there was none */
  write(path: string, text: string, before: string | null): void;
  edit(path: string, old: string, fresh: string, before: string): void;
  bash(command: string, output?: string): void;
  /** Writes the file. */
  save(): string;
}

const iso = (at: number): string => new Date(at).toISOString();
const numbered = (text: string): string =>
  text
    .split('\n')
    .map((line, i) => `${i + 1}\t${line}`)
    .join('\n');

abstract class Base implements Transcript {
  readonly id: string;
  at: number;
  readonly where: Where;
  protected readonly records: unknown[] = [];
  #calls = 0;

  constructor(where: Where) {
    this.where = where;
    this.id = where.id ?? randomUUID();
    this.at = where.at;
  }

  abstract readonly path: string;
  abstract prompt(words: string): void;
  abstract read(path: string, text: string): void;
  abstract write(path: string, text: string, before: string | null): void;
  abstract edit(path: string, old: string, fresh: string, before: string): void;
  abstract bash(command: string, output?: string): void;

  save(): string {
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, this.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return this.path;
  }

  protected tick(): number {
    this.at += 1000;
    return this.at;
  }

  protected get call(): string {
    return `call_${this.id.slice(0, 4)}_${++this.#calls}`;
  }

  protected full(path: string): string {
    return join(this.where.cwd, path);
  }
}

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

  // The record of a sub-agent does not tell results.
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

export class Codex extends Base {
  get path(): string {
    return join(
      this.where.home,
      '.codex',
      'sessions',
      '2026',
      '01',
      '01',
      `rollout-2026-01-01T00-00-00-${this.id}.jsonl`,
    );
  }

  prompt(text: string): void {
    if (this.records.length === 0) this.#begin();
    this.#item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
  }

  read(path: string, text: string): void {
    this.bash(`sed -n '1,200p' ${path}`, text);
  }

  write(path: string, text: string, before: string | null): void {
    const old = before === null ? [] : lines(before).map((line) => `-${line}`);
    const head = before === null ? `*** Add File: ${path}` : `*** Update File: ${path}\n@@`;
    this.#patch([head, ...old, ...lines(text).map((line) => `+${line}`)]);
  }

  edit(path: string, old: string, fresh: string, before: string): void {
    const all = lines(before);
    const above = all
      .slice(0, all.indexOf(lines(old)[0]!))
      .slice(-2)
      .map((line) => ` ${line}`);
    this.#patch([
      `*** Update File: ${path}`,
      '@@',
      ...above,
      ...lines(old).map((line) => `-${line}`),
      ...lines(fresh).map((line) => `+${line}`),
    ]);
  }

  bash(cmd: string, output = ''): void {
    const call_id = this.call;
    this.#item({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id });
    this.#item({
      type: 'function_call_output',
      call_id,
      output: `Chunk ID: abc123\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 20\nOutput:\n${output}`,
    });
  }

  #begin(): void {
    const { cwd, parent } = this.where;
    this.#add('session_meta', {
      id: this.id,
      session_id: parent ?? this.id,
      ...(parent && { parent_thread_id: parent }),
      cwd,
    });
    this.#add('turn_context', { cwd, model: 'gpt-5.5' });
    this.#item({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: `<environment_context>\n  <cwd>${cwd}</cwd>` }],
    });
  }

  #patch(body: readonly string[]): void {
    const call_id = this.call;
    this.#item({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'It has to be patched because it is wrong.' }],
    });
    this.#item({
      type: 'custom_tool_call',
      name: 'apply_patch',
      call_id,
      input: ['*** Begin Patch', ...body, '*** End Patch', ''].join('\n'),
    });
    this.#item({
      type: 'custom_tool_call_output',
      call_id,
      output: 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\n',
    });
    this.#add('token_usage_record', {
      response_id: `resp_${call_id}`,
      thread_id: this.id,
      usage: { input_tokens: 10, output_tokens: 2 },
    });
  }

  #item(payload: object): void {
    this.#add('response_item', payload);
  }

  #add(type: string, payload: object): void {
    this.records.push({ timestamp: iso(this.tick()), type, payload });
  }
}

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

  // A message is written down when it comes, and again when its calls have run.
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

export const AGENTS = { 'claude-code': Claude, codex: Codex, gemini: Gemini, opencode: Opencode };

const lines = (text: string): string[] => text.replace(/\n$/, '').split('\n');
