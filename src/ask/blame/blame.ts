import { git, type Finished } from '../../git/process/process.ts';
import { startGit } from '../../git/process/stream.ts';
import { readSettings } from '../../git/repository/git-settings.ts';
import { isZero, type Oid, type RepoPath } from '../../model/ids.ts';
import { Abbreviations, type UsualDigits } from './abbreviations.ts';
import type { Arguments } from './arguments.ts';
import { OwnerSplit } from './split-by-owner.ts';
import { inReverse, NoteLoader, type LoadNotes } from './note-loader.ts';
import { findContent, findLastChange, readFinal, type Final } from './final-text.ts';
import type { Segment } from './blamed.ts';
import type { LinesBeforeIgnored } from './ignored/ignored-commits.ts';
import {
  incrementalReader,
  parsePorcelain,
  repoPath,
  type Bytes,
  type Entry,
  type PorcelainLine,
} from './porcelain.ts';
import { printFinal, startBlame, type GitPlace, type Running } from './git-blame.ts';
import type { BlamedOwners } from './segments.ts';
import type { NoteData } from './note-lookup.ts';
import type { Blamed } from './blamed.ts';

/** What blame depends on. */
export interface BlameSources extends GitPlace {
  readonly readNotes: LoadNotes;
  readonly usualDigits?: UsualDigits | undefined;
  /** Called when no more notes will be requested. */
  readonly notesRead?: () => void;
  /**
   * The records for the lines of a file in the work tree: attributions by current line number, and the graphs of their
   * nodes. A line without an attribution is a person's. Undefined: nothing is known.
   */
  readonly ownersOfUncommitted?: ((path: RepoPath) => Promise<NoteData | undefined>) | undefined;
  /** The git process, if it was started already for this command line. */
  readonly running?: Running;
}

/** Callbacks while git runs. */
export interface Watching {
  /** Receives every piece immediately, in no order, so that work on it overlaps with git's run. */
  readonly piece?: (piece: Segment) => void;
  /** Receives the number of lines found and of all lines; undefined while the total is unknown. */
  readonly progress?: (found: number, all: number | undefined) => void;
}

/**
 * Blames a file: git's `--incremental` run reports the commit of each line, and the commits' notes are read while it still runs.
 * @param input what is on standard input, for `--contents -`
 * @returns undefined when git refused; run git directly to see its error
 */
export async function blame(
  args: Arguments,
  sources: BlameSources,
  input: Uint8Array | undefined,
  watching: Watching = {},
): Promise<Blamed | undefined> {
  const running = sources.running ?? startBlame(args, sources, input);
  const notes = new NoteLoader(reading(args, sources), () => split.retry());
  const split = new OwnerSplit(notes, watching.piece ?? (() => undefined));
  const digits = new Abbreviations(sources, sources.usualDigits);
  const wantsDigits = args.format === 'default' && !args.layout.longId && args.layout.abbrev === undefined;
  const preparing = prepare(running.final, args, sources, notes);
  const ignoring = ignoresCommits(args, sources);
  ignoring.catch(() => undefined); // reported below
  // Git takes a while to exit after its last entry, so we do not wait for that.
  const foundAll = new Promise<undefined>((resolve) => {
    let all: number | undefined;
    const check = (): void => {
      watching.progress?.(split.lines, all);
      if (split.lines === all) resolve(undefined);
    };
    const read = incrementalReader((entry) => {
      notes.want(entry.commit.oid);
      split.add(entry);
      if (wantsDigits) digits.add(entry.commit.oid);
    });
    running.read((chunk) => {
      read(chunk);
      check();
    });
    const begin = ([known, ignores]: readonly [Prepared | undefined, boolean]): void => {
      if (known && !ignores) split.know(known);
      all = known?.texts.length;
      check();
    };
    Promise.all([preparing, ignoring]).then(begin, () => undefined); // whoever awaits it reports the failure
  });
  const refused = await Promise.race([running.ended, foundAll]);
  const known = refused ? undefined : await preparing;
  if (!known) {
    digits.stop();
    return undefined;
  }
  // The digits may be asked of the process that reads the notes: closed before, it would be started again.
  const [idDigits] = await Promise.all([wantsDigits ? digits.longest() : 0, notes.settled()]);
  sources.notesRead?.();
  if (split.uncommitted) await known.readUncommitted();
  // Git may end before it is known whether commits are ignored: then nothing was split yet.
  const before = (await ignoring) ? await linesBefore(split.entries, sources, notes, known) : undefined;
  split.know({ ...known, before });
  return { ...known, entries: split.entries, pieces: split.finish(), notes, idDigits };
}

// Whether this blame ignores commits (`--ignore-rev`, `blame.ignoreRevsFile`).
const ignoresCommits = async ({ ignores }: Pick<Arguments, 'ignores'>, { cwd, env }: BlameSources): Promise<boolean> =>
  ignores || (await readSettings(['blame'], { cwd, env })).has('blame.ignorerevsfile');

