import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withDatabase } from '../../src/ask/index/cache.ts';
import { Indexed } from '../../src/ask/index/indexed.ts';
import { withIndex } from '../../src/ask/index/open.ts';
import type { GraphSource } from '../../src/ask/index/graph-source.ts';
import { findNode, findSession } from '../../src/ask/find/find.ts';
import { proposals } from '../../src/ask/review/proposals.ts';
import { proposedLinks } from '../../src/ask/review/proposed-links.ts';
import { historyOfEdge, historyOfNode } from '../../src/ask/knowledge/events.ts';
import { KnowledgeGraph } from '../../src/ask/knowledge/knowledge-graph.ts';
import { list } from '../../src/ask/knowledge/list.ts';
import { search } from '../../src/ask/knowledge/search.ts';
import { statementAnswer } from '../../src/ask/knowledge/statement-answer.ts';
import { traceAnswer } from '../../src/ask/knowledge/trace-answer.ts';
import { trace } from '../../src/ask/knowledge/trace.ts';
import { graphIdOf } from '../../src/model/format/graph-id.ts';
import { joinAll, normalise } from '../../src/model/graph/join.ts';
import { type NodeId, nodeId, type Oid, type RepoPath, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import { EDGE_KINDS, EVIDENCE, type Edge, type Graph, type Node, type Note } from '../../src/model/model.ts';
import { encodeStatement } from '../../src/model/statement.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import { Recorded } from '../../src/notes/standing/recorded.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { runs } from '../helpers/runs.ts';

// The rule of docs/trust.md as laws for the readers of all notes: whatever graphs, edges, claims, statements and events an
// attacker adds to any notes, in any order, review, list, search, trace and history show the same of the victim's entries.

const VICTIM = sessionId('victim');
const EVE = sessionId('eve');
const PERSON = sessionId('person/0123456789abcdef');
const FILE = 'f.txt' as RepoPath;
const RUNS = { numRuns: runs(15), endOnFailure: true };
const warn = (message: string): void => {
  throw new Error(message);
};

const id = (session: typeof VICTIM, number: number): NodeId => nodeId(`${sessionPrefix({ id: session })}-${number}`);
const LINK_EVENTS = ['linked', 'unlinked', 'link_accepted', 'link_rejected'] as const;
const hash = (digit: string): string => digit.repeat(64);
const declared = (more: Record<string, unknown> = {}): NonNullable<Node['detail']> =>
  ({ source: 'declared', ...more }) as NonNullable<Node['detail']>;

const own: Graph = {
  session: { id: VICTIM, agent: 'claude-code' },
  nodes: [
    { id: id(VICTIM, 1), kind: 'goal', at: 1, summary: 'the goal' },
    { id: id(VICTIM, 2), kind: 'commitment', at: 2, summary: 'the change', detail: { files: [FILE] } },
    { id: id(VICTIM, 3), kind: 'decision', at: 3, summary: 'the decision', detail: declared({ status: 'proposed' }) },
    { id: id(VICTIM, 4), kind: 'belief', at: 4, summary: 'the belief', detail: declared({ confidence: 700 }) },
    { id: id(VICTIM, 5), kind: 'evidence', at: 5, summary: 'the evidence', detail: declared() },
    {
      id: id(VICTIM, 6),
      kind: 'event',
      at: 6,
      summary: 'the event',
      detail: declared({ event: 'confidence', subject: id(VICTIM, 4), after: 800 }),
    },
    {
      id: id(VICTIM, 7),
      kind: 'event',
      at: 7,
      summary: 'the link',
      detail: declared({
        event: 'linked',
        status: 'proposed',
        subject: id(VICTIM, 5),
        edge: 'supersedes',
        object: id(VICTIM, 4),
      }),
    },
    { id: id(VICTIM, 8), kind: 'task', at: 8, summary: 'the task', detail: declared({ state: 'active' }) },
    { id: id(VICTIM, 9), kind: 'task', at: 9, summary: 'the last task', detail: declared() },
  ],
  edges: [
    { from: id(VICTIM, 1), to: id(VICTIM, 2), kind: 'led_to', source: 'observed' },
    { from: id(VICTIM, 2), to: id(VICTIM, 3), kind: 'decided_by', source: 'declared' },
    { from: id(VICTIM, 5), to: id(VICTIM, 4), kind: 'supports', source: 'declared' },
    { from: id(VICTIM, 4), to: id(VICTIM, 3), kind: 'derived_from', source: 'declared' },
    { from: id(VICTIM, 5), to: id(VICTIM, 4), kind: 'supersedes', source: 'declared' },
    { from: id(VICTIM, 9), to: id(VICTIM, 8), kind: 'depends_on', source: 'declared' },
  ],
  explains: [],
  previous: null,
  chain: { start: hash('0'), head: hash('1') },
};

const ids = fc.oneof(
  fc.integer({ min: 1, max: 9 }).map((n) => id(VICTIM, n)),
  fc.integer({ min: 1, max: 9 }).map((n) => id(EVE, n)),
  fc.integer({ min: 1, max: 9 }).map((n) => id(PERSON, n)),
);
const node = (of: fc.Arbitrary<NodeId>): fc.Arbitrary<Node> =>
  fc.record({
    id: of,
    kind: fc.constantFrom(
      'goal',
      'decision',
      'belief',
      'evidence',
      'event',
      'event',
      'task',
      'commitment',
      'verification',
    ),
    at: fc.integer({ min: 1, max: 12 }),
    summary: fc.constantFrom('the attacker', 'the decision', 'the belief', 'the change'),
    detail: fc.record({
      source: fc.constantFrom('declared', 'narrated'),
      subject: ids,
      object: ids,
      edge: fc.constantFrom('supports', 'supersedes', 'derived_from'),
      event: fc.constantFrom('accepted', 'rejected', 'retracted', 'confidence', 'completed', 'state', ...LINK_EVENTS),
      state: fc.constantFrom('open', 'blocked', 'active', 'done', 'dropped'),
      after: fc.integer({ min: 0, max: 1000 }),
      status: fc.constantFrom('proposed', 'accepted'),
      text: fc.constantFrom('the attacker', 'the decision'),
      files: fc.constant([FILE]),
    }),
  }) as fc.Arbitrary<Node>;
const edge = fc.record({
  from: ids,
  to: ids,
  kind: fc.constantFrom(...EDGE_KINDS),
  source: fc.constantFrom('observed', 'declared', 'inferred'),
}) as fc.Arbitrary<Edge>;
const distinct = (nodes: readonly Node[]): Node[] => [...new Map(nodes.map((one) => [one.id, one])).values()];
/** Mostly with nodes of its own session, because others are dropped at once. */
const graph: fc.Arbitrary<Graph> = fc.constantFrom(VICTIM, EVE, PERSON).chain((session) => {
  const some = node(
    fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 12 }).map((n) => id(session, n)) }, ids),
  );
  return fc
    .record({
      agent: fc.constantFrom('person', 'claude-code'),
      nodes: fc.array(some, { minLength: 1, maxLength: 5 }).map(distinct),
      context: fc.array(some, { maxLength: 3 }).map(distinct),
      edges: fc.array(edge, { maxLength: 6 }),
      // Also with the hashes of the victim's graph.
      chain: fc.constantFrom(own.chain, { start: hash('2'), head: hash('3') }),
    })
    .map(({ agent, ...parts }) => ({ ...parts, session: { id: session, agent }, explains: [], previous: null }));
});
interface Attack {
  readonly graphs: readonly Graph[];
  readonly lines: Note['lines'];
  /** Whether it goes to the victim's commit. */
  readonly isSame: boolean;
}
const attack: fc.Arbitrary<Attack> = fc.record({
  graphs: fc.array(graph, { minLength: 1, maxLength: 3 }),
  lines: fc
    .array(
      fc.record({
        start: fc.integer({ min: 1, max: 10 }),
        count: fc.integer({ min: 1, max: 6 }),
        node: fc.oneof(ids, fc.constant(null)),
        evidence: fc.constantFrom(...EVIDENCE),
      }),
      { maxLength: 6 },
    )
    .map((list) => new Map(list.length > 0 ? [[FILE, list]] : [])),
  isSame: fc.boolean(),
});

