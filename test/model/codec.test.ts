import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import { encode } from '../../src/model/format/cbor.ts';
import { decodeNote, encodeGraph, encodeNote, graphIdOf } from '../../src/model/format/note.ts';
import { nodeId, sessionId, sessionPrefix, type Oid, type RepoPath } from '../../src/model/ids.ts';
import { joinNotes, normalise } from '../../src/model/graph/join.ts';
import type { Attribution, Edge, Graph, Node, Note } from '../../src/model/model.ts';
import { graph as anyGraph, note as anyNote, RUNS } from './arbitrary.ts';
import { goldenNotes } from './golden.ts';

const golden = goldenNotes();
const SESSION = sessionId('8f3a21c0-9d55-4b7e-a0c4-7d1f2c1e9b10');
const P = sessionPrefix({ id: SESSION });
const own = nodeId(`${P}-1`);
const step: Node = { id: own, kind: 'goal', at: 1000, summary: 'x' };
const graph: Graph = {
  session: { id: SESSION, agent: 'claude-code' },
  nodes: [step],
  edges: [],
  explains: [],
  previous: null,
  chain: { start: '00'.repeat(32), head: '11'.repeat(32) },
};
const file = 'a.ts' as RepoPath;
const empty: Note = { graphs: [], lines: new Map(), carried: [] };
const withGraph = (change: Partial<Graph>): Note => ({ ...empty, graphs: [{ ...graph, ...change }] });
const withNode = (change: Partial<Node>): Note => withGraph({ nodes: [{ ...step, ...change }] });
const withLines = (...list: Attribution[]): Note => ({ ...empty, lines: new Map([[file, list]]) });
const joined = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));

