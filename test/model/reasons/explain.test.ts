import { describe, expect, test } from 'vitest';
import type { Undecided } from '../../../src/model/graph/cursor.ts';
import { nodeId } from '../../../src/model/ids.ts';
import { explain } from '../../../src/model/reasons/explain.ts';
import type { TalkItem } from '../../../src/model/reasons/talk-item.ts';
import { namesIn } from '../../../src/model/reasons/names.ts';
import { SILENCE } from '../../../src/model/reasons/talk-item.ts';
import { hear } from '../../../src/model/reasons/talk.ts';

const edit = (n: number, path: string, text: string): Undecided => ({
  id: nodeId(`8f3a21c0-${n}`),
  time: n,
  call: `c${n}`,
  at: 0,
  turn: 1,
  paths: [path],
  names: namesIn(text),
  did: `edit ${path}`,
});

const PROMPT: TalkItem = { place: 'prompt', text: 'Fix the login' };
const of = (items: readonly TalkItem[], ...edits: Undecided[]): string[] =>
  explain(hear(SILENCE, items), edits).reasons.map(
    (one) => `${one.edits.map(({ call }) => call).join(' ')}: ${one.text}`,
  );

describe('the reason of an edit', () => {
  test('is found at a distance by the code names that both contain', () => {
    const found = of(
      [
        PROMPT,
        { place: 'thinking', text: 'The bug: verifyToken in token.ts must not stop early, because that leaks timing.' },
        { call: 'x1' },
        { call: 'x2' },
        { place: 'words', text: 'Now let me edit the files:' },
        { call: 'c1' },
      ],
      edit(1, 'src/token.ts', 'function verifyToken(a, b) {}'),
    );
    expect(found).toEqual(['c1: The bug: verifyToken in token.ts must not stop early, because that leaks timing.']);
  });

  test('is stated once for all edits that it covers', () => {
    const found = of(
      [
        PROMPT,
        { place: 'words', text: 'Both callers must pass the timeout, because fetchAll hangs without it.' },
        { call: 'c1' },
        { call: 'c2' },
      ],
      edit(1, 'a.ts', 'fetchAll(url, { timeout })'),
      edit(2, 'b.ts', 'fetchAll(other, { timeout })'),
    );
    expect(found).toEqual(['c1 c2: Both callers must pass the timeout, because fetchAll hangs without it.']);
  });

  test('has one mark at the end of each sentence, also behind a quotation', () => {
    const [found] = of(
      [
        PROMPT,
        {
          place: 'words',
          text: 'The label in label.ts must say "pickups," because the player sees it as "memories." The function showLabel hides the old word so that the player only meets "pickups."',
        },
        { call: 'c1' },
      ],
      edit(1, 'src/label.ts', 'function showLabel() {}'),
    );
    expect(found).toMatch(/"(?:memories|pickups)\." The /);
  });

  test('does not come from a later turn', () => {
    const found = of(
      [PROMPT, { call: 'c1' }, { place: 'prompt', text: 'The page must be blue, because the red one hurts.' }],
      edit(1, 'a.ts', 'login()'),
    );
    expect(found).toEqual([]);
  });

  test('is missing when no sentence states one', () => {
    expect(
      of(
        [PROMPT, { place: 'words', text: "I'll start with the file. Let me read it." }, { call: 'c1' }],
        edit(1, 'a.ts', 'x'),
      ),
    ).toEqual([]);
    expect(explain(SILENCE, [edit(1, 'a.ts', 'x')])).toEqual({ reasons: [], explained: new Set() });
  });

  test('is at most 300 characters of whole sentences', () => {
    const long = `It must hold because ${'this and that '.repeat(15)}fails.`;
    for (const text of of(
      [PROMPT, { place: 'words', text: `${long} ${long.replace('It', 'All')}` }, { call: 'c1' }],
      edit(1, 'a.ts', 'x'),
    ))
      expect(text.length).toBeLessThanOrEqual(304);
  });

  test('consists of the words of one speaker', () => {
    const { reasons } = explain(
      hear(SILENCE, [
        {
          place: 'prompt',
          text: 'The loginTimeout must be longer, because users on slow networks get an error before loginTimeout ends.',
        },
        {
          place: 'words',
          text: 'I set loginTimeout to 30 s, because the slowest networks need 20 s for loginTimeout.',
        },
        { call: 'c1' },
      ]),
      [edit(1, 'login.ts', 'const loginTimeout = 30_000')],
    );
    const [one] = reasons;
    expect(one!.text.includes('users on slow') && one!.text.includes('slowest networks')).toBe(false);
    expect(one!.place).toBe(one!.text.startsWith('The loginTimeout') ? 'prompt' : 'words');
  });

  // The sentences are chosen by likelihood, so without this rule the last one came first.
  test.each([
    [
      'The total subtracts its values, so every test of sumOf fails. I add instead, because the name sumOf says so.',
      'The total subtracts its values, so every test of sumOf fails. I add instead, because the name sumOf says so.',
    ],
    [
      'The total subtracts its values, so a test fails. We need sumOf to add its values, because the name sumOf says so.',
      'We need sumOf to add its values, because the name sumOf says so. The total subtracts its values, so a test fails.',
    ],
    [
      'A test of the list fails too. The total subtracts its values, so a test fails, because sumOf is wrong. We need sumOf to add its values, because the name sumOf says so.',
      'We need sumOf to add its values, because the name sumOf says so. A test of the list fails too. The total subtracts its values, so a test fails, because sumOf is wrong.',
    ],
  ])('names first what it points back to, and otherwise the likeliest sentence: %s', (said, shown) => {
    const words: TalkItem = { place: 'words', text: said };
    expect(of([PROMPT, words, { call: 'c1' }], edit(1, 'sum.ts', 'const sumOf = (a, b) => a + b'))).toEqual([
      `c1: ${shown}`,
    ]);
  });

  test('is not repeated as a rejected alternative', () => {
    const text = "I'll use a token bucket instead of a fixed window, because a fixed window lets bursts through.";
    const { reasons } = explain(hear(SILENCE, [PROMPT, { place: 'words', text }, { call: 'c1' }]), [
      edit(1, 'limit.ts', 'class TokenBucket {}'),
    ]);
    expect(reasons).toMatchObject([{ text, ruledOut: ['a fixed window'] }]);
  });

  test('may be in a section of a plan that gives reasons', () => {
    const plan = `Implement the following plan:

# Plan: notices

## Context

The agent returns early when no pair is selected, so the operator cannot see why nothing happens.

## Steps

${Array.from({ length: 14 }, (_, i) => `- Change part ${i + 1} of the notice module as listed`).join('\n')}`;
    const found = of(
      [{ place: 'prompt', text: plan }, { place: 'words', text: 'Now the state:' }, { call: 'c1' }],
      edit(1, 'state.py', 'pairs_ready = Event() # agent operator pair selected'),
    );
    expect(found).toEqual([
      'c1: The agent returns early when no pair is selected, so the operator cannot see why nothing happens.',
    ]);
  });
});

