import { NoteLoader, type LoadNotes } from '../../ask/blame/note-loader.ts';
import { type BlamedOwners as KnownFile, piecesOfEntry } from '../../ask/blame/segments.ts';
import { type Segment } from '../../ask/blame/blamed.ts';
import { utf8 } from '../../ask/blame/porcelain.ts';
import type { FileHistory } from '../../ask/blame/portable/file-history.ts';
import type { TracedPlace, TracedOrigins } from '../../ask/blame/portable/trace-lines.ts';
import { ProvError } from '../../errors.ts';
import { TREE_MODE, type TreeEntry } from '../../git/objects/tree-codec.ts';
import type { NodeId, Oid, RepoPath } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import { pathFromBytes, pathToBytes } from '../../model/path.ts';
import { isBinary } from '../../lines/text.ts';
import { judgeNote, UNCOVERED } from '../../model/standing/note.ts';
import { type Damaged, isDamaged } from '../../notes/note-reader.ts';
import type { JoinedNotes } from '../../notes/merged-notes.ts';
import { namedNode, sessionInfo } from '../../ask/shapes/parts.ts';
import type { FileAt, LibrarySource } from './library-source.ts';
import type { FileLines, LineInfo, UnknownReason } from './types.ts';
import { shortOid } from '../../git/repository/abbreviation.ts';

/** The requested lines. */
export interface LineQuery {
  readonly commit: Oid;
  readonly path: string;
  readonly start?: number | undefined;
  readonly count?: number | undefined;
}

/**
 * The owners of the lines of a file.
 * @throws ProvError `data` when the file or a line does not exist, or the file has no lines because it is binary
 */
export async function readLineInfos(
  { source, history, notes }: { source: LibrarySource; history: FileHistory; notes: JoinedNotes },
  wanted: LineQuery,
): Promise<FileLines> {
  const { commit, path } = wanted;
  const file: FileAt = {
    commit,
    path: path as RepoPath,
    bytes: pathToBytes(path as RepoPath).toString('latin1'),
  };
  const { texts, content } = await readTexts(history, file);
  const { start, count } = rangeOf(wanted, texts.length);
  if (count === 0) return { path, commit, lines: [] };
  const [traced, lastChange] = await Promise.all([
    source.trace(history, file, start, count),
    source.lastChange(history, file),
  ]);
  const known = await readOwners(notes, traced, { lastChange, content, path: file.bytes });
  const lines = Array.from({ length: count }, (_, i): LineInfo => {
    const line = start + i;
    const text = utf8(texts[line - 1]!.replace(/\r?\n$/, ''));
    return { line, text, ...answer(traced.get(line), known) };
  });
  return { path, commit, lines };
}

async function readTexts(
  history: FileHistory,
  { commit, path, bytes }: FileAt,
): Promise<{ texts: readonly string[]; content: Oid }> {
  const { tree } = await history.commit(commit);
  const entry = bytes === '' || bytes.includes('\0') ? undefined : await history.entry(tree, bytes);
  const what = describe(entry);
  if (what !== undefined)
    throw new ProvError('data', `${JSON.stringify(path)} is ${what} at ${shortOid(commit)}.`, {
      hint: 'Paths count from the top of the repository, with / between their parts.',
    });
  const content = await history.bytes(entry!.oid);
  if (isBinary(content))
    throw new ProvError('data', `${JSON.stringify(path)} is a binary file: it has no lines.`, {
      hint: 'Ask about a text file.',
    });
  return { texts: await history.lines(entry!.oid), content: entry!.oid };
}

function describe(entry: TreeEntry | undefined): string | undefined {
  if (!entry) return 'not there';
  if (entry.mode === TREE_MODE) return 'a folder';
  return entry.mode === '160000' ? 'a submodule' : undefined;
}

function rangeOf({ path, start, count }: LineQuery, length: number): { start: number; count: number } {
  if (start === undefined && count === undefined) return { start: 1, count: length };
  const first = start ?? 1;
  const many = count ?? length - first + 1;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(many) || first < 1 || many < 1 || first + many - 1 > length)
    throw new ProvError('data', `There is no line ${first + Math.max(1, many) - 1} of ${JSON.stringify(path)}.`, {
      hint: `It has ${length === 1 ? 'one line' : `${length} lines`} there; they are counted from 1.`,
    });
  return { start: first, count: many };
}

interface KnownLine {
  readonly file: KnownFile;
  readonly noted: ReadonlySet<string>;
  readonly damaged: ReadonlySet<string>;
}

