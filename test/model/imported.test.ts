import { describe, expect, test } from 'vitest';
import { nodeId, oid, type RepoPath, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import { countingLines, importedFrom, importedNodes, isImport } from '../../src/model/standing/imported.ts';
import { claimsHash } from '../../src/model/lines-hash.ts';
import type { Attribution, Graph, Note } from '../../src/model/model.ts';
import { rememberStanding, type RecordStanding } from '../../src/model/standing/standing.ts';

const COMMIT = oid('a'.repeat(40));
const PATH = 'f' as RepoPath;
const line = (node: string | null, evidence: Attribution['evidence'], start = 1): Attribution => ({
  start,
  count: 1,
  node: node === null ? null : nodeId(node),
  evidence,
});

/** A graph of one session with a step and a patch. */
function graph(prefix: string, detail: Record<string, string>, standing: RecordStanding = 'claimed'): Graph {
  const made: Graph = {
    session: { id: sessionId(prefix), agent: 'claude-code' },
    nodes: [
      { id: nodeId(`${prefix}-1`), kind: 'commitment', at: 1, summary: 'edit', detail: { imported: 'not a patch' } },
      { id: nodeId(`${prefix}-2`), kind: 'patch', at: 2, summary: 'commit', detail },
    ],
    edges: [],
    explains: [],
    previous: null,
    chain: null as unknown as Graph['chain'],
  };
  rememberStanding(made, standing);
  return made;
}

const [THEIRS, OURS] = ['00000001', '00000002'];
const imported = (standing?: RecordStanding): Graph => graph(THEIRS, { imported: 'git-ai', commit: COMMIT }, standing);
const recorded = (standing?: RecordStanding, commit: string = COMMIT): Graph => graph(OURS, { commit }, standing);
const note = (graphs: Graph[], lines: Attribution[], carried: Note['carried'] = []): Note => ({
  commit: COMMIT,
  graphs,
  lines: new Map([[PATH, lines]]),
  carried,
});

test('a graph was imported if its patch names the tool', () => {
  expect(importedFrom(imported())).toBe('git-ai');
  expect(importedFrom(recorded())).toBeUndefined();
  expect([...importedNodes({ graphs: [imported(), recorded()] })]).toEqual([`${THEIRS}-1`, `${THEIRS}-2`]);
});

describe('a note was imported', () => {
  const foreign = [line(`${THEIRS}-1`, 'imported'), line(`${THEIRS}-1`, 'inferred', 2), line(null, 'unsure', 3)];
  test.each<[string, Note, boolean]>([
    ['with imported graphs', note([imported()], [line(`${THEIRS}-1`, 'exact')]), true],
    ['not with a recorded graph beside', note([imported(), recorded()], foreign), false],
    ['with imported lines alone', note([], foreign), true],
    ['without anything', note([], []), true],
    ['not with a line that was seen', note([], [...foreign, line(`${THEIRS}-1`, 'exact', 4)]), false],
    [
      'not with lines of another commit',
      note([], foreign, [{ commit: COMMIT } as unknown as Note['carried'][number]]),
      false,
    ],
  ])('%s', (_name, one, expected) => {
    expect(isImport(one)).toBe(expected);
  });
});

describe('imported lines of a commit', () => {
  const lines = [
    line(`${THEIRS}-1`, 'imported'),
    line(`${THEIRS}-1`, 'inferred', 2),
    line(`${THEIRS}-1`, 'exact', 3),
    line(`${OURS}-1`, 'inferred', 4),
    line(null, 'inferred', 5),
  ];
  const starts = (...graphs: Graph[]): number[] =>
    countingLines(note(graphs, lines), PATH, COMMIT).map(({ start }) => start);
  const all = [1, 2, 3, 4, 5];

  test.each<[string, Graph[], number[]]>([
    ['count without a record', [imported()], all],
    ['do not count beside a record', [imported(), recorded()], [3, 4, 5]],
    ['do not count beside a record of a higher standing', [imported('vouched'), recorded('recorded')], [3, 4, 5]],
    ['count beside a record of a lower standing', [imported('vouched'), recorded()], all],
    [
      'count beside a record that is not above all imports',
      [imported(), imported('recorded'), recorded('vouched')],
      all,
    ],
    ['count beside a record of another commit', [imported(), recorded('recorded', 'b'.repeat(40))], all],
    ['count beside two imports', [imported(), imported()], all],
    [
      'count beside two records of others',
      [recorded('claimed', 'c'.repeat(40)), recorded('claimed', 'b'.repeat(40))],
      all,
    ],
  ])('%s', (_name, graphs, expected) => {
    expect(starts(...graphs)).toEqual(expected);
  });

  test('are empty for a file without any', () => {
    expect(countingLines(note([imported(), recorded()], lines), 'g' as RepoPath, COMMIT)).toEqual([]);
    const own = note([imported(), recorded()], [line(`${OURS}-1`, 'exact')]);
    expect(countingLines(own, PATH, COMMIT)).toBe(own.lines.get(PATH));
  });
});

describe('the hash of the lines of a session', () => {
  const session = sessionId('victim');
  const other = nodeId('00000009-1');
  const prefix = sessionPrefix({ id: session });
  const hash = (
    lines: Record<string, [step: number | null, start: number, count: number][]>,
    counts?: (id: string) => boolean,
  ) =>
    claimsHash(
      new Map(
        Object.entries(lines).map(([path, list]) => [
          path as RepoPath,
          list.map(([step, start, count]): Attribution => ({
            start,
            count,
            node: step === null ? other : nodeId(`${prefix}-${step}`),
            evidence: 'exact',
          })),
        ]),
      ),
      { id: session },
      counts,
    );

  test('is that of its steps, files and lines alone', () => {
    const whole = hash({
      a: [
        [1, 1, 2],
        [2, 5, 1],
      ],
      b: [[1, 3, 1]],
    });
    expect(whole).toMatch(/^[0-9a-f]{32}$/);
    expect(
      hash({
        b: [[1, 3, 1]],
        a: [
          [2, 5, 1],
          [1, 2, 1],
          [1, 1, 1],
        ],
      }),
    ).toBe(whole); // in any order, in any parts
    expect(
      hash({
        a: [
          [1, 1, 2],
          [1, 1, 1],
          [2, 5, 1],
        ],
        b: [[1, 3, 1]],
      }),
    ).toBe(whole); // claimed twice
    expect(
      hash({
        a: [
          [1, 1, 2],
          [null, 3, 1],
          [2, 5, 1],
        ],
        b: [[1, 3, 1]],
        c: [[null, 1, 1]],
      }),
    ).toBe(whole); // others
    expect(
      hash(
        {
          a: [
            [1, 1, 2],
            [2, 5, 1],
            [7, 9, 1],
          ],
          b: [[1, 3, 1]],
        },
        (id) => !id.endsWith('-7'),
      ),
    ).toBe(whole);
    const others = [
      {
        a: [
          [1, 1, 3],
          [2, 5, 1],
        ],
        b: [[1, 3, 1]],
      },
      {
        a: [
          [1, 1, 2],
          [3, 5, 1],
        ],
        b: [[1, 3, 1]],
      },
      {
        a: [
          [1, 1, 2],
          [2, 6, 1],
        ],
        b: [[1, 3, 1]],
      },
      {
        a: [
          [1, 1, 1],
          [1, 3, 1],
          [2, 5, 1],
        ],
        b: [[1, 3, 1]],
      },
      {
        a: [
          [1, 1, 2],
          [2, 5, 1],
        ],
        c: [[1, 3, 1]],
      },
      {
        a: [
          [1, 1, 2],
          [2, 5, 1],
        ],
      },
    ] as Parameters<typeof hash>[0][];
    expect(new Set([whole, ...others.map((one) => hash(one))]).size).toBe(1 + others.length);
  });

  test('is missing without lines', () => {
    expect(hash({})).toBeUndefined();
    expect(hash({ a: [[null, 1, 1]] })).toBeUndefined();
    expect(hash({ a: [[1, 1, 1]] }, () => false)).toBeUndefined();
  });
});
