import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readClineRecord } from '../../src/agents/cline/live-transcript.ts';
import { readEvent, shellAgentOf } from '../../src/agents/registry.ts';
import type { AgentEvent, Payload } from '../../src/recorder/spool/event.ts';
import { ProvError } from '../../src/errors.ts';
import { cpuMs } from '../helpers/cpu.ts';

const BASE = {
  clineVersion: '',
  timestamp: '2026-01-01T00:00:00.000Z',
  taskId: 'conv_1',
  workspaceRoots: ['/r'],
  userId: 'me',
};
/** An event from the command line. */
const cli = (hookName: string, fields: Payload = {}): AgentEvent | undefined =>
  readEvent({
    ...BASE,
    sessionContext: { rootSessionId: '17_a' },
    agent_id: 'agent_1',
    parent_agent_id: null,
    hookName,
    ...fields,
  });
/** An event from the editor's extension. */
const extension = (hookName: string, fields: Payload = {}): AgentEvent | undefined =>
  readEvent({ ...BASE, clineVersion: '3.40.0', hookName, model: { provider: 'p', slug: 'm-1' }, ...fields });
const result = (name: string, input: object, output: unknown, more: object = {}): unknown =>
  cli('tool_result', { tool_result: { id: 'c', name, input, output, durationMs: 4, ...more } })?.body;
const used = (toolName: string, parameters: object, more: object = {}): unknown =>
  extension('PostToolUse', {
    postToolUse: { toolName, parameters, result: 'done', success: true, executionTimeMs: 3, ...more },
  })?.body;

test("a session has the name of its record, a sub-agent is below it, and the user's identity is dropped", () => {
  expect(cli('tool_call', { tool_call: { id: 'c', name: 'editor', input: {} } })).toMatchObject({
    agent: 'cline',
    session: '17_a',
    cwd: '/r',
    transcript: expect.stringMatching(/17_a\/17_a\.messages\.json$/),
  });
  const sub = { agent_id: 'agent_2', parent_agent_id: 'agent_1', taskId: 'conv_2' };
  expect(cli('agent_start', sub)).toMatchObject({
    session: '17_a',
    body: { type: 'subagent_start', child: '17_a/agent_2' },
  });
  expect(cli('agent_end', sub)).toMatchObject({
    session: '17_a',
    body: { type: 'subagent_end', child: '17_a/agent_2' },
  });
  expect(cli('tool_call', { ...sub, tool_call: { id: 'c', name: 'editor', input: {} } })).toMatchObject({
    session: '17_a/agent_2',
    parent: '17_a',
    transcript: expect.stringMatching(/17_a\/agent_2\.messages\.json$/),
  });
  const told = extension('UserPromptSubmit', { userPromptSubmit: { prompt: 'do it' } });
  expect(told).toMatchObject({ session: 'conv_1', model: 'm-1', body: { type: 'prompt', text: 'do it' } });
  expect(JSON.stringify([told, cli('agent_start')])).not.toContain('"me"');
  expect(told?.transcript).toBeUndefined();
});

test('the same event from two hook folders is one event', () => {
  expect(cli('agent_start')?.key).toBe(cli('agent_start')?.key);
  expect(cli('agent_start')?.key).not.toBe(cli('agent_end')?.key);
});

test('its turns start and end', () => {
  const bodies = [
    'agent_start',
    'agent_resume',
    'agent_end',
    'agent_abort',
    'agent_error',
    'session_shutdown',
    'prompt_submit',
  ];
  expect(bodies.map((name) => cli(name)?.body)).toEqual([
    { type: 'session_start', source: 'startup' },
    { type: 'session_start', source: 'resume' },
    { type: 'turn_end', failed: false },
    { type: 'turn_end', failed: true },
    { type: 'turn_end', failed: true },
    { type: 'session_end', reason: 'other' },
    { type: 'ignored' },
  ]);
  expect(extension('PreCompact')?.body).toEqual({ type: 'compaction', summary: '' });
});

test('all forms of tool results give the written text', () => {
  const created = { query: 'edit:/r/f', result: 'File created successfully at: /r/f', success: true };
  const edited = { query: 'edit:/r/f', result: 'Edited /r/f', success: true };
  expect(result('editor', { path: '/r/f', new_text: 'x\n' }, created)).toMatchObject({
    call: { id: 'c', action: 'edit', paths: ['/r/f'], summary: '/r/f' },
    outcome: 'ok',
    duration: 4,
    edits: [{ path: '/r/f', before: null, proposed: 'x\n' }],
  });
  expect(result('editor', { path: '/r/f', old_text: 'a', new_text: 'b' }, edited)).toMatchObject({
    edits: [{ replaced: { old: 'a', fresh: 'b', all: false } }],
  });
  expect(result('editor', { path: '/r/f', old_text: null, insert_line: 2, new_text: 'b\nc' }, edited)).toMatchObject({
    edits: [{ written: ['b', 'c'] }],
  });
  expect(result('editor', { path: '/r/f', old_text: 'a', new_text: 'b' }, { success: false, error: 'no' })).toEqual(
    expect.not.objectContaining({ edits: expect.anything() as unknown }),
  );
  const input = '*** Begin Patch\n*** Update File: a\n+y\n*** End Patch\n';
  expect(result('apply_patch', { input }, 'ok')).toMatchObject({
    call: { paths: ['a'] },
    edits: [{ path: 'a', written: ['y'] }],
  });
  expect(used('write_to_file', { path: 'f', content: 'x\n' })).toMatchObject({
    call: { action: 'edit', paths: ['f'] },
    duration: 3,
    edits: [{ path: 'f', proposed: 'x\n' }],
  });
  const diff =
    '------- SEARCH\none\n=======\ntwo\nthree\n+++++++ REPLACE\n------- SEARCH\nx\n=======\n+++++++ REPLACE\n';
  expect(used('replace_in_file', { path: 'f', diff })).toMatchObject({
    edits: [
      {
        replaced: [
          { old: 'one\n', fresh: 'two\nthree\n', all: false },
          { old: 'x\n', fresh: '', all: false },
        ],
      },
    ],
  });
});

