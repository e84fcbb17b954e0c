import { annotate } from '../git/annotate.ts';
import type { CommitChange, FileChange, LineRange } from '../git/diff.ts';
import type { Repo } from '../git/repo.ts';
import type { NodeId, Oid, RepoPath } from '../graph/ids.ts';
import { attributionsAt } from '../graph/join.ts';
import type { Attribution, Graph, Note } from '../graph/model.ts';
import { carry, type CarriedLine, type SourceText } from '../lines/carry.ts';
import { HUMAN, type Owner, UNSURE, withEvidence } from '../lines/owner.ts';
import { weight } from '../lines/text.ts';
import type { Origin, ReadNotes, Texts } from './source.ts';

/** How many files of a commit are looked through for one that has another name in the source. */
const MAX_LOOKED_THROUGH = 200;
/** How many files of a reverted commit git is asked about. */
const MAX_ANNOTATED = 50;
/** A line that says less is not looked for in files of other names. */
const TELLING = 8;

/** What was made of the files of sources. */
export type KnownTexts = WeakMap<FileChange, { readonly text: SourceText | undefined }>;

/**
 * What the commits know that another one was made from: whose each of their lines is.
 */
export class Origins {
  readonly all: readonly Origin[];
  readonly #repo: Repo;
  readonly #texts: Texts;
  readonly #readNotes: ReadNotes;
  readonly #known: KnownTexts;
  readonly #target: CommitChange | undefined;
  #annotated = 0;

