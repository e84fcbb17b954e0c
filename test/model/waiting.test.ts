import { describe, expect, test } from 'vitest';
import type { CheckedKind, CheckKind } from '../../src/model/checks/kind.ts';
import { CHECK_KINDS } from '../../src/model/checks/kind.ts';
import type { Unverified } from '../../src/model/graph/cursor.ts';
import { awaitTests, heed, settle } from '../../src/model/graph/checks/waiting.ts';
import { nodeId } from '../../src/model/ids.ts';

const RESULTS = { '+': 'passed', '-': 'failed', '?': 'unknown' } as const;
/** Results as words: `test+` passed, `test-` failed, `test?` unknown. */
const results = (text: string): CheckedKind[] =>
  text.split(' ').map((word) => ({
    kind: word.slice(0, -1) as CheckKind,
    result: RESULTS[word.at(-1) as keyof typeof RESULTS],
  }));

const change = (more: Partial<Unverified> = {}): Unverified => ({ id: nodeId('00000001-1'), ...more });

/** What a change remembers after checks, and which of them were linked to it (`y`). */
function after(...steps: string[]): string {
  let now = change();
  const linked = steps.map((step) => {
    const heeded = heed(now, results(step));
    now = heeded.change;
    return heeded.linked ? 'y' : 'n';
  });
  return `${linked.join('')} ${(now.missed ?? []).length} ${(now.passed ?? ['nothing']).join('+')}`;
}

describe('checks of a change that waits for them', () => {
  test.each<[string, string[], string]>([
    ['a pass is linked once', ['test+', 'test+'], 'yn 0 test'],
    ['another kind is linked too', ['lint+', 'test+'], 'yy 0 lint+test'],
    ['two kinds at once', ['lint+ test+'], 'y 0 lint+test'],
    ['one of two is new', ['lint+', 'lint+ test+'], 'yy 0 lint+test'],
    ['three failures are linked', ['test-', 'test-', 'test-', 'test-'], 'yyyn 3 nothing'],
    ['an unknown result is one of them', ['test?', 'test-', 'test?', 'test-'], 'yyyn 3 nothing'],
    ['a pass after them is linked', ['test-', 'test-', 'test-', 'test-', 'test+'], 'yyyny 3 test'],
    ['three failures of each kind', ['test-', 'test-', 'test-', 'lint-', 'test-', 'lint-'], 'yyyyny 5 nothing'],
    ['two failures at once', ['test- lint-'], 'y 2 nothing'],
    ['a failure after a pass is linked, and counts', ['test+', 'test-'], 'yy 0 nothing'],
    ['an unknown result after a pass is not', ['test+', 'test?'], 'yn 0 test'],
    ['a failure after a pass, and a pass', ['test+', 'test-', 'test+'], 'yyy 0 test'],
  ])('%s', (_name, steps, expected) => {
    expect(after(...steps)).toBe(expected);
  });

  test('a pass with other words is linked, up to three times', () => {
    let now = change();
    const linked = ['go test ./a', 'go test ./...', 'go test ./a', 'go test -v ./...', 'go test -race ./...'].map(
      (words) => {
        const heeded = heed(now, [{ kind: 'test', result: 'passed', words }]);
        now = heeded.change;
        return heeded.linked;
      },
    );
    expect(linked).toEqual([true, true, false, true, false]);
    expect(settle([now])).toEqual([change({ closed: ['test'] })]);
  });

  test('a kind that passed before a later change belongs to that change', () => {
    const closed = change({ closed: ['test'] });
    expect(heed(closed, results('test-'))).toEqual({ change: closed, linked: false, beside: [] });
    expect(heed(closed, results('lint+'))).toMatchObject({ change: { ...closed, passed: ['lint'] }, linked: true });
  });
});

test('after another change, the kinds that passed are closed', () => {
  const [open, passed] = [
    change({ missed: ['test', 'test'] }),
    change({ missed: ['test'], passed: ['test', 'test'], closed: ['lint'] }),
  ];
  expect(settle([open, passed])).toEqual([open, change({ missed: ['test'], closed: ['lint', 'test'] })]);
  expect(settle([change({ closed: CHECK_KINDS.slice(1), passed: [CHECK_KINDS[0]!] })])).toEqual([]);
  expect(settle([change({ closed: CHECK_KINDS.slice(1) })])).toEqual([change({ closed: CHECK_KINDS.slice(1) })]);
});

test('after a commit, those without a passed test wait', () => {
  const waiting = [change(), change({ passed: ['lint'] }), change({ closed: ['types'] })];
  expect(awaitTests([...waiting, change({ passed: ['test'] }), change({ closed: ['test'] })])).toEqual(waiting);
});
