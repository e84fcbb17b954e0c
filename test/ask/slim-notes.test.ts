import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NoteLookup } from '../../src/ask/blame/note-lookup.ts';
import { unite } from '../../src/ask/find/complete-graphs.ts';
import { permissionsFor } from '../../src/ask/report/owners.ts';
import { NoteSlimmer } from '../../src/ask/find/slim-notes.ts';
import { doubtsOf } from '../../src/ask/why/doubts.ts';
import { originOf } from '../../src/ask/why/origin.ts';
import { indexGraphs } from '../../src/model/graph/graph-index.ts';
import { contentMark } from '../../src/model/checks/content.ts';
import type { NodeId, Oid, RepoPath } from '../../src/model/ids.ts';
import type { Edge, Graph, Node } from '../../src/model/model.ts';
import { countingGraphs } from '../../src/model/standing/graphs.ts';
import { graphOf, nodeOf } from '../faces/library/fixture.ts';
import { runs } from '../helpers/runs.ts';

const FILE = 'a.txt' as RepoPath;
const OLDER = 'a'.repeat(40) as Oid;
const NEWER = 'b'.repeat(40) as Oid;
const KINDS = ['exploration', 'commitment', 'execution', 'error', 'goal', 'verification', 'patch', 'decision', 'risk'];
const EDGES = 'led_to explored_via verified_by committed_via decided_by blocked_by exposes spawned supersedes'.split(
  ' ',
);

const anyNode = fc.record({
  kind: fc.constantFrom(...KINDS, 'human_gate', 'exploration', 'commitment'),
  files: fc.constantFrom<string[] | undefined>(undefined, [FILE], ['other.txt'], ['other.txt', FILE]),
  passed: fc.boolean(),
  check: fc.constantFrom<string | undefined>(undefined, undefined, undefined, 'lint', 'test'),
  extra: fc.constantFrom({}, {}, { says: 'doubt' }, { commit: NEWER }, { commit: OLDER }, { told: 'ci' }),
  saw: fc.boolean(),
});
const anyEdge = fc.tuple(fc.nat(60), fc.nat(60), fc.constantFrom(...EDGES), fc.boolean());
const anyPart = fc.record({
  nodes: fc.array(anyNode, { minLength: 1, maxLength: 20 }),
  edges: fc.array(anyEdge, { maxLength: 40 }),
});

type Part = typeof anyPart extends fc.Arbitrary<infer T> ? T : never;

function nodesOf(session: string, first: number, nodes: Part['nodes']): Node[] {
  return nodes.map(({ kind, files, passed, check, extra, saw }, i) => ({
    id: nodeOf(session, first + i),
    kind: kind as Node['kind'],
    at: 1000 + i,
    summary: `${kind} ${i}`,
    detail: {
      ...extra,
      ...(files && { files }),
      ...(check && { check }),
      ...(saw && { saw: [contentMark(FILE, OLDER)] }),
      passed,
    },
  }));
}

/** The edges of a graph. They start or end in it, and their other end is in it or older. */
function edgesOf(own: readonly Node[], all: readonly Node[], edges: Part['edges']): Edge[] {
  return edges.map(([a, b, kind, isFrom]) => {
    const [mine, other] = [own[a % own.length]!.id, all[b % all.length]!.id];
    const [from, to] = isFrom ? [mine, other] : [other, mine];
    return { from, to, kind: kind as Edge['kind'], source: 'observed' };
  });
}

const graph = (session: string, nodes: Node[], edges: Edge[]): Graph => ({ ...graphOf(session), nodes, edges });

type Noted = readonly [Oid, readonly Graph[], readonly NodeId[]];

/** What a report says about the lines of these notes. */
function answers(notes: readonly Noted[]): unknown {
  const all = notes.flatMap(([, graphs]) => graphs);
  const lookup = indexGraphs(unite(countingGraphs(all).graphs));
  const later = new NoteLookup({ graphs: notes[0]![1], lines: new Map() }, NEWER);
  return notes.map(([commit, graphs, named]) => {
    const view = new NoteLookup({ graphs: countingGraphs(graphs).graphs, lines: new Map() }, commit);
    return named.map((id) => [
      view.context(id),
      view.checks(id, FILE, {}),
      view.checks(id, FILE, { content: OLDER, isLater: true }),
      later.passedOn('test', FILE, OLDER),
      originOf(lookup, id),
      permissionsFor(lookup, id),
      doubtsOf(lookup, id),
      lookup.node(id),
    ]);
  });
}

test('graphs without the steps that no line needs give the same answers', () => {
  let dropped = 0;
  const law = fc.property(
    fc.tuple(anyPart, anyPart, anyPart),
    fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }),
    ([one, two, sub], places) => {
      const first = nodesOf('main', 1, one.nodes);
      const second = nodesOf('main', 100, two.nodes);
      const child = nodesOf('child', 1, sub.nodes);
      const older = graph('main', first, edgesOf(first, first, one.edges));
      const newer = graph('main', second, edgesOf(second, [...first, ...second], two.edges));
      const below = graph('child', child, edgesOf(child, [...child, ...second], sub.edges));
      const recent = [...second, ...child];
      const whole: Noted[] = [
        [NEWER, [newer, below], places.map((place) => recent[place % recent.length]!.id)],
        [OLDER, [older], places.map((place) => first[place % first.length]!.id)],
      ];
      const slimmer = new NoteSlimmer(new Set([FILE]));
      const slim = whole.map(([commit, graphs, named]): Noted => [commit, slimmer.slim(graphs, new Set(named)), named]);
      const sizeOf = (notes: readonly Noted[]): number =>
        notes.reduce((sum, [, graphs]) => sum + graphs.reduce((n, { nodes }) => n + nodes.length, 0), 0);
      dropped += sizeOf(whole) - sizeOf(slim);
      expect(answers(slim)).toEqual(answers(whole));
    },
  );
  fc.assert(law, { numRuns: runs(1000) });
  expect(dropped).toBeGreaterThan(0);
});
