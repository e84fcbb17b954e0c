import { matchLines } from './diff.ts';
import { type Owned, type Owner, withEvidence } from './owner.ts';
import { claimMoves, type RemovedLines, strandOf } from './moves.ts';
import { reflow } from './reflow.ts';
import { formerText, renamed } from './renames.ts';
import { MIN_LINE_WEIGHT, similarity, weightOf } from './text.ts';

/** A block needs this weight to count as moved or restored (the default of git blame -M). */
const MIN_BLOCK_WEIGHT = 20;
/** A part of a block needs more weight: the inside of one function often equals that of another. */
const MIN_PART_WEIGHT = 40;
/** The share of an author's lines in a place that may be missing when the rest is restored as a whole. */
const MAX_MISSING_SHARE = 0.1;
/** From this similarity on, a line counts as changed rather than new. */
const MIN_SIMILARITY = 0.5;
const MAX_COMPARED_PAIRS = 4000;

/** A new text of one file and its possible sources. */
export interface TextChange {
  readonly lines: readonly string[];
  /** The text right before it; absent for a new file. */
  readonly before: Owned | undefined;
  /** Other texts that may have gone into it unchanged: the work tree's for a commit, a merge's other side. */
  readonly direct?: readonly Owned[];
  /** Former texts of this file: restored lines keep their owner. */
  readonly earlier?: readonly Owned[];
  /** Git brought it from elsewhere, without an author. Then any line with enough weight belongs to an earlier text that contains it. */
  readonly brought?: boolean;
  /** Lines with a known owner. */
  readonly known?: readonly (Owner | undefined)[];
}

/**
 * The owners of the lines of each changed file after one step. Unchanged lines keep their owner; so do lines
 * that changed only in white space, blocks that moved within or between the files of the step, and restored
 * blocks. All other lines are `author`'s. There is exactly one owner for each line, and each comes from a source or is the author.
 * @param removed the texts of files that the step deleted
 */
export const derive = (changes: readonly TextChange[], author: Owner, removed: readonly Owned[] = []): Owner[][] =>
  deriveStep(changes, author, removed).owners;

/** The result of a step: the owners of the lines of each changed file, and the lines that it removed and put nowhere else. */
export interface Derived {
  readonly owners: Owner[][];
  readonly gone: Owned[];
}

/**
 * Like `derive`, and also returns the removed lines.
 * @param before lines that earlier steps removed and that may reappear elsewhere: cut in one step, pasted in the next
 */
export function deriveStep(
  changes: readonly TextChange[],
  author: Owner,
  removed: readonly Owned[] = [],
  before: readonly Owned[] = [],
): Derived {
  const left = [...removed];
  const works = changes.map((change) => start(change.before?.lines.length ? change : withFormer(change, left)));
  for (const work of works) for (const source of work.change.direct ?? []) inherit(work, source);
  for (const work of works)
    for (const gap of gapsOf(work))
      reflow(gap.strand, work.change.lines, work.owners, gap.from, gap.to, author.kind === 'node');
  const now = [...works.flatMap((work) => work.strands), ...left.map(strandOf)];
  claimMoves(
    works.map((work) => ({ lines: work.change.lines, owners: work.owners })),
    [...now, ...before.map(strandOf)],
    MIN_BLOCK_WEIGHT,
    author.kind === 'node',
  );
  for (const work of works) {
    for (const source of work.change.earlier ?? []) restore(work, source);
    finish(work, author);
  }
  return { owners: works.map((work) => work.owners as Owner[]), gone: now.flatMap(unused) };
}

// A file that the step renamed and changed. Its old text is removed from `gone`; an unchanged text under another name is a moved block.
function withFormer(change: TextChange, left: Owned[]): TextChange {
  const former = formerText(change.lines, left);
  if (!former || former.lines.join('\n') === change.lines.join('\n')) return change;
  left.splice(left.indexOf(former), 1);
  return { ...change, before: renamed(former) };
}

const unused = ({ lines, owners, from, to, used }: RemovedLines): Owned[] => {
  const left = Array.from({ length: to - from }, (_, i) => from + i).filter((at) => !used[at]);
  return left.length > 0 ? [{ lines: left.map((at) => lines[at]!), owners: left.map((at) => owners[at]!) }] : [];
};

interface DerivedWork {
  readonly change: TextChange;
  readonly owners: (Owner | undefined)[];
  /** For each line its line number in `before`, or -1. */
  readonly matches: Int32Array;
  /** Runs of lines of `before` that were removed. */
  readonly strands: RemovedLines[];
}

