import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import { decodeNote } from '../../src/model/format/note.ts';
import type { NodeId, RepoPath } from '../../src/model/ids.ts';
import { normaliseLines } from '../../src/model/graph/join.ts';
import type { Attribution } from '../../src/model/model.ts';
import {
  decodeStatement,
  encodeStatement,
  linesBySession,
  preAuthenticated,
  signedBytes,
  statementHash,
} from '../../src/model/statement.ts';
import { attribution, RUNS } from './arbitrary.ts';

const golden = decodeNote(readFileSync(new URL('../../fixtures/notes/signed.note', import.meta.url)));
const payload = golden.signatures![0]!.payload;
const file = 'a.txt' as RepoPath;

test('the golden statement has its documented content, and encodes to the same bytes', () => {
  const statement = decodeStatement(payload);
  expect(statement).toMatchObject({ commit: '3fa2c1d0'.repeat(5), at: 1_767_225_605_000, after: [], carried: [] });
  expect(statement.lines).toEqual(linesBySession(golden.lines));
  expect(encodeStatement(statement)).toEqual(payload);
  // Frozen with the format: signatures are over it.
  expect(statementHash(payload)).toBe('ada96b0a19d0853af7188abbca076fb31cecbb3d4724a106faa1da2851f66b68');
});

test('the signed text is the pre-authentication encoding of DSSE', () => {
  // The example of its specification.
  const hello = preAuthenticated('http://example.com/HelloWorld', Buffer.from('hello world'));
  expect(Buffer.from(hello).toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
  expect(Buffer.from(signedBytes(Buffer.from('x'))).toString()).toBe(
    'DSSEv1 42 application/vnd.git-prov.statement.v1+cbor 1 x',
  );
});

test('no truncated or changed payload is read as the same statement', () => {
  const read = (bytes: Uint8Array): unknown => {
    try {
      return decodeStatement(bytes);
    } catch (error) {
      if (error instanceof ProvError) return 'refused';
      throw error;
    }
  };
  const good = decodeStatement(payload);
  for (let at = 0; at < payload.length; at++) {
    const changed = payload.slice();
    changed[at]! ^= 1;
    expect(read(changed), `byte ${at}`).not.toEqual(good);
    expect(read(payload.slice(0, at))).toBe('refused');
  }
});

const own = (list: readonly Attribution[]): Attribution[] =>
  list.map((one) => ({ ...one, node: one.node === null ? null : (`00000000-${one.node.slice(9)}` as NodeId) }));

test('the hash of a session’s lines does not depend on how they are split, nor on other sessions', () => {
  fc.assert(
    // Together at most as many claims as a line of a note holds: a ninth one would be left out.
    fc.property(fc.array(attribution, { maxLength: 4 }), fc.array(attribution, { maxLength: 4 }), (mine, theirs) => {
      const list = own(mine.map((one) => ({ ...one, count: Math.min(one.count, 5) })));
      const others = theirs.flatMap((one) =>
        one.node === null ? [] : [{ ...one, count: Math.min(one.count, 5), node: 'ffffffff-1' as NodeId }],
      );
      const hashes = linesBySession(new Map([[file, normaliseLines(list)]]));
      const lineByLine = list.flatMap((one) =>
        Array.from({ length: one.count }, (_, i) => ({ ...one, start: one.start + i, count: 1 })),
      );
      expect(linesBySession(new Map([[file, lineByLine]]))).toEqual(hashes);
      const joined = linesBySession(new Map([[file, normaliseLines([...list, ...others])]]));
      for (const [owner, hash] of hashes) expect(joined.get(owner)).toBe(hash);
    }),
    { numRuns: RUNS },
  );
});

test('it depends on everything else: the lines, the step, the evidence, the former writer, the file', () => {
  const one: Attribution = { start: 3, count: 2, node: '00000000-7' as NodeId, evidence: 'exact' };
  const changes: Partial<Attribution>[] = [
    { start: 4 },
    { count: 3 },
    { node: '00000000-8' as NodeId },
    { evidence: 'moved' },
    { from: '00000000-1' as NodeId },
  ];
  const hashOf = (path: string, list: readonly Attribution[]): string | undefined =>
    linesBySession(new Map([[path as RepoPath, list]])).get('00000000');
  const hash = hashOf('a', [one]);
  for (const change of changes)
    expect(hashOf('a', [{ ...one, ...change }]), `${JSON.stringify(change)}`).not.toBe(hash);
  expect(hashOf('b', [one])).not.toBe(hash);
  expect([...linesBySession(new Map([[file, [{ ...one, node: null }]]])).keys()]).toEqual(['']);
});
