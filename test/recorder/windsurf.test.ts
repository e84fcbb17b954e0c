import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvent } from '../../src/agents/registry.ts';
import { parsePayload } from '../../src/recorder/spool/lenient-json.ts';
import type { AgentEvent, Payload } from '../../src/recorder/spool/event.ts';
import { enable, prov } from '../helpers/agent.ts';
import { HookedAgent } from '../helpers/hooked.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const SESSION = 'd0000000-0000-4000-8000-00000000000a';
const BASE = { 'f.txt': 'one @human\ntwo @human\nthree @human\n' };

class WindsurfAgent extends HookedAgent {
  #time = Date.parse('2026-01-02T03:04:05.000Z');

  constructor(repo: TestRepo) {
    super(repo, 'windsurf', { trajectory_id: SESSION, execution_id: 'e1', model_name: 'test-model-5' });
  }

  tell(name: string, tool_info: object): this {
    this.#time += 7;
    return this.send({ agent_action_name: name, timestamp: new Date(this.#time).toISOString(), tool_info });
  }

  edit(path: string, ...edits: readonly (readonly [string, string])[]): this {
    const file = join(this.repo.dir, path);
    const info = { file_path: file, edits: edits.map(([old_string, new_string]) => ({ old_string, new_string })) };
    this.tell('pre_write_code', info);
    const before = edits[0]![0] === '' ? '' : readFileSync(file, 'utf8');
    writeFileSync(
      file,
      edits.reduce((text, [old, fresh]) => text.replace(old, fresh), before),
    );
    return this.tell('post_write_code', info);
  }

  shell(command_line: string, run: () => void): this {
    const info = { command_line, cwd: this.repo.dir };
    this.tell('pre_run_command', info);
    run();
    return this.tell('post_run_command', info);
  }
}

const linesOf = (repo: TestRepo, ...paths: string[]): string[] =>
  paths.flatMap((path) =>
    judge(repo, path).map(({ text, owner, evidence }) =>
      `${text}: ${owner.replace(SESSION, 'agent')} ${evidence}`.trim(),
    ),
  );

test('a conversation sent twice, with raw control characters, is recorded once: lines, goal, model', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new WindsurfAgent(repo);
    const once = agent.sendText.bind(agent);
    agent.sendText = (input) => once(input.replaceAll('\\n', '\n')) && once(input.replaceAll('\\n', '\n'));
    agent.tell('pre_user_prompt', { user_prompt: 'do it\nnow' });
    agent.edit('f.txt', ['one @human', 'une @agent'], ['three @human\n', 'trois @agent\nquatre @agent\n']);
    agent.edit('n.txt', ['', 'new @agent\n']);
    agent.shell('echo "more @agent" >> n.txt', () => appendFileSync(join(repo.dir, 'n.txt'), 'more @agent\n'));
    agent.tell('post_cascade_response', { response: 'Done.' });
    appendFileSync(join(repo.dir, 'f.txt'), 'five @human\n');
    repo.commit('by hand');
    expect(linesOf(repo, 'f.txt', 'n.txt')).toEqual([
      'une @agent: agent exact',
      'two @human: no note',
      'trois @agent: agent exact',
      'quatre @agent: agent exact',
      'five @human: human',
      'new @agent: agent exact',
      'more @agent: agent exact',
    ]);
    const [graph] = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs);
    expect(graph!.session).toMatchObject({
      id: SESSION,
      agent: 'windsurf',
      vendor: 'cognition',
      model: 'test-model-5',
    });
    const of = (wanted: string): string[] =>
      graph!.nodes.filter(({ kind }) => kind === wanted).map(({ summary }) => summary);
    expect(of('goal')).toEqual(['do it now']);
    expect(of('commitment')).toHaveLength(3);
    expect(prov(repo, 'blame', 'n.txt')).toContain('windsurf');
  }));

describe('reading', () => {
  const read = (name: string, tool_info: Payload, more: Payload = {}): AgentEvent =>
    readEvent({ agent_action_name: name, trajectory_id: 't', tool_info, ...more })!;

  test('the events before and after a call are one call', () => {
    const pre = read('pre_mcp_tool_use', { mcp_server_name: 'm', mcp_tool_name: 't', mcp_tool_arguments: { a: 1 } });
    const post = read('post_mcp_tool_use', {
      mcp_server_name: 'm',
      mcp_tool_name: 't',
      mcp_tool_arguments: { a: 1 },
      mcp_result: 'found',
    });
    expect(pre.body).toMatchObject({ type: 'before', call: { tool: 'm:t' } });
    expect(post.body).toMatchObject({ type: 'after', output: 'found', call: (pre.body as { call: object }).call });
  });

  test('the outcome of a command is not reported; events without information are ignored', () => {
    expect(read('post_run_command', { command_line: 'make', cwd: '/r' })).toMatchObject({
      cwd: '/r',
      body: { isOutcomeUnknown: true, call: { action: 'shell', command: 'make' } },
    });
    expect(read('post_read_code', { file_path: '/r/a' }).body).toMatchObject({
      call: { action: 'read', paths: ['/r/a'] },
    });
    expect(read('post_setup_worktree', {}).body).toEqual({ type: 'ignored' });
    expect(read('post_new_thing', {}).body).toEqual({ type: 'raw', name: 'post_new_thing' });
    expect(read('pre_user_prompt', {}, { model_name: 'Unknown' }).model).toBeUndefined();
  });
});

describe('JSON with control characters in its strings', () => {
  test('is read as intended', () => {
    const raw = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\r', '\t', '\u0001', '{', 'é') });
    fc.assert(
      fc.property(raw, raw, (key, value) => {
        const strict = JSON.stringify({ [key]: value, list: [value] }, null, 1);
        const loose = strict.replaceAll(/(?<!\\)((?:\\\\)*)\\([nrt]|u0001)/g, (_, slashes: string, what: string) => {
          return slashes + { n: '\n', r: '\r', t: '\t', u0001: '\u0001' }[what]!;
        });
        expect(parsePayload(loose)).toEqual(JSON.parse(strict));
      }),
    );
  });

  test.each(['{"a": "x\n', '{"a": "x"\n', '[1]', '{"a":\u0001 1}', '{"a": "\\\n"}', ''])(
    'is rejected otherwise: %j',
    (text) => {
      expect(parsePayload(text)).toBeUndefined();
    },
  );
});

test('a reason in the answer at the end of a turn is shown for its lines', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new WindsurfAgent(repo);
    agent.tell('pre_user_prompt', { user_prompt: 'Make it strict' });
    agent.edit('strict.js', ['', 'export const parseStrictly = (text) => Number(text);\n']);
    agent.tell('post_cascade_response', {
      response: 'parseStrictly in strict.js throws now, because a silent NaN reached the printed invoice.',
    });
    repo.commit('by hand');
    expect(prov(repo, 'why', 'strict.js:1')).toContain('because a silent NaN reached the printed invoice');
  }));