function start(change: TextChange): DerivedWork {
  const { lines, before } = change;
  const matches = before ? matchLines(before.lines, lines) : new Int32Array(lines.length).fill(-1);
  const owners: (Owner | undefined)[] = Array.from(
    matches,
    (at, i) => change.known?.[i] ?? (at >= 0 ? before!.owners[at] : undefined),
  );
  return { change, owners, matches, strands: before ? strandsOf(before, matches) : [] };
}

function strandsOf(before: Owned, matches: Int32Array): RemovedLines[] {
  const kept = new Uint8Array(before.lines.length);
  for (const at of matches) if (at >= 0) kept[at] = 1;
  const strands: RemovedLines[] = [];
  for (let from = 0; from < kept.length; from++) {
    if (kept[from]) continue;
    let to = from;
    while (to < kept.length && !kept[to]) to++;
    strands.push({ ...before, from, to, used: new Uint8Array(before.lines.length) });
    from = to;
  }
  return strands;
}

function inherit(work: DerivedWork, source: Owned): void {
  const matches = matchLines(source.lines, work.change.lines);
  for (let i = 0; i < matches.length; i++)
    if (!work.owners[i] && matches[i]! >= 0) work.owners[i] = source.owners[matches[i]!];
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly strand: RemovedLines;
}

// The runs of new lines in places where lines of `before` were removed.
function gapsOf(work: DerivedWork): Gap[] {
  const starts = new Map(work.strands.map((strand) => [strand.from, strand]));
  const gaps: Gap[] = [];
  let last = -1;
  for (let i = 0; i < work.matches.length; i++) {
    if (work.matches[i]! >= 0) {
      last = work.matches[i]!;
      continue;
    }
    let to = i;
    while (to < work.matches.length && work.matches[to]! < 0) to++;
    const strand = starts.get(last + 1);
    if (strand) gaps.push({ from: i, to, strand });
    i = to - 1;
  }
  return gaps;
}

// Whether nearly all lines of one author around a line of `source` are restored.
function isBack({ lines, owners }: Owned, at: number, back: Uint8Array): boolean {
  let [from, to] = [at, at + 1];
  while (from > 0 && isSameMaker(owners[from - 1], owners[at]!)) from--;
  while (to < owners.length && isSameMaker(owners[to], owners[at]!)) to++;
  const missing = lines.slice(from, to).filter((_, i) => !back[from + i]);
  return weightOf(missing, 0, missing.length) <= MAX_MISSING_SHARE * weightOf(lines, from, to);
}

const isSameMaker = (a: Owner | undefined, b: Owner): boolean =>
  a?.kind === b.kind && (a.kind !== 'node' || b.kind !== 'node' || a.node === b.node);

function restore(work: DerivedWork, source: Owned): void {
  const { lines } = work.change;
  const matches = matchLines(source.lines, lines);
  const back = new Uint8Array(source.lines.length);
  for (const at of matches) if (at >= 0) back[at] = 1;
  for (let i = 0; i < lines.length; i++) {
    if (work.owners[i] || matches[i]! < 0) continue;
    let to = i + 1;
    while (to < lines.length && !work.owners[to] && matches[to] === matches[to - 1]! + 1) to++;
    const least = work.change.brought
      ? MIN_LINE_WEIGHT
      : isBack(source, matches[i]!, back)
        ? MIN_BLOCK_WEIGHT
        : MIN_PART_WEIGHT;
    if (weightOf(lines, i, to) >= least)
      for (let j = i; j < to; j++) work.owners[j] = withEvidence(source.owners[matches[j]!]!, 'restored');
    i = to - 1;
  }
}

// The rest is the author's; a line that resembles a removed line in its place also records that line's owner.
function finish(work: DerivedWork, author: Owner): void {
  for (const { from, to, strand } of gapsOf(work)) {
    if ((to - from) * (strand.to - strand.from) > MAX_COMPARED_PAIRS) continue;
    for (let i = from; i < to; i++)
      if (!work.owners[i]) work.owners[i] = changedFrom(work.change.lines[i]!, strand, author);
  }
  for (let i = 0; i < work.owners.length; i++) work.owners[i] ??= author;
}

function changedFrom(line: string, strand: RemovedLines, author: Owner): Owner {
  if (author.kind !== 'human' && author.kind !== 'node') return author;
  let best = MIN_SIMILARITY;
  let found: Owner | undefined;
  for (let i = strand.from; i < strand.to; i++) {
    const likeness = strand.used[i] ? 0 : similarity(strand.lines[i]!, line);
    if (likeness > best) {
      best = likeness;
      found = strand.owners[i];
    }
  }
  const from = found?.kind === 'node' ? found.node : found?.kind === 'human' ? found.from : undefined;
  return from && !(author.kind === 'node' && author.node === from) ? { ...author, from } : author;
}
