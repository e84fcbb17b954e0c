import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEvent, shellAgentOf } from '../../src/agents/registry.ts';
import type { AgentEvent, Payload } from '../../src/recorder/spool/event.ts';
import type { Graph } from '../../src/model/model.ts';
import { enable, prov } from '../helpers/agent.ts';
import { HookedAgent } from '../helpers/hooked.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { filesWith } from '../helpers/search.ts';

const SESSION = 'c0000000-0000-4000-8000-00000000000a';
const MAIL = 'someone-private@example.org';
const BASE = { 'f.txt': 'one @human\ntwo @human\n', 'src/x.txt': 'x @human\n' };

/** Cursor runs a user's hooks in its own folder and passes the project in the environment. */
class CursorAgent extends HookedAgent {
  #calls = 0;

  constructor(repo: TestRepo, session = SESSION) {
    const cwd = join(repo.home, '.cursor');
    mkdirSync(cwd, { recursive: true });
    const common = {
      conversation_id: session,
      generation_id: 'g1',
      model: 'test-model-4',
      cursor_version: '2.6.1',
      workspace_roots: [repo.dir],
      user_email: MAIL,
      transcript_path: null,
    };
    super(repo, 'cursor', common, { cwd, env: { CURSOR_PROJECT_DIR: repo.dir, CURSOR_VERSION: '2.6.1' } });
  }

  tell(name: string, fields: object = {}): this {
    return this.send({ hook_event_name: name, ...fields });
  }

  prompt(words: string): this {
    return this.tell('beforeSubmitPrompt', { prompt: words, attachments: [] });
  }

  /** A call from before to after. `run` performs it and returns its output; a throw makes it fail. */
  call(tool: string, input: object, run: () => object | undefined, words = ''): this {
    const fields = { tool_name: tool, tool_input: input, tool_use_id: `call_${++this.#calls}\nfc`, cwd: this.repo.dir };
    this.tell('preToolUse', { ...fields, agent_message: words });
    try {
      const output = JSON.stringify(run() ?? {});
      return this.tell('postToolUse', { ...fields, tool_output: output, duration: 12 });
    } catch (cause) {
      return this.tell('postToolUseFailure', { ...fields, error_message: String(cause), failure_type: 'error' });
    }
  }

  write(path: string, contents: string, words?: string): this {
    const file = join(this.repo.dir, path);
    return this.call('Write', { file_path: file, contents }, () => void writeFileSync(file, contents), words);
  }

  replace(path: string, old_string: string, new_string: string, meanwhile?: (file: string) => void): this {
    const file = join(this.repo.dir, path);
    return this.call('StrReplace', { path: file, old_string, new_string }, () => {
      meanwhile?.(file);
      swap(file, old_string, new_string);
      return undefined;
    });
  }

  shell(command: string, dir = '.', exitCode = 0): this {
    const input = { command, working_directory: join(this.repo.dir, dir) };
    return this.call('Shell', input, () => {
      appendFileSync(join(this.repo.dir, dir, 'x.txt'), 'y @agent\n');
      return { exitCode, stdout: '' };
    });
  }
}

function swap(file: string, old: string, fresh: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(old)) throw new Error('not found');
  writeFileSync(file, text.replace(old, fresh));
}

const graphsOf = (repo: TestRepo): Graph[] => [...notesOf(repo).values()].flatMap(({ graphs }) => graphs);

const linesOf = (repo: TestRepo, ...paths: string[]): string[] =>
  paths.flatMap((path) =>
    judge(repo, path).map(({ text, owner, evidence }) =>
      `${text}: ${owner.replace(SESSION, 'agent')} ${evidence}`.trim(),
    ),
  );