// Loaded only where commits are ignored.
async function openBefore(sources: BlameSources, notes: NoteLoader, final: Final): Promise<LinesBeforeIgnored> {
  const { LinesBeforeIgnored: Lines } = await import('./ignored/ignored-commits.ts');
  return new Lines(sources, notes, final);
}

async function linesBefore(
  entries: readonly Entry[],
  sources: BlameSources,
  notes: NoteLoader,
  final: Final,
): Promise<LinesBeforeIgnored> {
  const before = await openBefore(sources, notes, final);
  await before.load(entries);
  return before;
}

const reading = ({ reverse }: Arguments, { readNotes }: BlameSources): LoadNotes =>
  reverse ? inReverse(readNotes) : readNotes;

/** Git's own porcelain output, with the notes of its commits. */
export interface PorcelainBlame extends BlamedOwners {
  readonly lines: readonly PorcelainLine[];
  readonly rest: Bytes;
  /** See `Final`. */
  readonly warnings: string;
}

/** Blames in one of git's two porcelain formats. @returns undefined when git refused */
export async function blamePorcelain(
  args: Arguments,
  sources: BlameSources,
  input: Uint8Array | undefined,
): Promise<PorcelainBlame | undefined> {
  const notes = new NoteLoader(reading(args, sources));
  const [printed, known] = await Promise.all([
    git(['blame', ...args.git], { ...sources, ...(input ? { input } : {}), accept: [0, 1, 128, 129] }),
    prepare(printFinal(args, sources, input), args, sources, notes),
  ]);
  if (printed.code !== 0 || !known) return undefined;
  const { lines, rest } = parsePorcelain(printed.stdout.toString('latin1'));
  if (lines.some(({ commit }) => isZero(commit.oid))) await known.readUncommitted();
  for (const { commit } of lines) notes.want(commit.oid);
  await notes.settled();
  const { lastChange, content, path, warnings } = known;
  const entries = lines.map((line): Entry => ({ ...line, count: 1, head: '', tail: '' }));
  const before = (await ignoresCommits(args, sources)) ? await linesBefore(entries, sources, notes, known) : undefined;
  return { lines, rest, notes, lastChange, content, path, warnings, before };
}

/**
 * Blames in git's `--incremental` format and passes on each entry as soon as its note is read.
 * @param show receives the entries in git's order, and the lines outside of any entry
 * @returns git's warnings; undefined when git refused. If it refused before it found anything, nothing was shown
 */
export async function blameIncrementally(
  args: Arguments,
  sources: BlameSources,
  input: Uint8Array | undefined,
  show: (found: Entry | Bytes, known: BlamedOwners) => Promise<void>,
): Promise<string | undefined> {
  const notes = new NoteLoader(reading(args, sources));
  const known = await prepare(printFinal(args, sources, input), args, sources, notes);
  if (!known) return undefined;
  await known.readUncommitted();
  const before = (await ignoresCommits(args, sources)) ? await openBefore(sources, notes, known) : undefined;
  let shown: Promise<void> = Promise.resolve();
  const hand = (found: Entry | Bytes): void => {
    if (typeof found !== 'string') notes.want(found.commit.oid);
    shown = shown.then(() => notes.settled());
    if (before && typeof found !== 'string') shown = shown.then(() => before.load([found]));
    shown = shown.then(() => show(found, { ...known, notes, before }));
    shown.catch(() => undefined); // whoever awaits it reports the failure
  };
  const running = startGit(
    ['blame', ...args.git],
    sources,
    incrementalReader(hand, (line) => hand(`${line}\n`)),
  );
  if (input) running.write(input);
  running.end();
  const failed = await running.ended;
  await shown;
  return failed ? undefined : known.warnings;
}

interface Prepared extends Final {
  readonly lastChange: string | undefined;
  readonly content: Oid | undefined;
  /** Adds the records of uncommitted lines to the notes. */
  readonly readUncommitted: () => Promise<void>;
}

// What is determined in parallel to git's blame: the blamed text, the last change, and how to find the owners of
// uncommitted lines.
async function prepare(
  printed: Promise<Finished>,
  args: Arguments,
  sources: BlameSources,
  notes: NoteLoader,
): Promise<Prepared | undefined> {
  const final = readFinal(await printed);
  if (!final) return undefined;
  const first = final.texts[0];
  const uncommitted = first && isZero(first.commit.oid) && !args.contents ? repoPath(first.path) : undefined;
  const [lastChange, content] = await Promise.all([
    findLastChange(final, sources, args.query),
    findContent(final, args, sources),
  ]);
  if (lastChange) notes.want(lastChange); // its note shows whether the file still passes earlier checks
  // Most files have no uncommitted changes: only the others are looked up.
  const readUncommitted = async (): Promise<void> => {
    const uncommittedOwners = uncommitted === undefined ? undefined : await sources.ownersOfUncommitted?.(uncommitted);
    if (first && uncommittedOwners) notes.set(first.commit.oid, uncommittedOwners);
  };
  return { ...final, lastChange, content, readUncommitted };
}
