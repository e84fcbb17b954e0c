import { describe, expect, test } from 'vitest';
import { consolidate, cut } from '../../src/model/graph/decision.ts';
import { hear } from '../../src/model/reasons/talk.ts';
import type { Edge, Node } from '../../src/model/model.ts';
import type { Step } from '../../src/model/step.ts';
import { summarize } from '../../src/model/graph/summary.ts';
import { bash, commit, decide, edit, grep, lines, paths, prompt, read, tell } from './steps.ts';

const fix = prompt('Fix the authentication bug');

/** Each decision with the numbers of the steps that it decides. */
function decisions(steps: Step[]): string[] {
  const told = tell(steps);
  const graph = cut(told.cursor, told.nodes, told.edges);
  return graph.nodes
    .filter(({ kind }) => kind === 'decision')
    .map(({ id, summary, detail }) => {
      const decided = lines(graph.edges.filter(({ to, kind }) => to === id && kind === 'decided_by'));
      return `${String(detail?.['source'])}: ${summary} [${decided.map((line) => line.split(' ')[0]).join(' ')}]`;
    });
}

describe('consolidated decisions', () => {
  test("have the seed's form", () => {
    expect(
      decisions([fix, read('src/auth.rs'), grep('verify_token'), edit('src/auth.rs'), bash('cargo test')]),
    ).toEqual(['consolidated: Read src/auth.rs, grep verify_token → edit src/auth.rs [4]']);
  });

  test('are shared by neighbouring commitments, and end where a new exploration starts', () => {
    expect(decisions([fix, read('a'), edit('a'), edit('b'), read('c'), edit('c')])).toEqual([
      'consolidated: Read a → edit a, edit b [3 4]',
      'consolidated: Read c → edit c [6]',
    ]);
  });

  test.each([
    ['a passed verification', bash('npm test')],
    ['a commit', commit(['a'])],
    ['another prompt', prompt('And now')],
  ])('end at %s', (_, between) => {
    expect(decisions([fix, edit('a'), between, edit('b')])).toHaveLength(2);
  });

  test('continue after a failed verification, because the fix has the same purpose', () => {
    expect(decisions([fix, edit('a'), bash('npm test', { outcome: 'failed' }), edit('b')])).toEqual([
      'consolidated: Edit a, edit b [2 4]',
    ]);
  });

  test('also cover executions that changed files', () => {
    expect(decisions([fix, bash('npm install x', { changed: paths('package.json') })])).toEqual([
      'consolidated: Run npm install x [2]',
    ]);
  });

  test('name only a few of many files', () => {
    expect(consolidate(['read a', 'read a', 'read b', 'read c', 'read d', 'read e', 'read f'], ['edit a'])).toBe(
      'Read a, read b, read c, read d and 2 more → edit a',
    );
  });
});

describe('narrated decisions', () => {
  const narration = 'The check is wrong because it compares with ==. Let me fix it:';

  test('state the reason given before the commitment', () => {
    expect(decisions([fix, edit('a', { narration })])).toEqual([
      'narrated: The check is wrong because it compares with ==. [2]',
    ]);
  });

  test('are shared by parallel calls with the same words', () => {
    expect(decisions([fix, edit('a', { narration }), edit('b', { narration })])).toHaveLength(1);
  });

  test('are separate when the agent gives another reason', () => {
    const other = 'The cache must be dropped too, since it holds the old answer.';
    expect(decisions([fix, edit('a', { narration }), edit('b', { narration: other })])).toHaveLength(2);
  });

  test.each(['Now let me edit the file:', 'Perfect.', '', 'Now update the test.', 'I need to'])(
    'are not made from %j, which gives no reason',
    (words) => {
      expect(decisions([prompt('Add a file'), edit('a', { narration: words })])).toEqual(['consolidated: Edit a [2]']);
    },
  );

  test('name rejected alternatives', () => {
    const words =
      'Compare in constant time, because an early exit leaks how much matched. Hashing both first would be simpler, but it would break tokens that are stored already.';
    const told = tell([fix, edit('a', { narration: words })]);
    const decision = cut(told.cursor, told.nodes, told.edges).nodes.find(({ kind }) => kind === 'decision');
    expect(decision?.detail?.['rejected']).toEqual(['Hashing both first']);
  });

  test('are kept for the next graph, so that their alternatives are not repeated there', () => {
    const words = 'Compare in constant time, because an early exit leaks how much matched.';
    const told = tell([fix, edit('a', { narration: words })]);
    const first = cut(told.cursor, told.nodes, told.edges);
    expect(hear(first.cursor.talk, []).reasons).toEqual([words]);
    expect(cut(first.cursor, [], []).cursor.talk.reasons).toEqual([words]);
  });

  test('also cover commitments of graphs that were cut before', () => {
    const told = tell([fix, edit('src/auth.rs')]);
    const first = cut(told.cursor, told.nodes, told.edges);
    expect(first.cursor.unexplained.map(({ id }) => id)).toHaveLength(1);
    const talk = hear(first.cursor.talk, [
      {
        place: 'words',
        text: 'auth.rs now compares in constant time, so that timing no longer leaks how much of a token matched.',
      },
    ]);
    const later = cut({ ...first.cursor, talk }, [], []);
    expect(later.nodes.map(({ detail }) => detail?.['source'])).toEqual(['narrated']);
    expect(later.edges.map(({ from, kind }) => [from, kind])).toEqual([[first.edges.at(-1)!.from, 'decided_by']]);
    expect(later.cursor.unexplained).toEqual([]);
  });
});

test('a declared decision needs no other decision for its commitments', () => {
  expect(
    decisions([
      fix,
      decide('Compare in constant time'),
      edit('a', { narration: 'It must be safe because of timing.' }),
    ]),
  ).toEqual(['declared: Compare in constant time [3]']);
});

describe('the summary of a session', () => {
  const steps = [
    fix,
    read('src/auth.rs'),
    grep('verify_token'),
    edit('src/auth.rs'),
    bash('cargo test', { outcome: 'failed' }),
    bash('cargo test'),
    commit(['src/auth.rs', 'src/auth/tests.rs']),
    prompt('Add test coverage'),
  ];
  const summary = {
    goals: ['Fix the authentication bug', 'Add test coverage'],
    decisions: ['Read src/auth.rs, grep verify_token → edit src/auth.rs', 'Run cargo test → passed'],
    patches: ['Change 3fa2c1d0: src/auth.rs, src/auth/tests.rs'],
  };
  const textsOf = (found: readonly { readonly text: string }[]): string[] => found.map(({ text }) => text);
  const summarized = (nodes: readonly Node[], edges: readonly Edge[]): typeof summary => {
    const { goals, decisions, patches } = summarize(nodes, edges);
    return { goals: textsOf(goals), decisions: textsOf(decisions), patches: textsOf(patches) };
  };

  test("has the entries of the seed's compaction context", () => {
    const told = tell(steps);
    const graph = cut(told.cursor, told.nodes, told.edges);
    expect(summarized(graph.nodes, graph.edges)).toEqual(summary);
  });

  test('is the same before the graph is cut', () => {
    const { nodes, edges } = tell(steps);
    expect(summarized(nodes, edges)).toEqual(summary);
  });
});
