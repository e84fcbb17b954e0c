import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEvent } from '../../src/agents/registry.ts';
import type { AgentEvent, Payload } from '../../src/recorder/spool/event.ts';
import { ProvError } from '../../src/errors.ts';

const event = (name: string, fields: Payload = {}): AgentEvent | undefined =>
  readEvent({ hook_event_name: name, plugin: 'amp', sessions: ['T-1'], cwd: '/r', ...fields });
const after = (tool: string, input: object, response: object = { status: 'done' }, more: object = {}): unknown =>
  event('PostToolUse', { tool_name: tool, tool_use_id: 'c', tool_input: input, tool_response: response, ...more })
    ?.body;

test('threads, prompts and turns', () => {
  expect(event('agent.start', { prompt: 'do it', message_id: 'm' })).toMatchObject({
    agent: 'amp',
    session: 'T-1',
    key: 'message:m',
    body: { type: 'prompt', text: 'do it' },
  });
  expect(event('session.start', { sessions: ['T-1', 'T-2'] })).toMatchObject({ session: 'T-1/T-2', parent: 'T-1' });
  expect(event('subagent.start', { agent_id: 'T-2' })?.body).toMatchObject({ child: 'T-1/T-2', prompted: true });
  expect(event('agent.end', { status: 'done' })?.body).toEqual({ type: 'turn_end', failed: false });
  expect(event('agent.end', { status: 'error' })?.body).toEqual({ type: 'turn_end', failed: true });
  expect(event('agent.end', { sessions: [] })).toBeUndefined();
});

test('a call has its files, the written text, and its outcome', () => {
  expect(after('create_file', { path: '/r/f', content: 'x\n' }, undefined, { files: ['/r/f'] })).toMatchObject({
    call: { id: 'c', action: 'edit', paths: ['/r/f'] },
    outcome: 'ok',
    edits: [{ path: '/r/f', proposed: 'x\n' }],
  });
  expect(after('edit_file', { path: '/r/f', old_str: 'a', new_str: 'b' })).toMatchObject({
    edits: [{ replaced: [{ old: 'a', fresh: 'b', all: false }] }],
  });
  const patchText = '*** Begin Patch\n*** Add File: n\n+y\n*** End Patch\n';
  expect(after('apply_patch', { patchText })).toMatchObject({ call: { paths: ['n'] }, edits: [{ written: ['y'] }] });
  expect(after('shell_command', { command: 'make' })).toMatchObject({ call: { action: 'shell', command: 'make' } });
  expect(after('Bash', { cmd: 'x' }, { status: 'error', error: 'no' })).toMatchObject({
    outcome: 'failed',
    output: 'no',
  });
  expect(after('Bash', { cmd: 'x' }, { status: 'error', error: 'User rejected it' })).toMatchObject({
    outcome: 'refused',
  });
  expect(after('Bash', { cmd: 'x' }, { status: 'cancelled' })).toMatchObject({ outcome: 'interrupted' });
  expect(after('finder', { query: 'where' })).toMatchObject({ call: { action: 'read', summary: 'where' } });
});

test('for any payload, the adapter returns an event or none, and throws nothing but our own error', () => {
  const odd = fc.oneof(fc.constantFrom('', 'x', '\0', '*** Begin Patch'), fc.jsonValue({ maxDepth: 2 }));
  const some = fc.record(
    {
      hook_event_name: fc.oneof(fc.constantFrom('PreToolUse', 'PostToolUse', 'subagent.start', 'agent.end'), odd),
      sessions: fc.oneof(fc.constant(['s']), fc.array(odd), odd),
      tool_name: fc.oneof(fc.constantFrom('edit_file', 'apply_patch', '__proto__'), odd),
      tool_input: fc.oneof(fc.record({ path: odd, patchText: odd, old_str: odd, new_str: odd }), odd),
      tool_response: odd,
      files: odd,
      agent_id: odd,
      message_id: odd,
    },
    { requiredKeys: [] },
  );
  let understood = 0;
  fc.assert(
    fc.property(some, (payload) => {
      try {
        if (readEvent(JSON.parse(JSON.stringify({ ...payload, plugin: 'amp' })) as Payload)) understood++;
      } catch (error) {
        if (!(error instanceof ProvError)) throw error;
      }
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(understood).toBeGreaterThan(300);
});
