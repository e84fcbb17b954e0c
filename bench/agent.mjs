// Simulates a coding agent: its tools work like an agent's, and each call is reported to the hooks in the agent's settings,
// with Claude Code's payloads and in Claude Code's way.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export class Agent {
  #place;
  #hooks;
  #id;
  #model;
  #child;
  #mayPrint;
  #calls = 0;
  #messages = 0;

  /**
   * @param {import('./place.mjs').Place} place where `git prov init` was run
   * @param {string} id of the session
   * @param {{ model?: string, child?: { id: string, type: string }, hooks?: object, mayPrint?: boolean }} options `child` for a
   *   sub-agent of the session; `hooks` and `mayPrint` for those of another tool
   */
  constructor(place, id, { model = 'demo-model-1', child, hooks, mayPrint = false } = {}) {
    this.#place = place;
    this.#id = id;
    this.#model = model;
    this.#child = child;
    this.#mayPrint = mayPrint;
    this.#hooks = hooks ?? JSON.parse(readFileSync(join(place.home, '.claude', 'settings.json'), 'utf8')).hooks ?? {};
    if (!this.#hooks.PostToolUse) throw new Error('The settings of the agent name no hook for PostToolUse.');
  }

  start() {
    return this.send('SessionStart', { source: 'startup', model: this.#model });
  }

  prompt(text) {
    this.#transcribe({ type: 'user', message: { role: 'user', content: text } });
    return this.send('UserPromptSubmit', { prompt: text });
  }

  /** The end of a turn. */
  stop() {
    return this.send('Stop', { stop_hook_active: false });
  }

  end() {
    this.stop();
    return this.send('SessionEnd', { reason: 'other' });
  }

  /**
   * Replays the steps of a recorded session. `$REPO` is replaced by the repository.
   * @param {object[]} steps
   * @param {(text: string) => void} tell receives a line for each step
   */
  play(steps, tell = () => undefined) {
    for (const step of steps) {
      if (step.prompt !== undefined) {
        tell(`person: ${step.prompt}`);
        this.prompt(step.prompt);
      } else if (step.spawn !== undefined) this.#spawn(step, tell);
      else {
        tell(
          `${this.#child?.type ?? 'agent'}: ${step.tool} ${step.input.command ?? step.input.pattern ?? step.input.file_path}`,
        );
        this.call(step.tool, expand(step.input, this.#place.repo), step);
      }
    }
    return this;
  }

  /**
   * One call of a tool, with the hooks before and after it.
   * @param {string} tool
   * @param {Record<string, any>} input
   * @param {{ say?: string, fails?: boolean }} options `say`: the agent's words before the call; `fails`: the command must fail
   */
  call(tool, input, { say, fails = false } = {}) {
    const fields = this.#before(tool, input, say);
    const response = this.#do(tool, input);
    const failed = response.exit !== undefined && response.exit !== 0;
    this.#transcribe({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: fields.tool_use_id }] },
    });
    if (failed !== fails)
      throw new Error(`${input.command} ${failed ? 'failed' : 'should have failed'}: ${response.stderr}`);
    if (failed) {
      const error = `Exit code ${response.exit}\n${response.stdout}${response.stderr}`;
      return this.send('PostToolUseFailure', { ...fields, error, is_interrupt: false });
    }
    return this.send('PostToolUse', { ...fields, tool_response: response, duration_ms: 5 });
  }

  /**
   * Sends an event to the hooks. A hook that fails or prints is an error, because it would disturb the agent. Only the start of
   * a session may answer, with what was decided before.
   */
  send(event, fields = {}) {
    const input = this.payload(event, fields);
    for (const command of this.commandsFor(event, fields.tool_name)) {
      const { repo, env } = this.#place;
      const done = spawnSync('sh', ['-c', command], { cwd: repo, env, input, encoding: 'utf8' });
      const mayAnswer = event === 'SessionStart' || this.#mayPrint;
      if (done.status !== 0 || (done.stdout && !mayAnswer) || (done.stderr && !this.#mayPrint))
        throw new Error(`The hook for ${event} exited with ${done.status} and printed: ${done.stdout}${done.stderr}`);
    }
    return this;
  }

  /** The agent's payload for an event, as JSON. */
  payload(event, fields = {}) {
    return JSON.stringify({
      session_id: this.#id,
      transcript_path: this.#transcript(),
      cwd: this.#place.repo,
      permission_mode: 'acceptEdits',
      ...(this.#child && { agent_id: this.#child.id, agent_type: this.#child.type }),
      hook_event_name: event,
      ...fields,
    });
  }

  /** The command lines for an event, of a tool where it is about one. */
  commandsFor(event, tool = '') {
    const concerns = ({ matcher = '' }) => ['', '*', tool].includes(matcher);
    return (this.#hooks[event] ?? []).filter(concerns).flatMap((entry) => entry.hooks.map(({ command }) => command));
  }

  /** The command line for an event in the agent's settings. */
  commandFor(event) {
    return this.#hooks[event][0].hooks[0].command;
  }

  #before(tool, input, say) {
    const fields = {
      tool_name: tool,
      tool_input: input,
      tool_use_id: `toolu_${this.#child?.id ?? ''}${++this.#calls}`,
    };
    const words = say ? [{ type: 'text', text: say }] : [];
    const usage = {
      input_tokens: 900,
      output_tokens: 120,
      cache_read_input_tokens: 4000,
      cache_creation_input_tokens: 0,
    };
    const content = [...words, { type: 'tool_use', id: fields.tool_use_id, name: tool, input }];
    const message = {
      id: `msg_${this.#child?.id ?? ''}${++this.#messages}`,
      role: 'assistant',
      model: this.#model,
      content,
      usage,
    };
    this.#transcribe({ type: 'assistant', message });
    this.send('PreToolUse', fields);
    return fields;
  }

  #spawn({ spawn: type, agent_id: id, input, say, steps, answer }, tell) {
    const fields = this.#before('Agent', input, say);
    const child = new Agent(this.#place, this.#id, { model: this.#model, child: { id, type } });
    child.send('SubagentStart').play(steps, tell).send('SubagentStop', { stop_hook_active: false });
    this.send('PostToolUse', {
      ...fields,
      tool_response: { content: [{ type: 'text', text: answer }] },
      duration_ms: 5,
    });
  }

  #do(tool, input) {
    switch (tool) {
      case 'Read':
        return { type: 'text', file: { filePath: input.file_path, content: readFileSync(input.file_path, 'utf8') } };
      case 'Grep':
        return { mode: 'content', content: this.#place.git('grep', '-nF', input.pattern, '--', input.path) };
      case 'Edit':
        return edit(input);
      case 'Write':
        return write(input);
      case 'Bash':
        return this.#shell(input.command);
      default:
        throw new Error(`This agent has no tool ${tool}.`);
    }
  }

  #shell(command) {
    const env = { ...this.#place.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: this.#id };
    const done = spawnSync('sh', ['-c', command], { cwd: this.#place.repo, env, encoding: 'utf8' });
    return { stdout: done.stdout, stderr: done.stderr, interrupted: false, exit: done.status };
  }

  #transcript() {
    return join(this.#place.home, '.claude', 'projects', 'calc', `${this.#id}.jsonl`);
  }

  #transcribe(entry) {
    const main = this.#transcript();
    const path = this.#child
      ? join(main.slice(0, -'.jsonl'.length), 'subagents', `agent-${this.#child.id}.jsonl`)
      : main;
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, `${JSON.stringify({ ...entry, sessionId: this.#id })}\n`);
  }
}

function edit({ file_path: path, old_string: old, new_string: fresh }) {
  const original = readFileSync(path, 'utf8');
  if (!original.includes(old)) throw new Error(`${path} does not hold: ${old}`);
  writeFileSync(
    path,
    original.replace(old, () => fresh),
  );
  return {
    filePath: path,
    oldString: old,
    newString: fresh,
    originalFile: original,
    userModified: false,
    replaceAll: false,
  };
}

function write({ file_path: path, content }) {
  const original = existsSync(path) ? readFileSync(path, 'utf8') : null;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return {
    type: original === null ? 'create' : 'update',
    filePath: path,
    content,
    originalFile: original,
    userModified: false,
  };
}

const expand = (input, repo) =>
  JSON.parse(JSON.stringify(input).replaceAll('$REPO', JSON.stringify(repo).slice(1, -1)));
