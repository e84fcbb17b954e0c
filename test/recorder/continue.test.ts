import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { continueCli } from '../../src/agents/continue/hooks.ts';
import { readEvent } from '../../src/agents/registry.ts';
import type { AgentEvent, Payload } from '../../src/recorder/spool/event.ts';

const payload = (name: string, fields: Payload = {}): Payload => ({
  session_id: 's-1',
  transcript_path: '',
  cwd: '/r',
  hook_event_name: name,
  ...fields,
});
const event = (name: string, fields: Payload = {}, teller = 'continue'): AgentEvent | undefined =>
  readEvent(payload(name, fields), teller);
const after = (tool: string, input: object): unknown =>
  event('PostToolUse', { tool_name: tool, tool_use_id: 'c', tool_input: input, tool_response: 'done' })?.body;

test('its events are its own, also through Claude Code’s hooks, and those are marked as another’s', () => {
  expect(event('UserPromptSubmit', { prompt: 'do it' })).toMatchObject({
    agent: 'continue',
    vendor: 'continue',
    session: 's-1',
    by: 'own',
    transcript: expect.stringMatching(/sessions\/s-1\.json$/),
    body: { type: 'prompt', text: 'do it' },
  });
  expect(event('Stop', {}, 'claude-code')).toMatchObject({ agent: 'continue', by: 'other' });
  expect(event('Stop', { transcript_path: '/h/.claude/projects/p/s.jsonl' }, 'claude-code')).toMatchObject({
    agent: 'claude-code',
    by: 'own',
  });
});

test('its tools are recognised with any name for the file field', () => {
  expect(after('Write', { filepath: '/r/f', content: 'x\n' })).toMatchObject({
    call: { id: 'c', action: 'edit', paths: ['/r/f'], summary: '/r/f' },
    output: 'done',
    edits: [{ path: '/r/f', proposed: 'x\n' }],
  });
  const edit = { file_path: '/r/f', old_string: 'a', new_string: 'b' };
  expect(after('Edit', edit)).toMatchObject({
    edits: [{ path: '/r/f', replaced: [{ old: 'a', fresh: 'b', all: false }] }],
  });
  const edits = [edit, { old_string: 'c', new_string: 'd', replace_all: true }];
  expect(after('MultiEdit', { file_path: '/r/f', edits })).toMatchObject({
    edits: [{ replaced: [{ old: 'a' }, { old: 'c', fresh: 'd', all: true }] }],
  });
  expect(after('Bash', { command: 'make' })).toMatchObject({ call: { action: 'shell', command: 'make' } });
  expect(after('Read', { filepath: '/r/f' })).toMatchObject({ call: { action: 'read', paths: ['/r/f'] } });
  expect(after('Search', { pattern: 'x' })).toMatchObject({ call: { action: 'read', summary: 'x' } });
  expect(after('Checklist', { checklist: '- [ ] x' })).toMatchObject({ call: { action: 'plan' } });
  const failed = { tool_name: 'Bash', tool_use_id: 'c', tool_input: { command: 'x' }, error: 'no' };
  expect(event('PostToolUseFailure', failed)?.body).toMatchObject({ outcome: 'failed', output: 'no' });
});

test('its session file provides all tokens, the model, and the words before a call', () => {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-continue-'));
  try {
    const file = join(dir, 's.json');
    const call = { id: 'c1', type: 'function', function: { name: 'Read', arguments: '{}' } };
    const history = [
      { message: { role: 'user', content: 'Do it' } },
      { message: { role: 'assistant', content: 'I look first.', toolCalls: [call], usage: { model: 'm-1' } } },
    ];
    const usage = { totalCost: 0.018, promptTokens: 60, completionTokens: 3, promptTokensDetails: { cachedTokens: 1 } };
    writeFileSync(file, JSON.stringify({ sessionId: 's', history, usage }));
    const read = continueCli.readTranscript(file, 0, 's' as never);
    expect(read).toEqual({
      offset: 2,
      narration: { c1: 'I look first.' },
      usage: {},
      total: { input: 60, output: 3, cacheRead: 1, cacheWrite: 0, cost: 18_000 },
      model: 'm-1',
    });
    expect(continueCli.readTranscript(file, 2, 's' as never)).toMatchObject({ offset: 2, narration: {} });
    writeFileSync(file, '{"history":');
    expect(continueCli.readTranscript(file, 0, 's' as never)).toBeUndefined();
  } finally {
    rmSync(dir, { recursive: true });
  }
});
