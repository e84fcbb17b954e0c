import { describe, expect, test } from 'vitest';
import { append, startCursor } from '../../../src/model/graph/infer.ts';
import { nodeId, oid, type RepoPath, sessionId, sessionPrefix } from '../../../src/model/ids.ts';
import { MAX_ENTRY_CHARACTERS } from '../../../src/model/knowledge/append.ts';
import { originOf } from '../../../src/model/knowledge/kinds.ts';
import { changeOf, subjectOf } from '../../../src/model/knowledge/status.ts';
import { EDGE_KINDS, type Node } from '../../../src/model/model.ts';
import type { Step } from '../../../src/model/step.ts';

const SESSION = sessionId('one');
const own = (number: number) => nodeId(`${sessionPrefix({ id: SESSION })}-${number}`);
const other = nodeId('deadbeef-7');
const COMMIT = oid('3fa2c1d0'.repeat(5));
const FILE = 'src/a.ts' as RepoPath;

/** What a step adds to a session that has no other steps. */
function added(step: Step) {
  const { nodes, edges } = append(startCursor({ id: SESSION, agent: 'codex' }), step);
  return { nodes, edges: edges.map(({ from, kind, to, source }) => `${from} ${kind} ${to} ${source}`) };
}
type Said = Extract<Step, { type: 'knowledge' }>;
const say = (text: string, more: Partial<Said> = {}): Step => ({
  at: 5,
  type: 'knowledge',
  kind: 'belief',
  text,
  ruledOut: [],
  links: [],
  ...more,
});

describe('a statement', () => {
  test('is a node with its reason, its alternatives and its further data', () => {
    const detail = { confidence: 800 };
    expect(added(say('It is slow', { because: 'it\nwaits', ruledOut: ['a\tb', 'c'], detail })).nodes).toEqual([
      {
        id: own(1),
        kind: 'belief',
        at: 5,
        summary: 'It is slow',
        detail: { source: 'declared', because: 'it waits', rejected: ['a b', 'c'], confidence: 800 },
      },
    ]);
  });

  test('has a node for each file and commit that it is linked to, and none for a node', () => {
    const links = [
      { edge: 'supports', to: { node: other } },
      { edge: 'explains', to: { path: FILE } },
      { edge: 'caused', to: { commit: COMMIT } },
      { edge: 'explains', to: { path: '\n' as RepoPath } },
    ] as const;
    const { nodes, edges } = added(say('It is slow', { links }));
    expect(nodes.slice(1)).toEqual([
      { id: own(2), kind: 'file', at: 5, summary: 'src/a.ts', detail: { source: 'reference', files: [FILE] } },
      {
        id: own(3),
        kind: 'commit',
        at: 5,
        summary: 'commit 3fa2c1d0',
        detail: { source: 'reference', commit: COMMIT },
      },
      { id: own(4), kind: 'file', at: 5, summary: 'a file', detail: { source: 'reference', files: ['\n'] } },
    ]);
    expect(edges).toEqual([
      `${own(1)} supports ${other} declared`,
      `${own(1)} explains ${own(2)} declared`,
      `${own(1)} caused ${own(3)} declared`,
      `${own(1)} explains ${own(4)} declared`,
    ]);
  });

  const detailOf = (step: Step): Node['detail'] => added(step).nodes[0]!.detail;
  test('keeps the whole text where its summary is shorter', () => {
    const long = `${'word '.repeat(100)}end`;
    expect(added(say(long)).nodes[0]!.summary).toHaveLength(240);
    expect(detailOf(say(long))).toEqual({ source: 'declared', text: long });
    expect(detailOf(say(' two\nlines '))).toEqual({ source: 'declared', text: 'two\nlines' });
    expect(detailOf(say(' one '))).toEqual({ source: 'declared' });
    expect(added(say(' ')).nodes[0]).toMatchObject({ summary: 'nothing', detail: { source: 'declared', text: '' } });
    expect(detailOf(say(`${'x'.repeat(MAX_ENTRY_CHARACTERS - 1)}\u{1f600}`))?.['text']).toBe(
      `${'x'.repeat(MAX_ENTRY_CHARACTERS - 1)}\ufffd`,
    );
  });

  test('has limits for the reason and the alternatives', () => {
    const { because, rejected } = detailOf(
      say('x', { because: 'y'.repeat(700), ruledOut: Array.from({ length: 12 }, () => 'z'.repeat(300)) }),
    ) as { because: string; rejected: string[] };
    expect([because.length, rejected.map(({ length }) => length)]).toEqual([
      600,
      Array.from({ length: 10 }, () => 200),
    ]);
  });
});

