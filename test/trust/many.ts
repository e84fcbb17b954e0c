import { claimsHash } from '../../src/model/lines-hash.ts';
import { encodeNote, graphIdOf } from '../../src/model/format/note.ts';
import { type NodeId, oid, type Oid, type RepoPath, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import { chainOf, type Chain, GENESIS } from '../../src/model/graph/ledger.ts';
import type { Graph, Node, Note } from '../../src/model/model.ts';
import { FIRST_DATE, type TestRepo } from '../helpers/repo.ts';

const SESSIONS = 5;

/**
 * Commits of one line each, all with a note: enough that threads pay off. Every 50th note also holds an older commit's graph;
 * some notes differ from what was recorded.
 * @returns the commits, oldest first
 */
export function fillWithNotes(repo: TestRepo, count: number): Oid[] {
  const parts: string[] = [];
  for (let n = 0; n < count; n++) {
    const text = `line of ${n}\n`;
    parts.push(`commit refs/heads/main\ncommitter A <a@b> ${FIRST_DATE + n} +0000\ndata 1\nc\n`);
    parts.push(`M 100644 inline part${n}.txt\ndata ${text.length}\n${text}\n`);
  }
  repo.gitRaw(['fast-import', '--quiet', '--done'], `${parts.join('')}done\n`);
  const commits = repo.git('rev-list', '--reverse', 'main').split('\n').map(oid);
  const graphs: Graph[] = [];
  const sessions = Array.from({ length: SESSIONS }, (_, i) => new Recorder(`${i}2345678-aaaa-4bbb-8ccc-000000000001`));
  const notes = [Buffer.from(`commit refs/notes/provenance\ncommitter A <a@b> ${FIRST_DATE} +0000\ndata 0\n`)];
  for (const [n, commit] of commits.entries()) {
    const note = sessions[n % SESSIONS]!.record(commit, n);
    graphs.push(note.graphs[0]!);
    const more = n % 50 === 49 ? [graphs[Math.max(0, n - 700)]!] : [];
    const bytes = spoilt({ ...note, graphs: [...note.graphs, ...more] }, n);
    notes.push(Buffer.from(`M 100644 inline ${commit.slice(0, 2)}/${commit.slice(2)}\ndata ${bytes.length}\n`));
    notes.push(Buffer.from(bytes), Buffer.from('\n'));
  }
  repo.gitRaw(['fast-import', '--quiet', '--done'], Buffer.concat([...notes, Buffer.from('done\n')]));
  return commits;
}

function spoilt(note: Note, n: number): Uint8Array {
  const [graph] = note.graphs;
  switch (n % 211) {
    case 10: // no note at all
      return Uint8Array.of(1, 2, 3);
    case 20: // a step that says something else
      return encodeNote({ ...note, graphs: [{ ...graph!, nodes: [{ ...graph!.nodes[0]!, summary: 'Forged' }] }] });
    case 30: // lines that the commit has not added
      return encodeNote({
        ...note,
        lines: new Map([...note.lines].map(([path, [one]]) => [path, [{ ...one!, count: 2 }]])),
      });
    case 40: // a session that begins in the middle
      return encodeNote({ ...note, graphs: [] });
    case 50: // made for another commit
      return encodeNote({ ...note, commit: oid('e'.repeat(note.commit!.length)) });
    default:
      return encodeNote(note);
  }
}

class Recorder {
  readonly #id;
  #number = 0;
  #previous: Graph | undefined;
  #last: NodeId | undefined;
  #chain: Chain = { head: GENESIS, parentHash: null };

  constructor(id: string) {
    this.#id = sessionId(id);
  }

  record(commit: Oid, n: number): Note {
    const ids = [1, 2, 3].map(() => `${sessionPrefix({ id: this.#id })}-${++this.#number}` as NodeId);
    const path = `part${n}.txt` as RepoPath;
    const lines: Note['lines'] = new Map([[path, [{ start: 1, count: 1, node: ids[1]!, evidence: 'exact' }]]]);
    const claims = claimsHash(lines, { id: this.#id })!;
    const at = (FIRST_DATE + n) * 1000;
    const nodes: Node[] = [
      { id: ids[0]!, kind: 'goal', at, summary: `Change ${n}`, ...(this.#last && { parent: this.#last }) },
      { id: ids[1]!, kind: 'commitment', at: at + 1, summary: 'Edit', tool: 'Edit', parent: ids[0]! },
      {
        id: ids[2]!,
        kind: 'patch',
        at: at + 2,
        summary: 'Commit',
        parent: ids[1]!,
        detail: { commit, lines: claims },
      },
    ];
    const { head: start, parentHash: parent } = this.#chain;
    this.#chain = chainOf(this.#id, nodes, start, parent);
    const graph: Graph = {
      session: { id: this.#id, agent: 'claude-code' },
      nodes,
      edges: [],
      explains: [commit],
      previous: this.#previous ? graphIdOf(this.#previous) : null,
      chain: { start, head: this.#chain.head, ...(parent !== null && { parent }) },
    };
    this.#previous = graph;
    this.#last = ids[2];
    return { commit, graphs: [graph], lines, carried: [] };
  }
}
