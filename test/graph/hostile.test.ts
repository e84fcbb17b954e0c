import { describe, expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import { decode, encode, type Cbor, type CborKey } from '../../src/graph/cbor.ts';
import { decodeNote, encodeNote } from '../../src/graph/format/note.ts';
import { sessionId, sessionPrefix } from '../../src/graph/ids.ts';
import type { Note } from '../../src/graph/model.ts';
import { goldenNotes } from './golden.ts';

const golden = goldenNotes();

// The ProvError that `work` ends with; anything else that is thrown passes through.
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
  const changed = (change: (parts: { body: Maps; graph: Maps; node: Maps; lines: Maps }) => void) => {
    const note = decode(small.bytes) as [number, Maps];
    const first = (note[1].get('graphs') as Maps[])[0]!;
    change({
      body: note[1],
      graph: first,
      node: (first.get('nodes') as Maps[])[0]!,
      lines: note[1].get('lines') as Maps,
    });
    return encode(note as unknown as Cbor);
  };
  const ranges = (...list: Cbor[]) => changed(({ lines }) => lines.set('a.txt', list));

  test('unchanged is read: the control of the tests below', () => {
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
    ['node whose kind is no code', changed(({ node }) => node.set(1, 28)), 'graphs[0].nodes[0].kind'],
    ['node whose kind is written out', changed(({ node }) => node.set(1, 'goal')), 'graphs[0].nodes[0].kind'],
    [
      'node whose id is written out',
      changed(({ node }) => node.set(0, `${sessionPrefix(sessionId('s1'))}-0`)),
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
    ['carried of one', changed(({ body }) => body.set('carried', [[new Uint8Array(20)]])), 'carried[0].how'],
  ])('with a %s is refused by the name of the field', (_, bytes, field) => {
    const error = refusal(() => decodeNote(bytes));
    expect(error).toMatchObject({ kind: 'data', hint: 'Run git prov doctor.' });
    expect(error.message).toContain(`Note field ${field}`);
  });

  test('with broken bits is refused by a ProvError, or is another note in its one form', () => {
    const seeds = golden.filter(({ bytes }) => bytes.length > 3);
    let [accepted, random] = [0, 12_345];
    const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < 4000; i++) {
      const bytes = seeds[i % seeds.length]!.bytes.slice();
      for (let flips = 1 + next(3); flips > 0; flips--) bytes[next(bytes.length)]! ^= 1 << next(8);
      const input = i % 5 === 0 ? bytes.slice(0, next(bytes.length)) : bytes;
      const read = decodeOrRefuse(input);
      if (read === undefined) continue;
      accepted++;
      expect(encodeNote(structuredClone(read))).toEqual(input);
    }
    expect(accepted).toBeGreaterThan(100);
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
