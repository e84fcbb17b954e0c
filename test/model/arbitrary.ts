import fc from 'fast-check';
import type { Cbor, CborKey } from '../../src/model/format/cbor.ts';
import { nodeId, oid, sessionId, sessionPrefix, type NodeId, type SessionId } from '../../src/model/ids.ts';
import type { Attribution, Carried, Edge, Extra, Graph, Node, Note, Scalar, Signature } from '../../src/model/model.ts';
import { EDGE_KINDS, EDGE_SOURCES, EVIDENCE, NODE_KINDS } from '../../src/model/model.ts';
import { pathFromBytes } from '../../src/model/path.ts';
import { runs } from '../helpers/runs.ts';

/** How many runs a law gets. */
export const RUNS = runs(120);

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((b) => Buffer.from(b).toString('hex'));
const text = (maxLength: number) => fc.oneof(fc.string({ maxLength }), fc.string({ unit: 'binary', maxLength }));
const plainText = (maxLength: number) => text(maxLength).filter((t) => t.isWellFormed() && !t.startsWith('\ufeff'));

// Few of them, so that notes overlap.
const SESSIONS = ['8f3a21c0-9d55-4b7e-a0c4-7d1f2c1e9b10', 'session/é', 'a'].map(sessionId);
const session = fc.constantFrom(...SESSIONS);
const ownId = (id: SessionId) =>
  fc.oneof(fc.nat({ max: 2 }), fc.nat({ max: 40 })).map((n) => nodeId(`${sessionPrefix({ id })}-${n}`));
const anyId = fc.oneof(session.chain(ownId), fc.constantFrom('deadbeef-999999998', 'deadbeef-999999999').map(nodeId));
const OIDS = ['11'.repeat(20), '22'.repeat(32)].map(oid);

const int = fc.oneof(fc.nat({ max: 30 }), fc.maxSafeInteger());
const key: fc.Arbitrary<CborKey> = fc.oneof(int, plainText(6), fc.uint8Array({ maxLength: 6 }));

const cborOf = (maxDepth: number, maxLength: number): fc.Arbitrary<Cbor> =>
  fc.letrec<{ value: Cbor }>((tie) => ({
    value: fc.oneof(
      { maxDepth, depthSize: 'small' },
      fc.oneof(
        int,
        plainText(maxLength * 10),
        fc.uint8Array({ maxLength: maxLength * 10 }),
        fc.boolean(),
        fc.constant(null),
      ),
      fc.array(tie('value'), { maxLength }),
      fc
        .uniqueArray(fc.tuple(key, tie('value')), {
          maxLength,
          selector: ([k]) => (typeof k === 'object' ? `bytes ${Buffer.from(k).toString('hex')}` : k),
        })
        .map((entries) => new Map(entries)),
    ),
  })).value;

/** Any value that the format can hold. */
export const cborValue = cborOf(6, 30);
const smallValue = cborOf(2, 3);

const extra = (least: number): fc.Arbitrary<Extra | undefined> =>
  fc.option(
    fc
      .dictionary(fc.constantFrom('zeta', 'witnesses', 'ålpha'), smallValue, { maxKeys: 2, minKeys: 1 })
      .map(
        (fields) =>
          new Map<string | number, unknown>([...Object.entries(fields), ...(least > 0 ? [[least, 1] as const] : [])]),
      ),
    { nil: undefined, freq: 4 },
  );

const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  plainText(40),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
  fc.uint8Array({ maxLength: 9 }).map((bytes) => pathFromBytes(bytes)),
);
// Texts that have a short form in some places, and a long one in others.
const common = fc.constantFrom('src/a.ts', 'src/é.ts', 'caf\udce9', 'narrated', 'elsewhere', ...OIDS, 'deadbeef-1');
const detail = fc
  .dictionary(
    fc.constantFrom('source', 'paths', 'files', 'commit', 'continues', 'more', 'command', 'exit', 'constructor'),
    fc.oneof(scalar, common, fc.array(scalar), fc.array(common, { maxLength: 2 })),
    {
      minKeys: 1,
    },
  )
  .map((value) => Object.fromEntries(Object.entries(value)));

const name = (known: readonly string[]) =>
  fc.oneof(fc.constantFrom(...known), fc.constantFrom('later', 'x-y', 'Later'));

const node = (of: SessionId): fc.Arbitrary<Node> =>
  fc
    .record({
      id: fc.oneof(ownId(of), anyId),
      kind: name(Object.values(NODE_KINDS).flat()),
      at: fc.oneof(fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }), fc.nat(), fc.constant(8.64e15)),
      summary: fc.oneof(
        plainText(100),
        fc.constantFrom('edit src/a.ts', 'Edit src/a.ts', ' src/a.ts', 'édit src/é.ts', 'edit caf\ufffd'),
      ),
      tool: maybe(fc.oneof(plainText(12), fc.constantFrom('Edit', 'édit', 'ÉDIT', 'src/a.ts'))),
      call: maybe(plainText(30)),
      duration: maybe(fc.nat()),
      input: maybe(hex(32)),
      output: maybe(hex(32)),
      parent: maybe(fc.oneof(ownId(of), anyId)),
      detail: maybe(detail),
      extra: extra(11),
    })
    .map((value) => without(value) as Node);

