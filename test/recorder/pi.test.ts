import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPiRecord } from '../../src/agents/pi/live-transcript.ts';
import { agentOf, readEvent } from '../../src/agents/registry.ts';
import { ProvError } from '../../src/errors.ts';
import type { AgentEvent, Payload } from '../../src/recorder/spool/event.ts';
import { withRepo } from '../helpers/repo.ts';

const event = (name: string, fields: Payload = {}): AgentEvent | undefined =>
  readEvent({ hook_event_name: name, plugin: 'pi', sessions: ['s'], cwd: '/r', ...fields });
const bodyOf = (name: string, fields: Payload = {}): unknown => event(name, fields)?.body;
const after = (tool_name: string, tool_input: object, response: object = {}): unknown =>
  bodyOf('PostToolUse', { tool_name, tool_use_id: 'c', tool_input, tool_response: response });
const one = (oldText: string, newText: string): object => ({ oldText, newText });

test('the name of a session includes the session that started it in a shell', () => {
  expect(event('Stop')).toMatchObject({ agent: 'pi', session: 's', body: { type: 'turn_end', failed: false } });
  expect(event('StopFailure', { sessions: ['s', 'k'] })).toMatchObject({
    session: 's/k',
    parent: 's',
    body: { failed: true },
  });
  expect(bodyOf('SubagentStart', { agent_id: 'k' })).toMatchObject({ child: 's/k', prompted: true });
  expect(event('Stop', { sessions: [] })).toBeUndefined();
  expect(agentOf({ PI_CODING_AGENT: 'true', GIT_PROV_PI_SESSION: 's/k' })).toMatchObject({ agent: 'pi', id: 's/k' });
  expect(agentOf({ GIT_PROV_PI_SESSION: 's' })).toBeUndefined();
});

test('an edit has the added lines of its diff, and the replaced texts where their order does not matter', () => {
  const diff = '  1 one\n- 2 two\n+ 2 +++ three\n+10   four\n   ...';
  expect(after('edit', { path: 'f', edits: [one('two', '+++ three\n  four')] }, { diff })).toMatchObject({
    call: { id: 'c', action: 'edit', paths: ['f'] },
    edits: [
      {
        path: 'f',
        written: ['+++ three', '  four'],
        replaced: [{ old: 'two', fresh: '+++ three\n  four', all: false }],
      },
    ],
  });
  // The second old text is also in the first new one, where Pi does not look for it.
  const twice = { path: 'f', edits: [one('a', 'b'), one('b', 'c')] };
  expect(after('edit', twice, { diff: '+1 b\n+2 c' })).toMatchObject({ edits: [{ path: 'f', written: ['b', 'c'] }] });
  expect(after('edit', twice, { diff: '+1 b\n+2 c' })).not.toHaveProperty('edits.0.replaced');
  expect(after('edit', twice)).not.toHaveProperty('edits');
  expect(after('edit', { path: 'f', edits: [one('a', 'b'), 7, { oldText: 'c' }] })).not.toHaveProperty('edits');
  expect(after('edit', { path: 'f', ...one('a', 'b') })).toMatchObject({ edits: [{ replaced: [{ old: 'a' }] }] });
});

