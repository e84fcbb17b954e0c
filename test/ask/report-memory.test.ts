import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readNotes } from '../../src/ask/report/range-notes.ts';
import { readKnown } from '../../src/ask/context/history-knowledge.ts';
import { encodeNote, graphIdOf } from '../../src/model/format/note.ts';
import type { NodeId, Oid, RepoPath } from '../../src/model/ids.ts';
import { MARKED_ONLY } from '../../src/model/knowledge/review.ts';
import type { Graph, Node, Note } from '../../src/model/model.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import { graphOf, nodeOf } from '../faces/library/fixture.ts';
import { NODE } from '../helpers/program/node.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { plant } from '../hostile/field.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');
const COMMITS = 20;
const STEPS = 7000;
/** Megabytes of Node's heap. With the notes held together the program ends before the last of them; alone they need 28. */
const HEAP_MB = 34;
/** An export holds more for each note, and reads the commits of a history in parts of 64. */
const EXPORTED = 24;
const EXPORT_HEAP_MB = 42;

/** A graph with very many steps that say nothing about any line. */
function long(name: string, steps: number): Graph {
  const graph = graphOf(name);
  const nodes = Array.from({ length: steps }, (_, i) => ({
    ...graph.nodes[0]!,
    id: nodeOf(name, 10 + i),
    kind: 'exploration' as const,
    summary: `read the file number ${i} of a long list of files`,
  }));
  return { ...graph, nodes, edges: [], explains: [] };
}

/** Commits that each add a line, in one process. Newest first. */
function commits(repo: TestRepo, count: number): Oid[] {
  const line = (n: number): string => `${Array.from({ length: n + 1 }, (_, i) => `line ${i}`).join('\n')}\n`;
  const made = Array.from(
    { length: count },
    (_, n) =>
      `commit refs/heads/main\ncommitter M <m@x> ${1767225600 + n} +0000\ndata 2\nc\n` +
      (n === 0 ? 'from refs/heads/main^0\n' : '') +
      `M 100644 inline b.txt\ndata ${line(n).length}\n${line(n)}\n`,
  );
  repo.gitRaw(['fast-import', '--quiet', '--force'], made.join(''));
  repo.git('reset', '-q', '--hard');
  return repo.git('rev-list', `-${count}`, 'main').split('\n') as Oid[];
}

// Runs the program where not all notes fit into memory, and returns its output.
function inSmallHeap(repo: TestRepo, args: readonly string[], heapMb = HEAP_MB): string {
  const env = { ...repo.env, NODE_OPTIONS: `--max-old-space-size=${heapMb}` };
  const done = spawnSync(NODE, [PROGRAM, ...args], { cwd: repo.dir, env, maxBuffer: 1 << 28 });
  expect([args, done.status, done.stderr.toString().slice(-300)]).toEqual([args, 0, '']);
  return done.stdout.toString();
}

const leadsTo = (from: NodeId, to: NodeId): Graph['edges'][number] => ({
  from,
  to,
  kind: 'led_to',
  source: 'observed',
});

const noteOf = (commit: Oid, ...graphs: Graph[]): Note => ({ commit, graphs, lines: new Map(), carried: [] });

// Graphs that say nothing about the lines, and graphs that wrote them.
test.each(['idle', 'writing'] as const)(
  'report, stats and the gate hold only what the lines of the range need of many large, %s graphs',
  (role) =>
    withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
      const all = commits(repo, COMMITS);
      const noted = all.map((commit, i): Note => {
        const name = `session ${i}`;
        const idle = long(name, STEPS);
        if (role === 'idle') return noteOf(commit, idle);
        const own = graphOf(name);
        const writer = nodeOf(name, 2);
        const graph = { ...own, nodes: [...own.nodes, ...idle.nodes], edges: own.edges };
        const lines: Note['lines'] = new Map([
          ['b.txt' as RepoPath, [{ start: COMMITS - i, count: 1, node: writer, evidence: 'exact' }]],
        ]);
        return { ...noteOf(commit, graph), lines };
      });
      plant(
        repo,
        noted.map((note) => [note.commit!, encodeNote(note)] as const),
      );
      for (const args of [
        ['report', '--json', `HEAD~${COMMITS}..HEAD`],
        ['stats', '--json'],
      ]) {
        const { lines } = JSON.parse(inSmallHeap(repo, args)) as { lines: { human: number; agent: number } };
        expect(role === 'idle' ? lines.human : lines.agent).toBe(COMMITS);
      }
      const checked = inSmallHeap(repo, ['check', '--json', `HEAD~${COMMITS}..HEAD`]);
      expect(JSON.parse(checked)).toMatchObject({ lines: { added: COMMITS, judged: 0 } });
    }),
);

test('export holds one of many large notes at a time, in order', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
    const all = commits(repo, EXPORTED);
    plant(
      repo,
      all.map((commit, i) => [commit, encodeNote(noteOf(commit, long(`session ${i}`, STEPS)))] as const),
    );
    const file = join(repo.home, 'exported');
    inSmallHeap(repo, ['export', 'json', '--output', file], EXPORT_HEAP_MB);
    const named = new Set(readFileSync(file, 'utf8').match(/\b[0-9a-f]{40}\b/g));
    expect([...named].filter((id) => all.includes(id as Oid))).toEqual(all);
  }));

