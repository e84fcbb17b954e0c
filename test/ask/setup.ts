import { Writable } from 'node:stream';
import type { ReadingContext } from '../../src/faces/cli/reading/reading-context.ts';
import {
  NEW_SESSION,
  nodeId,
  sessionId,
  sessionPrefix,
  type NodeId,
  type Oid,
  type RepoPath,
} from '../../src/model/ids.ts';
import type { Attribution, Graph, Node, Note, Session } from '../../src/model/model.ts';
import { drain } from '../../src/recorder/drain.ts';
import { localGraphs, ownersOfWorkTree } from '../../src/recorder/commit/uncommitted.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import type { TestRepo } from '../helpers/repo.ts';

process.env['TZ'] = 'UTC';

/** The output of a command. */
export interface Shown {
  readonly code: number;
  readonly text: string;
  readonly warnings: readonly string[];
}

export interface Telling {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A terminal with this many columns. */
  readonly columns?: number;
}

/** Runs a reading command in this process, on recorded data. */
export async function run<T>(
  repo: TestRepo,
  command: (options: T, ctx: ReadingContext) => Promise<number>,
  options: T,
  { cwd = repo.dir, env = {}, columns }: Telling = {},
): Promise<Shown> {
  const chunks: Buffer[] = [];
  const stdout: Writable & { isTTY?: boolean; columns?: number } = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  if (columns !== undefined) Object.assign(stdout, { isTTY: true, columns });
  const warnings: string[] = [];
  const opened = await repo.open();
  const store = new NoteStore(opened);
  try {
    await drain(opened, { patience: 5000 });
    const code = await command(options, {
      cwd,
      env: { ...repo.env, GIT_PAGER: 'cat', LC_ALL: 'C.UTF-8', ...env },
      repo: opened,
      store,
      readNotes: (commits) => store.read([...commits]),
      ownersOfUncommitted: (path) => ownersOfWorkTree(opened, path),
      localGraphs: () => localGraphs(opened),
      stdout,
      warn: (message) => void warnings.push(message),
    });
    return { code, text: Buffer.concat(chunks).toString('utf8'), warnings };
  } finally {
    await store.close();
  }
}

/** Writes notes unchanged. */
export async function writeNotes(repo: TestRepo, notes: readonly (readonly [Oid, Note])[]): Promise<void> {
  const store = new NoteStore(await repo.open());
  try {
    await store.update(new Map(notes.map(([commit, note]) => [commit, () => note])), 'test');
  } finally {
    await store.close();
  }
}

/** Hides values that differ from run to run: the times of steps, which are those of files. */
export const masked = (text: string): string =>
  text
    .replaceAll(/\b20\d\d-\d\d-\d\d(?: \d\d:\d\d)?(?: to (?:20\d\d-\d\d-\d\d )?\d\d:\d\d)?/g, 'WHEN')
    .replaceAll(/\b\d\d:\d\d:\d\d\b/g, 'HH:MM:SS');

/** A session made by hand. Its nodes are distinguished by number. */
export function made(
  id: string,
  nodes: readonly (Partial<Node> & { readonly n: number; readonly kind: string; readonly summary: string })[],
  edges: readonly (readonly [from: number | NodeId, kind: string, to: number | NodeId])[] = [],
  more: Partial<Graph> & { readonly of?: Partial<Session> } = {},
): Graph {
  const { of, ...rest } = more;
  const end = (at: number | NodeId): NodeId => (typeof at === 'number' ? nodeAt(id, at) : at);
  return {
    session: { id: sessionId(id), agent: 'claude-code', model: 'opus', ...of },
    nodes: nodes.map(({ n, ...node }) => ({ id: nodeAt(id, n), at: Date.UTC(2026, 0, 2, 3, 4, n), ...node })),
    edges: edges.map(([from, kind, to]) => ({ from: end(from), to: end(to), kind, source: 'observed' })),
    explains: [],
    previous: null,
    chain: { start: '0'.repeat(64), head: '1'.repeat(64) },
    ...rest,
  };
}

/** The id of a session's nth node. */
export const nodeAt = (session: string, n: number): NodeId =>
  nodeId(`${sessionPrefix({ id: sessionId(session) })}-${n}`);

/** The same for a session that begins now. */
export const newNodeAt = (session: string, n: number): NodeId =>
  nodeId(`${sessionPrefix({ id: sessionId(session), ...NEW_SESSION })}-${n}`);

/** A note made by hand; lines as `[path, start, count, node, evidence?, from?]`. */
export const noteOf = (
  graphs: readonly Graph[],
  lines: readonly (readonly [string, number, number, NodeId | null, string?, NodeId?])[],
): Note => {
  const byPath = new Map<RepoPath, Attribution[]>();
  for (const [path, start, count, node, evidence = 'exact', from] of lines) {
    const list = byPath.get(path as RepoPath) ?? [];
    list.push({ start, count, node, evidence, ...(from && { from }) });
    byPath.set(path as RepoPath, list);
  }
  return { graphs, lines: byPath, carried: [] };
};
