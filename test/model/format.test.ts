import { blake3 } from '@noble/hashes/blake3.js';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import { decode, encode, type Cbor, type CborKey } from '../../src/model/format/cbor.ts';
import {
  detailNames,
  detailSources,
  edgeKinds,
  edgeSources,
  evidenceKinds,
  nodeKinds,
  type Codes,
} from '../../src/model/format/codes.ts';
import { decodeNote, encodeNote, graphIdOf } from '../../src/model/format/note.ts';
import { GENESIS, nextContext, stepHash } from '../../src/model/graph/ledger.ts';
import { EDGE_KINDS, EDGE_SOURCES, EVIDENCE, NODE_KINDS } from '../../src/model/model.ts';
import { note as anyNote, RUNS } from './arbitrary.ts';
import { matches, parseCddl } from './cddl.ts';
import { goldenNotes } from './golden.ts';

const doc = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const cddl = parseCddl(doc('format.cddl'));
const text = doc('format.md');
const golden = goldenNotes();
const small = golden.find(({ name }) => name === 'small')!;
const full = golden.find(({ name }) => name === 'full')!;

type Path = readonly (CborKey | number)[];
type Parts = Map<CborKey, Cbor> | Cbor[];

const GRAPH = [1, 'graphs', 0];
const NODE = [...GRAPH, 'nodes', 0];
const SECOND = [...GRAPH, 'nodes', 1];
const RUN = [1, 'lines', 'a.txt', 0];

// The small note with another value at a path of keys and indexes; undefined removes the entry.
function changed(path: Path, value: Cbor | undefined): Cbor {
  const note = decode(small.bytes);
  let parts = note as Parts;
  for (const key of path.slice(0, -1)) parts = (parts instanceof Map ? parts.get(key) : parts[Number(key)]) as Parts;
  const last = path.at(-1)!;
  if (Array.isArray(parts)) parts[Number(last)] = value!;
  else if (value === undefined) parts.delete(last);
  else parts.set(last, value);
  return note;
}

const reads = (value: Cbor): boolean => {
  try {
    decodeNote(encode(value));
    return true;
  } catch (error) {
    if (error instanceof ProvError) return false;
    throw error;
  }
};

const bytes = (length: number) => new Uint8Array(length);
const long = (length: number) => 'x'.repeat(length);
const keys = (of: readonly object[]) => [...new Set(of.flatMap(Object.keys))].sort();

// The `| code | name |` pairs of the table with `title` in its head.
const table = (title: string): string[] => {
  const rows = text
    .slice(text.indexOf(`| Code | ${title} |`))
    .split('\n\n')[0]!
    .split('\n')
    .slice(2);
  const names: string[] = [];
  for (const [, code, name] of rows.join('\n').matchAll(/\| (\d+) \| `(\w+)` (?=\|)/g)) names[Number(code)] = name!;
  return names;
};