test('a call has its file as Pi finds it, its outcome and its output', () => {
  expect(after('write', { path: '@f', content: 'x\n' })).toMatchObject({
    call: { paths: ['f'], summary: 'f' },
    edits: [{ path: 'f', proposed: 'x\n' }],
  });
  expect(bodyOf('PreToolUse', { tool_name: 'write', file_path: '/r/f', tool_input: { path: '@f' } })).toMatchObject({
    call: { paths: ['/r/f'] },
  });
  expect(after('bash', { command: 'make' }, { output: 'made' })).toMatchObject({
    call: { action: 'shell', command: 'make' },
    outcome: 'ok',
    output: 'made',
  });
  const failed = (error: string, tool_name = 'bash'): unknown =>
    bodyOf('PostToolUseFailure', { tool_name, tool_input: { path: 'f', content: 'x' }, error });
  expect(failed('no\n\nCommand exited with code 1')).toMatchObject({ outcome: 'failed' });
  expect(failed('half\n\nCommand aborted')).toMatchObject({ outcome: 'interrupted' });
  expect(failed('no\n\nCommand exited with code 1', 'write')).not.toHaveProperty('edits');
  expect(failed('Operation aborted', 'write')).toMatchObject({ edits: [{ proposed: 'x' }] }); // perhaps written before
  expect(bodyOf('PermissionDenied', { tool_name: 'bash', tool_input: {} })).toMatchObject({ outcome: 'refused' });
  expect(after('todo', { path: 'x' })).toMatchObject({ call: { action: 'unknown', paths: [] } });
});

test('a session is read in parts, and an unfinished last line waits', () =>
  withRepo({}, ({ home }) => {
    const path = join(home, 's.jsonl');
    const content = [
      { type: 'thinking', thinking: 'Add subtracts, which is wrong because callers expect a sum.' },
      { type: 'text', text: 'It is wrong.' },
      { type: 'toolCall', id: 'c', name: 'edit', arguments: {} },
    ];
    const usage = { input: 5, output: 2, cacheRead: 1, cacheWrite: 3, cost: { total: 0.5 } };
    const lines = [
      { type: 'session', id: 's' },
      { type: 'message', id: 'm1', message: { role: 'user', content: [{ type: 'text', text: 'Fix it' }] } },
      { type: 'message', id: 'm2', message: { role: 'assistant', content, model: 'big', usage } },
    ].map((line) => JSON.stringify(line));
    writeFileSync(path, `${lines.join('\n')}\n{"type":"message"`);
    const part = readPiRecord(path, 0)!;
    expect(part).toMatchObject({
      narration: { c: 'It is wrong.' },
      usage: { m2: { input: 5, output: 2, cacheRead: 1, cacheWrite: 3, cost: 500_000 } },
      model: 'big',
      talk: [{ place: 'prompt', text: 'Fix it' }, { place: 'thinking' }, { place: 'words' }, { call: 'c' }],
    });
    expect(part.offset).toBe(readFileSync(path).lastIndexOf(10) + 1);
    expect(readPiRecord(path, part.offset)).toMatchObject({ offset: part.offset, usage: {} });
    expect(readPiRecord(join(home, 'none'), 0)).toBeUndefined();
  }));

test('for any payload, the adapter returns an event or none, and throws nothing but our own error', () => {
  const odd = fc.oneof(fc.constantFrom('', 'x', '\0', '@'), fc.jsonValue({ maxDepth: 2 }));
  const names = fc.constantFrom('PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SubagentStop', 'PostCompact');
  const some = fc.record(
    {
      hook_event_name: fc.oneof(names, odd),
      sessions: fc.oneof(fc.array(odd), fc.constant(['s'])),
      tool_name: fc.oneof(fc.constantFrom('edit', 'write', 'bash', '__proto__'), odd),
      tool_input: fc.oneof(fc.record({ path: odd, content: odd, edits: fc.array(odd), command: odd }), odd),
      tool_response: fc.oneof(fc.record({ diff: odd, output: odd }), odd),
      usage: fc.oneof(fc.array(fc.record({ id: odd, model: odd, tokens: odd })), odd),
      transcript_path: odd,
      agent_id: odd,
    },
    { requiredKeys: [] },
  );
  let understood = 0;
  fc.assert(
    fc.property(some, (payload) => {
      try {
        if (readEvent(JSON.parse(JSON.stringify({ ...payload, plugin: 'pi' })) as Payload)) understood++;
      } catch (error) {
        if (!(error instanceof ProvError)) throw error;
      }
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(understood).toBeGreaterThan(300);
});
