import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copilot } from '../../src/agents/copilot/hooks.ts';
import { agentOf, readEvent, readTranscript } from '../../src/agents/registry.ts';
import { callKey } from '../../src/recorder/spool/call-key.ts';
import type { AgentEvent, Payload } from '../../src/recorder/spool/event.ts';
import { ProvError } from '../../src/errors.ts';
import { sessionId } from '../../src/model/ids.ts';

const COMMON = { session_id: 's', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/r' };
const CAMEL = { sessionId: 's', timestamp: 1_767_225_600_000, cwd: '/r' };
const event = (fields: Payload): AgentEvent | undefined => readEvent({ ...COMMON, ...fields });
const bodyOf = (fields: Payload): unknown => event(fields)?.body;
const after = (tool: string, input: unknown, said: string, type = 'success'): unknown =>
  bodyOf({
    hook_event_name: 'PostToolUse',
    tool_name: tool,
    tool_input: input,
    tool_result: { result_type: type, text_result_for_llm: said },
  });

describe('an event of Copilot', () => {
  test('is distinguished from events of agents with similar payloads', () => {
    const stop = { ...COMMON, hook_event_name: 'Stop' };
    const record = { transcript_path: '/home/u/.copilot/session-state/s/events.jsonl' };
    expect(readEvent(stop)?.agent).toBe('copilot');
    expect(readEvent({ ...stop, ...record })).toMatchObject({ agent: 'copilot', transcript: record.transcript_path });
    const { timestamp: _, ...claude } = { ...stop, transcript_path: '/home/u/.claude/projects/r/s.jsonl' };
    expect(readEvent(claude)?.agent).toBe('claude-code');
    expect(copilot.sniff({ ...stop, transcript_path: '/elsewhere.jsonl' })).toBe(false);
  });

  test('is also read in camelCase and without an event name', () => {
    const read = (fields: Payload): AgentEvent | undefined => readEvent({ ...CAMEL, ...fields });
    const of = { agent_id: 'k', parent_agent_id: 's' };
    expect(read({ agentName: 'general', ...of })).toMatchObject({
      session: 's',
      body: { type: 'subagent_start', child: 's/k', kind: 'general' },
    });
    expect(read({ hookName: 'permissionRequest', toolName: 'bash' })?.body).toEqual({ type: 'ignored' });
    const asked = (message: string): unknown => read({ notification_type: 'permission_prompt', message })?.body;
    expect(asked('Run command: a\nb')).toMatchObject({ type: 'gate', call: { tool: 'Bash', summary: 'a\nb' } });
    expect(asked('Edit file: /r/f')).toMatchObject({ type: 'gate', call: { action: 'edit', paths: ['/r/f'] } });
    expect(asked('May I?')).toMatchObject({ type: 'gate', call: { summary: 'May I?' } });
    expect(read({ notification_type: 'x', message: 'y' })?.body).toEqual({ type: 'ignored' });
    const error = (recoverable: boolean): unknown => read({ errorContext: 'model_call', recoverable })?.body;
    expect(error(true)).toEqual({ type: 'ignored' });
    expect(error(false)).toEqual({ type: 'turn_end', failed: true });
    expect(read({})).toBeUndefined();
  });

  test('of a sub-agent belongs to a session below its parent’s', () => {
    const of = { session_id: 'k', agent_id: 'k', agent_type: 'general', parent_agent_id: 's' };
    expect(event({ ...of, hook_event_name: 'Stop' })).toMatchObject({ session: 's/k', parent: 's' });
    expect(event({ ...of, session_id: 's', hook_event_name: 'SubagentStop' })).toMatchObject({
      session: 's',
      body: { type: 'subagent_end', child: 's/k' },
    });
  });

  test('has a key that is unique to the event', () => {
    const key = (fields: Payload): string | undefined => event({ hook_event_name: 'Stop', ...fields })?.key;
    expect(key({})).toBe(key({}));
    expect(key({ timestamp: '2026-01-01T00:00:00.001Z' })).not.toBe(key({}));
  });
});

describe('a call', () => {
  test('has the outcome reported by the tool or the exit status', () => {
    const bash = (said: string, type?: string): unknown => after('Bash', { command: 'x' }, said, type);
    expect(bash('a\n<shellId: 0 completed with exit code 0>')).toMatchObject({ outcome: 'ok' });
    expect(bash('a\n<shellId: 0 completed with exit code 2>')).toMatchObject({ outcome: 'failed' });
    expect(bash('a\n<shellId: 0 completed with exit code 143>')).toMatchObject({ outcome: 'interrupted' });
    expect(bash('<shellId: 0 completed with exit code 2> and more')).toMatchObject({ outcome: 'ok' });
    expect(bash('', 'rejected')).toMatchObject({ outcome: 'refused' });
    expect(bash('', 'failure')).toMatchObject({ outcome: 'failed' });
    const failure = (error: string): unknown =>
      bodyOf({ hook_event_name: 'PostToolUseFailure', tool_name: 'Edit', tool_input: {}, error });
    expect(failure('No match found')).toMatchObject({ outcome: 'failed', output: 'No match found' });
    expect(failure('Permission denied')).toMatchObject({ outcome: 'refused' });
  });

  test('names its background command, and a later call the command that ended', () => {
    expect(after('Bash', { command: 'x' }, '<command started in background with shellId: 1>')).toMatchObject({
      task: '1',
    });
    expect(after('Bash', { command: 'x' }, '<command started in detached background with shellId: 2>')).toMatchObject({
      task: '2',
    });
    expect(after('read_bash', { shellId: '1' }, '<shellId: 1 completed with exit code 0>')).toMatchObject({
      ended: '1',
    });
    expect(after('read_bash', { shellId: '1' }, 'still running')).not.toHaveProperty('ended');
    expect(after('stop_bash', { shellId: '1' }, '<command with id: 1 stopped>')).toMatchObject({ ended: '1' });
    const notice =
      '<system_notification>\nShell command "x" (shellId: 1) has completed successfully.\n</system_notification>';
    const prompt = (words: string): unknown => bodyOf({ hook_event_name: 'UserPromptSubmit', prompt: words });
    expect(prompt(notice)).toEqual({ type: 'background_end', tasks: ['1'] });
    expect(prompt(`${notice} and you?`)).toEqual({ type: 'prompt', text: `${notice} and you?` });
  });

  test('names the files that it writes and the text it writes', () => {
    expect(after('Write', { path: '/r/f', file_text: 'x\n' }, '')).toMatchObject({
      call: { action: 'edit', paths: ['/r/f'], summary: '/r/f' },
      edits: [{ path: '/r/f', proposed: 'x\n' }],
    });
    expect(after('Edit', { path: '/r/f', old_str: 'a', new_str: 'b' }, '')).toMatchObject({
      edits: [{ path: '/r/f', replaced: { old: 'a', fresh: 'b', all: false } }],
    });
    const patch = '*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** Add File: b\n+z\n*** End Patch\n';
    expect(after('Edit', patch, '')).toMatchObject({
      call: { action: 'edit', paths: ['a', 'b'], summary: 'a, b' },
      edits: [
        { path: 'a', written: ['y'] },
        { path: 'b', written: ['z'] },
      ],
    });
  });
});

test('the record of a session gives each session its own words, and lists refused calls', () => {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-copilot-'));
  try {
    const file = join(dir, 'events.jsonl');
    const patch = '*** Begin Patch\n*** Add File: é\n*** End Patch\n';
    const say = (words: string, id: string, name: string, input: unknown, agentId?: string): object => ({
      type: 'assistant.message',
      data: { model: 'm', content: words, toolRequests: [{ toolCallId: id, name, arguments: input }] },
      ...(agentId && { agentId }),
    });
    const used = { inputTokens: 10, cacheReadTokens: 20, outputTokens: 3 };
    const lines = [
      { type: 'session.start', data: { selectedModel: 'first' } },
      say('Look.', 'c1', 'bash', { command: 'ls' }),
      {
        type: 'tool.execution_complete',
        data: { toolCallId: 'c1', success: false, error: { code: 'denied' } },
        timestamp: '1970-01-01T00:00:01.000Z',
      },
      say('Patch.', 'c2', 'apply_patch', JSON.stringify(patch)),
      say('Mine.', 'c3', 'bash', { command: 'pwd' }, 'k'),
      { type: 'session.usage_record', data: { usage: used }, id: 'u' },
      { type: 'assistant.message', data: { toolRequests: [null, 3, { name: 4 }], content: 7, model: [] } },
      { type: 'session.usage_record', data: null },
    ];
    writeFileSync(
      file,
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\nno json "assistant.message"\n{"type":"ass`,
    );
    const read = (id: string): ReturnType<typeof readTranscript> =>
      readTranscript({ agent: 'copilot', id: sessionId(id) }, file, 0);
    const bash = (command: string): string => callKey({ tool: 'Bash', input: JSON.stringify({ command }) });
    const main = read('s')!;
    expect(main.narration).toMatchObject({ [bash('ls')]: 'Look.' });
    expect(main.narration[callKey({ tool: 'Edit', input: JSON.stringify(patch) })]).toBe('Patch.');
    expect(main.narration).not.toHaveProperty(bash('pwd'));
    expect(main.calls).toEqual({ [bash('ls')]: { never: 'refused', over: 1000 } });
    expect(main.usage).toEqual({ u: { input: 0, output: 3, cacheRead: 20, cacheWrite: 0 } });
    expect(main.model).toBe('m');
    expect(read('s/k')!.narration).toEqual({ [bash('pwd')]: 'Mine.' });
    expect(readTranscript({ agent: 'copilot', id: sessionId('s') }, join(dir, 'none'), 0)).toBeUndefined();
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('the shell of Copilot names its session', () => {
  expect(agentOf({ COPILOT_CLI: '1', COPILOT_AGENT_SESSION_ID: 's' })).toMatchObject({ agent: 'copilot', id: 's' });
  expect(agentOf({ COPILOT_AGENT_SESSION_ID: 's' })).toBeUndefined();
});

test('for any payload, the adapter returns an event or none, and throws nothing but our own error', () => {
  const odd = fc.oneof(fc.constantFrom('', 'x', '../..', '\0', '<system_notification>'), fc.jsonValue({ maxDepth: 2 }));
  const tools = fc.constantFrom('Edit', 'Write', 'Bash', 'read_bash', 'apply_patch', '__proto__');
  const some = fc.record(
    {
      hook_event_name: fc.oneof(fc.constantFrom('PreToolUse', 'PostToolUse', 'SessionStart', 'SubagentStop', 'x'), odd),
      session_id: fc.oneof(fc.constant('s'), odd),
      sessionId: odd,
      timestamp: fc.oneof(fc.constant('t'), fc.integer(), odd),
      transcript_path: odd,
      agent_id: odd,
      parent_agent_id: odd,
      tool_name: fc.oneof(tools, odd),
      tool_input: fc.oneof(fc.record({ path: odd, file_text: odd, old_str: odd, new_str: odd, command: odd }), odd),
      tool_result: fc.oneof(fc.record({ result_type: odd, text_result_for_llm: odd }), odd),
      prompt: odd,
      message: odd,
      notification_type: odd,
      errorContext: odd,
    },
    { requiredKeys: [] },
  );
  let understood = 0;
  fc.assert(
    fc.property(some, (payload) => {
      try {
        const read = readEvent(JSON.parse(JSON.stringify(payload)) as Payload);
        if (read?.agent === 'copilot') understood++;
        expect(typeof (read?.session ?? '')).toBe('string');
      } catch (error) {
        if (!(error instanceof ProvError)) throw error;
      }
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(understood).toBeGreaterThan(200);
});
