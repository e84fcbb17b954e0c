import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTranscript } from '../../src/agents/registry.ts';
import { sessionId } from '../../src/model/ids.ts';
import { withRepo } from '../helpers/repo.ts';

const odd = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('__proto__', 'a\nb', '\u0000', -1, 1e300));
const maybe = <T>(fine: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: fine }, { weight: 1, arbitrary: odd });
const some = (shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  maybe(fc.record(shape, { requiredKeys: [] }));

const id = maybe(fc.constantFrom('c1', 'c2', '__proto__'));
const usage = some({ input_tokens: odd, output_tokens: odd, cached_input_tokens: odd, total_tokens: odd });
const rolloutLine = some({
  timestamp: maybe(fc.constant('2026-01-01T00:00:00.000Z')),
  type: maybe(fc.constantFrom('response_item', 'event_msg', 'turn_context', 'token_usage_record')),
  payload: some({
    type: maybe(fc.constantFrom('message', 'function_call', 'function_call_output', 'token_count', 'item_completed')),
    role: maybe(fc.constant('assistant')),
    content: maybe(fc.array(some({ text: odd }))),
    call_id: id,
    output: maybe(
      fc.constantFrom('Exit code: 1\n', 'apply_patch verification failed', 'Process running with session ID 1'),
    ),
    model: odd,
    response_id: id,
    usage,
    info: some({ total_token_usage: usage, last_token_usage: usage }),
    item: some({
      id,
      type: maybe(fc.constantFrom('CommandExecution', 'FileChange')),
      exit_code: odd,
      duration: some({ secs: odd, nanos: odd }),
      changes: maybe(fc.dictionary(fc.string(), some({ type: odd, content: odd, unified_diff: odd, move_path: odd }))),
    }),
  }),
});
const chatLine = some({
  id,
  type: maybe(fc.constant('gemini')),
  content: odd,
  model: odd,
  tokens: some({ input: odd, output: odd, cached: odd, thoughts: odd }),
  toolCalls: maybe(fc.array(some({ name: odd, args: odd }))),
});

const droidLine = some({
  type: maybe(fc.constant('message')),
  message: some({
    role: maybe(fc.constant('assistant')),
    content: maybe(
      fc.array(some({ type: maybe(fc.constantFrom('text', 'tool_use')), text: odd, id, name: odd, input: odd })),
    ),
  }),
});

test.each([
  { agent: 'droid', name: 'x.jsonl', line: droidLine },
  { agent: 'codex', name: 'rollout-x.jsonl', line: rolloutLine },
  { agent: 'gemini', name: 'session-x.jsonl', line: chatLine },
])(
  'for any content of a record of $agent, reading returns whole numbers and texts, and continues after it',
  ({ agent, name, line }) =>
    withRepo({}, (repo) => {
      const file = join(repo.home, name);
      fc.assert(
        fc.property(fc.array(line, { maxLength: 8 }), fc.nat(), (lines, cut) => {
          const text = `${lines.map((one) => JSON.stringify(one)).join('\n')}\n`;
          writeFileSync(file, `${text}{"cut`);
          const part = readTranscript({ agent, id: sessionId('s') }, file, 0)!;
          expect(part.offset).toBe(Buffer.byteLength(text));
          for (const words of Object.values(part.narration)) expect(typeof words).toBe('string');
          for (const used of Object.values(part.usage))
            for (const tokens of Object.values(used))
              expect(Number.isSafeInteger(tokens) && (tokens as number) >= 0).toBe(true);
          for (const { exit, duration, over } of Object.values(part.calls ?? {}))
            for (const number of [exit, duration, over])
              expect(number === undefined || Number.isSafeInteger(number)).toBe(true);
          expect(readTranscript({ agent, id: sessionId('s') }, file, cut % (text.length + 1))).toBeDefined();
        }),
      );
    }),
);

test('a line longer than one read does not stop the lines after it', () =>
  withRepo({}, (repo) => {
    const file = join(repo.home, 'rollout-x.jsonl');
    writeFileSync(
      file,
      `${'x'.repeat(33 * 1024 * 1024)}\n${JSON.stringify({ type: 'turn_context', payload: { type: 'turn_context', model: 'm' } })}\n`,
    );
    let offset = 0;
    let model: string | undefined;
    for (let i = 0; i < 4; i++) {
      const part = readTranscript({ agent: 'codex', id: sessionId('s') }, file, offset)!;
      offset = part.offset;
      model ??= part.model;
    }
    expect(model).toBe('m');
  }));
