import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { TestRepo } from './repo.ts';

const HOOK = resolve(import.meta.dirname, '../../hooks/agent');

/** The fields that a hook of Copilot gets with an event. */
export type Fields = Readonly<Record<string, unknown>>;

/** A Copilot at work in a repository: its tools act like Copilot's, and every event goes through the real hook script. */
export class TestCopilot {
  readonly #repo: TestRepo;
  readonly #session: string;
  readonly #agent: string | undefined;
  #time = Date.UTC(2026, 0, 1);

  constructor(repo: TestRepo, session: string, agent?: string) {
    this.#repo = repo;
    this.#session = session;
    this.#agent = agent;
  }

  start(): this {
    return this.send({ hook_event_name: 'SessionStart', source: 'new' });
  }

  prompt(prompt: string): this {
    return this.send({ hook_event_name: 'UserPromptSubmit', prompt });
  }

  stop(): this {
    return this.send({ hook_event_name: 'Stop', stop_reason: 'end_turn' });
  }

  read(path: string): this {
    const call = { tool_name: 'Read', tool_input: { path: this.#path(path) } };
    return this.before(call).after(call, readFileSync(this.#path(path), 'utf8'));
  }

  edit(path: string, old: string, fresh: string, meanwhile?: () => void): this {
    const call = this.editing(path, old, fresh);
    this.before(call);
    meanwhile?.();
    return this.change(path, old, fresh).after(call, 'updated');
  }

  editing(path: string, old: string, fresh: string): Fields {
    return { tool_name: 'Edit', tool_input: { path: this.#path(path), old_str: old, new_str: fresh } };
  }

  /** The tool's work between its two events. */
  change(path: string, old: string, fresh: string): this {
    const text = readFileSync(this.#path(path), 'utf8');
    if (!text.includes(old)) throw new Error(`${path} does not hold ${old}`);
    return this.put(
      path,
      text.replace(old, () => fresh),
    );
  }

  create(path: string, text: string): this {
    const call = { tool_name: 'Write', tool_input: { path: this.#path(path), file_text: text } };
    return this.before(call).put(path, text).after(call, 'created');
  }

  put(path: string, text: string): this {
    mkdirSync(dirname(this.#path(path)), { recursive: true });
    writeFileSync(this.#path(path), text);
    return this;
  }

  bash(command: string): this {
    const call = { tool_name: 'Bash', tool_input: { command, description: 'x' } };
    this.before(call);
    const env = { ...this.#repo.env, COPILOT_CLI: '1', COPILOT_AGENT_SESSION_ID: this.#session };
    const done = spawnSync('sh', ['-c', command], { cwd: this.#repo.dir, env });
    return this.after(call, `${String(done.stdout)}\n<shellId: 0 completed with exit code ${String(done.status)}>`);
  }

  /** A command that the person refused: no event reports its end. */
  refused(command: string): this {
    this.before({ tool_name: 'Bash', tool_input: { command, description: 'x' } });
    this.camel({ hookName: 'permissionRequest', toolName: 'bash', toolInput: { command }, permissionSuggestions: [] });
    const asked = { notification_type: 'permission_prompt', title: 'Permission needed' };
    return this.camel({ ...asked, message: `Run command: ${command}` });
  }

  before(call: Fields): this {
    return this.send({ hook_event_name: 'PreToolUse', ...call });
  }

  after(call: Fields, said: string): this {
    const result = { result_type: 'success', text_result_for_llm: said };
    return this.send({ hook_event_name: 'PostToolUse', ...call, tool_result: result });
  }

  failed(call: Fields, error: string): this {
    return this.send({ hook_event_name: 'PostToolUseFailure', ...call, error });
  }

  /** A session that this one spawns, as a sub-agent; `over` sends its end. */
  spawn(agent: string): { child: TestCopilot; over: () => void } {
    const call = { tool_name: 'Agent', tool_input: { description: 'help', prompt: 'help me' } };
    this.before(call);
    const of = { agent_id: agent, agent_type: 'general', parent_agent_id: this.#session };
    this.camel({ agentName: 'general', ...of });
    const over = (): void => {
      this.send({ hook_event_name: 'SubagentStop', ...of, agent_name: 'general' });
      this.after(call, 'done');
    };
    return { child: new TestCopilot(this.#repo, this.#session, agent), over };
  }

  /** An event of the kind with fields in camelCase, and without a name. */
  camel(fields: Fields): this {
    this.#time += 1000;
    const common = { sessionId: this.#session, timestamp: this.#time, cwd: this.#repo.dir };
    return this.run(JSON.stringify({ ...common, ...fields }));
  }

  send(fields: Fields): this {
    return this.run(this.payload(fields));
  }

  payload(fields: Fields): string {
    this.#time += 1000;
    const { hook_event_name, ...rest } = fields;
    return JSON.stringify({
      hook_event_name,
      session_id: this.#agent ?? this.#session,
      timestamp: new Date(this.#time).toISOString(),
      cwd: this.#repo.dir,
      ...(this.#agent && { agent_id: this.#agent, agent_type: 'general', parent_agent_id: this.#session }),
      ...rest,
    });
  }

  /** Runs the hook, in the same way as another agent's settings. */
  run(payload: string, registered = 'copilot'): this {
    const done = spawnSync('sh', [HOOK, registered], { cwd: this.#repo.dir, env: this.#repo.env, input: payload });
    if (done.status !== 0 || done.stdout.length > 0 || done.stderr.length > 0)
      throw new Error(`the hook exited with ${String(done.status)}: ${String(done.stdout)}${String(done.stderr)}`);
    return this;
  }

  #path(path: string): string {
    return join(this.#repo.dir, path);
  }
}
