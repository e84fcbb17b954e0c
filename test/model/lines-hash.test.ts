import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { encode, type Cbor } from '../../src/model/format/cbor.ts';
import { nodeId, type RepoPath, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import { claimsHash } from '../../src/model/lines-hash.ts';
import type { Attribution, Note } from '../../src/model/model.ts';
import { pathFromBytes } from '../../src/model/path.ts';
import { runs } from '../helpers/runs.ts';

const [OURS, THEIRS] = [sessionId('ours'), sessionId('theirs')];

/** Claims as words `FILE:START+COUNT=STEP`; the step is one of ours, of `theirs`, or `-` for a person. */
function lines(text: string): Note['lines'] {
  const all = new Map<RepoPath, Attribution[]>();
  for (const word of text === '' ? [] : text.split(' ')) {
    const [, file, start, count, step] = /^(.+):(\d+)\+(\d+)=(.+)$/.exec(word)!;
    const session = step!.startsWith('theirs') ? THEIRS : OURS;
    const node = step === '-' ? null : nodeId(`${sessionPrefix({ id: session })}-${step!.replace('theirs', '')}`);
    const claim: Attribution = { start: Number(start), count: Number(count), node, evidence: 'exact' };
    all.set(file as RepoPath, [...(all.get(file as RepoPath) ?? []), claim]);
  }
  return all;
}
const hash = (text: string): string | undefined => claimsHash(lines(text), { id: OURS });

/** The hash as docs/format.md describes it: the first 16 bytes of a SHA-256 over paths and ranges `[step, start, count]`. */
const described = (files: readonly (readonly [string, readonly (readonly number[])[]])[]): string => {
  const value: Cbor = files.map(([path, ranges]) => [Buffer.from(path), ranges as Cbor]);
  return createHash('sha256').update(encode(value)).digest('hex').slice(0, 32);
};

test.each<[string, Parameters<typeof described>[0]]>([
  ['a:1+2=1', [['a', [[1, 1, 2]]]]],
  [
    'b:1+2=1 a:3+1=2',
    [
      ['a', [[2, 3, 1]]],
      ['b', [[1, 1, 2]]],
    ],
  ],
  [
    'a:5+1=2 a:1+1=2 a:3+1=1',
    [
      [
        'a',
        [
          [1, 3, 1],
          [2, 1, 1],
          [2, 5, 1],
        ],
      ],
    ],
  ],
  [
    'a:1+2=10 a:1+2=9',
    [
      [
        'a',
        [
          [9, 1, 2],
          [10, 1, 2],
        ],
      ],
    ],
  ],
  ['a:1+2=1 a:3+2=1', [['a', [[1, 1, 4]]]]], // they touch
  [
    'a:1+2=1 a:4+2=1',
    [
      [
        'a',
        [
          [1, 1, 2],
          [1, 4, 2],
        ],
      ],
    ],
  ],
  ['a:1+5=1 a:2+1=1', [['a', [[1, 1, 5]]]]], // one covers the other
  ['a:1+3=1 a:2+5=1', [['a', [[1, 1, 6]]]]],
  [
    'a:1+2=1 a:3+2=2',
    [
      [
        'a',
        [
          [1, 1, 2],
          [2, 3, 2],
        ],
      ],
    ],
  ],
  ['a:1+2=1 a:3+2=theirs1 b:1+1=- c:1+1=theirs2', [['a', [[1, 1, 2]]]]],
  [
    'é:1+1=1 z:1+1=1',
    [
      ['z', [[1, 1, 1]]],
      ['é', [[1, 1, 1]]],
    ],
  ], // by bytes
])('the lines of a session have the documented hash: %s', (text, files) => {
  expect(hash(text)).toBe(described(files));
});

test('a session without lines has no hash', () => {
  expect([hash(''), hash('a:1+2=theirs1'), hash('a:1+2=-')]).toEqual([undefined, undefined, undefined]);
});

test('only the steps that are asked for count', () => {
  const one = claimsHash(lines('a:1+1=1 a:2+1=2 b:1+1=2'), { id: OURS }, (step) => step.endsWith('-1'));
  expect(one).toBe(hash('a:1+1=1'));
  expect(claimsHash(lines('a:1+1=2'), { id: OURS }, () => false)).toBeUndefined();
});

test('a path that is no text has its own bytes', () => {
  const path = pathFromBytes(Buffer.from('61ff62', 'hex'));
  const claim: Attribution = {
    start: 1,
    count: 1,
    node: nodeId(`${sessionPrefix({ id: OURS })}-1`),
    evidence: 'exact',
  };
  const value: Cbor = [[Buffer.from('61ff62', 'hex'), [[1, 1, 1]]]];
  const expected = createHash('sha256').update(encode(value)).digest('hex').slice(0, 32);
  expect(claimsHash(new Map([[path, [claim]]]), { id: OURS })).toBe(expected);
});

test('the hash depends on which step has which line, and on nothing else', () => {
  const claim = fc.tuple(
    fc.constantFrom('a', 'b'),
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom(1, 2),
  );
  const word = ([file, start, count, step]: [string, number, number, number]) => `${file}:${start}+${count}=${step}`;
  const byLine = (all: [string, number, number, number][]): string[] =>
    [
      ...new Set(
        all.flatMap(([file, start, count, step]) =>
          Array.from({ length: count }, (_, i) => word([file, start + i, 1, step])),
        ),
      ),
    ].sort();
  fc.assert(
    fc.property(
      fc.array(claim, { minLength: 1, maxLength: 5 }),
      fc.array(claim, { minLength: 1, maxLength: 5 }),
      (a, b) => {
        const [one, other] = [byLine(a), byLine(b)];
        expect(hash(a.map(word).join(' '))).toBe(hash(one.toReversed().join(' ')));
        expect(hash(a.map(word).join(' ')) === hash(b.map(word).join(' '))).toBe(one.join() === other.join());
      },
    ),
    { numRuns: runs(300) },
  );
});
