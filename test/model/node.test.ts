import { describe, expect, test } from 'vitest';
import { readOutput } from '../../src/model/checks/output.ts';
import { append, startCursor } from '../../src/model/graph/infer.ts';
import { sessionId, sessionPrefix } from '../../src/model/ids.ts';
import type { Node } from '../../src/model/model.ts';
import type { Step } from '../../src/model/step.ts';
import { bash, commit, edit, gate, paths, prompt, read, session, tell, tool } from './steps.ts';

/** The node of a step, without what every node has. */
function nodeOf(step: Step): Partial<Node> {
  const { id, at, ...node } = append(startCursor(session), step).nodes[0]!;
  expect([id, at]).toEqual([`${sessionPrefix(session)}-1`, step.at]);
  return node;
}
const detailOf = (step: Step): Node['detail'] => nodeOf(step).detail;

describe('the node of a step', () => {
  const hashes = { input: 'a'.repeat(64), output: 'b'.repeat(64) };

  test.each<[string, Step, Partial<Node>]>([
    ['a prompt', { ...prompt('Fix\nit'), ...hashes }, { kind: 'goal', summary: 'Fix it', ...hashes }],
    ['an empty prompt', prompt(' \n'), { kind: 'goal', summary: 'an empty prompt' }],
    [
      'a call',
      read('a', { duration: 12.6, call: 'c1', ...hashes }),
      { kind: 'exploration', summary: 'read a', tool: 'Read', duration: 13, ...hashes },
    ],
    [
      'a call with a negative duration',
      read('a', { duration: -3 }),
      { kind: 'exploration', summary: 'read a', tool: 'Read', duration: 0 },
    ],
    [
      'a tool with a long name',
      tool('x'.repeat(300), 'read', 'a'),
      { kind: 'exploration', summary: `${'x'.repeat(119)}…`, tool: `${'x'.repeat(199)}…` },
    ],
    ['a gate', gate('Bash', 'rm b', 'c1'), { kind: 'human_gate', summary: 'Bash rm b', tool: 'Bash' }],
    [
      'a commit',
      commit(['a', 'b']),
      { kind: 'patch', summary: 'Fix add()', detail: { commit: '3fa2c1d0'.repeat(5), files: ['a', 'b'] } },
    ],
    [
      'a commit without files',
      commit([]),
      { kind: 'patch', summary: 'Fix add()', detail: { commit: '3fa2c1d0'.repeat(5) } },
    ],
    [
      'a sub-agent',
      { at: 5, type: 'subagent', session: sessionId('x/y'), summary: 'Look\n', detail: { more: 1 } },
      { kind: 'execution', summary: 'Look', detail: { more: 1, session: 'x/y' } },
    ],
    ['a compaction', { at: 5, type: 'compaction', summary: 'All\n' }, { kind: 'episode', summary: 'All' }],
    [
      'a compaction without words',
      { at: 5, type: 'compaction', summary: '\n' },
      { kind: 'episode', summary: 'compacted the conversation' },
    ],
    [
      'an unknown event',
      { at: 5, type: 'raw', event: 'Odd\n', summary: '\n' },
      { kind: 'raw', summary: 'Odd', detail: { event: 'Odd' } },
    ],
    [
      'an unknown event with words',
      { at: 5, type: 'raw', event: 'o'.repeat(300), summary: 'Hm' },
      { kind: 'raw', summary: 'Hm', detail: { event: `${'o'.repeat(199)}…` } },
    ],
  ])('%s', (_, step, node) => {
    expect(nodeOf(step)).toEqual(node);
  });
});

