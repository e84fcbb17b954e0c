import { createHash } from 'node:crypto';
import { ObjectReader } from '../../git/objects/objects.ts';
import { binaryReader } from '../../git/objects/port.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { provDirOf } from '../../git/repository/local-files.ts';
import { contentMark } from '../../model/checks/content.ts';
import { NEW_SESSION, nodeId, type Oid, type RepoPath, sessionId, sessionPrefix } from '../../model/ids.ts';
import { chainOf, GENESIS } from '../../model/graph/ledger.ts';
import { joinNotes } from '../../model/graph/join.ts';
import type { Graph, Node, Note } from '../../model/model.ts';
import { oneLine } from '../../model/one-line.ts';
import { isDamaged, NoteStore } from '../../notes/notes.ts';
import { captureSetting } from '../session/capture-mode.ts';
import { signNotes } from '../ledger/sign-notes.ts';
import { Redactor } from '../../redact/redact.ts';
import type { RunReport } from './run-report.ts';

/** Files with lines of agents in one commit. */
const MAX_FILES = 4096;
const MAX_COMMAND_CHARACTERS = 100;

/** See `RunOptions.contentOf`. */
export type ContentOf = (path: RepoPath) => Oid | 'as committed' | undefined;

export interface RunOptions {
  /** Who ran it, such as `ci`. */
  readonly by: string;
  /** The commit that was checked. */
  readonly commit: Oid;
  /** The commits whose notes get the result: the checked one, and earlier ones with lines that it still has. */
  readonly noted: readonly Oid[];
  /** When it ended, in milliseconds since the epoch. */
  readonly at: number;
  /** The content of a file that it ran on, `as committed`, or undefined for a file that it does not count for. All count when absent. */
  readonly contentOf?: ContentOf;
  readonly dryRun: boolean;
}

/** What was recorded of the run. */
export interface RecordedRun {
  /** The commits whose notes got the result, or would get it. */
  readonly commits: readonly Oid[];
  /** The files with lines of agents that it covers. */
  readonly files: number;
  /** Why the notes are not signed, though `prov.sign` asks for it. */
  readonly unsigned: string | undefined;
}

/**
 * Adds the result of a check that another system ran to the notes of commits. It counts for the files as they are in the checked
 * commit. A commit without a note gets none: a note says that lines without a claim are a person's. A run that a note has already is
 * not added again.
 * @throws ProvError `git` when the notes cannot be written
 */
export async function recordRun(repo: Repo, report: RunReport, options: RunOptions): Promise<RecordedRun> {
  const { commit, noted, contentOf = () => 'as committed', dryRun } = options;
  const objects = new ObjectReader(repo);
  const store = new NoteStore(repo, { reader: binaryReader(repo, objects) });
  try {
    const graph = emptyRun(report, options, await writableWords(repo, report));
    const notes = new Map<Oid, Note>();
    const paths = new Set<RepoPath>();
    for (const [id, found] of await store.read(noted)) {
      const note = isDamaged(found) ? found.note : found;
      if (!note) continue;
      notes.set(id, note);
      for (const path of note.lines.keys())
        if (contentOf(path) !== undefined && paths.size < MAX_FILES) paths.add(path);
    }
    const saw = await marksAt(objects, commit, [...paths], contentOf);
    if (notes.size === 0 || saw.length === 0) return { commits: [], files: 0, unsigned: undefined };
    const commits = [...notes].flatMap(([id, note]) => (note.graphs.some(isSame(graph, saw)) ? [] : [id]));
    if (commits.length === 0) return { commits, files: saw.length, unsigned: undefined };
    const whole = withMarks(graph, saw, commits);
    const fresh = new Map(
      commits.map((id): [Oid, Note] => [id, { commit: id, graphs: [whole], lines: new Map(), carried: [] }]),
    );
    if (dryRun) return { commits, files: saw.length, unsigned: undefined };
    const signed = await signNotes(repo, fresh, objects, store);
    const changes = [...signed.notes].map(
      ([id, note]) => [id, (old: Note | undefined) => old && joinNotes(old, note)] as const,
    );
    await store.update(new Map(changes), `a check by ${options.by}`);
    return { commits, files: saw.length, unsigned: signed.fault };
  } finally {
    await store.close();
    await objects.close();
  }
}

// The graph of the run: a session with one step.
function emptyRun({ format, kind, result }: RunReport, { by, commit, at }: RunOptions, words: string): Graph {
  // Of the written words: with a hash of the others, a guess at what was redacted could be confirmed.
  const digest = createHash('sha256').update([by, commit, format, kind, result, words, at].join('\0')).digest('hex');
  const id = sessionId(`run/${by}/${digest.slice(0, 24)}`);
  const passed = result === 'unknown' ? undefined : result === 'passed';
  const suffix = passed === undefined ? '' : passed ? ' passed' : ' failed';
  const node: Node = {
    id: nodeId(`${sessionPrefix({ id, ...NEW_SESSION })}-1`),
    kind: 'verification',
    at,
    summary: `${oneLine(words, MAX_COMMAND_CHARACTERS)}${suffix}`,
    tool: format,
    detail: { check: kind, ...(passed !== undefined && { passed }), told: by },
  };
  return {
    session: { id, agent: by, ...NEW_SESSION },
    nodes: [node],
    edges: [],
    explains: [],
    previous: null,
    chain: { start: GENESIS, head: GENESIS },
  };
}

// Whether a graph is the record of an equal run.
const isSame =
  (graph: Graph, saw: readonly number[]) =>
  ({ session, nodes: [node] }: Graph): boolean =>
    session.id.startsWith('run/') &&
    session.agent === graph.session.agent &&
    node?.summary === graph.nodes[0]!.summary &&
    JSON.stringify(node.detail?.['saw']) === JSON.stringify(saw);

function withMarks(graph: Graph, saw: readonly number[], explains: readonly Oid[]): Graph {
  const nodes = graph.nodes.map((node) => Object.assign({}, node, { detail: { ...node.detail, saw } }));
  const { head } = chainOf(graph.session.id, nodes, GENESIS, null);
  return { ...graph, nodes, explains: [...explains].sort(), chain: { start: GENESIS, head } };
}

/** The words of a report as they may be written: without secrets, and without the command where only hashes are kept. */
export async function writableWords(repo: Repo, { format, words }: RunReport): Promise<string> {
  const { mode } = await captureSetting(repo);
  return mode === 'hashes' ? `${format} report` : new Redactor(provDirOf(repo)).text(words);
}

async function marksAt(
  objects: ObjectReader,
  commit: Oid,
  paths: readonly RepoPath[],
  contentOf: ContentOf,
): Promise<number[]> {
  const known = paths.filter((path) => !/[\n\udc80-\udcff]/.test(path));
  const found = await objects.info(known.map((path) => `${commit}:${path}`));
  const marks = known.flatMap((path, i) => {
    const [content, wanted] = [found[i]?.type === 'blob' ? found[i].oid : undefined, contentOf(path)];
    return content && (wanted === 'as committed' || wanted === content) ? contentMark(path, content) : [];
  });
  return [...new Set(marks)];
}