// The ProvError of `work`; any other error passes through.
function refusal(work: () => unknown): ProvError {
  try {
    work();
  } catch (error) {
    if (error instanceof ProvError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

// A copy without cached bytes, so that it is really encoded.
const copyOf = <T>(value: T): T => structuredClone(value);

describe('golden notes', () => {
  test('exist', () => {
    expect(golden.map(({ name }) => name)).toEqual([
      'commit',
      'context',
      'empty',
      'full',
      'later',
      'likely',
      'long',
      'signed',
      'small',
    ]);
  });

  test.each(golden)('$name: the description encodes to the bytes', ({ note, bytes }) => {
    expect(Buffer.from(encodeNote(note)).toString('hex')).toBe(Buffer.from(bytes).toString('hex'));
  });

  test.each(golden)('$name: the bytes decode to the description', ({ note, bytes }) => {
    expect(decodeNote(bytes)).toEqual(note);
    expect(decodeNote(Buffer.from(bytes))).toEqual(note);
  });

  test.each(golden)('$name: the graphs have their ids', ({ note, ids }) => {
    expect(note.graphs.map(graphIdOf)).toEqual(ids);
  });
});

describe('notes', () => {
  test('are the same after encoding and decoding, in one form', () => {
    fc.assert(
      fc.property(anyNote, (note) => {
        const bytes = encodeNote(note);
        const read = decodeNote(bytes);
        expect(read).toEqual(normalise(note));
        expect(encodeNote(read)).toEqual(bytes);
        expect(encodeNote(copyOf(read))).toEqual(bytes);
      }),
      { numRuns: RUNS },
    );
  });

  test('keep the ids of their graphs, also from newer writers', () => {
    fc.assert(
      fc.property(anyGraph, (one) => {
        const [read] = decodeNote(encodeNote({ ...empty, graphs: [one] })).graphs;
        expect(encodeGraph(read!)).toEqual(encodeGraph(one));
        expect(encodeGraph(copyOf(read!))).toEqual(encodeGraph(one));
        expect(graphIdOf(read!)).toBe(graphIdOf(copyOf(one)));
      }),
      { numRuns: RUNS },
    );
  });

  test("keep a newer writer's additions through decoding, joining and encoding", () => {
    const [later, full] = [golden.find(({ name }) => name === 'later')!, golden.find(({ name }) => name === 'full')!];
    const both = decodeNote(encodeNote(joinNotes(decodeNote(full.bytes), decodeNote(later.bytes))));
    const [graphs, bytes] = [both.graphs.map(graphIdOf), Buffer.from(encodeNote(both))];
    expect(graphs).toEqual([...later.ids, ...full.ids].sort());
    for (const one of later.note.graphs) expect(bytes.includes(Buffer.from(encodeGraph(one)))).toBe(true);
    expect(both.extra).toEqual(later.note.extra);
  });

  test('share no memory with the bytes that they were read from', () => {
    const { bytes, note } = golden.find(({ name }) => name === 'later')!;
    const input = bytes.slice();
    const read = decodeNote(input);
    input.fill(0);
    expect(read).toEqual(note);
  });

  test('name their own nodes by number, and other nodes in full', () => {
    const foreign = nodeId('deadbeef-7');
    const bytes = encodeNote({
      ...withNode({ parent: foreign }),
      lines: new Map([[file, [{ start: 1, count: 1, node: own, evidence: 'exact', from: foreign }]]]),
    });
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).not.toContain(own);
    expect(text.split(foreign)).toHaveLength(3);
  });

  test('name a tool and a file once, and omit implied values', () => {
    const nodes = Array.from({ length: 20 }, (_, i): Node => ({
      id: nodeId(`${P}-${1000 + i}`),
      kind: 'commitment',
      at: 1_700_000_000_000 + i * 200,
      summary: 'edit src/a.ts',
      tool: 'Edit',
      ...(i > 0 && { parent: nodeId(`${P}-${999 + i}`) }),
      detail: { files: ['src/a.ts'] },
    }));
    const edges = nodes.map(({ id }): Edge => ({ from: own, to: id, kind: 'led_to', source: 'observed' }));
    const [few, many] = [5, 20].map((count) =>
      encodeNote(withGraph({ nodes: nodes.slice(0, count), edges: edges.slice(0, count) })),
    );
    expect(Buffer.from(many!).toString('latin1').split('src/a.ts')).toHaveLength(2);
    // {1: 4, 2: 200, 4: 0, 10: {3: [1]}}, and its position in the list of the edges' ends.
    expect(many!.length - few!.length).toBe(15 * (13 + 1));
    expect(decodeNote(many!).graphs[0]).toMatchObject({ nodes, edges });
  });

  test('keep paths that are not UTF-8, and those that start with U+FEFF', () => {
    const paths = ['caf\udce9', '\ufeffa', '__proto__', 'ä'] as RepoPath[];
    const list: Attribution[] = [{ start: 1, count: 1, node: null, evidence: 'exact' }];
    const note = { ...empty, lines: new Map(paths.map((path) => [path, list])) };
    expect([...decodeNote(encodeNote(note)).lines.keys()].sort()).toEqual(paths.sort());
  });

  test('are sorted when they are written', () => {
    const list: Attribution[] = [9, 1, 5].map((start) => ({ start, count: 1, node: own, evidence: 'exact' }));
    expect([...decodeNote(encodeNote(withLines(...list))).lines.values()][0]!.map(({ start }) => start)).toEqual([
      1, 5, 9,
    ]);
    const two = [graph, { ...graph, nodes: [] }];
    expect(encodeNote({ ...empty, graphs: two })).toEqual(encodeNote({ ...empty, graphs: two.toReversed() }));
  });
});

describe('a value that could not be read again is not written', () => {
  test.each<[string, Note, string]>([
    ['a time with a fraction', withNode({ at: 1.5 }), 'graphs[0].nodes[0].at'],
    ['a time before 1970', withNode({ at: -1 }), 'graphs[0].nodes[0].at'],
    ['a node id that is none', withNode({ id: 'x' as Node['id'] }), 'graphs[0].nodes[0].id'],
    ['a kind with a space', withNode({ kind: 'a b' }), 'graphs[0].nodes[0].kind'],
    ['a long summary', withNode({ summary: 'é'.repeat(8193) }), 'graphs[0].nodes[0].summary'],
    ['a hash that is none', withNode({ input: 'abc' }), 'graphs[0].nodes[0].input'],
    ['a fraction in detail', withNode({ detail: { a: 0.5 } }), 'graphs[0].nodes[0].detail.a'],
    ['a fraction in a list of detail', withNode({ detail: { a: [1, 0.5] } }), 'graphs[0].nodes[0].detail.a[1]'],
    ['a detail without a name', withNode({ detail: { '': 1 } }), 'graphs[0].nodes[0].detail'],
    ['an unknown field that is known', withNode({ extra: new Map([[3, 'y']]) }), 'graphs[0].nodes[0].3'],
    [
      'a session without an id',
      withGraph({ session: { id: '' as typeof SESSION, agent: 'x' } }),
      'graphs[0].session.id',
    ],
    ['an invalid object id', withGraph({ explains: ['zz' as Oid] }), 'graphs[0].explains[0]'],
    ['a negative usage', withGraph({ usage: { input: -1, output: 0 } }), 'graphs[0].usage.input'],
    ['line 0', withLines({ start: 0, count: 1, node: null, evidence: 'exact' }), 'lines["a.ts"][0].start'],
    [
      'a range beyond 2^31',
      withLines({ start: 2 ** 31 - 1, count: 2, node: null, evidence: 'exact' }),
      'lines["a.ts"][0].count',
    ],
    [
      'an operation without a name',
      { ...empty, carried: [{ from: '11'.repeat(20) as Oid, how: '' }] },
      'carried[0].how',
    ],
  ])('%s', (_, note, field) => {
    const error = refusal(() => encodeNote(note));
    expect(error.kind).toBe('data');
    expect(error.message).toContain(`Note field ${field}`);
  });

  test('more than 4 MiB', () => {
    const nodes = Array.from({ length: 300 }, (_, i) => ({
      ...step,
      id: nodeId(`${P}-${i}`),
      summary: 'x'.repeat(16_384),
    }));
    expect(refusal(() => encodeNote(withGraph({ nodes }))).message).toMatch(/^Note would have 49\d{5} bytes/);
  });

  test('the limits are the same as for reading', () => {
    const note = withNode({ summary: 'é'.repeat(8192), at: 8.64e15, tool: 't'.repeat(512) });
    expect(decodeNote(encodeNote(note))).toEqual(note);
  });
});

describe('version', () => {
  test.each([0, 3, 23, 24, 255])('%d is unknown, for any content', (version) => {
    const error = refusal(() => decodeNote(joined(Uint8Array.of(0x83), encode(version), 'anything')));
    expect(error).toMatchObject({ kind: 'data', hint: 'Upgrade git-prov to read it.' });
    expect(error.message).toContain(`format version ${version},`);
  });

  test.each([
    ['nothing', ''],
    ['text', 'fixed in review'],
    ['an empty array', '\x80'],
    ['a map', '\xa0'],
    ['a long head', '\x82\x18\x01\xa0'],
  ])('%s is no note', (_, text) => {
    expect(refusal(() => decodeNote(Buffer.from(text, 'latin1'))).message).toBe('Blob is not a note of git prov.');
  });
});

describe('data after a note', () => {
  const [a, b] = golden.filter(({ name }) => name === 'small' || name === 'full').map(({ bytes }) => bytes);
  const both = joinNotes(decodeNote(a!), decodeNote(b!));

  test.each(['\n', '\n\n'])('is joined when it is a note after %j', (gap) => {
    expect(decodeNote(joined(a!, gap, b!))).toEqual(both);
    expect(decodeNote(joined(b!, gap, a!, '\n\n', a!, '\n', b!))).toEqual(both);
  });

  test.each([
    ['a newline', '\n'],
    ['two newlines', '\n\n'],
    ['a zero byte', '\0'],
    ['text', '\n\nReviewed-by: me'],
  ])('is refused when it is %s', (_, rest) => {
    expect(refusal(() => decodeNote(joined(a!, rest))).kind).toBe('data');
  });

  test('is refused when it is a note without or after three newlines, or half a note', () => {
    for (const rest of [joined(b!), joined('\n\n\n', b!), joined('\n\n', b!.subarray(0, 40))])
      expect(refusal(() => decodeNote(joined(a!, rest))).kind).toBe('data');
  });

  test('may be 1,023 notes, which are all joined, and no more', () => {
    const notes = (count: number) => Buffer.from('8201a00a'.repeat(count - 1) + '8201a0', 'hex');
    expect(decodeNote(notes(1024))).toEqual(empty);
    expect(refusal(() => decodeNote(notes(1025))).message).toContain('not a note');
  });
});