/**
 * What counts of a note. A program that uses the library has no local records and checks no signatures, so everything is
 * claimed.
 */
export function counting(commit: Oid, found: Note | Damaged): Note | Damaged {
  if (!isDamaged(found)) return judgeNote(commit, found, UNCOVERED).note;
  return found.note ? { ...found, note: judgeNote(commit, found.note, UNCOVERED).note } : found;
}

async function readOwners(
  notes: JoinedNotes,
  traced: TracedOrigins,
  present: Omit<KnownFile, 'notes'>,
): Promise<KnownLine> {
  const { lastChange } = present;
  const noted = new Set<string>();
  const damaged = new Set<string>();
  const read: LoadNotes = async (commits) => {
    const found: Awaited<ReturnType<LoadNotes>> = new Map();
    for await (const [commit, note] of notes.each(commits)) {
      (found as Map<Oid, typeof note>).set(commit, counting(commit, note));
      noted.add(commit);
      if (isDamaged(note)) damaged.add(commit);
    }
    return found;
  };
  const feed = new NoteLoader(read);
  for (const places of traced.values()) for (const { commit } of places ?? []) feed.want(commit);
  if (lastChange) feed.want(lastChange); // shows whether the file still passes earlier checks
  await feed.settled();
  return { file: { ...present, notes: feed }, noted, damaged };
}

type LineAnswer = Omit<LineInfo, 'line' | 'text'>;

const AMBIGUOUS: LineAnswer = { owner: 'unknown', reason: 'ambiguous' };

// The common answer of all possible places; ambiguous when they differ.
function answer(places: readonly TracedPlace[] | undefined, known: KnownLine): LineAnswer {
  const all = distinct(places ?? []);
  const [first, ...others] = all.map((place) => answerAt(place, known));
  if (!first) return AMBIGUOUS;
  if (others.length === 0) return { ...first, ...placeOf(all[0]!) };
  if (others.some((other) => other.owner !== first.owner || other.node?.id !== first.node?.id)) return AMBIGUOUS;
  if (first.owner === 'unknown') return others.every(({ reason }) => reason === first.reason) ? first : AMBIGUOUS;
  const { owner, node, session, decision, goal, follows } = first;
  return first.owner === 'human' ? { owner } : { owner, ...defined({ node, session, decision, goal, follows }) };
}

function distinct(places: readonly TracedPlace[]): TracedPlace[] {
  const keyed = places.map((place) => [`${place.commit} ${place.line} ${place.path}`, place] as const);
  return [...new Map(keyed).values()];
}

const placeOf = ({ commit, path, line }: TracedPlace): Pick<LineInfo, 'commit' | 'path' | 'originalLine'> => ({
  commit,
  path: pathFromBytes(Buffer.from(path, 'latin1')),
  originalLine: line,
});

function answerAt({ commit, path, line, cut }: TracedPlace, { file, noted, damaged }: KnownLine): LineAnswer {
  const entry = { commit: { oid: commit, headers: new Map<string, string>() }, path, line, origLine: line, count: 1 };
  const piece = piecesOfEntry(file, { ...entry, head: '', tail: '' })[0]!;
  const { owner, evidence, node, from } = piece.owner;
  const lookup = file.notes.lookup(commit);
  const more = defined({ evidence, from: from && lookup && namedNode(lookup.context(from).step) });
  if (owner === 'agent') return { owner, ...more, ...reasonOf(piece, node!) };
  // A missing attribution means that a person wrote the line only if note and history are complete.
  const unknown = (reason: UnknownReason): LineAnswer => ({ owner: 'unknown', reason, ...more });
  if (owner === 'human' && (evidence !== undefined || !(cut || damaged.has(commit)))) return { owner, ...more };
  if (damaged.has(commit) && evidence === undefined) return unknown('damaged-note');
  if (cut && evidence === undefined) return unknown('cut-history');
  return unknown(noted.has(commit) ? 'unsure' : 'no-note');
}

function reasonOf({ why }: Segment, node: NodeId): Omit<LineAnswer, 'owner'> {
  const { step, session, decision, goal, follows, verification } = why ?? {};
  return defined({
    node: namedNode(step ?? { id: node, node: undefined }),
    session: session && sessionInfo(session),
    decision: decision && namedNode(decision),
    goal: goal && namedNode(goal),
    follows: follows && namedNode(follows),
    verification,
  });
}

type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

// Removes undefined fields.
const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
