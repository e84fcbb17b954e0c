import { describe, expect, test } from 'vitest';
import { readOutput } from '../../src/model/checks/output.ts';
import { resultsOf } from '../../src/model/checks/result.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';
import { marksOf } from '../../src/model/shell/parse/marks.ts';

const resultOf = (command: string, output: string): string =>
  resultsOf(readCommand(command).runs ?? [], { outcome: 'ok' }, readOutput(output, marksOf(command)))
    .map(({ kind, result }) => `${kind} ${result}`)
    .join(', ');

/** The words that an agent puts around the output of a command. */
const FRAMES: Readonly<Record<string, (output: string) => string>> = {
  Codex: (output) =>
    `Chunk ID: 245097\nWall time: 0.0682 seconds\nProcess exited with code 0\nOriginal token count: 25\nOutput:\n${output}`,
  Gemini: (output) =>
    `<untrusted_context>\nOutput: ${output || '(empty)'}\nProcess Group PGID: 14121\n</untrusted_context>`,
  Qwen: (output) =>
    `Command: npm test |\ntail -1\nDirectory: (root)\nOutput: ${output || '(empty)'}\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 1`,
  Copilot: (output) => `${output}\n<shellId: 0 completed with exit code 0>`,
};

describe.each(Object.entries(FRAMES))('%s', (_, framed) => {
  test.each([
    ['pytest -q | tail -1', '3 passed in 0.1s', 'test passed'],
    ['cargo test | grep "test result"', 'test result: FAILED. 1 passed; 1 failed; 0 ignored', 'test failed'],
    ['go build ./... 2>&1 | tail -5', '', 'build passed'],
    ['npm test > out.log 2>&1; echo $?', '1', 'test failed'],
    ['npx tsc --noEmit && echo OK; true', 'OK', 'types passed'],
    ['gofmt -l .; echo "--- vet"; go vet ./... 2>&1 | head', '--- vet', 'format passed, lint passed'],
  ])('%s: %s', (command, output, expected) => expect(resultOf(command, framed(output))).toBe(expected));
});

test('a time limit that an agent states in its frame leaves the result unknown', () => {
  const output =
    'Wall time: 10.0 seconds\nProcess exited with code 124\nOutput:\ncommand timed out after 10000 milliseconds';
  expect(resultOf('pytest', output)).toBe('test unknown');
});
