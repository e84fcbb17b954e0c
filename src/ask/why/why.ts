import { parseArguments } from '../blame/arguments.ts';
import { blame, type BlameSources } from '../blame/blame.ts';
import type { Referred } from '../blame/rationale.ts';
import { piecesOf } from '../blame/segments.ts';
import { type Segment } from '../blame/blamed.ts';
import type { LineOwner } from '../blame/ownership.ts';
import { utf8, type Bytes } from '../blame/porcelain.ts';
import type { NoteData } from '../blame/note-lookup.ts';
import { ProvError } from '../../errors.ts';
import { git } from '../../git/process/process.ts';
import { isZero, type NodeId } from '../../model/ids.ts';
import { importedFrom, isImport } from '../../model/imported.ts';
import type { Standing } from '../../model/knowledge/status.ts';
import type { Node } from '../../model/model.ts';
import { checkedBy, type CheckState, type Verification } from '../../model/graph/verification.ts';
import type { GraphIndex } from '../../model/graph/graph-index.ts';
import { contentsOf } from '../find/stored-content.ts';
import { beginOf, withEnd } from '../history/continuations.ts';
import { byNumber, gather, ofKind } from '../find/complete-graphs.ts';
import type { History } from '../history/history.ts';
import type { Located } from '../find/locate.ts';
import { type BinaryFile, explainBinary, holdsText } from './binary.ts';
import { doubtsOf } from './doubts.ts';
import { originOf, type StepOrigin } from './origin.ts';
import { standingIn } from '../find/entry-status.ts';

/** The last check of one kind, with the step that ran it. */
export interface ReasonCheck extends CheckState {
  readonly node: Node | undefined;
}

/** The reason for an agent's lines. */
export interface Reason extends StepOrigin {
  /** The status of the decision; undefined without a decision. */
  readonly standing: Standing | undefined;
  /** The sentences in which the agent doubted the change, or left a part of it for later. */
  readonly doubts: readonly Node[];
  /** The explorations before the change. */
  readonly explored: readonly Referred[];
  readonly verification: Verification;
  /** The last run that verified the change. */
  readonly run: Node | undefined;
  /** The last check of each kind, the strongest kind first. */
  readonly checks: readonly ReasonCheck[];
}

/** The commit that git blames for lines. */
export interface BlamedOn {
  readonly oid: string;
  readonly author: string;
  readonly email: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly subject: string;
  readonly path: string;
}

/** Adjacent lines with the same answer. */
export interface ExplainedLines {
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  readonly owner: LineOwner;
  /** The commit that the lines came with; undefined while they are in no commit. */
  readonly commit: BlamedOn | undefined;
  /** Whether the commit has a note, or the work tree has records. */
  readonly noted: boolean;
  /** The tools from which all records of the commit were imported; absent when anything was recorded by hooks. */
  readonly imported?: readonly string[];
  /** Only for an agent's lines. */
  readonly reason: Reason | undefined;
  /** The step that wrote the lines before a person changed them. */
  readonly from: StepOrigin | undefined;
  /** The step with a program that was running while the lines appeared, if nothing else explains them. */
  readonly likely: StepOrigin | undefined;
}

/** The answer to `git prov why`. */
export interface Explained {
  readonly path: string;
  /** The blamed commit; undefined for the work tree. */
  readonly revision: string | undefined;
  /** The revision of a URL, if it does not exist here. */
  readonly instead: string | undefined;
  readonly answers: readonly ExplainedLines[];
  /** Only for a binary file: nothing is known about its lines, so `answers` is empty. */
  readonly binary?: BinaryFile;
  /** Stored inputs and outputs of the first steps, by hash. */
  readonly contents: ReadonlyMap<string, string>;
  /** The number of digits that make a commit's id unique. */
  readonly idDigits: number;
}

/**
 * Explains lines: blames them and follows each owner to its goal.
 * @param limits values of `-L` beside the located ranges
 * @throws ProvError `data` in git's words when it cannot blame them
 */
export async function explain(
  history: History,
  located: Located,
  limits: readonly string[],
  around: BlameSources,
): Promise<Explained> {
  const { ranges, revision, path, cwd } = located;
  const lines = [...ranges.map(({ start, count }) => `${start},+${count}`), ...limits];
  const args = [...lines.map((range) => `-L${range}`), ...(revision === undefined ? [] : [revision]), '--', path];
  const told = new Map<string, NoteData>();
  const [blamed, isText] = await Promise.all([
    blame(parseArguments(args), remembering(around, told, cwd, history), undefined),
    holdsText(history.repo, located),
  ]);
  if (!blamed) throw await refusal(args, cwd, around.env);
  const answers: ExplainedLines[] = [];
  const texts = new Map(blamed.texts.map(({ line, content }) => [line, lineOf(content)]));
  const known = new Map<string, Promise<GraphIndex>>(); // an owner may have several runs
  for (const run of isText ? runsOf(piecesOf(blamed)) : [])
    answers.push(await answer(history, run, texts, told, known));
  const { lastChange } = blamed;
  const file = blamed.path === undefined ? path : utf8(blamed.path);
  return {
    path: file,
    revision: blamed.revision,
    instead: located.instead,
    answers,
    ...(!isText && { binary: await explainBinary(history, file, lastChange, told.get(lastChange ?? '')) }),
    contents: await contentsOf(history, stepsOf(answers)),
    idDigits: blamed.idDigits,
  };
}

/** Steps to show with contents: contents are long, and finding one may require reading all stored contents. */
const MAX_STEPS_WITH_CONTENTS = 16;