describe('format.cddl', () => {
  test.each(golden)('describes the golden note $name', ({ bytes }) => {
    expect(matches(cddl, 'note', decode(bytes))).toBe(true);
  });

  test('describes everything that is written', () => {
    fc.assert(
      fc.property(anyNote, (note) => {
        expect(matches(cddl, 'note', decode(encodeNote(note)))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test.each<[string, Path, readonly (Cbor | undefined)[], readonly (Cbor | undefined)[]]>([
    ['version', [0], [1], [0, 3, '1']],
    ['length of a note', [2], [], [1]],
    ['field of a body', [1, 'later'], [1, [2]], []],
    ['lines', [1, 'lines'], [undefined], [[], new Map()]],
    ['path', [1, 'lines', 'é'], [[[1, 1, null, 0]]], [[], 1]],
    ['empty path', [1, 'lines', ''], [], [[[1, 1, null, 0]]]],
    ['start', [...RUN, 0], [1, 2 ** 31 - 1], [0, -1, 2 ** 31, '1']],
    ['count', [...RUN, 1], [1, 2 ** 31 - 1], [0, 2 ** 31]],
    [
      'node of a run',
      [...RUN, 2],
      [-1, 0, 999_999_998, null, 'deadbeef-0'],
      [-1e9, 1e9, 'deadbeef', 'DEADBEEF-0', 'deadbeef-01', false],
    ],
    ['evidence', [...RUN, 3], [0, 7, 'later'], [8, -1, '', 'a b', long(65), null]],
    ['from', [...RUN, 4], [0, 'deadbeef-1'], [null]],
    ['sixth of a run', [...RUN, 4], [], [[1]]],
    ['graphs', [1, 'graphs'], [], [[], new Map(), [1]]],
    [
      'chain',
      [...GRAPH, 'chain'],
      [
        [bytes(32), bytes(32)],
        [bytes(32), bytes(32), bytes(32)],
      ],
      [undefined, [], [bytes(32)], [bytes(32), bytes(31)], [1, 2, 3, 4].map(() => bytes(32))],
    ],
    [
      'edges',
      [...GRAPH, 'edges'],
      [[], [[0, 1, 24, 4]], [[0, 1, 'x', 'y']], [[0, [1, 1], 0, 0]], [[[0, -1, 'deadbeef-1'], 1, 0, 0]]],
      [
        undefined,
        [[0, 1, 25, 0]],
        [[0, 1, 0, 5]],
        [[0, 1, 0]],
        [[0, [], 0, 0]],
        [[0, [1], 0, 0]],
        [[[0], 1, 0, 0]],
        [[[0, 1], [2, 3], 0, 0]],
      ],
    ],
    ['nodes', [...GRAPH, 'nodes'], [], [undefined, new Map()]],
    ['texts', [...GRAPH, 'texts'], [['x', 'b']], [[], [long(513), 'b'], [1, 'b']]],
    [
      'context',
      [...GRAPH, 'context'],
      [
        [
          new Map<CborKey, Cbor>([
            [0, 'deadbeef-1'],
            [1, 0],
            [2, -5],
            [3, ''],
          ]),
        ],
      ],
      [[], [1]],
    ],
    [
      'session',
      [...GRAPH, 'session'],
      [
        new Map([
          ['id', 'a'],
          ['agent', ''],
        ]),
      ],
      [
        undefined,
        new Map([['id', 'a']]),
        new Map([
          ['id', ''],
          ['agent', ''],
        ]),
      ],
    ],
    ['vendor', [...GRAPH, 'session', 'vendor'], [long(512)], [long(513), 1]],
    ['model', [...GRAPH, 'session', 'model'], ['x'], [null]],
    ['parent of a session', [...GRAPH, 'session', 'parent'], ['x'], ['', 1]],
    ['field of a session', [...GRAPH, 'session', 'later'], [null], []],
    ['explains', [...GRAPH, 'explains'], [[], [bytes(20)], [bytes(32)]], [undefined, [bytes(21)], ['x']]],
    ['previous', [...GRAPH, 'previous'], [bytes(32)], [null, bytes(20)]],
    [
      'usage',
      [...GRAPH, 'usage'],
      [
        new Map([
          ['input', 0],
          ['output', 1],
          ['later', 2],
        ]),
      ],
      [
        new Map([['input', 0]]),
        new Map([
          ['input', -1],
          ['output', 1],
        ]),
      ],
    ],
    [
      'cache',
      [...GRAPH, 'usage'],
      [
        new Map([
          ['input', 0],
          ['output', 1],
          ['cache_read', 2],
          ['cache_write', 3],
          ['cost', 12_500],
        ]),
      ],
      [
        new Map<CborKey, Cbor>([
          ['input', 0],
          ['output', 1],
          ['cache_read', null],
        ]),
      ],
    ],
    ['field of a graph', [...GRAPH, 'later'], [1], []],
    ['id', [...NODE, 0], [1, 'deadbeef-0'], [-1e9, null, 'x']],
    ['id of another', [...SECOND, 0], [-1, 5, 'deadbeef-0', undefined], [-1e9, null, 'x']],
    ['kind', [...NODE, 1], [0, 27, 'later'], [undefined, 28, -1, '']],
    ['at', [...NODE, 2], [0, 8.64e15 - 1500], [undefined, 8.64e15 + 1, 'x']],
    ['summary', [...NODE, 3], ['', long(16_384)], [1, long(16_385)]],
    ['summary of a file', [...SECOND, 3], [undefined, '', ['see'], ['']], [1, [], [1], ['a', 'b']]],
    ['tool', [...NODE, 4], [0], [-1, 'Edit', null]],
    ['call', [...NODE, 5], [long(512)], [long(513), 0]],
    ['duration', [...NODE, 6], [0, 2 ** 53 - 1], [-1, '0']],
    ['input', [...NODE, 7], [bytes(32)], [bytes(33), long(32)]],
    ['output', [...NODE, 8], [bytes(32)], [bytes(33), null]],
    ['parent of a node', [...SECOND, 9], [undefined, 1, -1, null, 'deadbeef-0'], [false, 'x']],
    [
      'detail',
      [...NODE, 10],
      [
        new Map([['a', 1]]),
        new Map([['a', [1, null, true, 'x', -1]]]),
        new Map([['a', Uint8Array.of(255)]]),
        new Map([[1, 1]]),
        new Map([[3, [0]]]),
        new Map([[4, 0]]),
        new Map([[6, 2]]),
        new Map<CborKey, Cbor>([[12, -1]]),
        new Map([[12, 'deadbeef-1']]),
        new Map([[13, [true]]]),
      ],
      [
        [],
        new Map([[14, 1]]),
        new Map([[-1, 1]]),
        new Map([[3, []]]),
        new Map([[3, 0]]),
        new Map([[3, ['Edit']]]),
        new Map([[4, 'x']]),
        new Map([[6, 3]]),
        new Map([[6, 'declared']]),
        new Map([[12, null]]),
        new Map([['', 1]]),
        new Map([[long(129), 1]]),
        new Map([['a', new Map()]]),
        new Map([['a', [[]]]]),
        new Map([['a', long(65_537)]]),
      ],
    ],
    ['field of a node', [...NODE, 11], [1, new Map()], []],
    [
      'carried',
      [1, 'carried'],
      [[[bytes(20), 'amend']]],
      [[], [[bytes(20)]], [[bytes(20), '']], [[bytes(19), 'x']], [[bytes(20), 'a', 'b']]],
    ],
  ])('and the codec agree on %s', (_, path, good, bad) => {
    for (const [values, expected] of [
      [good, true],
      [bad, false],
    ] as const)
      for (const value of values) {
        const note = changed(path, value);
        expect([value, matches(cddl, 'note', note)]).toEqual([value, expected]);
        expect([value, reads(note)]).toEqual([value, expected]);
      }
  });
});

describe('format.md', () => {
  test.each<[string, Codes, readonly string[]]>([
    ['Node kind', nodeKinds, Object.values(NODE_KINDS).flat()],
    ['Edge kind', edgeKinds, EDGE_KINDS],
    ['Edge source', edgeSources, EDGE_SOURCES],
    ['Evidence', evidenceKinds, EVIDENCE],
    ['Detail', detailNames, detailNames.names],
  ])(
    '%s: the codes of the document are those of the codec and no name of the model is without',
    (title, codes, model) => {
      expect(table(title)).toEqual(codes.names);
      // A newer name is written as text.
      expect(model.filter((name) => codes.names.includes(name))).toEqual(codes.names);
    },
  );

  test('the codes of a source are those of the codec', () => {
    expect(text).toContain(` | ${detailSources.names.map((name, code) => `${code} \`${name}\``).join(', ')} |`);
  });

  test('the worked example is the golden note', () => {
    const [hex = ''] = /(?: {4}[0-9a-f]{1,64}\n)+/.exec(text.slice(text.indexOf('## Worked example'))) ?? [];
    expect(hex.replaceAll(/\s/g, '')).toBe(Buffer.from(small.bytes).toString('hex'));
    expect(text).toContain(`small.note\`, ${small.bytes.length} bytes`);
  });

  test('the graph is at the documented position, and has the documented id', () => {
    const [, size, offset] = /The graph is the (\d+) bytes from offset (\d+) on/.exec(text)!.map(Number);
    const graph = small.bytes.subarray(offset, offset! + size!);
    expect(Buffer.from(blake3(graph)).toString('hex')).toBe(graphIdOf(small.note.graphs[0]!));
    expect(text).toContain(`    ${graphIdOf(small.note.graphs[0]!)}\n`);
  });

  test('the hashes of the ledger match the document', () => {
    const { session, nodes, chain } = small.note.graphs[0]!;
    let [context, parent]: [string, string | null] = [GENESIS, null];
    for (const [i, node] of nodes.entries()) {
      parent = stepHash(session.id, node, parent);
      context = nextContext(context, parent);
      expect(text).toContain(`self ${i}     ${parent}\n    context ${i}  ${context}\n`);
    }
    expect(chain).toEqual({ start: GENESIS, head: context });
  });

  test('every field of the model is in the golden notes', () => {
    const graphs = full.note.graphs;
    expect(keys(graphs)).toEqual(['chain', 'edges', 'explains', 'nodes', 'previous', 'session', 'usage']);
    expect(keys(graphs.flatMap(({ nodes }) => nodes))).toEqual([
      'at',
      'call',
      'detail',
      'duration',
      'id',
      'input',
      'kind',
      'output',
      'parent',
      'summary',
      'tool',
    ]);
    expect(new Set([...full.note.lines.values()].flat().map(({ evidence }) => evidence))).toEqual(
      new Set([...EVIDENCE.filter((one) => one !== 'likely'), 'heard_of']),
    );
  });
});
