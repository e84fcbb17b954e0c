import { parseArguments } from '../blame/arguments.ts';
import { blame, type BlameSources } from '../blame/blame.ts';
import { piecesOf } from '../blame/segments.ts';
import { type Segment } from '../blame/blamed.ts';
import { utf8, type Bytes } from '../blame/porcelain.ts';
import type { NoteData } from '../blame/note-lookup.ts';
import { ProvError } from '../../errors.ts';
import { git } from '../../git/process/process.ts';
import { evidenceBase } from '../../model/confidence.ts';
import { isZero, type NodeId } from '../../model/ids.ts';
import { importedFrom, isImport } from '../../model/standing/imported.ts';
import type { GraphIndex } from '../../model/graph/graph-index.ts';
import { openContents, type OpenContents } from '../rests/open-contents.ts';
import { contentsOf } from '../find/stored-content.ts';
import { gather } from '../find/complete-graphs.ts';
import { shallowCommits } from '../../git/history/shallow.ts';
import type { History } from '../history/history.ts';
import type { Located } from '../find/locate.ts';
import { isKnown, isoTime, keyed } from '../shapes/parts.ts';
import type { NodeInfo } from '../shapes/shapes.ts';
import { explainBinary, holdsText } from './binary.ts';
import { originAnswer, originOf } from './origin.ts';
import { staleDecision } from './stale-decision.ts';
import { WITHOUT_REASON, reasonOf } from './reason.ts';
import { WHY_SCHEMA, type BlamedCommit, type WhyAnswer, type WhyLines } from './why-answer.ts';

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
): Promise<WhyAnswer> {
  const { ranges, revision, path, cwd } = located;
  const lines = [...ranges.map(({ start, count }) => `${start},+${count}`), ...limits];
  const args = [...lines.map((range) => `-L${range}`), ...(revision === undefined ? [] : [revision]), '--', path];
  const noteData = new Map<string, NoteData>();
  const named = namesAround(history, located);
  const [blamed, isText] = await Promise.all([
    blame(parseArguments(args), remembering(around, noteData, cwd, history), undefined),
    holdsText(history.repo, located),
  ]);
  if (!blamed) throw await refusal(args, cwd, around.env);
  const answers: WhyLines[] = [];
  const texts = new Map(blamed.texts.map(({ line, content }) => [line, lineOf(content)]));
  const known = new Map<string, Promise<GraphIndex>>(); // an owner may have several runs
  const open = openContents(history.repo);
  const short = (oid: string): string => oid.slice(0, blamed.idDigits || undefined);
  for (const run of isText ? runsOf(piecesOf(blamed)) : [])
    answers.push({ ...(await answer(history, run, texts, noteData, known, short, open)), symbol: (await named)(run) });
  const { lastChange, revision: blamedAt } = blamed;
  const file = blamed.path === undefined ? path : utf8(blamed.path);
  return {
    schema: WHY_SCHEMA,
    path: file,
    revision: blamedAt ?? null,
    revision_short: blamedAt === undefined ? null : short(blamedAt),
    instead_of: located.instead ?? null,
    answers,
    ...(!isText && { binary: await explainBinary(history, file, lastChange, noteData.get(lastChange ?? '')) }),
    contents: keyed(await contentsOf(history, stepsOf(answers))),
  };
}

type Runs = readonly Segment[];

// The function or type around lines. Blame runs meanwhile, and the parser is loaded only here.
async function namesAround({ repo }: History, located: Located): Promise<(run: Runs) => string | null> {
  const { symbolsAround } = await import('../code/symbols-around.ts');
  const around = await symbolsAround(repo, located).catch(() => () => null); // the lines are explained without it, too
  return (run) =>
    around(Math.min(...run.map(({ line }) => line)), Math.max(...run.map(({ line, count }) => line + count - 1)));
}

/** Steps to show with contents: contents are long, and finding one may require reading all stored contents. */
const MAX_STEPS_WITH_CONTENTS = 16;

function stepsOf(answers: readonly WhyLines[]): NodeInfo[] {
  const steps = new Map<string, NodeInfo>();
  for (const { step } of answers) if (step && isKnown(step)) steps.set(step.id, step);
  return [...steps.values()].slice(0, MAX_STEPS_WITH_CONTENTS);
}

