import { describe, expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import { decode, encode, type Cbor, type CborKey } from '../../src/model/format/cbor.ts';
import { decodeNote, encodeNote } from '../../src/model/format/note.ts';
import { sessionId, sessionPrefix } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { goldenNotes } from './golden.ts';
import { runs, slowTest } from '../helpers/runs.ts';

const golden = goldenNotes();

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

describe('a hostile note', () => {
  const small = golden.find(({ name }) => name === 'small')!;
  type Maps = Map<CborKey, Cbor>;
  // The small note with one change to its decoded value, encoded again.
  const changed = (change: (parts: { body: Maps; graph: Maps; node: Maps; second: Maps; lines: Maps }) => void) => {
    const note = decode(small.bytes) as [number, Maps];
    const first = (note[1].get('graphs') as Maps[])[0]!;
    change({
      body: note[1],
      graph: first,
      node: (first.get('nodes') as Maps[])[0]!,
      second: (first.get('nodes') as Maps[])[1]!,
      lines: note[1].get('lines') as Maps,
    });
    return encode(note as unknown as Cbor);
  };
  const detail = (name: CborKey, value: Cbor) => changed(({ node }) => node.set(10, new Map([[name, value]])));
  const edges = (...list: Cbor[]) => changed(({ graph }) => graph.set('edges', list));
  const commit = '3fa2c1d0'.repeat(5);
  const ranges = (...list: Cbor[]) => changed(({ lines }) => lines.set('a.txt', list));

  test('is read when unchanged: the control for the tests below', () => {
    expect(decodeNote(changed(() => undefined))).toEqual(small.note);
  });

  test.each<[string, Uint8Array, string]>([
    ['body that is a list', encode([1, []]), 'body'],
    ['empty list of graphs', changed(({ body }) => body.set('graphs', [])), 'graphs'],
    ['graph twice', changed(({ body, graph }) => body.set('graphs', [graph, graph])), 'graphs[1]'],
    ['graph without nodes', changed(({ graph }) => graph.delete('nodes')), 'graphs[0].nodes'],
    ['graph without a session', changed(({ graph }) => graph.delete('session')), 'graphs[0].session'],
    ['chain of one hash', changed(({ graph }) => graph.set('chain', [new Uint8Array(32)])), 'graphs[0].chain'],
    ['previous that is null', changed(({ graph }) => graph.set('previous', null)), 'graphs[0].previous'],
    ['graph with an empty context', changed(({ graph }) => graph.set('context', [])), 'graphs[0].context'],
    ['node without a summary', changed(({ node }) => node.delete(3)), 'graphs[0].nodes[0].summary'],
    ['node with an unknown kind code', changed(({ node }) => node.set(1, 28)), 'graphs[0].nodes[0].kind'],
    ['node with its kind as text', changed(({ node }) => node.set(1, 'goal')), 'graphs[0].nodes[0].kind'],
    [
      'node with its id as text',
      changed(({ node }) => node.set(0, `${sessionPrefix({ id: sessionId('s1') })}-1`)),
      'graphs[0].nodes[0].id',
    ],
    ['node beyond the last number', changed(({ node }) => node.set(0, 1e9)), 'graphs[0].nodes[0].id'],
    ['node before 1970', changed(({ node }) => node.set(2, -1)), 'graphs[0].nodes[0].at'],
    ['node with a short hash', changed(({ node }) => node.set(7, new Uint8Array(31))), 'graphs[0].nodes[0].input'],
    ['node with an empty detail', changed(({ node }) => node.set(10, new Map())), 'graphs[0].nodes[0].detail'],
    [
      'node with __proto__ in detail',
      changed(({ node }) => node.set(10, new Map([['__proto__', 1]]))),
      'graphs[0].nodes[0].detail',
    ],
    [
      'node with a list in a list in detail',
      changed(({ node }) => node.set(10, new Map([['a', [[1]]]]))),
      'graphs[0].nodes[0].detail.a[0]',
    ],
    [
      'node with text as bytes',
      changed(({ node }) => node.set(10, new Map([['a', Uint8Array.of(97)]]))),
      'graphs[0].nodes[0].detail.a',
    ],
    ['node with a field __proto__', changed(({ node }) => node.set('__proto__', 1)), 'graphs[0].nodes[0].__proto__'],
    ['node with a negative field', changed(({ node }) => node.set(-1, 1)), 'graphs[0].nodes[0].-1'],
    ['first node without an id', changed(({ node }) => node.delete(0)), 'graphs[0].nodes[0].id'],
    ['next id written out', changed(({ second }) => second.set(0, 1)), 'graphs[0].nodes[1].id'],
    ['node before the number 0', changed(({ second }) => second.set(0, -2)), 'graphs[0].nodes[1].id'],
    [
      'next of the last number',
      changed(({ node, lines, graph }) => {
        node.set(0, 999_999_999);
        lines.set('a.txt', [[1, 1, 0, 0]]);
        graph.set('edges', []);
      }),
      'graphs[0].nodes[1].id',
    ],
    ['usual parent written out', changed(({ second }) => second.set(9, 0)), 'graphs[0].nodes[1].parent'],
    ['parent that is null anyway', changed(({ node }) => node.set(9, null)), 'graphs[0].nodes[0].parent'],
    [
      'derived node with an explicit null parent',
      changed(({ second }) => {
        second.set(1, 20);
        second.set(9, null);
      }),
      'graphs[0].nodes[1].parent',
    ],
    ['whole summary of its file', changed(({ second }) => second.set(3, 'edit a.txt')), 'graphs[0].nodes[1].summary'],
    ['summary that ends with its file', changed(({ second }) => second.set(3, ' a.txt')), 'graphs[0].nodes[1].summary'],
    ["summary of the tool's name", changed(({ second }) => second.set(3, ['edit'])), 'graphs[0].nodes[1].summary'],
    [
      'summary too long with its file',
      changed(({ second }) => second.set(3, ['x'.repeat(16_384)])),
      'graphs[0].nodes[1].summary',
    ],
    ['summary of no file', changed(({ node }) => node.set(3, ['x'])), 'graphs[0].nodes[0].summary'],
    [
      'summary of no tool',
      changed(({ second, graph }) => {
        second.delete(4);
        second.set(10, new Map([[3, [0]]]));
        graph.set('texts', ['a.txt']);
      }),
      'graphs[0].nodes[1].summary',
    ],
    [
      'summary of a file that is no text',
      changed(({ graph }) => graph.set('texts', ['Edit', Uint8Array.of(255)])),
      'graphs[0].nodes[1].summary',
    ],
    ['empty list of texts', changed(({ graph }) => graph.set('texts', [])), 'graphs[0].texts'],
    ['text twice', changed(({ graph }) => graph.set('texts', ['Edit', 'Edit'])), 'graphs[0].texts'],
    ['text that is not used', changed(({ graph }) => graph.set('texts', ['Edit', 'a.txt', 'b'])), 'graphs[0].texts[2]'],
    [
      'text that is written as bytes',
      changed(({ graph }) => graph.set('texts', ['Edit', Uint8Array.of(97)])),
      'graphs[0].texts[1]',
    ],
    ['text that comes too early', changed(({ node }) => node.set(4, 1)), 'graphs[0].nodes[0].tool'],
    ['text that is not there', changed(({ second }) => second.set(4, 2)), 'graphs[0].nodes[1].tool'],
    [
      'tool that is no text',
      changed(({ graph }) => graph.set('texts', [Uint8Array.of(255), 'a.txt'])),
      'graphs[0].nodes[1].tool',
    ],
    ['detail of an unknown code', detail(14, 1), 'graphs[0].nodes[0].detail'],
    ['detail with its code as text', detail('passed', true), 'graphs[0].nodes[0].detail.passed'],
    ['files written out', detail('files', ['a.txt']), 'graphs[0].nodes[0].detail.files'],
    ['files that are bytes written out', detail('files', [Uint8Array.of(255)]), 'graphs[0].nodes[0].detail.files'],
    ['no files with their code', detail(3, []), 'graphs[0].nodes[0].detail.files'],
    ['source written out', detail('source', 'declared'), 'graphs[0].nodes[0].detail.source'],
    ['commit written out', detail('commit', commit), 'graphs[0].nodes[0].detail.commit'],
    ['commit that is not there', detail(4, 1), 'graphs[0].nodes[0].detail.commit'],
    [
      'commit with its code and once more written out',
      changed(({ node }) =>
        node.set(
          10,
          new Map<CborKey, Cbor>([
            [4, 0],
            ['commit', 'another'],
          ]),
        ),
      ),
      'graphs[0].nodes[0].detail.commit',
    ],
    ['graph with a map of nodes', changed(({ graph }) => graph.set('nodes', new Map())), 'graphs[0].nodes'],
    ['node that is a list', changed(({ graph }) => graph.set('nodes', [[0, 1]])), 'graphs[0].nodes[0].node'],
    ['node without a kind', changed(({ node }) => node.delete(1)), 'graphs[0].nodes[0].kind'],
    ['node without a time', changed(({ node }) => node.delete(2)), 'graphs[0].nodes[0].at'],
    ['node with a number as its call', changed(({ node }) => node.set(5, 1)), 'graphs[0].nodes[0].call'],
    ['node with a short input', changed(({ node }) => node.set(7, new Uint8Array(31))), 'graphs[0].nodes[0].input'],
    ['node whose input is text', changed(({ node }) => node.set(7, 'x'.repeat(32))), 'graphs[0].nodes[0].input'],
    ['chain that is a hash', changed(({ graph }) => graph.set('chain', new Uint8Array(32))), 'graphs[0].chain'],
    [
      'explains of a short id',
      changed(({ graph }) => graph.set('explains', [new Uint8Array(19)])),
      'graphs[0].explains[0]',
    ],
    ['explains that is a map', changed(({ graph }) => graph.set('explains', new Map())), 'graphs[0].explains'],
    [
      'commit by its second place',
      changed(({ node, graph }) => {
        node.set(10, new Map([[4, 1]]));
        graph.set('explains', [new Uint8Array(20), new Uint8Array(20)]);
      }),
      'graphs[0].nodes[0].detail.commit',
    ],
    ['node that continues written out', detail('continues', 'deadbeef-1'), 'graphs[0].nodes[0].detail.continues'],
    ['edge to one in a list', edges([0, [1], 0, 0]), 'graphs[0].edges[0]'],
    ['edge to nothing', edges([0, [], 0, 0]), 'graphs[0].edges[0]'],
    ['edges that should be one to many', edges([0, 1, 0, 0], [0, 2, 0, 0]), 'graphs[0].edges[0]'],
    ['edges that should be one from many', edges([0, 2, 0, 0], [1, 2, 0, 0]), 'graphs[0].edges[0]'],
    ['edge that should join those before', edges([0, [1, 2], 0, 0], [0, 3, 0, 0]), 'graphs[0].edges[0]'],
    ['edges from one as from many', edges([[0, 0], 1, 0, 0]), 'graphs[0].edges[0]'],
    ['edge that should start a list', edges([[0, 1], 2, 0, 0], [1, 2, 0, 0]), 'graphs[0].edges[0]'],
    ['edge of three', changed(({ graph }) => graph.set('edges', [[0, 1, 0]])), 'graphs[0].edges[0]'],
    ['edge to nowhere', changed(({ graph }) => graph.set('edges', [[0, 'x', 0, 0]])), 'graphs[0].edges[0].to'],
    [
      'object id of 21 bytes',
      changed(({ graph }) => graph.set('explains', [new Uint8Array(21)])),
      'graphs[0].explains[0]',
    ],
    [
      'session with a control character',
      changed(({ graph }) =>
        graph.set(
          'session',
          new Map([
            ['id', 'a\n'],
            ['agent', ''],
          ]),
        ),
      ),
      'graphs[0].session.id',
    ],
    ['empty map of lines', changed(({ body }) => body.set('lines', new Map())), 'lines'],
    ['path without lines', ranges(), 'lines["a.txt"]'],
    ['path without a name', changed(({ lines }) => lines.set('', [[1, 1, null, 0]])), 'lines.path'],
    ['path that is a number', changed(({ lines }) => lines.set(7, [[1, 1, null, 0]])), 'lines.path'],
    ['UTF-8 path as bytes', changed(({ lines }) => lines.set(Uint8Array.of(97), [[1, 1, null, 0]])), 'lines.path'],
    ['line 0', ranges([0, 1, null, 0]), 'lines["a.txt"][0].start'],
    ['run of no lines', ranges([1, 0, null, 0]), 'lines["a.txt"][0].count'],
    ['run past 2^31', ranges([2, 2 ** 31 - 1, null, 0]), 'lines["a.txt"][0].count'],
    ['run of 2^53 lines', ranges([1, 2 ** 53 - 1, null, 0]), 'lines["a.txt"][0].count'],
    ['attribution of six', ranges([1, 1, 0, 0, 0, 0]), 'lines["a.txt"][0]'],
    ['attribution from null', ranges([1, 1, 0, 0, null]), 'lines["a.txt"][0].from'],
    ['evidence that is no code', ranges([1, 1, null, 8]), 'lines["a.txt"][0].evidence'],
    ['attributions out of order', ranges([5, 1, 0, 0], [1, 1, 0, 0]), 'lines["a.txt"]'],
    ['attributions that overlap', ranges([1, 5, 0, 0], [3, 1, 1, 0]), 'lines["a.txt"]'],
    ['attributions that should be one', ranges([1, 1, 0, 0], [2, 1, 0, 0]), 'lines["a.txt"]'],
    ['weaker claim first', ranges([1, 1, 0, 6], [1, 1, 0, 0]), 'lines["a.txt"]'],
    ['claim twice', ranges([1, 1, 0, 0], [1, 1, 0, 0]), 'lines["a.txt"]'],
    ['ninth claim', ranges(...Array.from({ length: 9 }, (_, i) => [1, 1, i, 0])), 'lines["a.txt"]'],
    ['empty list of carried', changed(({ body }) => body.set('carried', [])), 'carried'],
    [
      'carried out of order',
      changed(({ body }) =>
        body.set(
          'carried',
          ['b', 'a'].map((how) => [new Uint8Array(20), how]),
        ),
      ),
      'carried[1]',
    ],
    ['empty list of same', changed(({ body }) => body.set('same', [])), 'same'],
    ['same twice', changed(({ body }) => body.set('same', [new Uint8Array(20), new Uint8Array(20)])), 'same[1]'],
    ['carried of one', changed(({ body }) => body.set('carried', [[new Uint8Array(20)]])), 'carried[0].how'],
  ])('with a %s is refused by the name of the field', (_, bytes, field) => {
    const error = refusal(() => decodeNote(bytes));
    expect(error).toMatchObject({ kind: 'data', hint: 'Run git prov doctor.' });
    expect(error.message).toContain(`Note field ${field}`);
  });

  slowTest('of 20,000 nodes that name 50,000 commits is read in two seconds', () => {
    const commits = Array.from({ length: 50_000 }, (_, i) => {
      const id = new Uint8Array(20);
      new DataView(id.buffer).setUint32(0, i);
      return id;
    });
    const bytes = changed(({ graph, node }) => {
      const patch = (i: number) =>
        new Map<CborKey, Cbor>([
          [1, 9],
          [2, 0],
          [3, ''],
          [10, new Map([[4, 49_999 - i]])],
        ]);
      graph.set('nodes', [node, ...Array.from({ length: 20_000 }, (_, i) => patch(i))]);
      graph.set('explains', commits);
      graph.delete('texts');
    });
    const begin = process.cpuUsage();
    expect(decodeNote(bytes).graphs[0]!.nodes).toHaveLength(20_001);
    const { user, system } = process.cpuUsage(begin);
    expect(user + system).toBeLessThan(2_000_000);
  });

  test('with broken bits is refused by a ProvError, or is another note in its one form', () => {
    const seeds = golden.filter(({ bytes }) => bytes.length > 3);
    const count = runs(200) * 20;
    let [accepted, random] = [0, 12_345];
    const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < count; i++) {
      const bytes = seeds[i % seeds.length]!.bytes.slice();
      for (let flips = 1 + next(3); flips > 0; flips--) bytes[next(bytes.length)]! ^= 1 << next(8);
      const input = i % 5 === 0 ? bytes.slice(0, next(bytes.length)) : bytes;
      const read = decodeOrRefuse(input);
      if (read === undefined) continue;
      accepted++;
      expect(encodeNote(structuredClone(read))).toEqual(input);
    }
    expect(accepted).toBeGreaterThan(count / 40);
  });
});

function decodeOrRefuse(bytes: Uint8Array): Note | undefined {
  try {
    return decodeNote(bytes);
  } catch (error) {
    if (error instanceof ProvError) return undefined;
    throw error;
  }
}
