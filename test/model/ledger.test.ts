import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encode, type Cbor, type CborKey } from '../../src/model/format/cbor.ts';
import { decodeNote, encodeNote } from '../../src/model/format/note.ts';
import { nodeId, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import { chainOf, GENESIS, isLedgerStep, nextContext, stepHash } from '../../src/model/graph/ledger.ts';
import type { Graph, Node } from '../../src/model/model.ts';

const SESSION = sessionId('8f3a21c0-9d55-4b7e-a0c4-7d1f2c1e9b10');
const id = (n: number) => nodeId(`${sessionPrefix({ id: SESSION })}-${n}`);
const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};
const step: Node = { id: id(1), kind: 'goal', at: 1_700_000_000_000, summary: 'Log in' };
const full: Node = {
  id: id(2),
  kind: 'commitment',
  at: 1_700_000_001_000,
  summary: 'edit src/auth.rs',
  tool: 'Edit',
  call: 'toolu_1',
  duration: 12,
  input: 'aa'.repeat(32),
  output: 'bb'.repeat(32),
  parent: id(1),
  detail: { paths: ['src/auth.rs'], exit: 0 },
  extra: new Map([[11, 'later']]),
};

describe('a step', () => {
  test('has the documented hash', () => {
    // ["git-prov step", session, {0: id, 1: 0, 2: at, 3: summary}, null]
    const cbor = Buffer.from(
      '846d6769742d70726f762073746570' +
        `7824${Buffer.from(SESSION).toString('hex')}` +
        `a4006a${Buffer.from(id(1)).toString('hex')}0100021b0000018bcfe5680003664c6f6720696e` +
        'f6',
      'hex',
    );
    expect(stepHash(SESSION, step, null)).toBe(sha256(cbor));
  });

  test('is hashed in full, whatever a graph omits', () => {
    const files = ['src/auth.rs', 'caf\udce9'];
    const node: Node = { ...full, extra: new Map(), detail: { files, source: 'declared', commit: 'ab'.repeat(20) } };
    const cbor = encode([
      'git-prov step',
      SESSION,
      new Map<CborKey, Cbor>([
        [0, id(2)],
        [1, 4],
        [2, node.at],
        [3, 'edit src/auth.rs'],
        [4, 'Edit'],
        [5, 'toolu_1'],
        [6, 12],
        [7, new Uint8Array(32).fill(0xaa)],
        [8, new Uint8Array(32).fill(0xbb)],
        [9, id(1)],
        [
          10,
          new Map<CborKey, Cbor>([
            ['files', ['src/auth.rs', Uint8Array.of(0x63, 0x61, 0x66, 0xe9)]],
            ['commit', 'ab'.repeat(20)],
            ['source', 'declared'],
          ]),
        ],
      ]),
      new Uint8Array(32),
    ]);
    expect(stepHash(SESSION, node, GENESIS)).toBe(sha256(Buffer.from(cbor)));
  });

  test('has another hash when any field of it, its session or its parent differs', () => {
    const original = stepHash(SESSION, full, GENESIS);
    const changes: Partial<Node>[] = [
      { id: id(3) },
      { kind: 'exploration' },
      { at: full.at + 1 },
      { summary: 'edit src/auth.rs ' },
      { tool: 'Write' },
      { call: 'toolu_2' },
      { duration: 13 },
      { input: 'ab'.repeat(32) },
      { output: 'ab'.repeat(32) },
      { parent: id(0) },
      { detail: { paths: ['src/auth.rs'], exit: 1 } },
      { extra: new Map([[11, 'else']]) },
    ];
    const hashes = changes.map((change) => stepHash(SESSION, { ...full, ...change }, GENESIS));
    for (const field of ['tool', 'call', 'duration', 'input', 'output', 'parent', 'detail', 'extra'] as const) {
      const { [field]: _, ...rest } = full;
      hashes.push(stepHash(SESSION, rest as Node, GENESIS));
    }
    hashes.push(stepHash(sessionId('another'), full, GENESIS), stepHash(SESSION, full, null), original);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test('with a value that the format cannot hold is reported by name', () => {
    expect(() => stepHash(SESSION, { ...step, at: 1.5 }, null)).toThrow('Note field step.at is not valid');
  });
});

describe('the chain', () => {
  test('rolls over the previous hash, a zero byte and the step', () => {
    const [previous, self] = ['11'.repeat(32), '22'.repeat(32)];
    const expected = sha256(Buffer.from(previous, 'hex'), Buffer.of(0), Buffer.from(self, 'hex'));
    expect(nextContext(previous, self)).toBe(expected);
  });

  test('of two parts equals that of the whole, for any split', () => {
    const nodes = [step, full, { ...full, id: id(3), parent: id(2) }];
    const whole = chainOf(SESSION, nodes);
    for (let at = 0; at <= nodes.length; at++) {
      const first = chainOf(SESSION, nodes.slice(0, at));
      expect(chainOf(SESSION, nodes.slice(at), first.head, first.parentHash)).toEqual(whole);
    }
    expect(whole.head).not.toBe(chainOf(SESSION, nodes.toReversed()).head);
    expect(whole.head).not.toBe(chainOf(SESSION, nodes.slice(1)).head);
    expect(chainOf(SESSION, [])).toEqual({ head: GENESIS, parentHash: null });
  });

  test('skips derived nodes, and nothing else', () => {
    const derived = (kind: Node['kind'], source?: string): Node => ({
      ...step,
      id: id(9),
      kind,
      ...(source === undefined ? {} : { detail: { source } }),
    });
    expect(isLedgerStep(derived('decision', 'narrated'))).toBe(false);
    expect(isLedgerStep(derived('decision', 'consolidated'))).toBe(false);
    expect(isLedgerStep(derived('episode', 'consolidated'))).toBe(false);
    expect(isLedgerStep(derived('module'))).toBe(false);
    expect(isLedgerStep(derived('decision', 'declared'))).toBe(true);
    expect(isLedgerStep(derived('decision'))).toBe(true);
    expect(isLedgerStep(derived('commitment', 'narrated'))).toBe(true);
    expect(isLedgerStep(derived('later'))).toBe(true);
    const between = [step, derived('decision', 'consolidated'), full];
    expect(chainOf(SESSION, between)).toEqual(chainOf(SESSION, [step, full]));
  });

  test('can be recomputed from a decoded graph', () => {
    const before = chainOf(SESSION, [step]);
    // A summary that the format corrects is hashed in its corrected form; a path that is not UTF-8 is hashed as its bytes.
    const odd: Node = { ...full, summary: 'cut \ud83d', detail: { paths: ['caf\udce9'] } };
    const { head } = chainOf(SESSION, [odd], before.head, before.parentHash);
    const graph: Graph = {
      session: { id: SESSION, agent: 'claude-code' },
      nodes: [odd],
      edges: [],
      explains: [],
      previous: null,
      chain: { start: before.head, head, parent: before.parentHash! },
    };
    const [read] = decodeNote(encodeNote({ graphs: [graph], lines: new Map(), carried: [] })).graphs;
    const { chain, session, nodes } = read!;
    expect(nodes[0]!.detail).toEqual({ paths: ['caf\udce9'] });
    expect(chainOf(session.id, nodes, chain.start, chain.parent).head).toBe(chain.head);
  });
});