test('a diff with many unclosed blocks takes no longer than one with closed blocks', async () => {
  const diff = '------- SEARCH\n'.repeat(200_000);
  const read = (): void => expect(used('replace_in_file', { path: 'f', diff })).not.toHaveProperty('edits');
  expect(await cpuMs(read)).toBeLessThan(2000);
});

test('commands, their output and their failures', () => {
  const output = [
    { query: 'ls', result: 'a', success: true },
    { query: 'exit 3', result: '[Command exited with code 3]', error: 'Command exited with code 3', success: false },
  ];
  expect(result('run_commands', { commands: ['ls', 'exit 3'] }, output)).toMatchObject({
    call: { action: 'shell', command: 'ls\nexit 3' },
    outcome: 'failed',
    output: 'a\n[Command exited with code 3]',
  });
  expect(used('execute_command', { command: 'make', requires_approval: 'false' }, { success: false })).toMatchObject({
    call: { action: 'shell', command: 'make' },
    outcome: 'failed',
  });
  expect(used('read_files', { files: '[{"path":"/r/a"},{"path":"/r/b"}]' })).toMatchObject({
    call: { action: 'read', paths: ['/r/a', '/r/b'] },
  });
  expect(result('search_codebase', { queries: ['x'] }, [])).toMatchObject({ call: { action: 'read', summary: 'x' } });
  for (const env of [{ CLINE_ACTIVE: 'true' }, { CLINE_CONNECTOR_CLI_LAUNCH: '{}' }])
    expect(shellAgentOf(env)).toBe('cline');
});

test('its record provides the prompt, the words before a call, the model and the tokens, each once', () => {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-cline-'));
  try {
    mkdirSync(dir, { recursive: true });
    const file = join(dir, 's.messages.json');
    const said = (text: string): object => ({ type: 'text', text });
    const messages = [
      { id: '1', role: 'user', content: [said('<user_input mode="act">Do it</user_input>')], ts: 5 },
      {
        id: '2',
        role: 'assistant',
        ts: 6,
        modelInfo: { id: 'm-1', provider: 'p' },
        content: [
          { type: 'thinking', thinking: 'The user wants it.' },
          said('I look first.'),
          { type: 'tool_use', id: 'c1', name: 'run_commands', input: { commands: ['ls', "git commit -m 'Do it'"] } },
        ],
        metrics: { inputTokens: 10, outputTokens: 2, cacheReadTokens: 1, cacheWriteTokens: 0, cost: 0.5 },
      },
      { id: '3', role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'x' }], ts: 7 },
      { id: '4', role: 'assistant', ts: 8, content: [said('It is done, because you asked.')] },
    ];
    writeFileSync(file, JSON.stringify({ version: 1, messages }));
    expect(readClineRecord(file, 0)).toEqual({
      offset: 4,
      prompts: [{ text: 'Do it', at: 5 }],
      narration: { c1: 'I look first.' },
      talk: [
        { place: 'prompt', text: 'Do it' },
        { place: 'thinking', text: 'The user wants it.' },
        { place: 'words', text: 'I look first.' },
        { place: 'message', text: 'Do it' },
        { call: 'c1' },
        { place: 'words', text: 'It is done, because you asked.' },
      ],
      usage: { '2': { input: 10, output: 2, cacheRead: 1, cacheWrite: 0, cost: 500_000 } },
      model: 'm-1',
    });
    expect(readClineRecord(file, 4)).toEqual({ offset: 4, prompts: [], narration: {}, talk: [], usage: {} });
    writeFileSync(file, '{"version":1,"messages":[{');
    expect(readClineRecord(file, 0)).toBeUndefined();
    expect(readClineRecord(join(dir, 'none'), 0)).toBeUndefined();
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('for any payload, the adapter returns an event or none, and throws nothing but our own error', () => {
  const odd = fc.oneof(fc.constantFrom('', 'x', '\0', '[{', '[]'), fc.jsonValue({ maxDepth: 2 }));
  const call = fc.record(
    {
      id: odd,
      name: fc.oneof(fc.constantFrom('editor', 'apply_patch', 'run_commands', '__proto__'), odd),
      input: odd,
      output: odd,
    },
    { requiredKeys: [] },
  );
  const brief = fc.record({
    toolName: odd,
    parameters: fc.oneof(fc.record({ path: odd, diff: odd, files: odd }), odd),
  });
  const some = fc.record(
    {
      hookName: fc.oneof(fc.constantFrom('tool_call', 'tool_result', 'PreToolUse', 'PostToolUse', 'agent_start'), odd),
      taskId: fc.oneof(fc.constant('t'), odd),
      sessionContext: odd,
      agent_id: odd,
      parent_agent_id: odd,
      tool_call: fc.oneof(call, odd),
      tool_result: fc.oneof(call, odd),
      preToolUse: fc.oneof(brief, odd),
      postToolUse: fc.oneof(brief, odd),
      workspaceRoots: odd,
    },
    { requiredKeys: [] },
  );
  let understood = 0;
  fc.assert(
    fc.property(some, (payload) => {
      try {
        if (readEvent(JSON.parse(JSON.stringify({ ...payload, clineVersion: '' })) as Payload)) understood++;
      } catch (error) {
        if (!(error instanceof ProvError)) throw error;
      }
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(understood).toBeGreaterThan(300);
});
