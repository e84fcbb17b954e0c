import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { codexTranscripts } from '../../src/agents/codex/transcript.ts';
import type { TranscriptEntry } from '../../src/agents/common/transcript-event.ts';

const folder = mkdtempSync(join(tmpdir(), 'git-prov-codex-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Line = readonly [type: string, payload: object];
const calls = (id: string, name: string, input: string): Line => [
  'response_item',
  { type: 'custom_tool_call', call_id: id, name, input },
];
const ends = (id: string, output: unknown): Line => [
  'response_item',
  { type: 'custom_tool_call_output', call_id: id, output },
];
const applied = (id: string, path: string, success = true): Line => [
  'event_msg',
  { type: 'patch_apply_end', call_id: id, success, changes: { [path]: { type: 'add', content: 'one\n' } } },
];
const printed = (text: string) => [{ type: 'input_text', text: `Script completed\nOutput:\n${text}` }];

/** The entries of a rollout with these lines, a second after each other. Patches are named by the file they add. */
function read(...lines: Line[]): TranscriptEntry[] {
  const path = join(folder, 'rollout-1.jsonl');
  const meta: Line = ['session_meta', { id: 's', session_id: 's', cwd: '/w' }];
  const records = [meta, ...lines].map(([type, payload], at) =>
    JSON.stringify({ timestamp: new Date(1_700_000_000_000 + at * 1000).toISOString(), type, payload }),
  );
  writeFileSync(path, `${records.join('\n')}\n`);
  const fault = (what: string): never => {
    throw new Error(what);
  };
  return [...(codexTranscripts.read(path, fault, []) as Iterable<TranscriptEntry>)];
}

/** The calls that ended: the id, what it did, the folder, and what it printed. */
const ended = (...lines: Line[]): (readonly [string | undefined, ...unknown[]])[] =>
  read(...lines).flatMap(({ event, cwd, patch }) =>
    event?.body.type === 'after'
      ? [
          [
            event.body.call.id,
            /Add File: (\S+)/.exec(patch ?? '')?.[1] ?? event.body.call.command,
            cwd,
            event.body.output,
          ],
        ]
      : [],
  );

const PATCH = '*** Begin Patch\n*** Add File: a\n+one\n*** End Patch';

test('a patch that a tool applied has two lines, and is one call', () => {
  expect(ended(calls('c1', 'apply_patch', PATCH), applied('c1', '/w/a'), ends('c1', 'Success.'))).toEqual([
    ['c1', 'a', '/w', 'Success.'],
  ]);
});

test('a line about a patch that comes twice is one call', () => {
  expect(ended(applied('x1', '/w/a'), applied('x1', '/w/a'))).toEqual([['x1', '/w/a', '/w', '']]);
});

test.each(['failed', 'Declined'])('newer versions say that a patch was not applied: %s', (status) => {
  const changed = (id: string, more: object): Line => [
    'event_msg',
    {
      type: 'item_completed',
      item: { type: 'FileChange', id, changes: { '/w/a': { add: { content: 'one\n' } } }, ...more },
    },
  ];
  expect(ended(changed('x1', { status }), changed('x2', { status: 'completed' }))).toEqual([['x2', '/w/a', '/w', '']]);
});

test('the first patch that a script applied has the id and the time of the script, where the words before it are', () => {
  const script = 'await tools.apply_patch(one); await tools.apply_patch(two); await tools.apply_patch(three)';
  const lines = [
    calls('c1', 'exec', script),
    applied('x1', '/w/failed', false),
    applied('x2', '/w/a'),
    applied('x3', '/w/b'),
    ends('c1', printed('')),
  ];
  expect(ended(...lines)).toEqual([
    ['c1', '/w/a', '/w', ''],
    ['x3', '/w/b', '/w', ''],
  ]);
  const began = read(...lines).flatMap((one) => (one.began === undefined ? [] : one.began - 1_700_000_000_000));
  expect(began).toEqual([1000, 4000]);
});

test('the output of a script belongs to its command only if it has no other call', () => {
  const run = (cmd: string): string => `await tools.exec_command({cmd: "${cmd}"});`;
  const output = (script: string): unknown[] =>
    ended(calls('c1', 'exec', script), ends('c1', printed('2 passed'))).map(([id, what, , text]) => [id, what, text]);
  expect(output(run('npm test'))).toEqual([['c1', 'npm test', '2 passed']]);
  expect(output(run('npm test') + run('ls'))).toEqual([
    ['c1', 'npm test', ''],
    ['c1/1', 'ls', ''],
  ]);
  expect(output(`${run('npm test')} await tools.update_plan({})`)).toEqual([['c1', 'npm test', '']]);
  expect(output(`${run('npm test')} await tools.apply_patch(one)`)).toEqual([['c1/0', 'npm test', '']]);
});

test('what a script printed was shown to the agent once', () => {
  const run = (cmd: string): string => `await tools.exec_command({cmd: "${cmd}"});`;
  for (const script of [run('npm test'), run('npm test') + run('ls'), 'await tools.update_plan({})']) {
    const shown = read(calls('c1', 'exec', script), ends('c1', printed('2 passed'))).flatMap((one) => one.shown ?? []);
    expect(shown.filter(({ text }) => text !== '')).toEqual([{ text: '2 passed' }]);
  }
});

test('a command of a script ran in the folder that the script names, else in that of the session', () => {
  const script = 'await tools.exec_command({cmd: "ls", workdir: "/w/sub"}); await tools.exec_command({cmd: "pwd"})';
  expect(ended(calls('c1', 'exec', script), ends('c1', printed(''))).map(([, what, cwd]) => [what, cwd])).toEqual([
    ['ls', '/w/sub'],
    ['pwd', '/w'],
  ]);
});

const HEAD = 'Chunk ID: ab12cd\nWall time: 1.0 seconds\n';
const asks = (id: string, name: string, input: object): Line => [
  'response_item',
  { type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) },
];
const answers = (id: string, status: string, printedText: string): Line => [
  'response_item',
  { type: 'function_call_output', call_id: id, output: `${HEAD}${status}\nOutput:\n${printedText}` },
];
const RUNS = 'Process running with session ID 41';
const outcomes = (...lines: Line[]): unknown[][] =>
  read(...lines).flatMap(({ event, began }) =>
    event?.body.type === 'after'
      ? [[event.body.call.id, event.body.outcome, event.body.isOutcomeUnknown === true, event.body.output, began]]
      : [],
  );

test('a running command ends with the poll that finds its end, and has the whole output', () => {
  const began = 1_700_000_001_000;
  const lines = [
    asks('c1', 'exec_command', { cmd: 'npm test' }),
    answers('c1', RUNS, 'one\n'),
    asks('c2', 'write_stdin', { session_id: 41, yield_time_ms: 1000 }),
    answers('c2', RUNS, 'two\n'),
    asks('c3', 'write_stdin', { session_id: 41, chars: '' }),
    answers('c3', 'Process exited with code 1', 'three\n'),
    asks('c4', 'write_stdin', { session_id: 41 }),
    answers('c4', 'Process exited with code 0', 'of another command\n'),
  ];
  expect(outcomes(...lines)).toEqual([
    ['c1', 'ok', true, `${HEAD}${RUNS}\nOutput:\none\n`, began],
    ['c1', 'failed', false, `${HEAD}Process exited with code 1\nOutput:\none\ntwo\nthree\n`, began],
    ['c4', 'ok', false, `${HEAD}Process exited with code 0\nOutput:\nof another command\n`, began + 6000],
  ]);
});

test('an aborted poll does not end the command', () => {
  const odd: Line = ['response_item', { type: 'function_call_output', call_id: 'c2', output: 'aborted by user' }];
  const lines = [
    asks('c1', 'exec_command', { cmd: 'npm test' }),
    answers('c1', RUNS, 'one\n'),
    asks('c2', 'write_stdin', { session_id: 41 }),
    odd,
  ];
  const unknown = ['c1', 'ok', true, `${HEAD}${RUNS}\nOutput:\none\n`];
  expect(outcomes(...lines).map((one) => one.slice(0, 4))).toEqual([unknown]);
  const later = [asks('c3', 'write_stdin', { session_id: 41 }), answers('c3', 'Process exited with code 1', 'two\n')];
  expect(outcomes(...lines, ...later).map((one) => one.slice(0, 4))).toEqual([
    unknown,
    ['c1', 'failed', false, `${HEAD}Process exited with code 1\nOutput:\none\ntwo\n`],
  ]);
});

test('what the model types into a running command is a call of its own', () => {
  const lines = [
    asks('c1', 'exec_command', { cmd: 'python3' }),
    answers('c1', RUNS, '>>> '),
    asks('c2', 'write_stdin', { session_id: 41, chars: 'print(1)\n' }),
    answers('c2', RUNS, '1\n'),
  ];
  expect(outcomes(...lines).map(([id]) => id)).toEqual(['c1', 'c2']);
});