describe('the detail of a step', () => {
  test('has a prompt that the summary shortens', () => {
    expect(detailOf(prompt('x'.repeat(120)))).toBeUndefined();
    expect(detailOf(prompt('x'.repeat(121)))).toEqual({ text: 'x'.repeat(121) });
    expect(detailOf(prompt('x'.repeat(700)))).toEqual({ text: `${'x'.repeat(599)}…` });
    expect(detailOf({ ...prompt('x'.repeat(121)), detail: { more: 1 } })).toEqual({ more: 1, text: 'x'.repeat(121) });
  });

  test('has the texts of the adapter, each as a short line', () => {
    const detail = { text: `a\n${'b'.repeat(300)}`, list: ['c\nd', 1, null, 'e'.repeat(300)], count: 5, is: true };
    expect(detailOf(read('a', { detail }))).toEqual({
      text: `a ${'b'.repeat(197)}…`,
      list: ['c d', 1, null, `${'e'.repeat(199)}…`],
      count: 5,
      is: true,
    });
    expect(detailOf(read('a', { detail: { list: Array.from({ length: 300 }, (_, i) => i) } }))?.['list']).toHaveLength(
      200,
    );
  });

  test('has at most two hundred files, and the number of the others', () => {
    const files = paths(...Array.from({ length: 203 }, (_, i) => `f${i}`));
    expect(detailOf(edit('a', { changed: files.slice(0, 200) }))).toEqual({ files: files.slice(0, 200) });
    expect(detailOf(edit('a', { changed: files }))).toEqual({ files: files.slice(0, 200), more: 3 });
    expect(detailOf(commit(files))).toMatchObject({ files: files.slice(0, 200), more: 3 });
  });

  test.each<[string, Step, Node['detail']]>([
    ['a command that the summary has', bash('touch a', { changed: paths('a') }), { files: ['a'] }],
    ['a command that the summary shortens', bash(`echo ${'x'.repeat(300)}`), { command: `echo ${'x'.repeat(194)}…` }],
    ['a command of two lines', bash('ls\nls'), undefined],
    [
      'a check without its wrappers',
      bash('cd core && npm test'),
      { command: 'cd core && npm test', passed: true, check: 'test' },
    ],
    ['a check that failed', bash('npm test', { outcome: 'failed' }), { passed: false, check: 'test' }],
    [
      'a check that was refused',
      bash('npm test', { outcome: 'refused' }),
      { check: 'test', results: [null], refused: true },
    ],
    [
      'a check that was interrupted',
      bash('npm test', { outcome: 'interrupted' }),
      { check: 'test', results: [null], interrupted: true },
    ],
    ['a check that has not ended', bash('npm test', { unended: true }), undefined],
    [
      'two checks',
      bash('npm test; npm run lint'),
      { command: 'npm test; npm run lint', check: ['test', 'lint'], results: [null, true] },
    ],
    [
      'two checks that an adapter judged',
      bash('npm test; npm run lint', { detail: { passed: false } }),
      { passed: false, command: 'npm test; npm run lint', check: ['test', 'lint'], results: [false, false] },
    ],
    ['a build, which is no verification', bash('cargo build'), { check: 'build', results: [true] }],
    [
      'a build that an adapter judged',
      bash('cargo build', { detail: { passed: false } }),
      { passed: false, check: 'build', results: [false] },
    ],
    [
      'the code that a passed check saw',
      bash('npm test', { checked: { saw: [1], scope: ['core'], likely: true } }),
      { passed: true, check: 'test', saw: [1], scope: ['core'], likely: true },
    ],
    [
      'a failed check, which saw nothing that counts',
      bash('npm test', { outcome: 'failed', checked: { saw: [1], scope: ['core'] } }),
      { passed: false, check: 'test', scope: ['core'] },
    ],
    [
      'what one of two checks saw',
      bash('npm test; npm run lint', { checked: { saw: [1] } }),
      { command: 'npm test; npm run lint', saw: [1], check: ['test', 'lint'], results: [null, true] },
    ],
    [
      'what a check saw that an adapter judged',
      bash('npm test | tail', { detail: { passed: true }, checked: { saw: [1] } }),
      { passed: true, command: 'npm test | tail', check: 'test', saw: [1] },
    ],
  ])('has %s', (_, step, detail) => {
    expect(detailOf(step)).toEqual(detail);
  });
});

describe('the summary of a call', () => {
  test.each<[Step, string]>([
    [bash('npm test'), 'npm test passed'],
    [bash('npm test', { outcome: 'failed' }), 'npm test failed'],
    [bash('npm test | tail'), 'npm test'],
    [bash(`npx jest ${'x'.repeat(200)}`), `jest ${'x'.repeat(74)}… passed`],
    [bash('ls\nls'), 'ls ls'],
    [tool('Bash', 'shell', 'ls'), 'ls'],
    [read('src/a.ts'), 'read src/a.ts'],
    [tool('Odd', 'unknown', 'it'), 'Odd it'],
  ])('%#: %s', (step, summary) => {
    expect(nodeOf(step).summary).toBe(summary);
  });
});

describe('a check beside a commit', () => {
  // What followed from the exit status of a command that checks and commits, when its commit was made or not.
  test.each<[string, boolean, boolean | undefined]>([
    ['npm test && git commit -m x && git push', true, true], // the push failed
    ['npm test && git commit -m x', false, false],
    ['git commit -m x && npm test', true, false],
    ['git commit -m x && npm test', false, undefined], // the tests never ran
    ['git add . && npm test', true, false],
  ])('%s, which failed; it committed: %s', (command, committed, passed) => {
    let cursor = startCursor(session);
    if (committed) ({ cursor } = append(cursor, commit(['a'])));
    const node = append(cursor, bash(command, { outcome: 'failed' })).nodes[0]!;
    expect(node.detail?.['passed']).toBe(passed);
  });
});

test('a verification has the words of the check that failed', () => {
  const summaryOf = (command: string, output: string): string | undefined =>
    nodeOf(bash(command, { printed: readOutput(output) })).summary;
  const FAILED = 'Tests  1 failed | 2 passed (3)\n';
  expect(summaryOf('npx tsc --noEmit; npx vitest run | tail -3', FAILED)).toBe('vitest run failed');
  expect(summaryOf('npx vitest run | tail -3; npx tsc --noEmit', FAILED)).toBe('vitest run failed');
  expect(summaryOf('npm run build | tail -3; npx vitest run | tail -3', FAILED)).toBe('vitest run failed');
  expect(summaryOf('npx vitest run | tail -3', FAILED)).toBe('vitest run failed');
  expect(summaryOf('npx eslint . && npx vitest run', 'Tests  3 passed (3)\n')).toBe('eslint . passed');
});

test('a check is linked by the words of the command, which the record joins on one line', () => {
  const { edges } = tell([edit('c.ts'), bash('npx eslint a.ts\nnpx prettier --check a.ts')]);
  expect(edges.filter(({ kind }) => kind === 'verified_by')).toEqual([]);
});
