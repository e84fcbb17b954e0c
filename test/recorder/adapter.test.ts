import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvent } from '../../src/agents/registry.ts';
import type { AgentEvent, Payload } from '../../src/recorder/spool/event.ts';
import { ProvError } from '../../src/errors.ts';

const NAMES = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'PermissionDenied',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'StopFailure',
  'PreCompact',
  'PostCompact',
  'Notification',
  'Interrupt',
  'BeforeAgent',
  'AfterAgent',
  'BeforeTool',
  'AfterTool',
];
const TOOLS = [
  'Bash',
  'Read',
  'Edit',
  'Write',
  'MultiEdit',
  'NotebookEdit',
  'Task',
  'TodoWrite',
  'apply_patch',
  'run_shell_command',
  'replace',
  'write_file',
  'mcp__x__y',
  '__proto__',
  '',
];

const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', '\ud800', '../../etc/passwd', '\0', 'x'.repeat(5000)),
  fc.double(),
  fc.integer(),
  fc.constantFrom(9e15, 1e300, -1),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);
const maybe = <T>(fine: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: fine }, { weight: 1, arbitrary: odd });
const anObject = (shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  maybe(fc.record(shape, { requiredKeys: [] }));

const input = anObject({
  file_path: maybe(fc.string()),
  notebook_path: odd,
  path: odd,
  command: maybe(fc.oneof(fc.string(), fc.constant('*** Begin Patch\n*** Add File: a\n+x'), fc.array(odd))),
  dir_path: odd,
  ai_proposed_content: odd,
  modified_by_user: odd,
  content: odd,
  old_string: odd,
  new_string: odd,
  replace_all: odd,
  edits: maybe(fc.array(odd)),
  description: odd,
  pattern: odd,
});
const response = anObject({
  originalFile: odd,
  stdout: odd,
  stderr: odd,
  interrupted: odd,
  userModified: odd,
  updated_file: odd,
  llmContent: odd,
  returnDisplay: odd,
  metadata: odd,
  exit_code: odd,
});
const payloads = fc.record(
  {
    session_id: maybe(fc.string({ minLength: 1, maxLength: 40 })),
    transcript_path: maybe(
      fc.oneof(fc.string(), fc.constantFrom('/x/rollout-1.jsonl', '/x/chats/session-1.jsonl', '')),
    ),
    timestamp: odd,
    turn_id: maybe(fc.string()),
    hook_event_name: maybe(fc.constantFrom(...NAMES)),
    agent_id: odd,
    agent_type: odd,
    cwd: odd,
    model: odd,
    source: odd,
    reason: odd,
    prompt: odd,
    error: odd,
    is_interrupt: odd,
    tool_name: maybe(fc.constantFrom(...TOOLS)),
    tool_use_id: odd,
    duration_ms: odd,
    compact_summary: odd,
    tool_input: input,
    tool_response: response,
    tool_calls: maybe(fc.array(anObject({ tool_name: odd, tool_input: input, tool_response: response }))),
    unknown_field: odd,
    constructor: odd,
  },
  { requiredKeys: [] },
);

// Parsed as from the spool: an own "__proto__" key included.
const fromJson = (value: unknown): Payload => JSON.parse(JSON.stringify(value)) as Payload;

function read(payload: Payload): AgentEvent | undefined {
  try {
    return readEvent(payload);
  } catch (error) {
    if (error instanceof ProvError) return undefined;
    throw error;
  }
}

test('for any payload, the adapter returns a well-typed event or none, and throws nothing but our own error', () => {
  let understood = 0;
  fc.assert(
    fc.property(payloads, (payload) => {
      const event = read(fromJson(payload));
      if (!event) return;
      understood++;
      expect(event.session.length).toBeGreaterThan(0);
      expect(event.session.length).toBeLessThanOrEqual(512);
      expect(event.session).not.toMatch(/[\u0000-\u001f\u007f]/);
      expect(wrong(event)).toEqual([]);
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(understood).toBeGreaterThan(500);
});

// The fields of an event that are not of their type.
function wrong(event: AgentEvent): string[] {
  const calls =
    'call' in event.body
      ? [event.body.call]
      : event.body.type === 'batch'
        ? event.body.calls.map(({ call }) => call)
        : [];
  const texts: Record<string, unknown> = { session: event.session, transcript: event.transcript, ...event.body };
  delete texts['call'];
  delete texts['calls'];
  delete texts['edits'];
  for (const key of ['duration', 'failed', 'untold', 'prompted']) delete texts[key];
  const found = Object.entries(texts)
    .filter(([, value]) => value !== undefined && typeof value !== 'string')
    .map(([key]) => key);
  for (const { id, tool, summary, command, paths, input } of calls)
    for (const [key, value] of Object.entries({ id, tool, summary, command, input, path: paths[0] }))
      if (value !== undefined && typeof value !== 'string') found.push(key);
  if (event.body.type === 'after') {
    const { duration, edits = [] } = event.body;
    if (duration !== undefined && !(Number.isSafeInteger(duration) && duration >= 0 && duration <= 366 * 86_400_000))
      found.push('duration');
    for (const { path, before, proposed, written } of edits) {
      if (typeof path !== 'string') found.push('edit.path');
      if (before !== undefined && before !== null && typeof before !== 'string') found.push('edit.before');
      if (proposed !== undefined && typeof proposed !== 'string') found.push('edit.proposed');
      if (written?.some((line) => typeof line !== 'string')) found.push('edit.written');
    }
  }
  return found;
}

test('field names with a meaning in JavaScript are ordinary fields', () => {
  const text =
    '{"session_id":"a","transcript_path":"/t","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"__proto__":{"command":"rm"},"constructor":1},"__proto__":{"agent_id":"x"}}';
  const event = read(JSON.parse(text) as Payload)!;
  expect(event.session).toBe('a');
  expect(event.body).toMatchObject({ type: 'before', call: { tool: 'Bash', summary: 'Bash' } });
  expect(({} as { command?: string }).command).toBeUndefined();
});

test('an input nested a million levels deep does not overflow the stack', () => {
  const deep = JSON.parse(
    `{"session_id":"a","transcript_path":"/t","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
  ) as Payload;
  expect(() => read(deep)).not.toThrow();
});

describe('background programs of Claude Code', () => {
  const bodyOf = (fields: Payload): unknown =>
    readEvent({ session_id: 's', transcript_path: '/t.jsonl', cwd: '/', ...fields })?.body;
  const prompt = (words: string): unknown => bodyOf({ hook_event_name: 'UserPromptSubmit', prompt: words });
  const after = (tool: string, input: object, response: object): unknown =>
    bodyOf({ hook_event_name: 'PostToolUse', tool_name: tool, tool_input: input, tool_response: response });
  const notice = (status: string): string =>
    `<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>t</tool-use-id>\n${status}<summary>x</summary>\n</task-notification>`;

  test('a notice sent as a prompt is not a prompt, unless the user wrote text after it', () => {
    const ended = notice('<status>completed</status>\n');
    expect(prompt(ended)).toEqual({ type: 'background_end', tasks: ['b1'] });
    expect(prompt(`${ended}\n${notice('<status>failed</status>\n')}`)).toEqual({
      type: 'background_end',
      tasks: ['b1', 'b1'],
    });
    expect(prompt(notice(''))).toEqual({ type: 'ignored' });
    expect(prompt(`${ended}\nGo on.`)).toEqual({ type: 'prompt', text: 'Go on.' });
    for (const words of ['Go on.', '', '<task-notification> what is that?', `See ${ended}`])
      expect(prompt(words)).toEqual({ type: 'prompt', text: words });
  });

  test('a call reports the task that it left running, and the task that it ended', () => {
    const bash = { command: 'x' };
    expect(after('Bash', bash, { stdout: '', backgroundTaskId: 'b1' })).toMatchObject({ task: 'b1' });
    expect(after('Bash', bash, { stdout: '' })).not.toHaveProperty('task');
    expect(after('Monitor', bash, { taskId: 'b2', persistent: false })).toMatchObject({
      task: 'b2',
      call: { action: 'shell', command: 'x' },
    });
    expect(after('TaskStop', { task_id: 'b1' }, { message: 'stopped', task_id: 'b1' })).toMatchObject({ ended: 'b1' });
    expect(after('KillShell', { shell_id: 'b1' }, {})).toMatchObject({ ended: 'b1' });
    expect(after('BashOutput', { bash_id: 'b1' }, { status: 'completed' })).toMatchObject({ ended: 'b1' });
    expect(after('BashOutput', { bash_id: 'b1' }, { status: 'running' })).not.toHaveProperty('ended');
    expect(after('TaskOutput', { task_id: 'b1' }, { task: { status: 'failed' } })).toMatchObject({ ended: 'b1' });
    expect(after('TaskOutput', { task_id: 'b1' }, {})).not.toHaveProperty('ended');
    expect(after('Read', { task_id: 'b1' }, { status: 'completed' })).not.toHaveProperty('ended');
  });

  test('the end of a turn lists the programs that still run', () => {
    const stop = (tasks: unknown): unknown => bodyOf({ hook_event_name: 'Stop', background_tasks: tasks });
    expect(
      stop([
        { id: 'b1', status: 'running' },
        { id: 'b2', status: 'completed' },
      ]),
    ).toEqual({ type: 'turn_end', failed: false, tasks: ['b1'] });
    expect(stop([])).toEqual({ type: 'turn_end', failed: false, tasks: [] });
    expect(stop(undefined)).toEqual({ type: 'turn_end', failed: false });
    expect(stop([null, 3, { id: 4 }, { id: 'b5' }])).toEqual({ type: 'turn_end', failed: false, tasks: ['b5'] });
  });
});
