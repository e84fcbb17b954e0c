import { expect, test } from 'vitest';
import { nodeId, numberOf, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import { joinNotes } from '../../src/model/graph/join.ts';
import { chainOf, GENESIS } from '../../src/model/graph/ledger.ts';
import type { Attribution, Graph, Node, Note } from '../../src/model/model.ts';
import { decodeStatement, encodeStatement, statementHash } from '../../src/model/statement.ts';
import {
  all,
  attacked,
  blame,
  changeIn,
  count,
  FILE,
  forgetHistory,
  forgedGraph,
  read,
  SESSION,
  stepOf,
  twins,
  verify,
} from './attack.ts';
import { encodeNote } from '../../src/model/format/note.ts';
import { plant } from '../hostile/field.ts';
import { HAS_SSH } from './signed.ts';

// Each test is an attack by a user who can push notes and has no key. See docs/trust.md, "Who notices an attack".

const withLines = (note: Note, ...more: Attribution[]): Note => ({
  ...note,
  lines: new Map([[FILE, [...(note.lines.get(FILE) ?? []), ...more]]]),
});

/** A statement in an unknown scheme: nothing can check its signature. */
function unknownScheme(
  of: Note,
  change: (statement: ReturnType<typeof decodeStatement>) => object,
): Note['signatures'] {
  const [first] = of.signatures!;
  const statement = decodeStatement(first!.payload);
  const payload = encodeStatement({
    ...statement,
    after: [statementHash(first!.payload)],
    ...change(statement),
  } as typeof statement);
  return [...of.signatures!, { payload, scheme: 'unknown', signature: 'none' }];
}

test.runIf(HAS_SSH)('a statement of an unknown scheme does not replace a statement of an allowed signer', () =>
  attacked({ signed: true }, async ({ note, push, fresh }) => {
    const cut: Note = { ...note, lines: new Map([[FILE, [{ ...note.lines.get(FILE)![0]!, start: 1, count: 19 }]]]) };
    const { linesBySession } = await import('../../src/model/statement.ts');
    const signatures = unknownScheme(note, () => ({ lines: linesBySession(cut.lines) }));
    await push({ ...cut, ...(signatures && { signatures }) });
    const fred = await fresh();
    const found = verify(fred);
    expect(found.words).toMatch(/fault signatures\.lines: The lines of the session \w+ are not those that ada/);
    expect(found.code).toBe(1);
    expect(count(blame(fred), 'owner')).not.toHaveProperty('human');
  }),
);

test('context nodes and edges without a step of their own add nothing to a step of another graph', () =>
  attacked({}, async ({ vera, agent, commit, note, graph, push, fresh }) => {
    const before = blame(vera);
    expect(count(before, 'verification')).toEqual({ failed: 20 });
    const change = changeIn(graph);
    const at = change.at + 1000;
    const invented: Node[] = [
      { id: stepOf(SESSION, 901), kind: 'verification', at, summary: 'all tests pass', detail: { passed: true } },
      { id: stepOf(SESSION, 2), kind: 'human_gate', at, summary: 'a person approved it' },
      {
        id: stepOf(SESSION, 903),
        kind: 'decision',
        at,
        summary: 'The attacker says so',
        detail: { source: 'declared' },
      },
    ];
    const edges = [
      { from: change.id, to: invented[0]!.id, kind: 'verified_by', source: 'observed' },
      { from: change.id, to: invented[1]!.id, kind: 'blocked_by', source: 'observed' },
      { from: change.id, to: invented[2]!.id, kind: 'decided_by', source: 'declared' },
    ] as const;
    for (const session of [SESSION, 'a session of the attacker']) {
      const forged = forgedGraph(sessionId(session), invented, [...edges]);
      await push(joinNotes(note, { graphs: [forged], lines: new Map(), carried: [] }));
      for (const site of [vera, await fresh()]) {
        site.git('fetch', '-q');
        expect(blame(site)).toEqual(before);
        const report = JSON.parse(site.prov('report', '--json', `${commit}~1..${commit}`).stdout) as object;
        expect(JSON.stringify(report)).not.toMatch(/attacker says|"approved":(?!0)[1-9]/);
        const found = verify(site);
        expect(found.words).toMatch(/fault/);
        expect(found.code).toBe(1);
      }
    }
    agent.stop();
  }));

test("a graph that continues another clone's session adds nothing to the steps recorded here", () =>
  attacked({}, async ({ vera, note, graph, push }) => {
    const before = blame(vera);
    const last = graph.nodes.at(-1)!;
    const { graphIdOf } = await import('../../src/model/format/note.ts');
    const step: Node = {
      id: stepOf(SESSION, 500),
      kind: 'verification',
      at: last.at + 1000,
      summary: 'all tests pass',
      detail: { passed: true },
      parent: graph.nodes.findLast(({ parent }) => parent !== undefined)!.id,
    };
    const { head, parentHash } = chainOf(graph.session.id, graph.nodes, graph.chain.start, graph.chain.parent ?? null);
    const after = chainOf(graph.session.id, [step], head, parentHash);
    const forged = {
      ...graph,
      nodes: [step],
      edges: [{ from: changeIn(graph).id, to: step.id, kind: 'verified_by', source: 'observed' }] as const,
      explains: [],
      previous: graphIdOf(graph),
      chain: { start: head, head: after.head, ...(parentHash && { parent: parentHash }) },
    };
    await push(joinNotes(note, { graphs: [forged], lines: new Map(), carried: [] }));
    vera.git('fetch', '-q');
    expect(blame(vera)).toEqual(before);
  }));

test('a person’s claim over carried lines is a conflict, and changes nothing in the clone that recorded them', () =>
  attacked({}, async ({ vera, agent, push, fresh, eve }) => {
    agent.stop().end();
    vera.git('commit', '-q', '--amend', '-m', 'amended');
    const amended = vera.repo.oid('HEAD');
    vera.prov('status');
    vera.git('push', '-q', '-f', 'origin', 'main');
    const before = blame(vera);
    expect(count(before, 'owner')).toEqual({ agent: 20 });
    eve.git('fetch', '-q', 'origin', '+refs/notes/provenance:refs/notes/provenance');
    const note = await read(eve, amended);
    expect(note.lines.get(FILE)![0]!.evidence).toBe('carried');
    await push(withLines(note, all(null, 'exact')), amended);
    vera.git('fetch', '-q');
    expect(blame(vera)).toEqual(before);
    expect(verify(vera).words).toMatch(/conflict/);
    const fred = await fresh();
    expect(count(blame(fred), 'owner')).toEqual({ unknown: 20 });
    expect(verify(fred).words).toMatch(/conflict/);
  }));

test('a line keeps the claim recorded here, however many others are added', () =>
  attacked({}, async ({ vera, note, push, fresh }) => {
    const before = blame(vera);
    const [own] = note.lines.get(FILE)!;
    const claims = Array.from({ length: 8 }, (_, i) => all(stepOf('attacker', i + 1), 'exact'));
    expect(own!.evidence).toBe('exact');
    const ids = claims.map(({ node }) => node!);
    // Claims that sort before the true one.
    const first = ids.every((id) => id < own!.node!)
      ? claims
      : claims.map((one) => ({ ...one, node: `00000000-${numberOf(one.node!)}` as typeof one.node }));
    await push(withLines(note, ...first));
    vera.git('fetch', '-q');
    expect(blame(vera)).toEqual(before);
    expect(verify(vera).words).toMatch(/conflict|fault/);
    expect(verify(vera).words).toMatch(/20 lines have 8 claims, the most that a note holds/);
    expect(count(blame(await fresh()), 'owner')).toEqual({ unknown: 20 });
  }));

test.runIf(HAS_SSH)('a signature of an allowed signer is checked, however many others exist', () =>
  attacked({ signed: true }, async ({ note, push, fresh }) => {
    const [own] = note.signatures!;
    const garbage = Array.from({ length: 300 }, (_, i) => ({
      payload: Uint8Array.from([0, i >> 8, i & 255]),
      scheme: i % 2 ? 'ssh' : 'openpgp',
      signature: i % 2 ? own!.signature : 'none',
    }));
    const copies = Array.from({ length: 100 }, (_, i) => ({
      payload: encodeStatement({ ...decodeStatement(own!.payload), at: i + 1 }),
      scheme: 'ssh',
      signature: own!.signature,
    }));
    await push(joinNotes(note, { graphs: [], lines: new Map(), carried: [], signatures: [...garbage, ...copies] }));
    const found = verify(await fresh());
    expect(found.report.signatures).toMatchObject({ vouched: 1 });
  }),
);

test('steps of two sessions with the same digits stay separate', () => {
  const [victim, twin] = twins();
  return attacked({ session: victim, isOld: true }, async ({ vera, note, graph, push, fresh }) => {
    const before = blame(vera);
    const goal = nodeId(`${sessionPrefix({ id: sessionId(twin) })}-1`);
    const nodes: Node[] = [
      { id: goal, kind: 'goal', at: 1, summary: 'the attacker’s goal' },
      { id: changeIn(graph).id, kind: 'commitment', at: 2, summary: 'the attacker’s change', parent: goal },
    ];
    const chain = chainOf(sessionId(twin), nodes, GENESIS, null);
    const forged = {
      ...forgedGraph(sessionId(twin), [], []),
      session: { id: sessionId(twin), agent: 'claude-code' },
      nodes,
      chain: { start: GENESIS, head: chain.head },
    };
    await push(joinNotes(note, { graphs: [forged], lines: new Map(), carried: [] }));
    vera.git('fetch', '-q');
    expect(blame(vera)).toEqual(before);
    const fred = await fresh();
    expect(count(blame(fred), 'owner')).toEqual({ unknown: 20 });
    for (const site of [vera, fred]) {
      const found = verify(site);
      expect(found.words).toMatch(/fault .*same digits/);
      expect(found.code).toBe(1);
    }
  });
});

test.runIf(HAS_SSH).each(['without its failed check', 'with a check that passed'])(
  'a graph %s in place of the signed one says nothing about signed lines',
  (how) =>
    attacked({ signed: true }, async ({ vera, eve, note, graph, push, fresh }) => {
      expect(count(blame(vera), 'verification')).toEqual({ failed: 20 });
      const checks = new Set(graph.nodes.filter(({ kind }) => kind === 'verification').map(({ id }) => id));
      expect(checks.size).toBe(1);
      const isLeftOut = how.startsWith('without');
      const nodes = graph.nodes
        .filter(({ id }) => !isLeftOut || !checks.has(id))
        .map((node) => (checks.has(node.id) ? { ...node, detail: { ...node.detail, passed: true } } : node));
      const chain = chainOf(graph.session.id, nodes, GENESIS, null);
      const edges = graph.edges.filter(({ from, to }) => !isLeftOut || !(checks.has(from) || checks.has(to)));
      await push({ ...note, graphs: [{ ...graph, nodes, edges, chain: { start: GENESIS, head: chain.head } }] });
      forgetHistory(eve);
      const fred = await fresh();
      expect(verify(fred).code).toBe(1);
      expect(count(blame(fred), 'verification')).toEqual({ none: 20 });
      expect(count(blame(fred), 'decision')).toEqual({ null: 20 });
      vera.git('fetch', '-q');
      expect(count(blame(vera), 'verification')).toEqual({ failed: 20 });
    }),
);

/** The victim's graph, with other words in one step and right hashes. */
function retold(graph: Graph, summary = 'the attacker’s change'): Graph {
  const nodes = graph.nodes.map((node) => (node.id === changeIn(graph).id ? { ...node, summary } : node));
  const chain = chainOf(graph.session.id, nodes, graph.chain.start, graph.chain.parent ?? null);
  return { ...graph, nodes, chain: { ...graph.chain, head: chain.head } };
}

test('a step with the id of another and another content is named with both places, and changes nothing here', () =>
  attacked({}, async ({ vera, note, graph, push, fresh }) => {
    const before = blame(vera);
    await push(joinNotes(note, { graphs: [retold(graph)], lines: new Map(), carried: [] }));
    vera.git('fetch', '-q');
    expect(blame(vera)).toEqual(before);
    const fred = await fresh();
    expect(count(blame(fred), 'owner')).toEqual({ unknown: 20 });
    for (const site of [vera, fred])
      expect(verify(site).words).toMatch(/warning nodes: It is also in graph \w+, on \w+, with another content/);
  }));

test.runIf(HAS_SSH).each([
  ['another content', 'the attacker’s change'],
  ['another content that pretends to be forgotten', '[forgotten] the attacker’s change'],
])('a step with the id of a signed one and %s is a fault', (_, summary) =>
  attacked({ signed: true }, async ({ vera, note, graph, push, fresh }) => {
    await push(joinNotes(note, { graphs: [retold(graph, summary)], lines: new Map(), carried: [] }));
    vera.git('fetch', '-q');
    for (const site of [vera, await fresh()]) {
      const lines = blame(site);
      expect([count(lines, 'owner'), count(lines, 'node')]).toEqual([{ agent: 20 }, { [changeIn(graph).id]: 20 }]);
      const { code, words } = verify(site);
      expect([code, words]).toEqual([
        1,
        expect.stringMatching(/fault nodes: .* with another content: an allowed signer vouches for only one graph/),
      ]);
    }
  }),
);

test.runIf(HAS_SSH).each([
  ['a person', null],
  ['a step that no graph contains', stepOf(SESSION, 900)],
  ['a step of the signed graph that changed nothing', stepOf(SESSION, 1)],
  ['another session', stepOf('eve', 10)],
])('a claim of %s in the place of signed lines makes them unknown', (_, writer) =>
  attacked({ signed: true }, async ({ note, eve, commit, fresh }) => {
    // The signed note is replaced at its place in the tree, so it is not joined. A part of the signed claim stays.
    const [own] = note.lines.get(FILE)!;
    const list = [
      { ...own!, count: 10 },
      { ...all(writer, 'exact'), start: 11, count: 10 },
    ];
    plant(eve.repo, [[commit, encodeNote({ ...note, commit, lines: new Map([[FILE, list]]) })]]);
    eve.git('push', '-q', 'origin', 'refs/notes/provenance');
    const fred = await fresh();
    expect(count(blame(fred), 'owner')).toEqual({ unknown: 20 });
    expect(verify(fred).code).toBe(1);
  }),
);
