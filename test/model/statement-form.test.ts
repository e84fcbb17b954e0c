import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import { type Cbor, type CborKey, type CborMap, decode, encode } from '../../src/model/format/cbor.ts';
import { graphId, nodeId, oid, type RepoPath } from '../../src/model/ids.ts';
import type { Attribution } from '../../src/model/model.ts';
import { decodeStatement, encodeStatement, linesBySession, type Statement } from '../../src/model/statement.ts';
import { RUNS } from './arbitrary.ts';

const hash = (digit: string): string => digit.repeat(64);
const [sha1, sha256] = [oid('1'.repeat(40)), oid('2'.repeat(64))];
const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

const whole: Statement = {
  repository: sha1,
  commit: sha1,
  tree: sha256,
  at: 5,
  graphs: [
    { id: graphId(hash('b')), previous: graphId(hash('c')) },
    { id: graphId(hash('a')), previous: null },
  ],
  taken: [{ id: graphId(hash('d')), previous: null }],
  lines: new Map([
    ['8f3a21c0', hash('e')],
    ['', hash('f')],
  ]),
  carried: [
    { from: sha256, how: 'rebase' },
    { from: sha1, how: 'rebase' },
    { from: sha1, how: 'amend' },
  ],
  after: [hash('9'), hash('8')],
  signed: [sha256, sha1],
};

test('a statement is a map of names, with its lists in order', () => {
  const expected = new Map<string, Cbor>([
    ['at', 5],
    ['tree', bytes(sha256)],
    ['after', [bytes(hash('8')), bytes(hash('9'))]],
    [
      'lines',
      new Map<string, Cbor>([
        ['', bytes(hash('f'))],
        ['8f3a21c0', bytes(hash('e'))],
      ]),
    ],
    ['taken', [[bytes(hash('d')), null]]],
    ['commit', bytes(sha1)],
    [
      'graphs',
      [
        [bytes(hash('a')), null],
        [bytes(hash('b')), bytes(hash('c'))],
      ],
    ],
    ['signed', [bytes(sha1), bytes(sha256)]],
    [
      'carried',
      [
        [bytes(sha1), 'amend'],
        [bytes(sha1), 'rebase'],
        [bytes(sha256), 'rebase'],
      ],
    ],
    ['repository', bytes(sha1)],
  ]);
  expect(decode(encodeStatement(whole))).toEqual(expected);
  const { repository: _, signed: __, ...least } = whole;
  expect([...(decode(encodeStatement(least)) as CborMap).keys()]).toEqual(
    [...expected.keys()].filter((key) => key !== 'repository' && key !== 'signed'),
  );
  expect(encodeStatement({ ...whole, signed: [] })).toEqual(encodeStatement({ ...least, repository: sha1 }));
});

test('a statement is read back unchanged, in any order of its lists', () => {
  const oids = fc.constantFrom(sha1, sha256);
  const hashes = fc.constantFrom('8', '9', 'a').map(hash);
  const graphs = fc
    .uniqueArray(hashes, { maxLength: 3 })
    .map((ids) => ids.map((one, i) => ({ id: graphId(one), previous: i > 0 ? graphId(hash('7')) : null })));
  const statement: fc.Arbitrary<Statement> = fc.record(
    {
      commit: oids,
      tree: oids,
      at: fc.integer({ min: 0, max: 8.64e15 }),
      graphs,
      taken: graphs,
      lines: fc.dictionary(fc.constantFrom('', '8f3a21c0'), hashes).map((all) => new Map(Object.entries(all))),
      carried: fc.uniqueArray(fc.record({ from: oids, how: fc.constantFrom('amend', 'rebase') }), {
        selector: (one) => JSON.stringify(one),
      }),
      after: fc.uniqueArray(hashes),
      signed: fc.uniqueArray(oids, { minLength: 1 }),
      repository: oids,
    },
    { requiredKeys: ['commit', 'tree', 'at', 'graphs', 'taken', 'lines', 'carried', 'after'] },
  );
  const sorted = <T>(list: readonly T[]): readonly T[] =>
    [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  fc.assert(
    fc.property(statement, (one) => {
      const read = decodeStatement(encodeStatement(one));
      const lists = ({ graphs: g, taken, carried, after, signed, ...rest }: Statement) => ({
        ...rest,
        g: sorted(g),
        taken: sorted(taken),
        carried: sorted(carried),
        after: sorted(after),
        ...(signed && { signed: sorted(signed) }),
      });
      expect(lists(read)).toEqual(lists(one));
      expect(encodeStatement(read)).toEqual(encodeStatement(one));
    }),
    { numRuns: RUNS },
  );
});

const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ProvError && error.kind === 'data') return error.message;
    throw error;
  }
  return 'accepted';
};

