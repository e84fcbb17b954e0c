import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentOf, contextOutput, readEvent } from '../../src/agents/registry.ts';
import type { AgentEvent, Payload } from '../../src/recorder/spool/event.ts';
import { ProvError } from '../../src/errors.ts';

const event = (name: string, fields: Payload = {}): AgentEvent | undefined =>
  readEvent({ hook_event_name: name, plugin: 'opencode', sessions: ['s'], cwd: '/r', ...fields });
const bodyOf = (name: string, fields: Payload = {}): unknown => event(name, fields)?.body;
const after = (tool: string, input: object, response: object): unknown =>
  bodyOf('PostToolUse', { tool_name: tool, tool_use_id: 'c', tool_input: input, tool_response: response });

test('the name of a session includes those of its parents', () => {
  expect(event('Stop')).toMatchObject({ agent: 'opencode', session: 's', body: { type: 'turn_end', failed: false } });
  expect(event('Stop', { sessions: ['s', 'k', 'l'] })).toMatchObject({ session: 's/k/l', parent: 's/k' });
  expect(event('SubagentStart', { agent_id: 'k', agent_type: 'general' })?.body).toEqual({
    type: 'subagent_start',
    child: 's/k',
    kind: 'general',
  });
  expect(event('Stop', { sessions: [] })).toBeUndefined();
  expect(event('Stop', { sessions: 's' })).toBeUndefined();
});

test('quotes that only the command line added are removed from a prompt', () => {
  expect(bodyOf('UserPromptSubmit', { prompt: '"do it"' })).toEqual({ type: 'prompt', text: 'do it' });
  expect(bodyOf('UserPromptSubmit', { prompt: '"a" and "b"' })).toEqual({ type: 'prompt', text: '"a" and "b"' });
  expect(event('UserPromptSubmit', { prompt: 'x', message_id: 'm' })?.key).toBe('message:m');
});

test('a call has its id, its outcome, the files and the text written to them', () => {
  expect(after('bash', { command: 'x' }, { exit: 0 })).toMatchObject({
    outcome: 'ok',
    call: { id: 'c', command: 'x' },
  });
  expect(after('bash', { command: 'x' }, { exit: 1 })).toMatchObject({ outcome: 'failed' });
  for (const exit of [null, -9, 124, 137, 143])
    expect(after('bash', { command: 'x' }, { exit })).toMatchObject({ outcome: 'interrupted' });
  expect(after('write', { filePath: '/r/f', content: 'x\n' }, {})).toMatchObject({
    call: { action: 'edit', paths: ['/r/f'] },
    edits: [{ path: '/r/f', proposed: 'x\n' }],
  });
  const diff = 'Index: f\n--- f\n+++ f\n@@ -1,2 +1,2 @@\n one\n-two\n+++ three\n+four\n';
  expect(after('edit', { filePath: '/r/f', oldString: 'two', newString: 'x' }, { diff })).toMatchObject({
    edits: [{ path: '/r/f', written: ['++ three', 'four'] }],
  });
  const patchText = '*** Begin Patch\n*** Update File: a\n+y\n*** Delete File: b\n*** End Patch\n';
  expect(after('apply_patch', { patchText }, {})).toMatchObject({ call: { paths: ['a', 'b'], action: 'edit' } });
  const failed = (error: string): unknown => bodyOf('PostToolUseFailure', { tool_name: 'edit', tool_input: {}, error });
  expect(failed('Could not find oldString')).toMatchObject({ outcome: 'failed' });
  expect(failed('The user rejected permission to use this specific tool call.')).toMatchObject({ outcome: 'refused' });
  expect(failed('Tool execution aborted')).toMatchObject({ outcome: 'interrupted' });
});

test('the model and the tokens come with any event; reasoning counts as output', () => {
  const tokens = { input: 10, output: 5, reasoning: 2, cache: { read: 3, write: 1 } };
  const usage = [
    { id: 'm1', model: 'one', tokens, cost: 0.0125 },
    { id: 'm2', model: 'two', tokens: { ...tokens, total: 21 }, cost: 0 },
    { id: 'm3', tokens: null },
    7,
  ];
  expect(event('Stop', { usage })).toMatchObject({
    model: 'two',
    usage: {
      m1: { input: 10, output: 5, cacheRead: 3, cacheWrite: 1, cost: 12_500 },
      m2: { input: 10, output: 7, cacheRead: 3, cacheWrite: 1 },
    },
  });
  expect(event('Stop')).not.toHaveProperty('usage');
});

test('its shell names the session, and context is passed on unchanged', () => {
  expect(agentOf({ OPENCODE: '1', GIT_PROV_SESSION: 's/k' })).toMatchObject({ agent: 'opencode', id: 's/k' });
  expect(agentOf({ OPENCODE: '1' })).toBeUndefined();
  expect(contextOutput('opencode', 'know this')).toBe('know this');
});

test('for any payload, the adapter returns an event or none, and throws nothing but our own error', () => {
  const odd = fc.oneof(fc.constantFrom('', 'x', '\0', '*** Add File: x'), fc.jsonValue({ maxDepth: 2 }));
  const names = fc.constantFrom('PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest', 'SubagentStop');
  const some = fc.record(
    {
      hook_event_name: fc.oneof(names, odd),
      sessions: fc.oneof(fc.array(odd), fc.constant(['s'])),
      tool_name: fc.oneof(fc.constantFrom('edit', 'write', 'bash', 'apply_patch', '__proto__'), odd),
      tool_input: fc.oneof(fc.record({ filePath: odd, content: odd, patchText: odd, command: odd }), odd),
      tool_response: fc.oneof(fc.record({ exit: odd, diff: odd, output: odd }), odd),
      usage: fc.oneof(fc.array(fc.record({ id: odd, model: odd, tokens: odd })), odd),
      patterns: odd,
      agent_id: odd,
      narration: odd,
    },
    { requiredKeys: [] },
  );
  let understood = 0;
  fc.assert(
    fc.property(some, (payload) => {
      try {
        if (readEvent(JSON.parse(JSON.stringify({ ...payload, plugin: 'opencode' })) as Payload)) understood++;
      } catch (error) {
        if (!(error instanceof ProvError)) throw error;
      }
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(understood).toBeGreaterThan(300);
});
