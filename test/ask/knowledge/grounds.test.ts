import { expect, test } from 'vitest';
import { plainSource } from '../../../src/ask/index/in-memory-source.ts';
import { changesBehind } from '../../../src/ask/knowledge/grounds.ts';
import { KnowledgeGraph } from '../../../src/ask/knowledge/knowledge-graph.ts';
import { oid } from '../../../src/model/ids.ts';
import { thingContent, thingId } from '../../../src/model/knowledge/thing.ts';
import { rememberStanding, type RecordStanding } from '../../../src/model/standing/standing.ts';
import { made, nodeAt } from '../setup.ts';

const COMMIT = { kind: 'commit', commit: oid('c'.repeat(40)) } as const;

// A session that gives its change to a commit, by a patch and by the commit's own node, which belongs to no session.
function work(session: string, standing: RecordStanding): ReturnType<typeof made> {
  const graph = made(
    session,
    [
      { n: 1, kind: 'commitment', summary: 'write a.js' },
      { n: 2, kind: 'patch', summary: 'a commit', detail: { commit: COMMIT.commit } },
      { n: 3, ...thingContent(COMMIT), id: thingId(COMMIT) },
    ],
    [
      [1, 'committed_via', 2],
      [1, 'committed_via', thingId(COMMIT)],
    ],
  );
  rememberStanding(graph, standing);
  return graph;
}

test.each(['claimed', 'recorded'] as const)(
  'the changes of a commit are those of its patches, not of its own node (%s)',
  async (standing) => {
    const world = new KnowledgeGraph([plainSource([work('s', standing)])]);
    expect(await changesBehind(world, [nodeAt('s', 2)])).toEqual([nodeAt('s', 1)]);
    expect(await changesBehind(world, [thingId(COMMIT)])).toEqual([]);
    expect(await changesBehind(world, [thingId(COMMIT), nodeAt('s', 2)])).toEqual([nodeAt('s', 1)]);
  },
);