test.each<[string, (map: Map<CborKey, Cbor>) => unknown, string]>([
  ['no commit', (map) => map.delete('commit'), 'commit is not valid: not an object id'],
  ['no tree', (map) => map.delete('tree'), 'tree is not valid: not an object id'],
  ['no time', (map) => map.delete('at'), 'at is not valid: not an integer'],
  ['a time before all times', (map) => map.set('at', -1), 'at is not valid: -1 is not from 0'],
  ['a time after all times', (map) => map.set('at', 8.64e15 + 1), 'is not from 0 to 8640000000000000'],
  ['no lines', (map) => map.delete('lines'), 'lines is not valid: not a map'],
  [
    'a long owner',
    (map) => map.set('lines', new Map([['123456789012345678901', bytes(hash('1'))]])),
    'lines is not valid: text of more than 20 bytes',
  ],
  ['a short hash of lines', (map) => map.set('lines', new Map([['', bytes('11')]])), 'lines is not valid: not a hash'],
  ['no graphs', (map) => map.delete('graphs'), 'graphs is not valid: not an array'],
  ['a graph without an id', (map) => map.set('graphs', [[null, null]]), 'graphs[0].id is not valid'],
  ['a graph after no graph', (map) => map.set('taken', [[bytes(hash('1')), 5]]), 'taken[0].previous is not valid'],
  [
    'a graph with a third part',
    (map) => map.set('taken', [[bytes(hash('1')), null, null]]),
    'taken[0].entry is not valid: 3 entries',
  ],
  ['no list of origins', (map) => map.delete('carried'), 'carried is not valid: not an array'],
  ['an origin without an id', (map) => map.set('carried', [[null, 'amend']]), 'carried[0].from is not valid'],
  ['an origin without a name', (map) => map.set('carried', [[bytes(sha1), '']]), 'carried[0].how is not valid'],
  [
    'an origin with a third part',
    (map) => map.set('carried', [[bytes(sha1), 'amend', 1]]),
    'carried[0].entry is not valid',
  ],
  ['a short hash of a statement', (map) => map.set('after', [bytes('11')]), 'after[0].hash is not valid'],
  ['a signed commit that is none', (map) => map.set('signed', [null]), 'signed[0].commit is not valid'],
  ['a text that is no repository', (map) => map.set('repository', null), 'repository is not valid'],
  ['a field of a newer version', (map) => map.set('newer', 1), 'accepted'],
])('a statement with %s', (_, change, message) => {
  const map = new Map(decode(encodeStatement(whole)) as CborMap);
  change(map);
  expect(refusal(() => decodeStatement(encode(map)))).toContain(message);
});

test('what is no map is no statement', () => {
  expect(refusal(() => decodeStatement(encode([1])))).toContain('statement is not valid: not a map');
});

test.each<[string, Partial<Statement>, string]>([
  ['commit', { commit: 'x' as never }, 'commit is not valid'],
  ['tree', { tree: 'x' as never }, 'tree is not valid'],
  ['repository', { repository: 'x' as never }, 'repository is not valid'],
  ['time', { at: -1 }, 'at is not valid'],
  ['hash', { after: ['x'] }, 'after is not valid'],
  ['lines', { lines: new Map([['', 'x']]) }, 'lines is not valid'],
  ['origin', { carried: [{ from: 'x' as never, how: 'amend' }] }, 'from is not valid'],
  ['signed commit', { signed: ['x' as never] }, 'signed is not valid'],
])('no statement is written with a bad %s', (_, change, message) => {
  expect(refusal(() => encodeStatement({ ...whole, ...change }))).toContain(message);
});

test('the hash of lines is over files, each with its merged claims, in the order of their bytes', () => {
  const [one, two] = [nodeId('8f3a21c0-1'), nodeId('8f3a21c0-2')];
  const claim = (start: number, count: number, more: Partial<Attribution> = {}): Attribution => ({
    start,
    count,
    node: one,
    evidence: 'exact',
    ...more,
  });
  const lines = new Map<RepoPath, Attribution[]>([
    ['é' as RepoPath, [claim(1, 1)]],
    [
      'b' as RepoPath,
      [
        claim(5, 2),
        claim(1, 2),
        claim(3, 1),
        claim(9, 1),
        claim(9, 1, { evidence: 'moved' }),
        claim(1, 1, { from: two }),
        claim(1, 4, { node: two }),
        claim(2, 1, { node: two }),
      ],
    ],
    ['c' as RepoPath, [claim(1, 1, { node: null, evidence: 'unsure' }), claim(2, 1, { node: null, from: one })]],
  ]);
  const hashOf = (files: readonly (readonly [string, Cbor[]])[]): string => {
    const value = files.map(([path, claims]): Cbor => [
      Buffer.from(path),
      claims.sort((a, b) => Buffer.compare(encode(a), encode(b))),
    ]);
    return createHash('sha256').update(encode(value)).digest('hex');
  };
  expect(linesBySession(lines)).toEqual(
    new Map([
      [
        '8f3a21c0',
        hashOf([
          [
            'b',
            [
              [1, 'exact', null, 1, 3],
              [1, 'exact', null, 5, 2],
              [1, 'exact', null, 9, 1],
              [1, 'moved', null, 9, 1],
              [1, 'exact', two, 1, 1],
              [2, 'exact', null, 1, 4],
            ],
          ],
          ['é', [[1, 'exact', null, 1, 1]]],
        ]),
      ],
      [
        '',
        hashOf([
          [
            'c',
            [
              [null, 'unsure', null, 1, 1],
              [null, 'exact', one, 2, 1],
            ],
          ],
        ]),
      ],
    ]),
  );
});