// Nodes with consecutive numbers; the parent of each is mostly the one before it.
const chained = (of: SessionId): fc.Arbitrary<Node[]> =>
  fc.array(fc.tuple(node(of), fc.nat({ max: 3 })), { maxLength: 5 }).map((list) => {
    const id = (i: number) => nodeId(`${sessionPrefix({ id: of })}-${i + 7}`);
    return list.map(([one, other], i) => ({ ...one, id: id(i), ...(other > 0 && i > 0 && { parent: id(i - 1) }) }));
  });

const edge: fc.Arbitrary<Edge> = fc.record({
  from: anyId,
  to: anyId,
  kind: name(EDGE_KINDS),
  source: name(EDGE_SOURCES),
});

// Edges that overlap a lot.
const alike: fc.Arbitrary<Edge[]> = fc.tuple(anyId, anyId, edge).chain(([a, b, { kind, source }]) => {
  const end = fc.constantFrom(a, b);
  return fc.array(
    fc.record({ from: end, to: end, kind: fc.constantFrom(kind, 'led_to'), source: fc.constant(source) }),
    {
      maxLength: 8,
    },
  );
});

const anOid = fc.oneof(hex(20).map(oid), hex(32).map(oid), fc.constantFrom(...OIDS));

export const graph: fc.Arbitrary<Graph> = session.chain((id) =>
  fc
    .record({
      session: fc
        .record({ vendor: maybe(plainText(9)), model: maybe(plainText(9)), parent: maybe(session), extra: extra(0) })
        .map((rest) => without({ id, agent: 'claude-code', ...rest }) as Graph['session']),
      nodes: fc.oneof(fc.array(node(id), { maxLength: 3 }), chained(id)),
      context: maybe(fc.array(node(id), { minLength: 1, maxLength: 2 })),
      edges: fc.oneof(fc.array(edge, { maxLength: 3 }), alike),
      explains: fc.array(anOid, { maxLength: 2 }),
      previous: fc.option(hex(32)),
      chain: fc
        .record({ start: hex(32), head: hex(32), parent: maybe(hex(32)) })
        .map((chain) => without(chain) as Graph['chain']),
      usage: maybe(
        fc
          .record({ input: fc.nat(), output: fc.nat(), cacheRead: maybe(fc.nat()), extra: extra(0) })
          .map((usage) => without(usage) as NonNullable<Graph['usage']>),
      ),
      extra: extra(0),
    })
    .map((value) => without(value) as Graph),
);

const ids: NodeId[] = ['00000000-1', '00000000-10', 'ffffffff-0'].map(nodeId);

export const attribution: fc.Arbitrary<Attribution> = fc
  .record({
    start: fc.integer({ min: 1, max: 12 }),
    count: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(2 ** 31 - 13)),
    node: fc.option(fc.constantFrom(...ids)),
    evidence: name(EVIDENCE),
    from: maybe(fc.constantFrom(...ids)),
  })
  .map((value) => without(value) as Attribution);

const path = fc.oneof(
  fc.constantFrom('src/a.ts', '__proto__', 'ä', '\ufeffbom').map((p) => pathFromBytes(Buffer.from(p))),
  fc.uint8Array({ minLength: 1, maxLength: 9 }).map((bytes) => pathFromBytes(bytes)),
);

const carried: fc.Arbitrary<Carried> = fc.record({
  from: fc.constantFrom('11'.repeat(20), '22'.repeat(20), '00'.repeat(32)).map(oid),
  how: fc.constantFrom('amend', 'rebase', 'later'),
});

// Few of them, so that notes share some.
const signature: fc.Arbitrary<Signature> = fc.record({
  payload: fc.constantFrom('', '00', 'a0', 'ff'.repeat(300)).map((hex) => new Uint8Array(Buffer.from(hex, 'hex'))),
  scheme: fc.constantFrom('ssh', 'openpgp', 'later'),
  signature: fc.constantFrom('', '-----BEGIN SSH SIGNATURE-----\n', 'é'),
});

/** A note as a writer may pass it: not in normal form. Graphs repeat across notes. */
export const note: fc.Arbitrary<Note> = fc
  .record({
    commit: maybe(fc.constantFrom('11'.repeat(20), '33'.repeat(20), '00'.repeat(32)).map(oid)),
    graphs: fc.array(graph, { maxLength: 2 }),
    lines: fc
      .array(fc.tuple(path, fc.array(attribution, { maxLength: 12 })), { maxLength: 4 })
      .map((entries) => new Map(entries)),
    carried: fc.array(carried, { maxLength: 3 }),
    same: maybe(fc.array(fc.constantFrom(...OIDS), { minLength: 1, maxLength: 3 })),
    signatures: maybe(fc.array(signature, { minLength: 1, maxLength: 3 })),
    extra: extra(0),
  })
  .map((value) => without(value) as Note);

/** Notes of one commit by writers with some of the same data. */
export const related = (count: number): fc.Arbitrary<Note[]> =>
  fc
    .tuple(fc.array(graph, { maxLength: 2 }), fc.array(note, { minLength: count, maxLength: count }))
    .chain(([shared, notes]) =>
      fc
        .array(fc.subarray(shared), { minLength: count, maxLength: count })
        .map((picks) => notes.map((one, i) => ({ ...one, graphs: [...one.graphs, ...picks[i]!] }))),
    );
