import { join } from 'node:path';
import { Base, iso, lines } from './base.ts';

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
    this.item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
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
    this.item({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id });
    this.item({
      type: 'function_call_output',
      call_id,
      output: `Chunk ID: abc123\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 20\nOutput:\n${output}`,
    });
  }

  /** A command that the answer to the model does not wait for. The model looks at it after some time, when it has ended. */
  runsOn(cmd: string, exit: number, printed: string, seconds = 1): void {
    const [first, second] = [this.call, this.call];
    const says = (status: string): string => `Chunk ID: abc123\nWall time: 1.0000 seconds\n${status}\nOutput:\n`;
    const asks = (name: string, input: object, call_id: string): void =>
      this.item({ type: 'function_call', name, arguments: JSON.stringify(input), call_id });
    asks('exec_command', { cmd }, first);
    const running = says('Process running with session ID 7');
    this.item({ type: 'function_call_output', call_id: first, output: running });
    this.at += 1000 * seconds;
    asks('write_stdin', { session_id: 7, yield_time_ms: 1000 }, second);
    const output = `${says(`Process exited with code ${exit}`)}${printed}`;
    this.item({ type: 'function_call_output', call_id: second, output });
  }

  #begin(): void {
    const { cwd, parent } = this.where;
    this.add('session_meta', {
      id: this.id,
      session_id: parent ?? this.id,
      ...(parent && { parent_thread_id: parent }),
      cwd,
    });
    this.add('turn_context', { cwd, model: 'gpt-5.5' });
    this.item({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: `<environment_context>\n  <cwd>${cwd}</cwd>` }],
    });
  }

  #patch(body: readonly string[]): void {
    this.item({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'It has to be patched because it is wrong.' }],
    });
    this.applied(body);
  }

  /** Lines about a patch, and about the tokens of its answer. */
  protected applied(body: readonly string[]): void {
    const call_id = this.call;
    this.item({
      type: 'custom_tool_call',
      name: 'apply_patch',
      call_id,
      input: ['*** Begin Patch', ...body, '*** End Patch', ''].join('\n'),
    });
    this.item({
      type: 'custom_tool_call_output',
      call_id,
      output: 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\n',
    });
    this.used(call_id);
  }

  protected used(call_id: string): void {
    this.add('token_usage_record', {
      response_id: `resp_${call_id}`,
      thread_id: this.id,
      usage: { input_tokens: 10, output_tokens: 2 },
    });
  }

  protected item(payload: object): void {
    this.add('response_item', payload);
  }

  protected add(type: string, payload: object): void {
    this.records.push({ timestamp: iso(this.tick()), type, payload });
  }
}

/** Code mode: the model calls one tool, with a script that calls the others. */
export class CodexScripts extends Codex {
  override bash(cmd: string, output = ''): void {
    this.#script(
      `const r = await tools.exec_command({cmd: ${JSON.stringify(cmd)}, yield_time_ms: 1000}); text(r.output);`,
      output,
    );
  }

  protected override applied([header, ...body]: readonly string[]): void {
    const [, what, path] = /^\*\*\* (Add|Update) File: ([^\n]+)/.exec(header!)!;
    const lines = [...header!.split('\n').slice(1), ...body].filter((line) => line !== '@@');
    const change =
      what === 'Add'
        ? { type: 'add', content: `${lines.map((line) => line.slice(1)).join('\n')}\n` }
        : { type: 'update', unified_diff: `@@ -1,4 +1,4 @@\n${lines.join('\n')}\n`, move_path: null };
    this.#script(`const p = await tools.apply_patch(${JSON.stringify([header, ...body].join('\n'))}); text(p);`, '{}', {
      [join(this.where.cwd, path!)]: change,
    });
  }

  #script(input: string, output: string, changes?: object): void {
    const call_id = this.call;
    this.item({ type: 'custom_tool_call', name: 'exec', call_id, input });
    if (changes) {
      const stdout = 'Success. Updated the following files:\n';
      this.add('event_msg', { type: 'patch_apply_end', call_id: `exec-${call_id}`, stdout, success: true, changes });
    }
    const parts = ['Script completed\nWall time 0.1 seconds\nOutput:\n', output];
    this.item({
      type: 'custom_tool_call_output',
      call_id,
      output: parts.map((text) => ({ type: 'input_text', text })),
    });
    this.used(call_id);
  }
}
