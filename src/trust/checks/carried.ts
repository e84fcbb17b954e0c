import { type CommitChange, changesOf } from '../../git/history/commit-changes.ts';
import { TreeComparer } from '../../git/history/comparer.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { type NodeId, type Oid, type RepoPath, sessionPart } from '../../model/ids.ts';
import type { Attribution, Note } from '../../model/model.ts';
import { isBinary, splitLines, squeeze } from '../../lines/text.ts';
import type { Notes } from '../../ask/history/history.ts';
import { isDamaged } from '../../notes/note-reader.ts';
import type { VerifyFinding } from '../finding.ts';
import { sessionsNamed } from './lines.ts';

/** Limits for checking one note. */
export interface CarriedLimits {
  /** Most source notes read per note. */
  readonly sources: number;
  /** Bytes of text read from their commits and its own. */
  readonly text: number;
}

const LIMITS: CarriedLimits = { sources: 4096, text: 64 << 20 };

/** Size limit of a file in bytes. */
const MAX_FILE_BYTES = 8 << 20;

/**
 * Whether a note has lines that are in no session's ledger, because they were carried from other commits' notes, and that can be
 * compared with those. Lines restored by a revert come from notes that it does not name, and a filter may replace words.
 */
export const carriesLines = (commit: Oid, note: Note): boolean =>
  note.carried.length > 0 &&
  note.carried.every(({ how }) => how !== 'revert' && how !== 'filter') &&
  carriedIn(commit, note).size > 0;

/**
 * Finds lines that rewritten commits' notes attribute to steps, although the source notes do not attribute the same words to the same
 * step. If a source note or its commit is missing, as usual after a push and a clone, the check is skipped. Memory depends neither on
 * the number of notes nor on the number of sources of one note.
 * @param commits the commits with carried lines in their notes
 * @param tip the state of the notes; the newest when absent
 */
export async function* checkCarried(
  repo: Repo,
  store: Pick<Notes, 'each'>,
  objects: ObjectReader,
  commits: readonly Oid[],
  tip?: Oid,
  limits: CarriedLimits = LIMITS,
): AsyncGenerator<VerifyFinding> {
  const comparer = new TreeComparer(repo);
  const changeOf = async (commit: Oid): Promise<CommitChange | undefined> =>
    (await changesOf(repo, [commit], objects, comparer)).get(commit);
  const notesOn = (sources: Iterable<Oid>): ReturnType<Notes['each']> => store.each(sources, tip);
  try {
    for await (const [commit, note] of notesOn(commits)) {
      if (isDamaged(note)) continue;
      const change = await changeOf(commit);
      const finding = change && (await new Comparison({ notesOn, changeOf, objects }, limits).of(note, change));
      if (finding) yield finding;
    }
  } finally {
    await comparer.close();
  }
}

/** The sources for comparisons. */
interface ComparisonSources {
  readonly notesOn: (commits: Iterable<Oid>) => ReturnType<Notes['each']>;
  readonly changeOf: (commit: Oid) => Promise<CommitChange | undefined>;
  readonly objects: ObjectReader;
}

/** Compares one note with those that it was carried from. */
class Comparison {
  readonly #around: ComparisonSources;
  readonly #sources: number;
  /** Bytes of text that may still be read; negative after the limit was exceeded. */
  #text: number;

  constructor(around: ComparisonSources, { sources, text }: CarriedLimits) {
    this.#around = around;
    this.#sources = sources;
    this.#text = text;
  }

  async of(note: Note, change: CommitChange): Promise<VerifyFinding | undefined> {
    const { commit } = change;
    const carried = carriedIn(commit, note);
    const sources = new Set(note.carried.map(({ from }) => from));
    const words = sources.size > this.#sources ? undefined : await this.#wordsOf(sources, carried);
    const finding = words && (await this.#firstForeign(change, carried, words));
    if (sources.size <= this.#sources && this.#text >= 0) return finding;
    const what = 'Its lines come from so many notes, or of so much text, that they were not compared with these.';
    return { kind: 'gap', commit, field: 'carried', what };
  }

  // The words that the sources of a note attribute to the steps that it names; undefined when they cannot be determined.
  async #wordsOf(sources: ReadonlySet<Oid>, carried: Carried): Promise<LineWords | undefined> {
    const words = new Map<NodeId, Set<string>>();
    for (const list of carried.values()) for (const { node } of list) words.set(node!, new Set());
    let read = 0;
    for await (const [from, note] of this.#around.notesOn(sources)) {
      if (isDamaged(note) || !(await this.#addWords(from, note, words))) return undefined;
      read++;
    }
    return read === sources.size ? words : undefined;
  }

  async #addWords(from: Oid, note: Note, words: ReadonlyMap<NodeId, Set<string>>): Promise<boolean> {
    const attributed = attributions(note, (node) => words.has(node));
    if (attributed.size === 0) return true;
    const change = await this.#around.changeOf(from);
    const blobs = change && blobsIn(change);
    for (const [path, list] of attributed) {
      const text = await this.#linesOf(blobs?.get(path));
      if (!text) return false;
      for (const { node, start, count } of list)
        for (const line of text.slice(start - 1, start - 1 + count)) words.get(node!)!.add(squeeze(line));
    }
    return true;
  }

  async #firstForeign(change: CommitChange, carried: Carried, words: LineWords): Promise<VerifyFinding | undefined> {
    const blobs = blobsIn(change);
    for (const [path, list] of carried) {
      const text = (await this.#linesOf(blobs.get(path))) ?? [];
      for (const { node, start, count } of list)
        for (let line = start; line < Math.min(start + count, text.length + 1); line++) {
          if (words.get(node!)?.has(squeeze(text[line - 1]!))) continue;
          return {
            kind: 'fault',
            commit: change.commit,
            step: node!,
            field: 'lines',
            what: `Line ${line} of ${JSON.stringify(path)} is given to a step, and no note that it was carried from gives it to that one.`,
          };
        }
    }
    return undefined;
  }

  // Undefined when the file is missing, too large, binary, or exceeds the remaining limit.
  async #linesOf(blob: Oid | undefined): Promise<readonly string[] | undefined> {
    const [found] = blob ? await this.#around.objects.read([blob], { limit: MAX_FILE_BYTES }) : [];
    if (!found || !('bytes' in found) || isBinary(found.bytes)) return undefined;
    this.#text -= found.bytes.length;
    return this.#text < 0 ? undefined : splitLines(found.bytes);
  }
}

/** The words of lines, by the steps that they are attributed to. */
type LineWords = ReadonlyMap<NodeId, ReadonlySet<string>>;

/** Attributions to steps, by path. */
type Carried = ReadonlyMap<RepoPath, readonly Attribution[]>;

// The attributions that come from other notes: a session that worked for this commit has a step that names the commit.
function carriedIn(commit: Oid, note: Note): Carried {
  const sessions = sessionsNamed(commit, note);
  return attributions(note, (node) => !sessions.has(sessionPart(node)));
}

function attributions({ lines }: Note, counts: (node: NodeId) => boolean): Carried {
  const counting = new Map<RepoPath, readonly Attribution[]>();
  for (const [path, list] of lines) {
    const some = list.filter(({ node }) => node && counts(node));
    if (some.length > 0) counting.set(path, some);
  }
  return counting;
}

function blobsIn({ parents }: CommitChange): Map<string, Oid> {
  const blobs = new Map<string, Oid>();
  for (const { files } of parents)
    for (const { path, newBlob } of files) if (newBlob && !blobs.has(path)) blobs.set(path, newBlob);
  return blobs;
}
