import { expect, test } from 'vitest';
import { decodeNote, encodeNote, graphIdOf } from '../../src/model/format/note.ts';
import { chainOf, GENESIS } from '../../src/model/graph/ledger.ts';
import { nodeId, numberOf, type Oid, sessionPart } from '../../src/model/ids.ts';
import type { Graph, Node } from '../../src/model/model.ts';
import { ChainChecker, GraphChain } from '../../src/trust/checks/chain-checker.ts';
import { goldenNotes } from '../model/golden.ts';

// Notes that earlier versions wrote after honest work lost a part of the local state. Their gaps are no faults, for any reader.

const COMMIT = 'c0'.repeat(20) as Oid;
const LOST = 'ab'.repeat(32);

/** A graph with the same steps of the same session, numbered from a number on. */
function later(graph: Graph, from: number, start: string, previous: Graph | null): Graph {
  const nodes = graph.nodes.map((node, i): Node => {
    const moved = { ...node, id: nodeId(`${sessionPart(node.id)}-${from + i}`) };
    delete (moved as { parent?: unknown }).parent;
    return moved;
  });
  const parent = start === GENESIS ? null : LOST;
  const { head } = chainOf(graph.session.id, nodes, start, parent);
  const { session, explains } = graph;
  const chain = { start, head, ...(parent !== null && { parent }) };
  return { session, explains, previous: previous && graphIdOf(previous), nodes, edges: [], chain };
}

/** The findings about these graphs, after each was written in a note and read again, and the version of these notes. */
function findingsOf(...graphs: Graph[]): { kinds: string[]; versions: number[] } {
  const checker = new ChainChecker();
  const versions: number[] = [];
  for (const graph of graphs) {
    const bytes = encodeNote({ graphs: [graph], carried: [], lines: new Map() });
    versions.push(bytes[1]!);
    const [read] = decodeNote(bytes).graphs;
    const { start, parent = null } = read!.chain;
    checker.add(read!, COMMIT, chainOf(read!.session.id, read!.nodes, start, parent).parentHash ?? undefined);
  }
  const chain = new GraphChain();
  chain.join(checker.end());
  return { kinds: [...chain.findings()].map(({ kind, field, what }) => `${kind} ${field}: ${what}`), versions };
}

const OLD = goldenNotes().flatMap(({ name, bytes, note: { graphs } }) => {
  const first = graphs.find(({ nodes }) => nodes.length > 0);
  return first ? [[name, bytes[1]!, later(first, 1, GENESIS, null)] as const] : [];
});

test('the notes are of both versions of the format', () => {
  expect(new Set(OLD.map(([, version]) => version))).toEqual(new Set([1, 2]));
});

test.each(OLD)('%s: a session that lost its state and steps has a gap, with its reason', (_, version, first) => {
  const to = numberOf(first.nodes.at(-1)!.id);
  for (const start of [LOST, GENESIS]) {
    const { kinds, versions } = findingsOf(first, later(first, to + 3, start, first));
    expect(kinds).toEqual([
      expect.stringMatching(new RegExp(`^gap chain.start: Steps ${to + 1} to ${to + 2} of the session`)),
    ]);
    expect(versions).toEqual([version, version]);
  }
});

test.each(OLD)('%s: a session that began again after deinit and init is no fault', (_, __, first) => {
  const again = later({ ...first, nodes: first.nodes.slice(0, 1) }, 1, GENESIS, null);
  expect(findingsOf(first, again).kinds.filter((kind) => kind.startsWith('fault'))).toEqual([]);
});

test.each(OLD)('%s: a graph after one that only a lost clone had has a gap', (_, __, first) => {
  const lost = later(first, 50, LOST, first);
  expect(findingsOf(later(first, 90, LOST, lost)).kinds).toEqual([
    expect.stringMatching(/^gap previous: .* is not here/),
  ]);
});

test.each(OLD)('%s: a graph that leaves out no number and follows another chain is a fault', (_, __, first) => {
  const next = numberOf(first.nodes.at(-1)!.id) + 1;
  expect(findingsOf(first, later(first, next, LOST, first)).kinds).toEqual([expect.stringMatching(/^fault/)]);
});
