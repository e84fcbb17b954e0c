import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinNotes } from '../../../src/model/graph/join.ts';
import type { NodeId, Oid } from '../../../src/model/ids.ts';
import type { Note } from '../../../src/model/model.ts';
import { ownPart } from '../../../src/model/standing/graphs.ts';
import { withDatabase } from '../../../src/ask/index/cache.ts';
import type { Db, Row } from '../../../src/sqlite/sqlite.ts';
import { Indexed } from '../../../src/ask/index/indexed.ts';
import { isAboutPath, plainSource } from '../../../src/ask/index/in-memory-source.ts';
import { NODES_PER_GRAPH } from '../../../src/ask/index/build/schema.ts';
import type { KnownGraph, GraphSource } from '../../../src/ask/index/graph-source.ts';
import { wordsOf } from '../../../src/ask/index/build/search-words.ts';
import { KnowledgeGraph } from '../../../src/ask/knowledge/knowledge-graph.ts';
import { trace } from '../../../src/ask/knowledge/trace.ts';
import { traceAnswer } from '../../../src/ask/knowledge/trace-answer.ts';
import { NoteStore } from '../../../src/notes/notes.ts';
import { graphOf, nodeOf } from '../../faces/library/fixture.ts';
import { note as anyNote } from '../../model/arbitrary.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';
import { runs } from '../../helpers/runs.ts';

const RUNS = runs(8);
const warn = (message: string): void => {
  throw new Error(message);
};

