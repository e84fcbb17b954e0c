import { expect, test } from 'vitest';
import { openRepository } from '../../../src/faces/library/index.ts';
import { joinNotes } from '../../../src/model/graph/join.ts';
import { attacked, changeIn, forgedGraph } from '../../trust/attack.ts';
import { sessionId } from '../../../src/model/ids.ts';

test('a graph of another session states nothing about a step', () =>
  attacked({}, async ({ note, graph, push, fresh }) => {
    const step = changeIn(graph);
    const other = sessionId('eve');
    const forged = {
      ...forgedGraph(other, [], [{ from: step.id, to: step.id, kind: 'verified_by', source: 'observed' as const }]),
      nodes: [{ ...step, summary: 'forged' }],
    };
    await push(joinNotes(note, { graphs: [forged], lines: new Map(), carried: [] }));
    const site = await fresh();
    site.prov('status');
    const repository = await openRepository({ dir: site.repo.dir });
    try {
      const told = await repository.node(step.id);
      expect(told?.node.summary).toBe(step.summary);
      expect(told?.edges.filter(({ from, to }) => from === to)).toEqual([]);
      expect(told?.session.id).toBe(graph.session.id);
    } finally {
      await repository.close();
    }
  }));
