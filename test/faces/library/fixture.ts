import fs from 'node:fs';
import { openRepository } from '../../../src/faces/library/index.ts';
import type { Repository } from '../../../src/faces/library/types.ts';
import { addedLines, changesOf } from '../../../src/git/history/commit-changes.ts';
import { nodeId, sessionId, sessionPrefix, type NodeId, type Oid, type RepoPath } from '../../../src/model/ids.ts';
import type { Attribution, Graph, Node, Note } from '../../../src/model/model.ts';
import { NoteStore } from '../../../src/notes/notes.ts';
import type { TestRepo } from '../../helpers/repo.ts';

/** The formats that isomorphic-git supports. */
export const KNOWN = { hash: 'sha1', refs: 'files' } as const;

/** A way to open a repository; all of them must give the same results. */
export const READERS: Readonly<Record<string, (dir: string, env: NodeJS.ProcessEnv) => Promise<Repository>>> = {
  'the git binary': (dir, env) => openRepository({ dir, env }),
  'isomorphic-git': (dir) => openRepository({ dir, fs }),
};

const AT = Date.UTC(2026, 0, 1);

/** The nth node of a session. */
export const nodeOf = (session: string, number: number): NodeId =>
  nodeId(`${sessionPrefix({ id: sessionId(session) })}-${number}`);

/** A session that had a goal (0), explored (1), wrote (2) by a decision (3), and ran its tests (4), which passed. */
export function graphOf(session: string): Graph {
  const step = (number: number, kind: Node['kind'], summary: string, rest: Partial<Node> = {}): Node => ({
    id: nodeOf(session, number),
    kind,
    at: AT + number * 1000,
    summary,
    ...rest,
  });
  const edge = (from: number, to: number, kind: string): Graph['edges'][number] => ({
    from: nodeOf(session, from),
    to: nodeOf(session, to),
    kind,
    source: 'observed',
  });
  return {
    session: { id: sessionId(session), agent: 'claude-code', vendor: 'anthropic', model: 'opus' },
    nodes: [
      step(0, 'goal', `The goal of ${session}`),
      step(1, 'exploration', 'read a.txt'),
      step(2, 'commitment', 'edit a.txt', { tool: 'Edit', duration: 12, detail: { files: ['a.txt'] } }),
      step(3, 'decision', `The decision of ${session}`, { detail: { source: 'declared' } }),
      step(4, 'verification', 'npm test', { detail: { passed: true } }),
    ],
    edges: [edge(0, 1, 'led_to'), edge(1, 2, 'explored_via'), edge(2, 4, 'verified_by'), edge(2, 3, 'decided_by')],
    explains: [],
    previous: null,
    chain: { start: '0'.repeat(64), head: '1'.repeat(64) },
    usage: { input: 10, output: 20 },
  };
}

/** A note that gives lines to node 2 of a session. */
export const noteOf = (session: string, lines: Readonly<Record<string, readonly Partial<Attribution>[]>>): Note => ({
  graphs: [graphOf(session)],
  lines: new Map(
    Object.entries(lines).map(([path, list]) => [
      path as RepoPath,
      list.map((one) => ({ start: 1, count: 1, node: nodeOf(session, 2), evidence: 'exact' as const, ...one })),
    ]),
  ),
  carried: [],
});

/** Writes notes in the same way as the program. */
export async function writeNotes(repo: TestRepo, notes: ReadonlyMap<Oid, Note>): Promise<void> {
  const store = new NoteStore(await repo.open());
  await store.update(new Map([...notes].map(([commit, note]) => [commit, () => note])), 'notes');
  await store.close();
}

/** Gives all lines that a commit added to one session, according to git. */
export async function noteAllLines(repo: TestRepo, sessions: ReadonlyMap<Oid, string>): Promise<void> {
  const changes = await changesOf(await repo.open(), sessions.keys());
  const notes = new Map<Oid, Note>();
  for (const [commit, session] of sessions) {
    const lines = [...addedLines(changes.get(commit)!)].map(([path, ranges]) => [
      path,
      session === 'human' ? [] : ranges.map(([start, count]) => ({ start, count })),
    ]);
    const note = noteOf(session, Object.fromEntries(lines) as Record<string, Partial<Attribution>[]>);
    notes.set(commit, session === 'human' ? { ...note, graphs: [], lines: new Map() } : note);
  }
  await writeNotes(repo, notes);
}