describe('an alternative that the reason of one edit names is not repeated', () => {
  const first = edit(1, 'src/calc.js', 'function addNumbers(a, b) { return a + b; }');
  const second = edit(2, 'src/calc.js', 'function divideNumbers(a, b) { throw new RangeError() }');
  const talk = hear(SILENCE, [
    { place: 'prompt', text: 'Fix addNumbers in calc.js, and add divideNumbers.' },
    {
      place: 'thinking',
      text: 'addNumbers subtracts, so its test fails. I fix addNumbers rather than changing the test, because the name says that it adds.',
    },
    { call: 'c1' },
    { place: 'words', text: 'divideNumbers throws a RangeError on zero, because callers print the result.' },
    { call: 'c2' },
  ]);
  const ruledOut = (...found: ReturnType<typeof explain>['reasons']): unknown[] =>
    found.map(({ edits, ruledOut: out }) => [edits[0]!.call, out]);

  test('at another edit', () => {
    expect(ruledOut(...explain(talk, [first, second]).reasons)).toEqual([
      ['c1', ['changing the test']],
      ['c2', []],
    ]);
  });

  test('at an edit of a later graph', () => {
    const [earlier] = explain(talk, [first]).reasons;
    const later = hear({ ...talk, reasons: [earlier!.text] }, [{ call: 'c3' }]);
    expect(ruledOut(...explain(later, [second]).reasons)).toEqual([['c2', []]]);
    expect(ruledOut(...explain(talk, [second]).reasons)).toEqual([['c2', ['changing the test']]]);
  });
});

describe('an alternative that stands beside no reason', () => {
  const first = edit(1, 'src/bucket.js', 'class TokenBucket { takeToken() {} }');
  const second = edit(2, 'src/server.js', 'class TokenBucket { takeToken() {} listenOn() {} }');
  const CONSIDERED = 'I go with takeToken in TokenBucket rather than a fixed window.';
  const reasonOf = (name: string): TalkItem => ({
    place: 'words',
    text: `${name} changes, because ${name} fails for every caller.`,
  });
  const shown = (talk: ReturnType<typeof hear>, ...edits: ReturnType<typeof edit>[]): unknown[] =>
    explain(talk, edits).reasons.map(({ edits: [one], ruledOut }) => [one!.call, ruledOut]);

  test('is shown at one edit only', () => {
    const talk = hear(SILENCE, [
      PROMPT,
      reasonOf('takeToken'),
      { call: 'c1' },
      reasonOf('listenOn'),
      { call: 'c2' },
      { place: 'words', text: CONSIDERED },
    ]);
    expect(shown(talk, first, second)).toEqual([
      ['c1', ['a fixed window']],
      ['c2', []],
    ]);
    expect(shown(talk, second)).toEqual([['c2', ['a fixed window']]]);
  });

  test.each<['words' | 'thinking', readonly string[]]>([
    ['words', ['a fixed window']],
    ['thinking', []],
  ])('is looked for in the %s of an earlier turn: %j', (place, found) => {
    const talk = hear(SILENCE, [PROMPT, { place, text: CONSIDERED }, PROMPT, reasonOf('takeToken'), { call: 'c1' }]);
    expect(shown(talk, first)).toEqual([['c1', found]]);
  });
});

test('what the user said in an earlier turn is no reason', () => {
  const asked: TalkItem = { place: 'prompt', text: 'The total is wrong because sumOf subtracts its values in sum.ts.' };
  const adds = edit(1, 'sum.ts', 'const sumOf = (a, b) => a + b');
  const texts = (...items: TalkItem[]): string[] =>
    explain(hear(SILENCE, items), [adds]).reasons.map(({ text }) => text);
  expect(texts(asked, { call: 'c1' })).toEqual([asked.text]);
  expect(texts(asked, { call: 'c0' }, PROMPT, { call: 'c1' })).toEqual([]);
});