// Blame does not return the notes that it read, so this keeps them for further questions.
function remembering(
  around: BlameSources,
  noteData: Map<string, NoteData>,
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
        if (readable) noteData.set(commit, readable);
        if (!('graphs' in note)) faults.damaged++;
      }
      return notes;
    },
    ownersOfUncommitted:
      ownersOfUncommitted &&
      (async (path) => {
        const known = await ownersOfUncommitted(path);
        if (known) noteData.set('', known);
        return known;
      }),
  };
}

/** Git's own explanation why it cannot blame these lines. Call it after blame failed. */
export async function refusal(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<ProvError> {
  const { stderr } = await git(['blame', ...args], { cwd, env, accept: [0, 1, 128, 129] });
  const why = (stderr.trim().split('\n')[0] ?? '').replace(/^(?:fatal|error|usage): /, '');
  if (why === 'no such ref: HEAD')
    return new ProvError('data', 'There is no commit yet, so it is not known who wrote these lines.', {
      hint: 'Commit the file first.',
    });
  return new ProvError('data', why === '' ? 'git could not blame these lines.' : `git: ${why}.`, {
    hint: 'Lines are counted as the file is now; use --rev REV for those of another revision.',
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
  noteData: ReadonlyMap<string, NoteData>,
  known: Map<string, Promise<GraphIndex>>,
  short: (oid: string) => string,
  open: OpenContents,
): Promise<Omit<WhyLines, 'symbol'>> {
  const { entry, owner, why } = run[0]!;
  const uncommitted = isZero(entry.commit.oid);
  const ends: ReadonlySet<string> = shallowCommits(history.repo);
  const note = noteData.get(uncommitted ? '' : entry.commit.oid);
  const ids = [owner.node, owner.from, owner.likely].filter((id) => id !== undefined);
  const from = uncommitted ? 'HEAD' : entry.commit.oid;
  const key = [from, ...ids].join(' ');
  if (ids.length > 0 && !known.has(key))
    known.set(
      key,
      gather(history, note?.graphs ?? [], ids, from).then(({ lookup }) => lookup),
    );
  const lookup = await known.get(key);
  const { evidence, standing } = owner;
  const reason = owner.node && lookup ? reasonOf(lookup, owner.node, why) : WITHOUT_REASON;
  return {
    lines: run.flatMap(({ line, count }) =>
      Array.from({ length: count }, (_, i) => ({ line: line + i, text: texts.get(line + i) ?? '' })),
    ),
    owner: owner.owner,
    evidence: evidence ?? null,
    confidence: evidence === undefined ? null : evidenceBase(evidence),
    ...(standing && { standing }),
    noted: note !== undefined,
    ...(ends.has(entry.commit.oid) && { shallow: true as const }),
    ...(note && !uncommitted && importedAlone(note)),
    commit: uncommitted ? null : blamedCommit(entry, short),
    ...reason,
    ...(reason.decision && lookup && (await staleDecision(lookup, reason.decision.id as NodeId, open))),
    from: owner.from && lookup ? originAnswer(originOf(lookup, owner.from)) : null,
    likely: owner.likely && lookup ? originAnswer(originOf(lookup, owner.likely)) : null,
  };
}

const importedAlone = ({ graphs, lines, carried = [] }: NoteData): { imported: string[] } | undefined =>
  isImport({ graphs, lines, carried })
    ? { imported: [...new Set(graphs.flatMap((graph) => importedFrom(graph) ?? []))] }
    : undefined;

const lineOf = (content: Bytes): string => utf8(content.slice(1)).replace(/\r?\n$/, '');

function blamedCommit({ commit, path }: Segment['entry'], short: (oid: string) => string): BlamedCommit {
  const header = (name: string): string => utf8(commit.headers.get(name) ?? '');
  return {
    oid: commit.oid,
    short: short(commit.oid),
    author: header('author'),
    email: header('author-mail').replace(/^<|>$/g, ''),
    time: isoTime(Number(header('author-time')) * 1000),
    subject: header('summary'),
    path: utf8(path),
  };
}