/** A note of a commit with a forged statement about its graphs. */
function noteOf(commit: Oid, { graphs, lines }: Pick<Attack, 'graphs' | 'lines'>, isForged: boolean): Note {
  const note = normalise({ commit, graphs, lines, carried: [] });
  if (!isForged) return note;
  const payload = encodeStatement({
    commit,
    tree: commit,
    at: 1,
    graphs: graphs.map((one) => ({ id: graphIdOf(one), previous: null })),
    taken: [],
    lines: new Map(),
    carried: [],
    after: [],
  });
  return { ...note, signatures: [{ payload, scheme: 'ssh', signature: 'forged' }] };
}

/** Everything that is shown of the victim's entries. */
async function shown(sources: readonly GraphSource[], repo: TestRepo): Promise<object> {
  const mine = new Set(own.nodes.map((one) => one.id));
  const isMine = ({ node: { id: one } }: { readonly node: Node }): boolean => mine.has(one);
  const weighing = { now: 100, decay: 0 };
  const world = (): KnowledgeGraph => new KnowledgeGraph(sources, true);
  const kinds = [...new Set(own.nodes.map(({ kind }) => kind))];
  const lists = await Promise.all(
    kinds.map(async (kind) => (await list(world(), sources, { kind, provenance: true })).filter(isMine)),
  );
  const first = await Promise.all(kinds.map((kind) => list(world(), sources, { kind, provenance: true, limit: 1 })));
  const found = await search(world(), sources, { text: 'the', provenance: true, limit: 100 });
  const best = await search(world(), sources, { text: 'the', provenance: true, limit: own.nodes.length });
  const traces = await Promise.all(
    own.nodes.map(async ({ id: one, kind, summary }) => {
      const target = { type: kind, id: one, text: summary, nodes: [one], more: false };
      const query = { directions: ['backward', 'forward'] as const, depth: 5 };
      return traceAnswer(await trace(world(), target, query, weighing));
    }),
  );
  const histories = await Promise.all(
    own.nodes.map(async ({ id: one }) => {
      const { node: is, standing } = (await historyOfNode(world(), one))!;
      const counting = standing.events.filter(({ counts }) => counts);
      return { is, ...standing, events: counting };
    }),
  );
  const edges = await Promise.all(
    own.edges.map(async ({ from, kind, to }) => {
      const told = await historyOfEdge(world(), from, kind, to);
      return { ...told, events: told.events.filter(({ event }) => event.counts) };
    }),
  );
  const where = { repo: await repo.open(), sources, copies: true };
  return {
    lists: lists.map((some) => some.map(statementAnswer)),
    first: first.map((some) => some.map(statementAnswer)),
    found: found.filter(isMine).map(statementAnswer).toSorted(byJson),
    best: best.map(statementAnswer).toSorted(byJson),
    review: (await proposals(world(), sources)).filter(isMine).map((one) => ({
      ...one,
      standing: { ...one.standing, events: one.standing.events.filter(({ counts }) => counts) },
      commits: undefined,
    })),
    links: (await proposedLinks(world(), sources))
      .filter(({ by }) => mine.has(by))
      .map((one) => ({ ...one, commits: [] })),
    traces,
    histories,
    edges,
    references: await Promise.all(own.nodes.map(({ id: one, kind }) => findNode(where, one, kind))),
    session: await findSession(where, sessionPrefix({ id: VICTIM })),
  };
}

