import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkReported } from '../../src/agents/generic/event.ts';
import { checkName, reportedPayload } from '../../src/agents/generic/hooks.ts';
import { agentOf, isKnownAgent, readEvent } from '../../src/agents/registry.ts';
import type { AgentEvent, Payload } from '../../src/recorder/spool/event.ts';
import { ProvError } from '../../src/errors.ts';
import { AGENTS } from '../../src/agents/settings-table.ts';

const payloadOf = (told: object): Payload =>
  reportedPayload('our-bot', checkReported({ session: 's', ...told }), '/r/sub');
const event = (told: object): AgentEvent | undefined =>
  readEvent(JSON.parse(JSON.stringify(payloadOf(told))) as Payload);
const edit = { event: 'after', tool: 'put', call: 'c', paths: ['f'] };

test('a session is the agent’s own, whatever it calls it', () => {
  expect(event({ event: 'prompt', text: 'do it' })).toEqual({
    agent: 'our-bot',
    vendor: 'our-bot',
    session: 'our-bot:s',
    body: { type: 'prompt', text: 'do it' },
  });
  expect(event({ event: 'turn_end', session: 'k', parent: 's' })).toMatchObject({
    session: 'our-bot:s/k',
    parent: 'our-bot:s',
    body: { type: 'turn_end', failed: false },
  });
  expect(event({ event: 'turn_end', text: 'It is cached, because it is slow.' })?.body).toEqual({
    type: 'turn_end',
    failed: false,
    words: 'It is cached, because it is slow.',
  });
  expect(event({ event: 'subagent_start', child: 'k', text: 'help' })?.body).toEqual({
    type: 'subagent_start',
    child: 'our-bot:s/k',
    kind: '',
    task: 'help',
  });
});

test('agents with their own hooks cannot be impersonated, and no agent may be named a person', () => {
  for (const { name } of AGENTS) {
    expect(isKnownAgent(name)).toBe(true);
    expect(() => checkName(name, isKnownAgent)).toThrow(/is recorded through its own hooks/);
    expect(() => readEvent({ ...payloadOf({ event: 'turn_end' }), agent: name })).toThrow(ProvError);
  }
  for (const name of ['human', 'person', '', 'A', 'a b', 'a/b', '-x', 'x'.repeat(65)])
    expect(() => checkName(name, isKnownAgent)).toThrow(ProvError);
  expect(checkName('our-bot.2', isKnownAgent)).toBe('our-bot.2');
  expect(agentOf({ GIT_PROV_AGENT: 'our-bot', GIT_PROV_SESSION: 's' })).toMatchObject({ id: 'our-bot:s' });
  expect(agentOf({ GIT_PROV_AGENT: 'claude-code', GIT_PROV_SESSION: 's' })).toBeUndefined();
});

test("the payload uses the hook's own terms for the files to examine", () => {
  const words = (told: object): unknown[] =>
    ['hook_event_name', 'tool_name', 'file_path'].map((key) => payloadOf(told)[key]);
  expect(words({ ...edit, action: 'edit' })).toEqual(['PostToolUse', 'Edit', '/r/sub/f']);
  expect(words({ ...edit, event: 'before' })).toEqual(['PreToolUse', 'Bash', undefined]);
  expect(words({ ...edit, action: 'edit', paths: ['f', 'g'] })).toEqual(['PostToolUse', 'Bash', undefined]);
  expect(words({ ...edit, action: 'read' })).toEqual(['PostToolUse', 'Read', undefined]);
  expect(words({ event: 'before', tool: 'x', command: 'make' })).toEqual(['PreToolUse', 'Bash', undefined]);
  expect(words({ event: 'session_start' })).toEqual(['session_start', undefined, undefined]);
});