test('hooks that run in another folder record a session: lines, goal, words, failures, model and tokens, but no e-mail', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new CursorAgent(repo).tell('sessionStart', { session_id: SESSION }).prompt('do it');
    agent.write('n.txt', 'new @agent\n', 'A new file is needed.').replace('f.txt', 'two @human', 'deux @agent');
    agent.replace('f.txt', 'none', 'x').shell("echo 'y @agent' >> x.txt", 'src', 3);
    agent.tell('stop', {
      status: 'completed',
      loop_count: 0,
      input_tokens: 100,
      output_tokens: 7,
      cache_read_tokens: 40,
    });
    appendFileSync(join(repo.dir, 'f.txt'), 'three @human\n');
    repo.commit('by hand');
    expect(linesOf(repo, 'n.txt', 'f.txt', 'src/x.txt')).toEqual([
      'new @agent: agent exact',
      'one @human: no note',
      'deux @agent: agent exact',
      'three @human: human',
      'x @human: no note',
      'y @agent: agent exact',
    ]);
    const [graph] = graphsOf(repo);
    expect(graph!.session).toMatchObject({ id: SESSION, agent: 'cursor', vendor: 'anysphere', model: 'test-model-4' });
    expect(graph!.usage).toMatchObject({ input: 100, output: 7, cacheRead: 40 });
    expect(graph!.nodes.filter(({ kind }) => kind === 'goal').map(({ summary }) => summary)).toEqual(['do it']);
    expect(graph!.nodes.filter(({ kind }) => kind === 'error')).toHaveLength(2);
    expect(graph!.nodes.some(({ summary }) => summary.includes('new file is needed'))).toBe(true);
    expect(prov(repo, 'blame', 'n.txt')).toContain('cursor');
    expect(filesWith(repo.dir, [MAIL])).toEqual([]);
  }));

test('thoughts and closing words state the reasons of edits', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new CursorAgent(repo).prompt('do it').tell('afterAgentThought', { text: 'Hm.', duration_ms: 1 });
    agent.tell('afterAgentThought', {
      text: 'We need countOf in n.js because callers fail without it.',
      duration_ms: 1,
    });
    agent.write('n.js', 'export const countOf = 1; // @agent\n').write('m.js', 'export const limitOf = 2; // @agent\n');
    agent.tell('afterAgentResponse', {
      text: 'The number limitOf is in m.js so that a broken list cannot fill the memory.',
    });
    agent.tell('stop', { status: 'completed' });
    repo.commit('by hand');
    const reasons = graphsOf(repo).flatMap(({ nodes }) =>
      nodes.flatMap(({ kind, summary }) => (kind === 'decision' ? [summary] : [])),
    );
    expect(reasons).toEqual([
      'We need countOf in n.js because callers fail without it.',
      'The number limitOf is in m.js so that a broken list cannot fill the memory.',
    ]);
  }));

test('an event that Claude Code’s settings report too is recorded once, in either order', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new CursorAgent(repo);
    const once = agent.send.bind(agent);
    let sent = 0;
    agent.send = (fields) => {
      const name = (fields as Payload)['hook_event_name'] as string;
      const claude = name === 'beforeSubmitPrompt' ? 'UserPromptSubmit' : name.charAt(0).toUpperCase() + name.slice(1);
      const both = [
        (): unknown => once(fields),
        (): unknown => once({ ...fields, hook_event_name: claude }, 'claude-code'),
      ];
      for (const tell of ++sent % 2 === 0 ? both : both.toReversed()) tell();
      return agent;
    };
    agent.tell('sessionStart').prompt('do it').write('n.txt', 'new @agent\n').shell('echo >> x.txt').tell('stop');
    repo.commit('by hand');
    const graphs = graphsOf(repo);
    expect(graphs.map(({ session }) => session.agent)).toEqual(['cursor']);
    const kinds = graphs[0]!.nodes.map(({ kind }) => kind);
    expect([
      kinds.filter((kind) => kind === 'goal').length,
      kinds.filter((kind) => kind === 'commitment').length,
    ]).toEqual([1, 2]);
    expect(linesOf(repo, 'n.txt')).toEqual(['new @agent: agent exact']);
  }));

test('an edit known only from its own event is kept apart from what a person saved meanwhile', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new CursorAgent(repo).prompt('do it');
    const file = join(repo.dir, 'f.txt');
    agent.call('Write', { file_path: file }, () => {
      appendFileSync(file, 'three @human\n');
      swap(file, 'two @human', 'deux @agent');
      agent.tell('afterFileEdit', {
        file_path: file,
        edits: [{ old_string: 'two @human', new_string: 'deux @agent' }],
      });
      return undefined;
    });
    agent.tell('stop', { status: 'completed' });
    repo.commit('by hand');
    expect(linesOf(repo, 'f.txt')).toEqual([
      'one @human: no note',
      'deux @agent: agent exact',
      'three @human: unsure unsure',
    ]);
  }));