  /**
   * @param target what the commit changed that was made from these; where it is not known, no line is looked for in files of other names
   * @param known is shared by commits that may have the same sources
   */
  constructor(
    repo: Repo,
    all: readonly Origin[],
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

  /** These, and further ones that come after them. */
  plus({ all }: Origins): Origins {
    const known = new Set(this.all.map(({ commit }) => commit));
    const more = all.filter(({ commit }) => !known.has(commit));
    return new Origins(this.#repo, [...this.all, ...more], this.#texts, this.#readNotes, this.#target, this.#known);
  }

  /**
   * Whose the lines of a file are that its commit added, as far as a source has them. Evidence is `carried`, for what a
   * revert brings back `restored`. An owner of kind `base` says that the source has the line and no note.
   */
  async carry(
    file: FileChange,
    lines: readonly string[],
    isAdded: (line: number) => boolean,
  ): Promise<(CarriedLine | undefined)[]> {
    const sure = await this.#round(true, file, lines, isAdded);
    const isWanting = (i: number): boolean => isAdded(i) && !sure[i] && weight(lines[i]!) >= TELLING;
    if (!lines.some((_, i) => isWanting(i))) return sure;
    const rest = await this.#round(false, file, lines, (i) => isAdded(i) && !sure[i]);
    return lines.map((_, i) => sure[i] ?? rest[i]);
  }

  // The lines of the commits that are known to be sources, or of those that may be.
  async #round(
    main: boolean,
    file: FileChange,
    lines: readonly string[],
    isAdded: (line: number) => boolean,
  ): Promise<(CarriedLine | undefined)[]> {
    const texts: SourceText[] = [];
    const of: number[] = [];
    for (const [n, origin] of this.all.entries()) {
      if (origin.main !== main) continue;
      for (const text of await this.#textsIn(origin, file, lines, isAdded)) {
        texts.push(main || origin.how === 'content' ? text : { ...text, loose: true });
        of.push(n);
      }
    }
    if (main) {
      // A block that went from one file to another in the rewritten commit itself.
      for (const [n, origin] of this.all.entries())
        if (origin.main && origin.how !== 'revert')
          for (const text of await this.#leftBehind(origin, file)) {
            texts.push(text);
            of.push(n);
          }
    }
    if (texts.length === 0) return [];
    return carry(lines, isAdded, texts).map((line) => line && { ...line, source: of[line.source]! });
  }

  // What a source added to other files and the rewritten commit has there no more.
  async #leftBehind(origin: Origin, file: FileChange): Promise<SourceText[]> {
    if (!this.#target) return [];
    const named = filesFor(origin, file);
    const others = filesOf(origin).filter((one) => !named.includes(one));
    if (others.length === 0 || others.length > MAX_LOOKED_THROUGH) return [];
    const now = new Map(this.#target.parents[0]?.files.map((one) => [one.path, one.newBlob]));
    const texts: SourceText[] = [];
    for (const one of others) {
      const text = await this.#textOf(origin, one);
      if (!text || now.get(one.path) === one.newBlob) continue;
      const blob = now.get(one.path);
      const still = new Set(blob ? await this.#texts.lines(blob) : []);
      const owners = text.owners.map((owner, i) =>
        owner && !still.has(text.lines[i]!) && weight(text.lines[i]!) >= TELLING ? owner : undefined,
      );
      if (owners.some(Boolean)) texts.push({ lines: text.lines, owners, loose: true });
    }
    return texts;
  }

  async #textsIn(
    origin: Origin,
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
  async #alike(origin: Origin, lines: readonly string[], isAdded: (line: number) => boolean): Promise<SourceText[]> {
    const wanted = new Set(lines.filter((line, i) => isAdded(i) && weight(line) >= TELLING));
    if (wanted.size === 0) return [];
    const now = new Set(this.#target?.parents[0]?.files.map(({ path }) => path));
    const files = filesOf(origin)
      .filter(({ path }) => !now.has(path))
      .slice(0, MAX_LOOKED_THROUGH);
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

  async #textOf(origin: Origin, file: FileChange): Promise<SourceText | undefined> {
    const known = this.#known.get(file);
    if (known) return known.text;
    const text = await this.#readText(origin, file);
    this.#known.set(file, { text });
    return text;
  }

  async #readText(origin: Origin, file: FileChange): Promise<SourceText | undefined> {
    const blob = blobOf(origin, file);
    const lines = blob && (await this.#texts.lines(blob));
    if (!blob || !lines || file.binary) return undefined;
    if (origin.how === 'revert') return { lines, owners: await this.#ownersBefore(origin, file, lines.length) };
    const owners: (Owner | undefined)[] = Array.from({ length: lines.length });
    const list = origin.note?.lines.get(file.path) ?? [];
    each(addedBy(origin, file), lines.length, (i) => {
      const owner: Owner = origin.note ? ownerOf(attributionsAt(list, i + 1)) : { kind: 'base', blob, line: i };
      owners[i] = origin.weak && owner.kind === 'node' ? UNSURE : owner;
    });
    return { lines, owners };
  }

  // The lines that the reverted commit took away, with the owners that they had.
  async #ownersBefore(origin: Origin, file: FileChange, count: number): Promise<(Owner | undefined)[]> {
    const owners: (Owner | undefined)[] = Array.from({ length: count });
    const [first] = origin.change.parents;
    if (!first?.parent || file.removed.length === 0 || ++this.#annotated > MAX_ANNOTATED) return owners;
    const path = file.oldPath ?? file.path;
    const born = await annotate(this.#repo, first.parent, path, file.removed);
    const notes = await this.#readNotes([...new Set([...born.values()].map(({ commit }) => commit))]);
    each(file.removed, count, (i) => {
      const where = born.get(i + 1);
      if (!where) return;
      const note = notes.get(where.commit);
      owners[i] = note
        ? withEvidence(ownerOf(attributionsAt(note.lines.get(where.path) ?? [], where.line)), 'restored')
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
   * @param used the sources whose lines were found
   * The graphs that these nodes are in, and what belongs to them: of a commit that the other was surely made from, all.
   * They are what they were, byte for byte.
   */
  graphs(nodes: ReadonlySet<NodeId>, used: ReadonlySet<number>): Graph[] {
    const graphs: Graph[] = [];
    for (const [n, origin] of this.all.entries()) {
      const all = origin.note?.graphs ?? [];
      const isWhole = origin.main && origin.how !== 'revert' && tells(origin, used.has(n));
      graphs.push(...(isWhole ? all : graphsWith(all, nodes)));
    }
    for (const note of this.#further) graphs.push(...graphsWith(note.graphs, nodes));
    return graphs;
  }
}

/** Whether a note has something to say of the commit that was made from its own: of lines that are there, or a story without any. */
export const tells = ({ note, main, how }: Origin, isUsed: boolean): boolean =>
  (isUsed && (note !== undefined || how === 'revert')) ||
  (note !== undefined && main && note.lines.size === 0 && note.graphs.length > 0);

// Those that hold one of the nodes or tell of what followed from one, and those of their parent sessions.
function graphsWith(all: readonly Graph[], nodes: ReadonlySet<NodeId>): Graph[] {
  const found = all.filter(
    (graph) => graph.nodes.some(({ id }) => nodes.has(id)) || graph.edges.some(({ from }) => nodes.has(from)),
  );
  const parents = new Set(found.map(({ session }) => session.parent));
  return all.filter((graph) => found.includes(graph) || parents.has(graph.session.id));
}

function filesOf({ change, how, only }: Origin): readonly FileChange[] {
  const files = change.parents[0]?.files ?? [];
  return files.filter(
    (file) =>
      !file.binary &&
      (how === 'revert' ? file.oldBlob : file.newBlob) &&
      (only === undefined || only.includes(file.path)),
  );
}

// The source's files of this name: as it is now, as it was, as the source called it before.
function filesFor(origin: Origin, { path, oldPath }: FileChange): FileChange[] {
  const files = filesOf(origin);
  const nameOf = (file: FileChange): RepoPath => (origin.how === 'revert' ? (file.oldPath ?? file.path) : file.path);
  const same = files.filter((file) => nameOf(file) === path);
  if (same.length > 0) return same;
  return files.filter((file) => nameOf(file) === oldPath || file.oldPath === path);
}

const blobOf = ({ how }: Origin, file: FileChange): Oid | undefined => (how === 'revert' ? file.oldBlob : file.newBlob);

// What git blame calls the commit's own: for a merge, what no parent has.
function addedBy({ change }: Origin, file: FileChange): readonly LineRange[] {
  if (change.parents.length === 1) return file.added;
  const sides = change.parents.map(({ files }) => files.find(({ path }) => path === file.path)?.added ?? []);
  const isIn = (ranges: readonly LineRange[], line: number): boolean =>
    ranges.some(([start, count]) => line >= start && line < start + count);
  return file.added.flatMap(([start, count]) =>
    Array.from({ length: count }, (_, n): LineRange => [start + n, 1]).filter(([line]) =>
      sides.every((ranges) => isIn(ranges, line)),
    ),
  );
}

function each(ranges: readonly LineRange[], length: number, use: (line: number) => void): void {
  for (const [start, count] of ranges) for (let i = start - 1; i < Math.min(length, start - 1 + count); i++) use(i);
}

/** The owner that attributions of a line name. Where two of the same strength name different nodes, nobody. */
function ownerOf(claims: readonly Attribution[]): Owner {
  const [first, ...others] = claims;
  if (!first) return HUMAN;
  if (first.evidence === 'unsure') return UNSURE;
  if (others.some((one) => one.evidence === first.evidence && one.node !== first.node)) return UNSURE;
  if (first.node === null) return first.from ? { kind: 'human', from: first.from } : HUMAN;
  const weak = (['inferred', 'imported'] as const).find((one) => one === first.evidence);
  return { kind: 'node', node: first.node, evidence: weak ?? 'carried', ...(first.from && { from: first.from }) };
}
