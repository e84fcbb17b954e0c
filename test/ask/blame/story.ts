import { Writable } from 'node:stream';
import { spawnSync } from 'node:child_process';
import type { NoteData } from '../../../src/ask/blame/note-lookup.ts';
import type { Unreadable } from '../../../src/ask/blame/note-loader.ts';
import { runBlame, type BlameContext } from '../../../src/faces/cli/commands/ask/blame.ts';
import { contentMark } from '../../../src/model/checks/content.ts';
import { nodeId, sessionId, type NodeId, type Oid, type RepoPath } from '../../../src/model/ids.ts';
import type { Attribution, Edge, Graph, Node } from '../../../src/model/model.ts';
import type { TestRepo } from '../../helpers/repo.ts';

/** The nth node of the session in these stories. */
export const node = (number: number, session = '3f2a91c0'): NodeId => nodeId(`${session}-${number}`);

const AT = Date.UTC(2026, 0, 1);

/** A session that had a goal (0), explored (1), wrote (2) by a decision (3), and ran its tests (4). */
export function graphOf(
  more: {
    passed?: boolean;
    /** The contents that the tests ran on. */
    saw?: readonly number[];
    decision?: string;
    goal?: string;
    session?: string;
    agent?: string;
  } = {},
): Graph {
  const of = (number: number): NodeId => node(number, more.session);
  const step = (number: number, kind: Node['kind'], summary: string, rest: Partial<Node> = {}): Node => ({
    id: of(number),
    kind,
    at: AT + number * 1000,
    summary,
    ...rest,
  });
  const edge = (from: number, to: number, kind: Edge['kind']): Edge => ({
    from: of(from),
    to: of(to),
    kind,
    source: 'observed',
  });
  return {
    session: {
      id: sessionId(`${more.session ?? '3f2a91c0'}-0000-4000-8000-000000000000`),
      agent: more.agent ?? 'claude-code',
      vendor: 'anthropic',
      model: 'opus',
    },
    nodes: [
      step(0, 'goal', more.goal ?? 'Make uploads survive a bad network'),
      step(1, 'exploration', 'read src/upload.ts'),
      step(2, 'commitment', 'edit src/upload.ts', { tool: 'Edit', duration: 12, detail: { files: ['a.txt'] } }),
      step(3, 'decision', more.decision ?? 'Back off between retries: the API limits its rate'),
      step(
        4,
        'verification',
        'npm test',
        more.passed === undefined ? {} : { detail: { passed: more.passed, ...(more.saw && { saw: more.saw }) } },
      ),
    ],
    edges: [edge(0, 1, 'led_to'), edge(1, 2, 'explored_via'), edge(2, 4, 'verified_by'), edge(2, 3, 'decided_by')],
    explains: [],
    previous: null,
    chain: { start: '0'.repeat(64), head: '1'.repeat(64) },
  };
}

/** A note that gives lines of a file to node 2 of `graphOf`. */
export function noteOn(
  path: string,
  lines: readonly Partial<Attribution>[],
  graph: Graph = graphOf({ passed: true }),
): NoteData {
  const full = lines.map((line) => ({ start: 1, count: 1, node: node(2), evidence: 'exact' as const, ...line }));
  return { graphs: [graph], lines: new Map([[path as RepoPath, full]]) };
}

/** The output of `git prov blame`. */
export interface Shown {
  readonly code: number;
  readonly bytes: Buffer;
  readonly text: string;
  readonly warnings: readonly string[];
}

/** How a story runs blame. */
export interface Telling {
  readonly notes?: ReadonlyMap<Oid, NoteData | Unreadable>;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A terminal with this many columns. */
  readonly columns?: number;
  readonly ownersOfUncommitted?: BlameContext['ownersOfUncommitted'];
  readonly stderr?: BlameContext['stderr'];
}

/** Runs blame in this process, with notes from memory. Fails where blame would leave everything to git. */
export async function prov(repo: TestRepo, argv: readonly string[], telling: Telling = {}): Promise<Shown> {
  const chunks: Buffer[] = [];
  const stdout: Writable & { isTTY?: boolean; columns?: number } = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  if (telling.columns !== undefined) Object.assign(stdout, { isTTY: true, columns: telling.columns });
  const warnings: string[] = [];
  const notes = telling.notes ?? new Map<Oid, NoteData>();
  const code = await runBlame(argv, {
    cwd: telling.cwd ?? repo.dir,
    env: { ...repo.env, GIT_PAGER: 'cat', ...telling.env },
    stdout,
    ...(telling.stderr ? { stderr: telling.stderr } : {}),
    warn: (message) => void warnings.push(message),
    hasProvenance: () => Promise.resolve(true),
    ownersOfUncommitted: telling.ownersOfUncommitted,
    readNotes: (commits) =>
      Promise.resolve(new Map(commits.flatMap((commit) => (notes.has(commit) ? [[commit, notes.get(commit)!]] : [])))),
  });
  const bytes = Buffer.concat(chunks);
  return { code, bytes, text: bytes.toString('utf8'), warnings };
}

/** The output of git's own blame, as bytes. */
export function gitBlame(
  repo: TestRepo,
  argv: readonly string[],
  cwd: string = repo.dir,
  env: NodeJS.ProcessEnv = {},
): Buffer {
  const done = spawnSync('git', ['blame', ...argv], { cwd, env: { ...repo.env, ...env }, maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(done.stderr.toString());
  return done.stdout;
}

/** The marks of a file as a commit has it; see `contentMark`. */
export const sawAt = (repo: TestRepo, path: string, commit = 'HEAD'): readonly number[] => [
  contentMark(path as RepoPath, repo.git('rev-parse', `${commit}:${path}`).trim()),
];
