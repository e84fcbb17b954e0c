import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { TestRepo } from './repo.ts';

const HOOK = resolve(import.meta.dirname, '../../hooks/agent');
const MODEL = 'test-model-2';

/** A file of a patch: its old and its new content. */
export interface Change {
  readonly path: string;
  readonly old?: string;
  readonly fresh?: string;
  readonly to?: string;
}

/** A coding agent that acts like Codex CLI: payloads of its shape through the real hook script, with its rollout. */
export class CodexAgent {
  readonly session: string;
  readonly rollout: string;
  readonly #repo: TestRepo;
  readonly #main: CodexAgent | undefined;
  #calls = 0;
  #turns = 0;
  #inScript = false;

  constructor(repo: TestRepo, session: string, main?: CodexAgent) {
    this.#repo = repo;
    this.session = session;
    this.#main = main;
    const dir = join(repo.home, '.codex', 'sessions', '2026', '01', '02');
    mkdirSync(dir, { recursive: true });
    this.rollout = join(dir, `rollout-2026-01-02T03-04-05-${session}.jsonl`);
    this.line('session_meta', { id: session });
  }

  start(source = 'startup'): this {
    return this.send('SessionStart', { model: MODEL, source });
  }

  prompt(text: string): this {
    this.#turns++;
    this.line('turn_context', { model: MODEL });
    this.line('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
    return this.send('UserPromptSubmit', { ...this.#turn(), prompt: text });
  }

  stop(): this {
    return this.send('Stop', { ...this.#turn(), stop_hook_active: false, last_assistant_message: null });
  }

  end(): this {
    return this.send('SessionEnd', { reason: 'other' });
  }

  /** The agent's words before its next call, and the token usage of the model's answer. */
  say(text: string, tokens = 0): this {
    this.line('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
    if (tokens > 0)
      this.line('token_usage_record', {
        response_id: `resp_${String(tokens)}`,
        usage: { input_tokens: tokens, cached_input_tokens: 10, output_tokens: 5, total_tokens: tokens + 5 },
      });
    return this;
  }

  /** Applies a patch. `meanwhile` runs between the hook and the change. */
  patch(changes: readonly Change[], meanwhile?: () => void): this {
    const text = patchOf(changes);
    const id = this.before('apply_patch', { command: text });
    meanwhile?.();
    for (const { path, old, fresh, to } of changes) this.#apply(path, old, fresh, to);
    this.result(id, 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n', () =>
      this.after('apply_patch', { command: text }, id, 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n'),
    );
    return this;
  }

  /** A patch without an event for its end; `wrote` are the files that it got to. */
  brokenPatch(changes: readonly Change[], output: string, wrote: readonly Change[] = []): this {
    const id = this.before('apply_patch', { command: patchOf(changes) });
    for (const { path, old, fresh, to } of wrote) this.#apply(path, old, fresh, to);
    this.#fileChange(id, wrote);
    return this.result(id, output);
  }

  /** A patch inside a command. Codex applies it itself, so no hook reports its end. */
  shellPatch(changes: readonly Change[]): this {
    const id = this.before('Bash', { command: `apply_patch <<'EOF'\n${patchOf(changes)}EOF` });
    for (const { path, old, fresh, to } of changes) this.#apply(path, old, fresh, to);
    this.#fileChange(id, changes);
    return this.result(
      id,
      'Wall time: 0.0000 seconds\nOutput:\nExit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n',
    );
  }

  /** Runs a command. Only the rollout has its exit status. @param dir below the repository */
  bash(command: string, dir = '.', env: Record<string, string> = {}): this {
    const cwd = join(this.#repo.dir, dir);
    const id = this.before('Bash', { command }, cwd);
    const own = { CODEX_THREAD_ID: this.session, CODEX_SESSION_ID: this.#main?.session ?? this.session };
    const done = spawnSync('sh', ['-c', command], { cwd, env: { ...this.#repo.env, ...own, ...env } });
    this.#exited(id, done.status ?? -1);
    return this.result(
      id,
      `Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code ${String(done.status)}\n`,
      () => this.after('Bash', { command }, id, done.stdout.toString(), cwd),
    );
  }

  /** A command that still runs when the model gets an answer. Resolves at its end, which only the rollout records. */
  long(command: string): Promise<void> {
    const id = this.before('Bash', { command });
    const child = spawn('sh', ['-c', command], { cwd: this.#repo.dir, env: this.#repo.env, stdio: 'ignore' });
    this.result(id, 'Chunk ID: a2\nWall time: 0.2 seconds\nProcess running with session ID 4711\n');
    return new Promise((done) =>
      child.once('exit', (code) => {
        this.#exited(id, code ?? -1);
        done();
      }),
    );
  }

  /** A script that calls tools (code mode): hooks see its calls under ids that the rollout has only at their end. */
  script(code: string, run: () => void, output = 'Script completed\nWall time 0.1 seconds\nOutput:\n'): this {
    const id = this.#nextCall('call');
    this.line('response_item', { type: 'custom_tool_call', name: 'exec', call_id: id, input: code });
    this.#inScript = true;
    run();
    this.#inScript = false;
    return this.line('response_item', {
      type: 'custom_tool_call_output',
      call_id: id,
      output: [{ type: 'input_text', text: output }],
    });
  }

  /** Waits for a script that still runs after the model got an answer; `run` is what it does meanwhile. */
  wait(cell: string, run: () => void): this {
    const id = this.#nextCall('call');
    const input = JSON.stringify({ cell_id: cell });
    this.line('response_item', { type: 'function_call', name: 'wait', call_id: id, arguments: input });
    this.#inScript = true;
    run();
    this.#inScript = false;
    return this.result(id, 'Script completed\nWall time 0.1 seconds\nOutput:\n');
  }

  before(tool: string, input: object, cwd = this.#repo.dir): string {
    const id = this.#nextCall(this.#inScript ? 'exec-' : 'call_');
    if (!this.#inScript)
      this.line('response_item', { type: 'function_call', name: tool, call_id: id, arguments: JSON.stringify(input) });
    this.send('PreToolUse', { ...this.#turn(), tool_name: tool, tool_input: input, tool_use_id: id }, cwd);
    return id;
  }

  after(tool: string, input: object, id: string, response: unknown, cwd = this.#repo.dir): this {
    const call = { tool_name: tool, tool_input: input, tool_response: response, tool_use_id: id };
    return this.send('PostToolUse', { ...this.#turn(), ...call }, cwd);
  }

  /** The model's text about a call; the hook for its end comes first. */
  result(id: string, output: string, hook?: () => void): this {
    hook?.();
    if (this.#inScript) return this;
    return this.line('response_item', { type: 'function_call_output', call_id: id, output });
  }

  /** Writes a line of the rollout. */
  line(type: string, payload: object): this {
    const entry = { timestamp: new Date().toISOString(), type, payload };
    appendFileSync(this.rollout, `${JSON.stringify(entry)}\n`);
    return this;
  }

  /** Sends one event through the hook. */
  send(event: string, fields: object = {}, cwd = this.#repo.dir): this {
    const payload = {
      session_id: this.#main?.session ?? this.session,
      ...(this.#main && { agent_id: this.session, agent_type: 'default' }),
      transcript_path: this.rollout,
      cwd,
      hook_event_name: event,
      ...fields,
    };
    const done = spawnSync('sh', [HOOK, 'codex'], { cwd, env: this.#repo.env, input: JSON.stringify(payload) });
    if (done.status !== 0 || done.stdout.length > 0) throw new Error(`the hook exited with ${String(done.status)}`);
    return this;
  }

  #nextCall(kind: string): string {
    return `${kind}${this.session.slice(0, 4)}${String(++this.#calls).padStart(4, '0')}`;
  }

  #turn(): object {
    return { turn_id: `turn-${String(this.#turns)}`, model: MODEL };
  }

  #exited(id: string, exit: number): void {
    const item = { type: 'CommandExecution', id, exit_code: exit, duration: { secs: 0, nanos: 7_000_000 } };
    this.line('event_msg', { type: 'item_completed', item });
  }

  #fileChange(id: string, changes: readonly Change[]): void {
    const all = changes.map(({ path, fresh = '', old }) => [
      join(this.#repo.dir, path),
      old === undefined
        ? { type: 'add', content: `${fresh}\n` }
        : { type: 'update', unified_diff: `@@\n-${old}\n+${fresh}\n` },
    ]);
    const item = { type: 'FileChange', id, changes: Object.fromEntries(all) as object };
    this.line('event_msg', { type: 'item_completed', item });
  }

  #apply(path: string, old: string | undefined, fresh: string | undefined, to: string | undefined): void {
    const file = join(this.#repo.dir, path);
    mkdirSync(dirname(file), { recursive: true });
    if (fresh === undefined) rmSync(file);
    else if (old === undefined) writeFileSync(file, `${fresh}\n`);
    else
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace(old, () => fresh),
      );
    if (to !== undefined) renameSync(file, join(this.#repo.dir, to));
  }
}

function patchOf(changes: readonly Change[]): string {
  const added = (text: string): string =>
    text
      .split('\n')
      .map((line) => `+${line}\n`)
      .join('');
  const files = changes.map(({ path, old, fresh, to }) => {
    if (fresh === undefined) return `*** Delete File: ${path}\n`;
    if (old === undefined) return `*** Add File: ${path}\n${added(fresh)}`;
    return `*** Update File: ${path}\n${to === undefined ? '' : `*** Move to: ${to}\n`}@@\n-${old}\n${added(fresh)}`;
  });
  return `*** Begin Patch\n${files.join('')}*** End Patch\n`;
}