const byJson = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Writes notes in sequence, as fetches do. */
async function write(repo: TestRepo, notes: readonly Note[]): Promise<void> {
  const store = new NoteStore(await repo.open());
  for (const note of notes)
    await store.update(new Map([[note.commit!, (old) => (old ? joinAll([old, note]) : note)]]), 'test');
  await store.close();
}

/** The notes of an attack and of the victim, in any order. */
const story = fc.tuple(fc.array(attack, { minLength: 1, maxLength: 4 }), fc.boolean()).chain(([attacks, isForged]) =>
  fc.record({
    attacks: fc.constant(attacks),
    isForged: fc.constant(isForged),
    order: fc.shuffledSubarray([...attacks.keys(), -1], { minLength: attacks.length + 1 }),
    /** After how many notes the index is built for the first time. */
    built: fc.nat({ max: attacks.length + 1 }),
  }),
);

type Open = (repo: TestRepo, work: (sources: readonly GraphSource[]) => Promise<object>) => Promise<object>;

/** The clone remembers that it cut the victim's graph. */
const recordedHere: Open = async (repo, work) => {
  const opened = await repo.open();
  return withIndex(opened, [], { warn }, ({ sources }) => work(sources));
};

/** An allowed signer vouches for the victim's graph. */
const vouchedFor: Open = async (repo, work) =>
  withDatabase(await repo.open(), { warn }, async (db, reader) => {
    db.run('UPDATE graph SET standing = 1 WHERE name = ?', graphIdOf(own));
    return work([new Indexed(db, reader)]);
  });

describe.each([
  ['the clone that recorded an entry', recordedHere, true],
  ['a clone with an entry that an allowed signer vouches for', vouchedFor, false],
] as const)('%s', (_, open, isRecorded) => {
  test('shows it in the same way, whatever an attacker adds to the notes', async () => {
    await withRepo({ files: { 'f.txt': 'a\n' } }, async (alone) => {
      const prepare = (repo: TestRepo): void => {
        mkdirSync(join(repo.dir, '.git/prov'), { recursive: true });
        appendFileSync(
          join(repo.dir, '.git/config'),
          `[gpg "ssh"]\n\tallowedSignersFile = ${join(repo.home, 'allowed')}\n`,
        );
        writeFileSync(join(repo.home, 'allowed'), '');
        if (isRecorded) new Recorded(join(repo.dir, '.git/prov')).addGraphs([graphIdOf(own)]);
      };
      const head = alone.oid('HEAD'); // the same in every repository
      const victim = noteOf(head, { graphs: [own], lines: new Map() }, false);
      prepare(alone);
      await write(alone, [victim]);
      const before = await open(alone, (sources) => shown(sources, alone));
      expect(JSON.stringify(before)).toContain(isRecorded ? '"standing":"recorded"' : '"standing":"vouched"');
      await fc.assert(
        fc.asyncProperty(story, async ({ attacks, isForged, order, built }) => {
          await withRepo({ files: { 'f.txt': 'a\n' } }, async (repo) => {
            prepare(repo);
            const elsewhere = 'e'.repeat(head.length) as Oid;
            const notes = order.map((n) => {
              const one = attacks[n];
              return one ? noteOf(one.isSame ? head : elsewhere, one, isForged) : victim;
            });
            await write(repo, notes.slice(0, built));
            await open(repo, async () => ({}));
            await write(repo, notes.slice(built));
            const after = await open(repo, (sources) => shown(sources, repo));
            expect(JSON.parse(JSON.stringify(after))).toEqual(JSON.parse(JSON.stringify(before)));
          });
        }),
        RUNS,
      );
    });
  }, 300_000);
});
