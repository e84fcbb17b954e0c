import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LateNote, Graphs } from '../../src/recorder/ledger/session-graphs.ts';
import { mendState } from '../../src/recorder/state/state-schema.ts';
import type { Sessions } from '../../src/recorder/session/sessions.ts';
import type { SessionState } from '../../src/recorder/state/state.ts';
import { decodeNote, graphIdOf } from '../../src/model/format/note.ts';
import { oid, type NodeId, type Oid } from '../../src/model/ids.ts';
import { append, startCursor } from '../../src/model/graph/infer.ts';
import { chainOf, GENESIS } from '../../src/model/graph/ledger.ts';
import { joinNotes } from '../../src/model/graph/join.ts';
import type { Edge, Graph, Node, Note } from '../../src/model/model.ts';
import type { Step } from '../../src/model/step.ts';
import { verifications } from '../../src/model/graph/verification.ts';
import { bash, commit, edit, prompt, read, session } from '../model/steps.ts';
import { runs, slowTest } from '../helpers/runs.ts';

const passes = bash('npm test');
const fails = bash('npm test', { outcome: 'failed' });
const unknown = bash('npm test | tail');

/** A session with notes on its commits: what a drain does, without files and git. */
class Bench {
  readonly state: SessionState;
  readonly graphs: Graphs;
  readonly notes = new Map<Oid, Note>();
  readonly late: LateNote[] = [];
  readonly nodes: Node[] = [];
  readonly edges: Edge[] = [];
  /** The steps that no commit has taken yet, with their files. */
  open: { id: NodeId; file: string }[] = [];
  /** The steps with lines in each commit. */
  readonly lines = new Map<Oid, NodeId[]>();
  #at = 1_700_000_000_000;

  constructor(dir: string) {
    const chain = { head: GENESIS, parentHash: null };
    const begun = { session, cursor: startCursor(session), nodes: [], edges: [], ledgerBytes: 0, cutAt: chain };
    const rest = { context: [], graphs: [], narration: {}, usage: {}, ended: [], lastAt: 0 };
    this.state = { ...begun, ...rest };
    const sessions = { get: () => this.state, all: () => [this.state] } as unknown as Sessions;
    this.graphs = new Graphs(dir, sessions);
  }