function stepsOf(answers: readonly ExplainedLines[]): Node[] {
  const steps = new Map<NodeId, Node>();
  for (const { reason } of answers) if (reason?.step.node) steps.set(reason.step.id, reason.step.node);
  return [...steps.values()].slice(0, MAX_STEPS_WITH_CONTENTS);
}

// Blame does not return the notes that it read, so this keeps them for further questions.
function remembering(
  around: BlameSources,
  told: Map<string, NoteData>,
  cwd: string,
  { faults }: History,
): BlameSources {
  const { readNotes, ownersOfUncommitted } = around;
  return {
    ...around,
    cwd,
    readNotes: async (commits) => {
      const notes = await readNotes(commits);
      for (const [commit, note] of notes) {
        const readable = 'graphs' in note ? note : note.note;
        if (readable) told.set(commit, readable);
        if (!('graphs' in note)) faults.damaged++;
      }
      return notes;
    },
    ownersOfUncommitted:
      ownersOfUncommitted &&
      (async (path) => {
        const known = await ownersOfUncommitted(path);
        if (known) told.set('', known);
        return known;
      }),
  };
}

/** Git's own explanation why it cannot blame these lines. Call it after blame failed. */
export async function refusal(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<ProvError> {
  const { stderr } = await git(['blame', ...args], { cwd, env, accept: [0, 1, 128, 129] });
  const why = (stderr.trim().split('\n')[0] ?? '').replace(/^(?:fatal|error|usage): /, '');
  return new ProvError('data', why === '' ? 'git could not blame these lines.' : `git: ${why}.`, {
    hint: 'Lines are counted as the file is now; say --rev REV for those of another revision.',
  });
}

function runsOf(pieces: readonly Segment[]): Segment[][] {
  const sorted = [...pieces].sort((a, b) => a.line - b.line);
  const runs: Segment[][] = [];
  let last = '';
  let next = 0;
  for (const piece of sorted) {
    const { owner, node, evidence, from, likely } = { node: '', evidence: '', from: '', likely: '', ...piece.owner };
    const key = [piece.entry.commit.oid, owner, node, evidence, from, likely, piece.why?.verification ?? ''].join(' ');
    if (key === last && piece.line === next) runs.at(-1)!.push(piece);
    else runs.push([piece]);
    last = key;
    next = piece.line + piece.count;
  }
  return runs;
}

async function answer(
  history: History,
  run: readonly Segment[],
  texts: ReadonlyMap<number, string>,
  told: ReadonlyMap<string, NoteData>,
  known: Map<string, Promise<GraphIndex>>,
): Promise<ExplainedLines> {
  const { entry, owner, why } = run[0]!;
  const uncommitted = isZero(entry.commit.oid);
  const note = told.get(uncommitted ? '' : entry.commit.oid);
  const ids = [owner.node, owner.from, owner.likely].filter((id) => id !== undefined);
  const from = uncommitted ? 'HEAD' : entry.commit.oid;
  const key = [from, ...ids].join(' ');
  if (ids.length > 0 && !known.has(key))
    known.set(
      key,
      gather(history, note?.graphs ?? [], ids, from).then(({ lookup }) => lookup),
    );
  const lookup = await known.get(key);
  return {
    lines: run.flatMap(({ line, count }) =>
      Array.from({ length: count }, (_, i) => ({ line: line + i, text: texts.get(line + i) ?? '' })),
    ),
    owner,
    commit: uncommitted ? undefined : blamedOn(entry),
    noted: note !== undefined,
    ...(note && !uncommitted && importedAlone(note)),
    reason: owner.node && lookup ? reasonOf(lookup, owner.node, why) : undefined,
    from: owner.from && lookup ? originOf(lookup, owner.from) : undefined,
    likely: owner.likely && lookup ? originOf(lookup, owner.likely) : undefined,
  };
}

const importedAlone = ({ graphs, lines, carried = [] }: NoteData): { imported: string[] } | undefined =>
  isImport({ graphs, lines, carried })
    ? { imported: [...new Set(graphs.flatMap((graph) => importedFrom(graph) ?? []))] }
    : undefined;

const lineOf = (content: Bytes): string => utf8(content.slice(1)).replace(/\r?\n$/, '');

function blamedOn({ commit, path }: Segment['entry']): BlamedOn {
  const header = (name: string): string => utf8(commit.headers.get(name) ?? '');
  return {
    oid: commit.oid,
    author: header('author'),
    email: header('author-mail').replace(/^<|>$/g, ''),
    time: Number(header('author-time')) * 1000,
    subject: header('summary'),
    path: utf8(path),
  };
}

function reasonOf(lookup: GraphIndex, id: NodeId, why: Segment['why']): Reason {
  const explored = ofKind(lookup.into(id), 'explored_via')
    .map(({ from }) => ({ id: from, node: lookup.node(from) }))
    .sort(byNumber);
  const runs = ofKind(lookup.from(id), 'verified_by')
    .flatMap(({ to }) => lookup.node(to) ?? [])
    .filter((node) => checkedBy(node).some(({ result }) => result !== 'unknown'));
  const origin = originOf(lookup, id);
  const { decision } = origin;
  const end = lookup.nodes().find((node) => beginOf(node) === id);
  const step = { id, node: origin.step.node && withEnd(origin.step.node, end) };
  const standing = decision && standingIn(lookup, decision.id);
  const checks = (why?.checks ?? []).map((check) => Object.assign({}, check, { node: lookup.node(check.by) }));
  const run = runs.sort(byNumber).at(-1);
  return {
    ...origin,
    step,
    standing,
    doubts: doubtsOf(lookup, id),
    explored,
    verification: why?.verification ?? 'none',
    run,
    checks,
  };
}