describe('a change to an entry', () => {
  test.each<[string, Partial<Extract<Step, { type: 'change' }>>, string, object, string[]]>([
    ['a review', { change: 'accepted', because: 'it\nholds' }, `accepted ${other}`, { because: 'it holds' }, []],
    ['a confidence', { change: 'confidence', detail: { after: 900 } }, `confidence ${other}`, { after: 900 }, []],
    [
      'a link',
      { change: 'linked', edge: 'supports', object: { node: own(0) } },
      `linked ${other} supports ${own(0)}`,
      { edge: 'supports', object: own(0) },
      [`${other} supports ${own(0)} declared`],
    ],
    [
      'the end of a link',
      { change: 'unlinked', edge: 'supports', object: { node: own(0) } },
      `unlinked ${other} supports ${own(0)}`,
      { edge: 'supports', object: own(0) },
      [],
    ],
    [
      'a link without an end',
      { change: 'linked', edge: 'supports' },
      `linked ${other} supports`,
      { edge: 'supports' },
      [],
    ],
    [
      'a link of no kind',
      { change: 'linked', object: { node: own(0) } },
      `linked ${other} ${own(0)}`,
      { object: own(0) },
      [],
    ],
  ])('%s is an event', (_, change, summary, detail, edges) => {
    const made = added({ at: 5, type: 'change', change: 'accepted', subject: { node: other }, ...change });
    const event = { source: 'declared', event: change.change, subject: other, ...detail };
    expect(made).toEqual({ nodes: [{ id: own(1), kind: 'event', at: 5, summary, detail: event }], edges });
    expect([changeOf(made.nodes[0]!), subjectOf(made.nodes[0]!)]).toEqual([change.change, other]);
  });

  test('may be about files, which get their nodes after it', () => {
    const { nodes, edges } = added({
      at: 5,
      type: 'change',
      change: 'linked',
      subject: { path: FILE },
      edge: 'explains',
      object: { commit: COMMIT },
    });
    expect(nodes.map(({ id, kind }) => [id, kind])).toEqual([
      [own(1), 'event'],
      [own(2), 'file'],
      [own(3), 'commit'],
    ]);
    expect(edges).toEqual([`${own(2)} explains ${own(3)} declared`]);
  });

  test('has a short reason', () => {
    const { nodes } = added({
      at: 5,
      type: 'change',
      change: 'accepted',
      subject: { node: other },
      because: 'y'.repeat(700),
    });
    expect(nodes[0]!.detail?.['because']).toHaveLength(600);
  });
});

test('an entry with a link to a commit, a file or an earlier node still hangs on its goal', () => {
  const cursor = append(startCursor({ id: SESSION, agent: 'codex' }), { type: 'prompt', at: 1, text: 'go' }).cursor;
  const parentsOf = (edge: 'supports' | 'derived_from', to: Said['links'][number]['to']) => {
    const { nodes, edges } = append(cursor, say('It is a sum', { links: [{ edge, to }] }));
    const entry = nodes[0]!.id;
    return edges.filter((one) => one.to === entry).map(({ from, kind, source }) => `${from} ${kind} ${source}`);
  };
  const led = [`${own(1)} led_to inferred`];
  expect(parentsOf('supports', { commit: COMMIT })).toEqual(led);
  expect(parentsOf('supports', { node: other })).toEqual(led);
  expect(parentsOf('derived_from', { path: FILE })).toEqual(led);
  // It is drawn below its source.
  expect(parentsOf('derived_from', { node: other })).toEqual([]);
});

test('other nodes change nothing', () => {
  const node: Node = { id: own(1), kind: 'event', at: 1, summary: 'x', detail: { event: 'accepted' } };
  const changes = [
    node,
    { ...node, kind: 'belief' as const },
    { ...node, detail: { event: 'created' } },
    { ...node, detail: { event: 1 } },
    { id: own(1), kind: 'event' as const, at: 1, summary: 'x' },
  ];
  expect(changes.map(changeOf)).toEqual(['accepted', undefined, undefined, undefined, undefined]);
  expect(changes.map(subjectOf)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test('an edge that points to the earlier thing has its origin there', () => {
  const back = EDGE_KINDS.filter((kind) => originOf(kind) === 'to');
  expect(back).toEqual([
    'decided_by',
    'depends_on',
    'derived_from',
    'supersedes',
    'uses_secret',
    'imports',
    'calls',
    'reads',
    'extends',
  ]);
  expect(originOf('of a newer version' as never)).toBe('from');
});