  step(step: Step): Node {
    const { cursor, nodes, edges } = append(this.state.cursor, { ...step, at: (this.#at += 1000) });
    this.state.cursor = cursor;
    for (const list of [this.state.nodes, this.nodes]) list.push(...nodes);
    for (const list of [this.state.edges, this.edges]) list.push(...edges);
    return nodes[0]!;
  }

  edit(file: string): NodeId {
    const { id } = this.step(edit(file));
    this.open.push({ id, file });
    return id;
  }

  /** Commits files; lines of these older steps reappear in it. */
  commit(files: readonly string[], restored: readonly NodeId[] = []): Oid {
    const id = oid(String(this.notes.size + 1).padStart(40, '0'));
    this.step(commit([...files], id));
    const mine = this.open.filter(({ file }) => files.includes(file)).map((one) => one.id);
    this.open = this.open.filter(({ file }) => !files.includes(file));
    const nodes = [...mine, ...restored];
    const graphs = this.graphs.cut(new Set([session.id]), new Set(nodes), id);
    this.notes.set(id, { graphs, lines: new Map(), carried: [] });
    this.lines.set(id, nodes);
    this.graphs.wentTo(id, graphs);
    this.#takeLate();
    return id;
  }

  endTurn(): void {
    this.graphs.cutVerified(this.state);
    this.#takeLate();
  }

  #takeLate(): void {
    for (const late of this.graphs.takeLate()) {
      this.late.push(late);
      this.notes.set(late.commit, joinNotes(this.notes.get(late.commit)!, decodeNote(late.bytes)));
    }
  }
}

function withBench<T>(use: (bench: Bench) => T): T {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-graphs-'));
  try {
    return use(new Bench(dir));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** The last verification of a step, according to these nodes and edges. */
const result = (nodes: readonly Node[], edges: readonly Edge[], id: NodeId): string =>
  verifications(nodes, edges)(id, 'no file');

const byNote = ({ graphs }: Note, id: NodeId): string =>
  result(
    graphs.flatMap(({ nodes }) => nodes),
    graphs.flatMap(({ edges }) => edges),
    id,
  );

const FILES = ['a', 'b', 'c'];
const action = fc.oneof(
  fc.record({ do: fc.constant('edit' as const), file: fc.constantFrom(...FILES) }),
  fc.record({ do: fc.constant('edit' as const), file: fc.constantFrom(...FILES) }),
  fc.record({ do: fc.constant('run' as const), run: fc.constantFrom(passes, fails, fails, unknown) }),
  fc.record({ do: fc.constant('commit' as const), files: fc.subarray(FILES), restored: fc.nat(40) }),
  fc.record({ do: fc.constant('read' as const) }),
  fc.record({ do: fc.constant('end' as const) }),
);

describe('any session', () => {
  const told = (use: (bench: Bench) => void): void =>
    fc.assert(
      fc.property(fc.array(action, { minLength: 10, maxLength: 40, size: 'max' }), (actions) =>
        withBench((bench) => {
          bench.step(prompt('go on'));
          const old: NodeId[] = [];
          for (const one of actions) {
            if (one.do === 'edit') old.push(bench.edit(one.file));
            else if (one.do === 'run') bench.step(one.run);
            else if (one.do === 'read') bench.step(read('a'));
            else if (one.do === 'end') bench.endTurn();
            else if (bench.notes.size < 20)
              bench.commit(one.files, old.slice(one.restored % (2 * old.length + 1)).slice(0, 1));
          }
          bench.endTurn();
          use(bench);
        }),
      ),
      { numRuns: runs(60) },
    );

  test('has the last verification of its lines in each note alone', () => {
    told(({ notes, lines, nodes, edges }) => {
      for (const [id, note] of notes)
        for (const node of lines.get(id)!) expect(byNote(note, node)).toBe(result(nodes, edges, node));
    });
  });

  test('has one chain of graphs, every step in one of them, and a complete ledger', () => {
    told(({ notes, nodes, state }) => {
      const all = new Map<string | null, Graph>();
      for (const note of notes.values()) for (const graph of note.graphs) all.set(graph.previous, graph);
      const steps: NodeId[] = [];
      let [previous, head, parentHash]: [string | null, string, string | null] = [null, GENESIS, null];
      for (let graph = all.get(null); graph; graph = all.get(previous)) {
        expect(graph.chain.start).toBe(head);
        ({ head, parentHash } = chainOf(session.id, graph.nodes, head, parentHash));
        expect(graph.chain.head).toBe(head);
        steps.push(...graph.nodes.filter(({ detail }) => !detail?.['source']).map(({ id }) => id));
        all.delete(previous);
        previous = graphIdOf(graph);
      }
      expect(all.size).toBe(0);
      expect([...steps, ...state.nodes.map(({ id }) => id)]).toEqual(nodes.map(({ id }) => id));
    });
  });

  test('a turn that verified no committed line cuts no graph', () => {
    told((bench) => {
      const before = bench.state.graphs.length;
      bench.step(read('a'));
      bench.step(unknown);
      bench.endTurn();
      expect(bench.state.graphs.length).toBe(before);
    });
  });

  test('once all is committed and passed, no graph remembers its commits', () => {
    told((bench) => {
      bench.step(passes);
      bench.commit(FILES);
      expect(bench.state.graphs.filter(({ commits }) => commits)).toEqual([]);
    });
  });
});

test('a verification reaches only the last twenty of many commits', () =>
  withBench((bench) => {
    const commits: Oid[] = [];
    for (let i = 0; i < 25; i++) {
      bench.edit('a');
      commits.push(bench.commit(['a']));
    }
    bench.step(passes);
    bench.endTurn();
    expect(bench.late.map((late) => late.commit)).toEqual(commits.slice(5));
  }));

test('a graph of more than 256 KiB is not added to other notes', () =>
  withBench((bench) => {
    const id = bench.edit('a');
    const first = bench.commit(['a']);
    bench.step(passes);
    for (let i = 0; i < 3000; i++) bench.step(read(`${i}`, { input: 'a'.repeat(64), output: 'b'.repeat(64) }));
    bench.edit('b');
    bench.commit(['b']);
    expect(bench.late).toEqual([]);
    expect(byNote(bench.notes.get(first)!, id)).toBe('none');
  }));

slowTest('a session continues when it has too much data for a single note', () =>
  withBench((bench) => {
    for (let i = 0; i < 28_000; i++)
      bench.step(read(`${'x'.repeat(200)}${i}`, { input: 'a'.repeat(64), output: 'b'.repeat(64) }));
    bench.edit('a');
    bench.commit(['a']);
    bench.graphs.save();
    const id = bench.edit('b');
    const second = bench.commit(['b']);
    bench.graphs.save();
    expect(bench.notes.get(second)!.graphs.map(({ nodes }) => nodes[0]!.id)).toEqual([id]);
  }),
);

test('damaged graph data in a state is dropped', () => {
  const graph = { id: 'a'.repeat(64), from: 1, to: 4, verifies: 1, commits: ['b'.repeat(40)] };
  const wrong = [null, {}, { ...graph, verifies: '1' }, { ...graph, commits: 'b' }, { ...graph, commits: ['b'] }];
  withBench(({ state }) => {
    const sessions = { x: { ...state, graphs: [...wrong, graph] } };
    expect(Object.values(mendState({ version: 1, sessions }).state.sessions)[0]!.graphs).toEqual([graph]);
  });
});

test('a conversation with a damaged option is dropped', () => {
  const one = {
    text: 'Lock the file',
    place: 'words',
    turn: 0,
    at: 0,
    nth: 0,
    of: 1,
    signs: 0,
    refused: 'Lock the file',
  };
  const talk = { next: 1, turn: 0, said: [one], calls: [] };
  withBench(({ state }) => {
    const said = (refused: unknown, planned?: unknown): number => {
      const cursor = { ...state.cursor, talk: { ...talk, said: [{ ...one, refused, planned }] } };
      const sessions = { x: { ...state, cursor } };
      return Object.values(mendState({ version: 1, sessions }).state.sessions)[0]!.cursor.talk.said.length;
    };
    expect([said('Lock the file'), said(undefined), said(7)]).toEqual([1, 1, 0]);
    expect([said(undefined, true), said(undefined, false), said(undefined, 'yes')]).toEqual([1, 0, 0]);
  });
});
