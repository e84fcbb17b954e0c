import { annotate } from '../../git/history/annotate.ts';
import type { CommitChange, FileChange } from '../../git/history/commit-changes.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { NodeId } from '../../model/ids.ts';
import { countingLines } from '../../model/standing/imported.ts';
import { attributionsAt } from '../../model/graph/join.ts';
import type { Graph, Note } from '../../model/model.ts';
import { carry, type CarriedLine, type SourceText } from '../../lines/transfer-owners.ts';
import { type Owner, UNSURE, withEvidence } from '../../lines/owner.ts';
import { weight } from '../../lines/text.ts';
import { addedBy, blobOf, each, filesFor, filesOf, graphsWith, ownerOf, contributes } from './source-files.ts';
import type { RewriteOrigin, ReadNotes, Texts } from './source-commit.ts';

/** Files of a source that are searched for one that has another name there. */
const MAX_SEARCHED_FILES = 200;
/** Files of a reverted commit that git annotates. */
const MAX_ANNOTATED_FILES = 50;
/** A line with less weight is not searched for in files of other names. */
const MIN_LINE_WEIGHT = 8;

/** Cached texts of source files. */
export type KnownTexts = WeakMap<FileChange, { readonly text: SourceText | undefined }>;

/** The texts of one origin to search for lines of a file. */
type TextsIn = (
  origin: RewriteOrigin,
  file: FileChange,
  lines: readonly string[],
  isWanting: (line: number) => boolean,
) => Promise<SourceText[]>;

/**
 * The source commits of a rewritten commit, and the owners of their lines.
 */
export class SourceOwners {
  readonly all: readonly RewriteOrigin[];
  readonly #repo: Repo;
  readonly #texts: Texts;
  readonly #readNotes: ReadNotes;
  readonly #known: KnownTexts;
  readonly #own: KnownTexts = new WeakMap();
  readonly #target: CommitChange | undefined;
  #annotated = 0;

  /**
   * @param target the changes of the rewritten commit; without them, no line is searched for in files of other names
   * @param known a cache that commits with the same sources share
   */
  constructor(
    repo: Repo,
    all: readonly RewriteOrigin[],
    texts: Texts,
    readNotes: ReadNotes,
    target?: CommitChange,
    known: KnownTexts = new WeakMap(),
  ) {
    this.#target = target;
    this.#known = known;
    this.#repo = repo;
    this.all = all;
    this.#texts = texts;
    this.#readNotes = readNotes;
  }

  /** These origins, followed by further ones. */
  plus({ all }: SourceOwners): SourceOwners {
    const known = new Set(this.all.map(({ commit }) => commit));
    const more = all.filter(({ commit }) => !known.has(commit));
    return new SourceOwners(
      this.#repo,
      [...this.all, ...more],
      this.#texts,
      this.#readNotes,
      this.#target,
      this.#known,
    );
  }

  /**
   * The owners of the added lines of a file that a source contains. The evidence is `carried`, or `restored` for lines that a
   * revert brings back. An owner of kind `base` means that the source contains the line and has no note.
   */
  async carry(
    file: FileChange,
    lines: readonly string[],
    isAdded: (line: number) => boolean,
  ): Promise<(CarriedLine | undefined)[]> {
    const found: (CarriedLine | undefined)[] = [];
    const isWanting = (i: number): boolean => isAdded(i) && !found[i];
    const isSignificant = (line: string, i: number): boolean => isWanting(i) && weight(line) >= MIN_LINE_WEIGHT;
    // First the certain sources; then blocks that moved between files in the rewritten commit itself; then the possible sources.
    for (const textsIn of [this.#sure, this.#behind, this.#perhaps]) {
      if (found.length > 0 && !lines.some(isSignificant)) break;
      const texts: SourceText[] = [];
      const of: number[] = [];
      for (const [n, origin] of this.all.entries())
        for (const text of await textsIn(origin, file, lines, isWanting)) {
          texts.push(text);
          of.push(n);
        }
      const more = texts.length > 0 ? carry(lines, isWanting, texts) : [];
      for (let i = 0; i < lines.length; i++)
        found[i] ??= more[i] && { owner: more[i]!.owner, source: of[more[i]!.source]! };
    }
    return found;
  }

  readonly #sure: TextsIn = async (origin, ...of) => (origin.main ? this.#textsIn(origin, ...of) : []);

  readonly #behind: TextsIn = async (origin, file) =>
    origin.main && origin.how !== 'revert' ? this.#leftBehind(origin, file) : [];

  readonly #perhaps: TextsIn = async (origin, ...of) => {
    if (origin.main) return [];
    const texts = await this.#textsIn(origin, ...of);
    return origin.how === 'content' ? texts : texts.map(({ lines, owners }) => ({ lines, owners, loose: true }));
  };