/** The content of all tables, without arbitrary row numbers. */
function dump(db: Db): object {
  const graphs = new Map(db.all('SELECT id, name FROM graph').map((row) => [Number(row['id']), String(row['name'])]));
  const place = (at: unknown): string =>
    `${graphs.get(Math.floor(Number(at) / NODES_PER_GRAPH))} ${Number(at) % NODES_PER_GRAPH}`;
  const rows = (sql: string, key = (row: Row): unknown => Object.values(row)): string[] =>
    db
      .all(sql)
      .map((row) => JSON.stringify(key(row)))
      .sort();
  const withGraph = (row: Row): unknown => [graphs.get(Number(row['graph'])), ...Object.values(row).slice(1)];
  const words = (table: string): string[] => {
    db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.v_${table} USING fts5vocab(main, ${table}, instance)`);
    return rows(`SELECT term, doc, col, "offset" FROM v_${table}`, (row) => [
      row['term'],
      place(row['doc']),
      row['col'],
      row['offset'],
    ]);
  };
  return {
    notes: rows('SELECT oid, blobs, damaged FROM note'),
    graphs: rows(
      'SELECT g.name AS graph, s.name, g.agent, g.standing, s.short, g.first, g.last, g.parent, t.session, g.alike, g.steps, g.begun, g.ended, g.usage FROM graph g JOIN session s ON s.id = g.session JOIN told t ON t.id = g.told',
    ),
    owned: rows('SELECT o.prefix, n.oid, o.lines FROM owned o JOIN note n ON n.id = o.note'),
    held: rows('SELECT h.graph, n.oid, h.place FROM held h JOIN note n ON n.id = h.note', withGraph),
    spans: rows('SELECT graph, prefix, first, last FROM span', withGraph),
    mentions: rows('SELECT graph, prefix, number FROM mention', withGraph),
    fates: rows('SELECT graph, prefix, number FROM fate', withGraph),
    statements: rows('SELECT place, kind, at, copy, node FROM statement', (row) => [
      place(row['place']),
      ...Object.values(row).slice(1),
    ]),
    touched: rows('SELECT t.graph, hex(n.name) AS name FROM touched t JOIN thing n ON n.id = t.thing', withGraph),
    lined: rows(
      'SELECT n.oid, hex(t.name) AS name FROM lined l JOIN note n ON n.id = l.note JOIN thing t ON t.id = l.thing',
    ),
    signed: rows(
      'SELECT n.oid, s.scheme, s.signature, hex(s.payload) AS payload FROM signed s JOIN note n ON n.id = s.note',
    ),
    said: words('said'),
    done: words('done'),
  };
}

/** A step of a story of notes: a commit's note grows or is removed. */
type Step = readonly [commit: number, note: Note | undefined];
const story: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.tuple(fc.nat({ max: 4 }), fc.option(anyNote, { nil: undefined, freq: 5 })),
  { minLength: 1, maxLength: 6 },
);

const idOf = (repo: TestRepo, n: number): Oid => String(n + 1).repeat(repo.oid('HEAD').length) as Oid;

async function tell(repo: TestRepo, steps: readonly Step[]): Promise<void> {
  const store = new NoteStore(await repo.open());
  try {
    for (const [n, note] of steps) {
      const commit = idOf(repo, n);
      if (note) await store.update(new Map([[commit, (old) => (old ? joinNotes(old, note) : note)]]), 'test');
      else if ((await store.list()).has(commit))
        repo.git('notes', '--ref', 'provenance', 'remove', '--ignore-missing', commit);
    }
  } finally {
    await store.close();
  }
}

const on = async <T>(repo: TestRepo, work: (db: Db, indexed: Indexed) => Promise<T> | T): Promise<T> =>
  withDatabase(await repo.open(), { warn }, async (db, reader) => work(db, new Indexed(db, reader)));

describe('the index', () => {
  test('has the same rows after any sequence of updates as after a single build', async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.nat(), async (steps, cut) => {
        await withRepo({ files: { a: 'a' } }, async (repo) => {
          const at = cut % (steps.length + 1);
          await tell(repo, steps.slice(0, at));
          await on(repo, () => undefined);
          for (const step of steps.slice(at)) {
            await tell(repo, [step]);
            if (cut % 2 === 0) await on(repo, () => undefined);
          }
          const grown = await on(repo, dump);
          repo.git('config', 'x.y', 'z'); // nothing of the notes
          const { rmSync } = await import('node:fs');
          rmSync(`${repo.dir}/.git/prov`, { recursive: true });
          expect(grown).toEqual(await on(repo, dump));
        });
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 120_000);

  test('finds the same as a plain search through all notes', async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.nat(), async (steps, choice) => {
        await withRepo({ files: { a: 'a' } }, async (repo) => {
          await tell(repo, steps);
          const store = new NoteStore(await repo.open());
          const graphs = [...(await store.read((await store.list()).keys())).values()].flatMap((note) =>
            'graphs' in note ? note.graphs.map((graph) => ownPart(graph)) : [],
          );
          await store.close();
          const plain = plainSource(graphs);
          const nodes = graphs.flatMap((graph) => [...graph.nodes, ...(graph.context ?? [])]);
          await on(repo, async (_, indexed) => {
            for (const { kind } of nodes.slice(0, 8))
              for (const mayBeProposal of [false, true])
                expect(await kinds(indexed, kind, mayBeProposal)).toEqual(await kinds(plain, kind, mayBeProposal));
            const searches = nodes.slice(0, 20).map(({ summary }) => wordsOf(summary).slice(0, 3));
            for (const words of searches.filter((some) => some.length > 0))
              expect(await matches(indexed, words)).toEqual(await matches(plain, words));
            for (const path of ['src', 'src/', 'src/a.ts', 'src/é.ts', 'sr', 'caf\udce9', 'no'])
              expect(await about(indexed, path)).toEqual(await about(plain, path));
            const ids = [...new Set(nodes.map(({ id }) => id))];
            for (const id of ids.slice(choice % Math.max(1, ids.length)).slice(0, 1))
              expect(await traced(indexed, id)).toEqual(await traced(plain, id));
            for (const id of [...ids.slice(0, 6), 'ffffffff-1' as NodeId]) {
              expect(namesOf(await indexed.holding(id))).toEqual(namesOf(await plain.holding(id)));
              for (const prefix of [id.slice(0, 2), id.slice(0, 8), id.slice(0, 10), id])
                expect(await beginning(indexed, prefix)).toEqual(await beginning(plain, prefix));
            }
            for (const prefix of [
              '',
              'A',
              'a',
              'session/',
              '8f3a21c0-9',
              ...ids.slice(0, 2).map((id) => id.slice(0, 3)),
            ])
              expect(await named(indexed, prefix)).toEqual(await named(plain, prefix));
          });
        });
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 120_000);
});

// The graphs, without duplicates.
const namesOf = (graphs: readonly KnownGraph[]): string[] =>
  [...new Set(graphs.map(({ session, nodes }) => JSON.stringify([session.id, nodes.map(({ id }) => id)])))].sort();

async function beginning(source: GraphSource, prefix: string): Promise<string[]> {
  const graphs = await source.startingWith(prefix, Number.MAX_SAFE_INTEGER);
  const all = graphs.flatMap(({ nodes }) => nodes.map(({ id }) => id));
  return [...new Set(all.filter((id) => id.startsWith(prefix)))].sort();
}

// Which nodes name the path; a graph may be found for more.
async function about(source: GraphSource, path: string): Promise<string[]> {
  const nodes = (await source.below(path)).flatMap((graph) => graph.nodes.filter((node) => isAboutPath(node, path)));
  return [...new Set(nodes.map(({ id }) => id))].sort();
}

const named = async (source: GraphSource, prefix: string): Promise<string[]> =>
  (await source.sessions(prefix)).map(({ id }) => id).sort();

async function kinds(source: GraphSource, kind: string, mayBeProposal = false): Promise<string[]> {
  const found = new Set<string>();
  for await (const { node } of source.ofKind({ kind, mayBeProposal })) found.add(node.id);
  return [...found].sort();
}

async function matches(source: GraphSource, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for await (const { node } of source.matching(words, {})) found.add(node.id);
  return [...found].sort();
}

async function traced(source: GraphSource, id: NodeId): Promise<object> {
  const target = { type: 'node', id, text: '', nodes: [id], more: false };
  const query = { directions: ['backward', 'forward'] as const, depth: 4 };
  return traceAnswer(await trace(new KnowledgeGraph([source]), target, query, { now: 0, decay: 0 }));
}

test('only entries that can be proposals are read to find the proposals', () =>
  withRepo({ files: { a: 'a' } }, async (repo) => {
    const graph = graphOf('s');
    const entry = (n: number, detail: Record<string, string>, summary = 'x') =>
      ({ ...graph.nodes[1]!, id: nodeOf('s', n), kind: 'decision', summary, detail }) as const;
    const nodes = [
      entry(10, { status: 'proposed' }),
      entry(11, { source: 'declared', text: 'y' }),
      entry(12, { source: 'narrated' }),
      entry(13, { text: '"status":"proposed"' }, '"source":"declared"'),
      entry(14, {}),
    ];
    const known = { ...graph, nodes: [...graph.nodes.slice(0, 3), ...nodes], edges: [] };
    await tell(repo, [[1, { lines: new Map(), graphs: [known], carried: [] }]]);
    const wanted = [nodeOf('s', 10), nodeOf('s', 11)].sort();
    await on(repo, async (_, indexed) => expect(await kinds(indexed, 'decision', true)).toEqual(wanted));
    expect(await kinds(plainSource([known]), 'decision', true)).toEqual(wanted);
  }));

test('indexed texts and queries are split into words in the same way', () => {
  expect(wordsOf('Verify_token: Überprüfung (naïve) 中文テスト ﬁx')).toEqual([
    'verify',
    'token',
    'uberprufung',
    'naive',
    '中',
    '文',
    'テ',
    'ス',
    'ト',
    'fix',
  ]);
});