test('a sub-agent is a conversation of its own, with its task as the prompt', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new CursorAgent(repo).prompt('do it');
    const child = new CursorAgent(repo, 'child');
    const told = {
      parent_conversation_id: SESSION,
      subagent_id: 'child',
      subagent_type: 'explore',
      task: 'look around',
    };
    child.tell('subagentStart', told).write('n.txt', 'new @agent\n').tell('subagentStop', told);
    agent.tell('stop', { status: 'aborted' });
    repo.commit('by hand');
    expect(linesOf(repo, 'n.txt')).toEqual(['new @agent: child exact']);
    const graph = graphsOf(repo).find(({ session }) => session.id === 'child')!;
    expect(graph.session.parent).toBe(SESSION);
    expect([...graph.nodes, ...(graph.context ?? [])].find(({ kind }) => kind === 'goal')?.summary).toBe('look around');
  }));

describe('reading', () => {
  const common = { conversation_id: 's', generation_id: 'g', cursor_version: '2.6', workspace_roots: ['/c:/work'] };
  const read = (name: string, fields: Payload): AgentEvent =>
    readEvent({ ...common, hook_event_name: name, ...fields })!;
  const body = (name: string, fields: Payload): AgentEvent['body'] => read(name, fields).body;

  test('the outcome of a call', () => {
    const shell = (tool_output: string): AgentEvent['body'] =>
      body('postToolUse', { tool_name: 'Shell', tool_input: { command: 'c' }, tool_output });
    expect(shell('{"exitCode":2,"stdout":"a","stderr":"b"}')).toMatchObject({ outcome: 'failed', output: 'a\nb' });
    expect(shell('{"exitCode":0,"stdout":""}')).toMatchObject({ outcome: 'ok' });
    expect(shell('plain')).toMatchObject({ outcome: 'ok', isOutcomeUnknown: true, output: 'plain' });
    const failed = (fields: Payload): AgentEvent['body'] =>
      body('postToolUseFailure', { tool_name: 'Write', ...fields });
    expect(failed({ failure_type: 'permission_denied' })).toMatchObject({ outcome: 'refused' });
    expect(failed({ failure_type: 'timeout', error_message: 'late' })).toMatchObject({
      outcome: 'failed',
      output: 'late',
    });
    expect(failed({ is_interrupt: true })).toMatchObject({ outcome: 'interrupted' });
  });

  test('paths of Windows, patches and tools of MCP', () => {
    expect(read('preToolUse', { tool_name: 'Delete', tool_input: { path: '/c:/code/a' } })).toMatchObject({
      cwd: 'c:/work',
      body: { call: { action: 'edit', paths: ['c:/code/a'] } },
    });
    const patch = '*** Begin Patch\n*** Update File: a.txt\n+x\n*** Add File: /c:/b.txt\n+y\n*** End Patch';
    for (const tool_input of [patch, { patch }])
      expect(body('postToolUse', { tool_name: 'ApplyPatch', tool_input })).toMatchObject({
        call: { action: 'edit', paths: ['a.txt', 'c:/b.txt'] },
        edits: [
          { path: 'a.txt', written: ['x'] },
          { path: 'c:/b.txt', written: ['y'] },
        ],
      });
    expect(body('preToolUse', { tool_name: 'MCP:search', tool_input: '{"query":"q"}' })).toMatchObject({
      call: { tool: 'MCP:search', action: 'unknown', summary: 'q' },
    });
  });

  test('completions by a person, and other events about the same calls, are ignored', () => {
    for (const name of ['afterTabFileEdit', 'afterShellExecution', 'beforeReadFile'])
      expect(body(name, { file_path: '/c:/code/a', edits: [] })).toEqual({ type: 'ignored' });
    expect(body('somethingNew', {})).toEqual({ type: 'raw', name: 'somethingNew' });
  });

  test('its shell is recognised', () => expect(shellAgentOf({ CURSOR_AGENT: '1' })).toBe('cursor'));
});
