import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexGraphs } from '../../src/model/graph/graph-index.ts';
import { NoteLookup } from '../../src/ask/blame/note-lookup.ts';
import { graphIdOf } from '../../src/model/format/graph-id.ts';
import { type NodeId, nodeId, type Oid, oid, type RepoPath, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import { joinAll, normalise } from '../../src/model/graph/join.ts';
import {
  EDGE_KINDS,
  EVIDENCE,
  type Attribution,
  type Edge,
  type Graph,
  type Node,
  type Note,
} from '../../src/model/model.ts';
import { type Covered, judgeNote, UNCOVERED } from '../../src/model/standing/note.ts';
import type { RecordStanding } from '../../src/model/standing/standing.ts';
import { runs } from '../helpers/runs.ts';

// The rule of docs/trust.md as laws: whatever an attacker adds to a note, joined in any order, never changes what a higher
// standing shows.

const COMMIT: Oid = oid('a'.repeat(40));
const PATH = 'f.txt' as RepoPath;
const VICTIM = sessionId('victim');
const EVE = sessionId('eve');
const RUNS = { numRuns: runs(300) };

const id = (session: typeof VICTIM, number: number): NodeId => nodeId(`${sessionPrefix({ id: session })}-${number}`);
const hash = (digit: string): string => digit.repeat(64);

const own: Graph = {
  session: { id: VICTIM, agent: 'claude-code' },
  nodes: [
    { id: id(VICTIM, 1), kind: 'goal', at: 1, summary: 'the goal' },
    { id: id(VICTIM, 2), kind: 'commitment', at: 2, summary: 'the change', detail: { files: [PATH] } },
    { id: id(VICTIM, 3), kind: 'verification', at: 3, summary: 'the check', detail: { passed: false } },
    { id: id(VICTIM, 4), kind: 'patch', at: 4, summary: 'the commit', detail: { commit: COMMIT } },
    { id: id(VICTIM, 5), kind: 'decision', at: 5, summary: 'the decision', detail: { source: 'narrated' } },
  ],
  edges: [
    { from: id(VICTIM, 1), to: id(VICTIM, 2), kind: 'led_to', source: 'observed' },
    { from: id(VICTIM, 2), to: id(VICTIM, 3), kind: 'verified_by', source: 'observed' },
    { from: id(VICTIM, 2), to: id(VICTIM, 4), kind: 'committed_via', source: 'observed' },
    { from: id(VICTIM, 2), to: id(VICTIM, 5), kind: 'decided_by', source: 'inferred' },
  ],
  explains: [COMMIT],
  previous: null,
  chain: { start: hash('0'), head: hash('1') },
};
const claim: Attribution = { start: 3, count: 5, node: id(VICTIM, 2), evidence: 'carried' };
const victim: Note = normalise({ commit: COMMIT, graphs: [own], lines: new Map([[PATH, [claim]]]), carried: [] });

const covering = (standing: RecordStanding): Covered => ({
  standingOf: (graph) => (graphIdOf(graph) === graphIdOf(own) ? standing : 'claimed'),
  recordedLines: () => (standing === 'recorded' ? [claim] : undefined),
  // An owner with a line that the attacker claims is not vouched for as a whole: the hash of the statement does not match.
  isVouched: (session) => standing === 'vouched' && session === sessionPrefix({ id: VICTIM }),
  silence: standing,
  carried: undefined,
  isBroken: false,
});

/** The output of blame and report for the file. */
function shown(note: Note, covered: Covered): object {
  const { note: counting } = judgeNote(COMMIT, note, covered);
  const view = new NoteLookup(counting, COMMIT);
  const step = id(VICTIM, 2);
  const { step: referred, decision, goal, session } = view.context(step);
  return {
    owners: view.owners(PATH, 1, 12),
    step: referred,
    decision,
    goal,
    session,
    verification: view.checks(step, PATH, {}),
    blocked: indexGraphs(counting.graphs).from(step),
  };
}

const ids = fc.oneof(
  fc.integer({ min: 1, max: 9 }).map((n) => id(VICTIM, n)),
  fc.integer({ min: 1, max: 9 }).map((n) => id(EVE, n)),
);
const kinds = ['goal', 'decision', 'verification', 'human_gate', 'commitment', 'patch', 'event'] as const;
const node = fc.record({
  id: ids,
  kind: fc.constantFrom(...kinds),
  at: fc.integer({ min: 1, max: 9 }),
  summary: fc.constantFrom('the attacker', 'the change'),
  detail: fc.record({
    passed: fc.boolean(),
    source: fc.constantFrom('declared', 'narrated'),
    subject: ids,
    event: fc.constantFrom('accepted', 'linked', 'retracted'),
    commit: fc.constant(COMMIT),
    files: fc.constant([PATH]),
  }),
}) as fc.Arbitrary<Node>;
const edge = fc.record({
  from: ids,
  to: ids,
  kind: fc.constantFrom(...EDGE_KINDS),
  source: fc.constantFrom('observed', 'declared', 'inferred'),
}) as fc.Arbitrary<Edge>;
const distinct = (nodes: readonly Node[]): Node[] => [...new Map(nodes.map((one) => [one.id, one])).values()];
const graphOf = (session: fc.Arbitrary<typeof VICTIM>): fc.Arbitrary<Graph> =>
  fc
    .record({
      session: session.map((one) => ({ id: one, agent: 'person' })),
      nodes: fc.array(node, { maxLength: 4 }).map(distinct),
      context: fc.array(node, { maxLength: 3 }).map(distinct),
      edges: fc.array(edge, { maxLength: 6 }),
    })
    .map((parts) => ({ ...parts, explains: [], previous: null, chain: { start: hash('2'), head: hash('3') } }));
const claims = (writers: fc.Arbitrary<NodeId | null>): fc.Arbitrary<Attribution> =>
  fc.record({
    start: fc.integer({ min: 1, max: 10 }),
    count: fc.integer({ min: 1, max: 6 }),
    node: writers,
    evidence: fc.constantFrom(...EVIDENCE),
  });
const noteOf = (graph: fc.Arbitrary<Graph>, writers: fc.Arbitrary<NodeId | null>): fc.Arbitrary<Note> =>
  fc
    .record({
      graphs: fc.array(graph, { maxLength: 2 }),
      lines: fc.array(claims(writers), { maxLength: 12 }).map((list) => new Map([[PATH, list]])),
    })
    .map((parts) => normalise({ commit: COMMIT, ...parts, carried: [] }));

const anyNote = noteOf(graphOf(fc.constantFrom(VICTIM, EVE)), fc.oneof(ids, fc.constant(null)));
/** The attacker claims no line for the victim's session, so the hash of its lines matches. */
const others = noteOf(
  graphOf(fc.constantFrom(VICTIM, EVE)),
  fc.oneof(
    fc.integer({ min: 1, max: 9 }).map((n) => id(EVE, n)),
    fc.constant(null),
  ),
);
const elsewhere = noteOf(
  graphOf(fc.constant(EVE)),
  fc.oneof(
    fc.integer({ min: 1, max: 9 }).map((n) => id(EVE, n)),
    fc.constant(null),
  ),
);

/** The victim's note and the attacker's, joined in any order and grouping. */
const joined = (attacks: fc.Arbitrary<Note>): fc.Arbitrary<Note> =>
  fc
    .array(attacks, { minLength: 1, maxLength: 3 })
    .chain((list) => fc.shuffledSubarray([victim, ...list], { minLength: list.length + 1 }))
    .map((list) => list.reduce((all, one) => joinAll([all, one])));

describe('whatever an attacker adds to a note', () => {
  test('the clone that recorded it shows its own record', () => {
    const before = shown(victim, covering('recorded'));
    fc.assert(
      fc.property(joined(anyNote), (note) => {
        expect(shown(note, covering('recorded'))).toEqual(before);
      }),
      RUNS,
    );
  });

  test('every clone that knows the signer shows the signed lines, or no owner', () => {
    const before = shown(victim, covering('vouched')) as { owners: unknown };
    fc.assert(
      fc.property(joined(others), (note) => {
        const after = shown(note, covering('vouched')) as { owners: unknown };
        // Eight stronger claims displace one: then the hash does not hold, and `verify` names the fault.
        fc.pre((note.lines.get(PATH) ?? []).some(({ node: writer }) => writer === claim.node));
        expect({ ...after, owners: undefined }).toEqual({ ...before, owners: undefined });
        expect(JSON.stringify(after.owners)).not.toContain(sessionPrefix({ id: EVE }));
      }),
      RUNS,
    );
  });

  test('a claimed event does not change a trusted decision, also where the graph only repeats the event', () => {
    const event = (number: number): Node => ({
      id: id(EVE, number),
      kind: 'event',
      at: 6,
      summary: 'the attacker',
      detail: { source: 'declared', subject: id(VICTIM, 5), event: 'retracted' },
    });
    const chain = { start: hash('2'), head: hash('3') };
    const session = { id: EVE, agent: 'person' };
    const attack = (nodes: Node[], context: Node[]): Note =>
      joinAll([
        victim,
        normalise({
          commit: COMMIT,
          graphs: [{ session, nodes, context, edges: [], explains: [], previous: null, chain }],
          lines: new Map(),
          carried: [],
        }),
      ]);
    const goal: Node = { id: id(EVE, 2), kind: 'goal', at: 6, summary: 'the attacker' };
    for (const standing of ['vouched', 'recorded'] as const)
      for (const note of [attack([event(1)], []), attack([goal], [event(1)])]) {
        const { decision } = shown(note, covering(standing)) as { decision: { status?: string } };
        expect(decision.status).toBeUndefined();
      }
    // The control: without a standing the event counts.
    const { decision } = shown(attack([goal], [event(1)]), UNCOVERED) as { decision: { status?: string } };
    expect(decision.status).toBe('retracted');
  });

  test("a clone without any key shows no agent's line as a person’s, and no other step", () => {
    const before = ownersByLine(shown(victim, UNCOVERED));
    fc.assert(
      fc.property(joined(elsewhere), (note) => {
        const after = ownersByLine(shown(note, UNCOVERED));
        for (let line = claim.start; line < claim.start + claim.count; line++)
          expect(['unknown', before.get(line)]).toContain(after.get(line));
      }),
      RUNS,
    );
  });

  test('notes joined in any order give the same result', () => {
    fc.assert(
      fc.property(fc.array(anyNote, { minLength: 2, maxLength: 3 }), (list) => {
        const there = shown(joinAll([victim, ...list]), UNCOVERED);
        const back = shown(joinAll([...list].reverse().concat(victim)), UNCOVERED);
        expect(back).toEqual(there);
      }),
      RUNS,
    );
  });
});

function ownersByLine(view: object): Map<number, string> {
  const owners = new Map<number, string>();
  for (const { line, count, owner } of (view as { owners: ReturnType<NoteLookup['owners']> }).owners)
    for (let i = line; i < line + count; i++)
      owners.set(i, owner.owner === 'unknown' ? 'unknown' : (owner.node ?? 'a person'));
  return owners;
}
