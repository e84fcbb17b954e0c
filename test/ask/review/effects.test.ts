import { expect, test } from 'vitest';
import { withEffects } from '../../../src/ask/review/effects.ts';
import type { Proposal } from '../../../src/ask/review/proposals.ts';
import type { History } from '../../../src/ask/history/history.ts';
import { plainSource } from '../../../src/ask/index/in-memory-source.ts';
import type { GraphSource, KnownGraph } from '../../../src/ask/index/graph-source.ts';
import { KnowledgeGraph } from '../../../src/ask/knowledge/knowledge-graph.ts';
import type { NodeId, Oid, RepoPath, SessionId } from '../../../src/model/ids.ts';
import { NEW_SESSION } from '../../../src/model/ids.ts';
import type { Node, Note } from '../../../src/model/model.ts';

const COUNT = 1000;
const decisionOf = (n: number): NodeId => `${n.toString(16).padStart(16, '0')}-2` as NodeId;
const changeOf = (n: number): NodeId => `${n.toString(16).padStart(16, '0')}-1` as NodeId;
const commitOf = (n: number): Oid => n.toString(16).padStart(40, '0') as Oid;
const sessionOf = (n: number): SessionId => `s${n}` as SessionId;

test('the effects of many proposals are found with few questions to the index and to git, each for its own lines', async () => {
  const graphs = Array.from({ length: COUNT }, (_, n): KnownGraph => {
    const decision: Node = { id: decisionOf(n), kind: 'decision', at: n, summary: `Use ${n}` };
    const change: Node = { id: changeOf(n), kind: 'commitment', at: n, summary: 'edit a' };
    return {
      session: { id: sessionOf(n), agent: 'x', vendor: 'x', ...NEW_SESSION },
      nodes: [change, decision],
      edges: [{ kind: 'decided_by', from: change.id, to: decision.id, source: 'observed' }],
    };
  });
  let questions = 0;
  let reads = 0;
  const memory = plainSource(graphs);
  const source: GraphSource = {
    ...memory,
    about: (ids) => (questions++, memory.about(ids)),
    commitsWith: async (id) => [commitOf(Number.parseInt(id, 16))],
  };
  const read = async (commits: Iterable<Oid>): Promise<Map<Oid, Note>> => {
    reads++;
    return new Map(
      [...commits].map((commit) => {
        const n = Number.parseInt(commit, 16);
        const lines = [{ start: 1, count: n + 1, node: changeOf(n), evidence: 'exact' as const }];
        return [commit, { commit, graphs: [], lines: new Map([['a.txt' as RepoPath, lines]]) } as unknown as Note];
      }),
    );
  };
  const history = { notes: { read }, faults: { damaged: 0 } } as unknown as History;
  const world = new KnowledgeGraph([source]);
  const entries = graphs.map(({ nodes, session }): Proposal => ({
    node: nodes[1]!,
    session: session.id,
    agent: 'x',
    mark: undefined,
    standing: { status: 'proposed', confidenceHistory: [], events: [] },
    commits: [],
  }));

  const found = await withEffects({ world, sources: [source], history }, { entries, links: [] });

  expect(found.entries.map(({ effects: { reasonOf } }) => reasonOf)).toEqual(
    graphs.map((_, n) => [{ path: 'a.txt', commit: commitOf(n), lines: n + 1 }]),
  );
  expect(reads).toBeLessThan(COUNT / 100);
  expect(questions).toBeLessThan(COUNT / 10);
});