test('a call has its files, command, written text, outcome and cost', () => {
  expect(
    event({
      ...edit,
      outcome: 'failed',
      output: 'no',
      duration: 7,
      narration: 'now',
      key: 'k',
      model: 'm',
      edits: [{ path: '/r/f', from: 'e', before: null, old: 'a', new: 'b' }],
      tokens: { message: 'm1', input: 5, cache_read: 2, cost: 0.25 },
    }),
  ).toMatchObject({
    key: 'told:k',
    model: 'm',
    usage: { m1: { input: 5, output: 0, cacheRead: 2, cacheWrite: 0, cost: 250_000 } },
    body: {
      call: { id: 'c', tool: 'put', action: 'edit', summary: 'f', paths: ['/r/sub/f'] },
      outcome: 'failed',
      output: 'no',
      duration: 7,
      narration: 'now',
      edits: [{ path: '/r/f', from: '/r/sub/e', before: null, replaced: { old: 'a', fresh: 'b', all: false } }],
    },
  });
  expect(event({ event: 'before', tool: 'sh', command: 'make' })?.body).toMatchObject({
    call: { action: 'shell', command: 'make', summary: 'make' },
  });
});

describe('a malformed event is refused, with the reason', () => {
  test.each([
    [null, /not a JSON object/],
    [[], /not a JSON object/],
    [{ event: 'prompt', text: 'x' }, /"session" is missing/],
    [{ event: 'prompt', session: 's' }, /"text" is missing/],
    [{ event: 'prompt', session: 's', text: 1 }, /"text" should be/],
    [{ event: 'prompt', session: 's', text: 'x', call: 'c' }, /"call" has no meaning here/],
    [{ event: 'commit', session: 's' }, /"event" should be one of/],
    [{ event: 'toString', session: 's' }, /"event" should be one of/],
    [{ event: 'turn_end', session: 's\n' }, /"session" should be/],
    [{ event: 'turn_end', session: 's'.repeat(201) }, /"session" should be/],
    [{ event: 'turn_end', session: 's', cwd: 'here' }, /"cwd" should be an absolute path/],
    [{ ...edit, session: 's', outcome: 'good' }, /"outcome" should be one of/],
    [{ ...edit, session: 's', duration: -1 }, /"duration" should be/],
    [{ ...edit, session: 's', paths: Array.from({ length: 1001 }, () => 'f') }, /"paths" should be a list/],
    [{ ...edit, session: 's', edits: [{}] }, /"path" is missing/],
    [{ ...edit, session: 's', edits: [{ path: 'f', after: '', lines: [] }] }, /only one of/],
    [{ ...edit, session: 's', edits: [{ path: 'f', old: 'a' }] }, /"old" needs "new"/],
    [{ ...edit, session: 's', output: 'x'.repeat(4 * 1024 * 1024 + 1) }, /"output" should be/],
    [JSON.parse('{"event":"turn_end","session":"s","__proto__":{"a":1}}'), /"__proto__" has no meaning here/],
  ])('%#', (value, fault) => expect(() => checkReported(value)).toThrow(fault));
});

test('any input is an event or is refused', () => {
  const odd = fc.oneof(fc.constantFrom('', 's', '/', '\0', null, 0, -1, 1.5), fc.jsonValue({ maxDepth: 2 }));
  const whole = {
    event: 'after',
    session: 's',
    parent: 'p',
    cwd: '/r',
    key: 'k',
    model: 'm',
    tokens: { message: 'm', input: 1 },
    call: 'c',
    tool: 't',
    action: 'edit',
    command: 'x',
    paths: ['f'],
    input: {},
    narration: 'n',
    summary: 's',
    outcome: 'ok',
    output: 'o',
    duration: 1,
    edits: [{ path: 'f', before: null, after: 'x' }],
  };
  const some = fc
    .tuple(fc.constantFrom(...Object.keys(whole)), odd)
    .map(([key, value]) => ({ ...whole, [key]: value }));
  let understood = 0;
  fc.assert(
    fc.property(some, (told) => {
      try {
        if (event(told)) understood++;
      } catch (error) {
        if (!(error instanceof ProvError)) throw error;
      }
    }),
    { numRuns: 3000, seed: 1 },
  );
  expect(understood).toBeGreaterThan(30);
});
