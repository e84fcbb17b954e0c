import { claimsHash } from '../model/lines-hash.ts';
import { cut } from '../model/graph/decision.ts';
import { isReason } from '../model/node.ts';
import { nodeId, sessionPrefix, type NodeId, type Oid, type RepoPath } from '../model/ids.ts';
import { IMPORTED } from '../model/standing/imported.ts';
import { append, startCursor } from '../model/graph/infer.ts';
import { enumerate } from '../model/one-line.ts';
import { GENESIS } from '../model/graph/ledger.ts';
import type { Edge, EdgeSource, Graph, Node, Note } from '../model/model.ts';
import type { Step } from '../model/step.ts';
import { MAX_PROMPTS_PER_SESSION, type ImportedSession, type ImportedTexts } from './redact-imported.ts';

/** The evidence for an attribution: recorded by another tool, or inferred from what another tool left. */
export type ForeignEvidence = Extract<EdgeSource, 'imported' | 'inferred'>;

/** The commit of a graph. */
export interface GraphCommit {
  readonly commit: Oid;
  /** The author's time, seconds since the epoch. */
  readonly authoredAt: number;
  /** Its first line, without secrets. */
  readonly subject: string;
}

/** The source of another tool's records, and how far to trust them. */
export interface RecordOrigin {
  /** The tool's name, such as `git-ai`. It is also the name of the step that wrote the lines. */
  readonly source: string;
  readonly evidence: ForeignEvidence;
}

const MAX_NAMED_FILES = 3;
const LATEST_TIME_MS = 8_640_000_000_000;

/** The number of step numbers that a session's graph needs: one for each prompt, the edit, the commit, and a decision. */
export const stepsOf = ({ prompts }: ImportedSession): number => prompts.length + 3;

/**
 * The number of step numbers to skip before the first one. Because of it, the step that wrote the lines has the same number
 * for any number of prompts. So clones that import a session from different tools agree on that step.
 */
export const leadOf = ({ prompts }: ImportedSession): number => MAX_PROMPTS_PER_SESSION - prompts.length;

/** The step that wrote the lines, in a graph that numbers its steps from `start`. */
export const editStep = ({ session, prompts }: ImportedSession, start: number): NodeId =>
  nodeId(`${sessionPrefix(session)}-${start + prompts.length}`);

/**
 * Builds the graph of a session for a single commit in the form of a recorded graph: the prompts, one step that wrote all lines, the
 * commit. It has no predecessor graph, so the result does not depend on where and when it is built.
 * @param files what the session changed in the commit
 * @param lines the lines that the note attributes to the session
 * @param start the number of its first step
 */
export async function graphOf(
  imported: ImportedSession,
  { commit, authoredAt, subject }: GraphCommit,
  { source, evidence }: RecordOrigin,
  files: readonly RepoPath[],
  lines: Note['lines'],
  start: number,
  words: ImportedTexts,
): Promise<Graph> {
  const { session, prompts, narration, usage } = imported;
  const at = Math.min(Math.max(0, authoredAt * 1000), LATEST_TIME_MS);
  // All lines of a commit are one step here, so a sentence of a prompt would be the reason of all of them. In one project about half
  // of these reasons were those of another change.
  const promptSteps = prompts.map(({ text, at: then }): Step => ({
    type: 'prompt',
    at: timeOf(then, at),
    text,
    wordless: true,
  }));
  const claims = claimsHash(lines, session);
  const edit: Step = {
    type: 'tool',
    at,
    tool: source,
    action: 'edit',
    summary: await words.text(`${source} recorded edits in ${enumerate(files, MAX_NAMED_FILES)}`),
    outcome: 'ok',
    changed: files,
    paths: files,
    ...(narration !== undefined && { narration }),
  };
  const patch = words.step({ type: 'commit', at, oid: commit, summary: subject, files });
  const marked: Step = {
    ...patch,
    detail: { ...patch.detail, [IMPORTED]: source, ...(claims !== undefined && { lines: claims }) },
  };
  let cursor = { ...startCursor(session), next: start };
  const nodes: Node[] = [];
  const edges: Edge[] = [];
  for (const step of [...promptSteps.map((one) => words.step(one)), words.step(edit), marked]) {
    const added = append(cursor, step);
    cursor = added.cursor;
    nodes.push(...added.nodes);
    edges.push(...added.edges);
  }
  // A decision needs a reason; a list of edits is not a reason.
  const decided = cut(cursor, nodes, edges);
  const whole = decided.nodes.slice(nodes.length).some(isReason) ? decided : { nodes, edges };
  return {
    session,
    nodes: whole.nodes,
    edges: whole.edges.map(({ from, to, kind }) => ({ from, to, kind, source: evidence })), // none of it was observed by our hooks
    explains: [commit],
    previous: null,
    chain: { start: GENESIS, head: cursor.chain.head },
    ...(usage && { usage }),
  };
}

// The time of a prompt if the record has a plausible one, otherwise the latest possible time.
const timeOf = (given: number | undefined, latest: number): number =>
  given !== undefined && Number.isSafeInteger(given) && given >= 0 && given <= latest ? given : latest;