test('claimed steps beside the ones that wrote the lines are held up to a limit, and counted beyond it', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    const [commit, other] = commits(repo, 2) as [Oid, Oid];
    const own = graphOf('ours');
    const writer = own.nodes.find(({ kind }) => kind === 'commitment')!.id;
    const joined = long('theirs', 5);
    const beside = {
      ...joined,
      edges: [{ from: joined.nodes[0]!.id, to: writer, kind: 'led_to', source: 'observed' }],
    };
    const lines: Note['lines'] = new Map([
      ['b.txt' as RepoPath, [{ start: 1, count: 1, node: writer, evidence: 'exact' }]],
    ]);
    const note = { ...noteOf(commit, own, beside as Graph, long('idle', 5)), lines };
    plant(repo, [
      [commit, encodeNote(note)],
      [other, encodeNote({ ...noteOf(other, graphOf('elsewhere')) })],
    ]);
    const opened = await repo.open();
    const notes = new NoteStore(opened);
    const history = { repo: opened, notes, faults: { damaged: 0 } };
    const held = async (most?: number): Promise<[string[], number]> => {
      const found = await readNotes(history, [commit, other], new Set([commit]), { maxClaimedSteps: most });
      expect([...found.read].toSorted()).toEqual([commit, other].toSorted());
      expect([...found.notes.keys()]).toEqual([commit]);
      return [
        found.notes
          .get(commit)!
          .graphs.map(({ session }) => session.id)
          .toSorted(),
        found.unread,
      ];
    };
    expect(await held()).toEqual([['ours', 'theirs'], 0]);
    expect(await held(5)).toEqual([['ours', 'theirs'], 0]);
    expect(await held(4)).toEqual([['ours'], 5]);
    await notes.close();
  }));

test('a claimed graph that wrote lines keeps what wrote them, and is cut beyond the limit', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    const [commit] = commits(repo, 1) as [Oid];
    const own = graphOf('ours');
    const writer = nodeOf('ours', 2);
    const steps = long('ours', 1000).nodes;
    const graph = {
      ...own,
      nodes: [...own.nodes.filter(({ id }) => id !== writer), ...steps, { ...own.nodes[2]!, id: nodeOf('ours', 5000) }],
      edges: steps.map(({ id }) => leadsTo(id, nodeOf('ours', 5000))),
    };
    const lines: Note['lines'] = new Map([
      ['b.txt' as RepoPath, [{ start: 1, count: 1, node: nodeOf('ours', 5000), evidence: 'exact' }]],
    ]);
    plant(repo, [[commit, encodeNote({ ...noteOf(commit, graph), lines })]]);
    const opened = await repo.open();
    const notes = new NoteStore(opened);
    const history = { repo: opened, notes, faults: { damaged: 0 } };
    const held = async (paths: Set<string> | undefined, most?: number): Promise<[Node[], number]> => {
      const found = await readNotes(history, [commit], new Set([commit]), { paths, maxClaimedSteps: most });
      return [found.notes.get(commit)!.graphs.flatMap(({ nodes }) => nodes), found.unread];
    };
    const all = graph.nodes.length - 1; // one exploration led to no line
    const files = new Set(['b.txt']);
    expect((await held(files))[0]).toHaveLength(all);
    const [cut, unread] = await held(files, 0);
    expect(cut.length + unread).toBe(all);
    expect(cut.length).toBeLessThan(all / 2);
    expect(cut.map(({ id }) => id)).toContain(nodeOf('ours', 5000));
    // Without files, as for a reader that asks for all steps.
    expect(await held(undefined, 0)).toEqual([graph.nodes, 0]);
    const judged: Graph[] = [];
    const paths = new Set(['b.txt']);
    const judge = (one: Note): void => void judged.push(...one.graphs);
    const found = await readNotes(history, [commit], new Set([commit]), { paths, maxClaimedSteps: 0, judge });
    const [whole] = found.notes.get(commit)!.graphs;
    expect(judged).toEqual([whole]);
    expect([whole!.nodes.length, found.unread]).toEqual([all, 0]);
    expect(graphIdOf(whole!)).toBe(graphIdOf(graph));
    await notes.close();
  }));

test('steps that no entry needs do not count towards what the context reads of strangers', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    const [newer, older] = commits(repo, 2) as [Oid, Oid];
    plant(repo, [
      [newer, encodeNote(noteOf(newer, long('idle', 1000)))],
      [older, encodeNote(noteOf(older, graphOf('told')))],
    ]);
    const opened = await repo.open();
    const notes = new NoteStore(opened);
    const history = { repo: opened, notes, faults: { damaged: 0 } };
    const known = await readKnown(history, MARKED_ONLY, 50);
    expect(known.unread).toBe(0);
    const decision = known.nodes.get(nodeOf('told', 3));
    expect(decision?.node.summary).toBe('The decision of told');
    expect(known.nodes.get(nodeOf('told', 2))?.node.detail?.['files']).toEqual(['a.txt']);
    expect(known.into(nodeOf('told', 3)).map(({ from }) => from)).toEqual([nodeOf('told', 2)]);
    await notes.close();
  }));