  // Lines that a source added to other files, and that are missing there in the rewritten commit.
  async #leftBehind(origin: RewriteOrigin, file: FileChange): Promise<SourceText[]> {
    if (!this.#target) return [];
    const named = filesFor(origin, file);
    const others = filesOf(origin).filter((one) => !named.includes(one));
    if (others.length === 0 || others.length > MAX_SEARCHED_FILES) return [];
    const now = new Map(this.#target.parents[0]?.files.map((one) => [one.path, one.newBlob]));
    const texts: SourceText[] = [];
    for (const one of others) {
      const text = await this.#textOf(origin, one);
      if (!text || now.get(one.path) === one.newBlob) continue;
      const blob = now.get(one.path);
      const still = new Set(blob ? await this.#texts.lines(blob) : []);
      const owners = text.owners.map((owner, i) =>
        owner && !still.has(text.lines[i]!) && weight(text.lines[i]!) >= MIN_LINE_WEIGHT ? owner : undefined,
      );
      if (owners.some(Boolean)) texts.push({ lines: text.lines, owners, loose: true });
    }
    return texts;
  }

  async #textsIn(
    origin: RewriteOrigin,
    file: FileChange,
    lines: readonly string[],
    isAdded: (line: number) => boolean,
  ): Promise<SourceText[]> {
    const named = filesFor(origin, file);
    const texts: SourceText[] = [];
    for (const one of named) {
      const text = await this.#textOf(origin, one);
      if (text) texts.push(text);
    }
    return named.length > 0 || !(origin.main || origin.how === 'content') ? texts : this.#alike(origin, lines, isAdded);
  }

  // A file that has another name in the source: the one with most of the lines.
  async #alike(
    origin: RewriteOrigin,
    lines: readonly string[],
    isAdded: (line: number) => boolean,
  ): Promise<SourceText[]> {
    const wanted = new Set(lines.filter((line, i) => isAdded(i) && weight(line) >= MIN_LINE_WEIGHT));
    if (wanted.size === 0) return [];
    const now = new Set(this.#target?.parents[0]?.files.map(({ path }) => path));
    const files = filesOf(origin)
      .filter(({ path }) => !now.has(path))
      .slice(0, MAX_SEARCHED_FILES);
    await this.#texts.load(files.flatMap((one) => blobOf(origin, one) ?? []));
    let best = 0;
    let found: SourceText | undefined;
    for (const one of files) {
      const text = await this.#textOf(origin, one);
      const shared = new Set(text?.lines.filter((line, i) => text.owners[i] && wanted.has(line))).size;
      if (shared <= best) continue;
      best = shared;
      found = text;
    }
    return found ? [found] : [];
  }

  async #textOf(origin: RewriteOrigin, file: FileChange): Promise<SourceText | undefined> {
    // The text of a revert or a weak source differs from that of the same commit as another kind of source.
    const texts = origin.how === 'revert' || origin.weak ? this.#own : this.#known;
    const known = texts.get(file);
    if (known) return known.text;
    const text = await this.#readText(origin, file);
    texts.set(file, { text });
    return text;
  }

  async #readText(origin: RewriteOrigin, file: FileChange): Promise<SourceText | undefined> {
    const blob = blobOf(origin, file);
    const lines = blob && (await this.#texts.lines(blob));
    if (!blob || !lines || file.binary) return undefined;
    if (origin.how === 'revert') return { lines, owners: await this.#ownersBefore(origin, file, lines.length) };
    const owners: (Owner | undefined)[] = Array.from({ length: lines.length });
    const list = origin.note ? countingLines(origin.note, file.path, origin.commit) : [];
    each(addedBy(origin, file), lines.length, (i) => {
      const owner: Owner = origin.note ? ownerOf(attributionsAt(list, i + 1)) : { kind: 'base', blob, line: i };
      owners[i] = origin.weak && owner.kind === 'node' ? UNSURE : owner;
    });
    return { lines, owners };
  }

  // The lines that the reverted commit removed, with their owners before it.
  async #ownersBefore(origin: RewriteOrigin, file: FileChange, count: number): Promise<(Owner | undefined)[]> {
    const owners: (Owner | undefined)[] = Array.from({ length: count });
    const [first] = origin.change.parents;
    if (!first?.parent || file.removed.length === 0 || ++this.#annotated > MAX_ANNOTATED_FILES) return owners;
    const path = file.oldPath ?? file.path;
    const born = await annotate(this.#repo, first.parent, path, file.removed);
    const notes = await this.#readNotes([...new Set([...born.values()].map(({ commit }) => commit))]);
    each(file.removed, count, (i) => {
      const where = born.get(i + 1);
      if (!where) return;
      const note = notes.get(where.commit);
      owners[i] = note
        ? withEvidence(ownerOf(attributionsAt(countingLines(note, where.path, where.commit), where.line)), 'restored')
        : { kind: 'base', blob: file.oldBlob!, line: i };
      if (note) this.#keepGraphs(note);
    });
    return owners;
  }

  readonly #further: Note[] = [];
  #keepGraphs(note: Note): void {
    if (!this.#further.includes(note)) this.#further.push(note);
  }

  /**
   * The graphs that contain these nodes, with the graphs of their parents; of a certain source, all graphs. They stay
   * unchanged, byte for byte.
   * @param used the sources with found lines
   */
  graphs(nodes: ReadonlySet<NodeId>, used: ReadonlySet<number>): Graph[] {
    const graphs: Graph[] = [];
    for (const [n, origin] of this.all.entries()) {
      if (!origin.main && !used.has(n)) continue;
      const all = origin.note?.graphs ?? [];
      const isWhole = origin.main && origin.how !== 'revert' && contributes(origin, used.has(n));
      graphs.push(...(isWhole ? all : graphsWith(all, nodes)));
    }
    for (const note of this.#further) graphs.push(...graphsWith(note.graphs, nodes));
    return graphs;
  }
}
