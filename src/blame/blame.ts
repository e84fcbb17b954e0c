import { git } from '../git/process.ts';
import { startGit } from '../git/stream.ts';
import { isZero, type RepoPath } from '../graph/ids.ts';
import { Abbreviations } from './abbreviations.ts';
import type { Arguments } from './arguments.ts';
import { NoteFeed, type ReadNotes } from './feed.ts';
import { findLastChange, readFinal, type Final, type Place } from './final.ts';
import {
  incrementalReader,
  parsePorcelain,
  repoPath,
  type Bytes,
  type Entry,
  type PorcelainLine,
} from './porcelain.ts';
import type { NoteView, Told } from './view.ts';

/** What blame needs from outside. */
export interface Surroundings extends Place {
  readonly readNotes: ReadNotes;
  /**
   * What is known of the lines of a work tree's file: attributions by the line numbers that the file has now, and the
   * graphs of their nodes. A line without one is a person's. Undefined: nothing is known.
   */
  readonly ownersOfUncommitted?: ((path: RepoPath) => Promise<Told | undefined>) | undefined;
}

/** A file, blamed, with its notes. */
export interface Blamed extends Final {
  /** Which commit each line is blamed on, in the order of lines, as git found it. */
  readonly entries: readonly Entry[];
  readonly notes: NoteFeed;
  readonly lastChange: string | undefined;
  /** To how many digits ids can be cut so that they stay unique; 0 where the format does not ask for it. */
  readonly idDigits: number;
}

/**
 * Blames a file: git's `--incremental` run tells which commit each line comes from, and the commits' notes are read
 * while it still runs.
 * @param input what is on standard input, for `--contents -`
 * @returns undefined when git refused; it tells why when it is run again by itself
 */
export async function blame(
  args: Arguments,
  around: Surroundings,
  input: Uint8Array | undefined,
): Promise<Blamed | undefined> {
  const entries: Entry[] = [];
  const byCommit = new Map<string, Entry[]>();
  const notes = new NoteFeed(around.readNotes, (commit, view) => explain(view, byCommit.get(commit) ?? []));
  const digits = new Abbreviations(around);
  const wantsDigits = args.format === 'default' && !args.look.longId && args.look.abbrev === undefined;
  const take = (entry: Entry): void => {
    entries.push(entry);
    const same = byCommit.get(entry.commit.oid);
    if (same) same.push(entry);
    else byCommit.set(entry.commit.oid, [entry]);
    notes.want(entry.commit.oid);
    if (wantsDigits) digits.add(entry.commit.oid);
  };
  const running = startGit(['blame', '--incremental', ...args.query], around, incrementalReader(take));
  if (input) running.write(input);
  running.end();
  const prepared = prepare(args, around, input, notes);
  prepared.catch(() => undefined); // told below
  if (await running.ended) return undefined;
  const idDigits = wantsDigits ? digits.longest() : Promise.resolve(0);
  idDigits.catch(() => undefined); // told below
  const known = await prepared;
  if (!known) return undefined;
  if (entries.some(({ commit }) => isZero(commit.oid))) await known.tellUncommitted();
  entries.sort((a, b) => a.line - b.line);
  await notes.settled();
  return { ...known, entries, notes, idDigits: await idDigits };
}

// Has the note work out and keep what rendering will ask of it, while git still looks for other lines.
function explain(view: NoteView, entries: readonly Entry[]): void {
  for (const { path, origLine, count } of entries)
    for (const { owner } of view.owners(repoPath(path), origLine, count))
      if (owner.node) {
        view.context(owner.node);
        view.verification(owner.node, repoPath(path));
      }
}

/** Git's own porcelain output, with the notes of its commits. */
export interface PorcelainBlame {
  readonly lines: readonly PorcelainLine[];
  readonly rest: Bytes;
  readonly notes: NoteFeed;
  readonly lastChange: string | undefined;
}

/** Blames in one of git's two porcelain formats. @returns undefined when git refused */
export async function blamePorcelain(
  args: Arguments,
  around: Surroundings,
  input: Uint8Array | undefined,
): Promise<PorcelainBlame | undefined> {
  const notes = new NoteFeed(around.readNotes);
  const [printed, known] = await Promise.all([
    git(['blame', ...args.git], { ...around, ...(input ? { input } : {}), accept: [0, 1, 128, 129] }),
    prepare(args, around, input, notes),
  ]);
  if (printed.code !== 0 || !known) return undefined;
  const { lines, rest } = parsePorcelain(printed.stdout.toString('latin1'));
  if (lines.some(({ commit }) => isZero(commit.oid))) await known.tellUncommitted();
  for (const { commit } of lines) notes.want(commit.oid);
  await notes.settled();
  return { lines, rest, notes, lastChange: known.lastChange };
}

/**
 * Blames in git's `--incremental` format, handing on each entry as soon as its note is there.
 * @param show is given the entries in git's order, and the lines that belong to none
 * @returns whether git did it; when it refused before it had found anything, nothing was shown
 */
export async function blameIncrementally(
  args: Arguments,
  around: Surroundings,
  input: Uint8Array | undefined,
  show: (found: Entry | Bytes, known: { notes: NoteFeed; lastChange: string | undefined }) => Promise<void>,
): Promise<boolean> {
  const notes = new NoteFeed(around.readNotes);
  const known = await prepare(args, around, input, notes);
  if (!known) return false;
  await known.tellUncommitted();
  let shown: Promise<void> = Promise.resolve();
  const hand = (found: Entry | Bytes): void => {
    if (typeof found !== 'string') notes.want(found.commit.oid);
    shown = shown.then(() => notes.settled()).then(() => show(found, { notes, lastChange: known.lastChange }));
    shown.catch(() => undefined); // told below
  };
  const running = startGit(
    ['blame', ...args.git],
    around,
    incrementalReader(hand, (line) => hand(`${line}\n`)),
  );
  if (input) running.write(input);
  running.end();
  const failed = await running.ended;
  await shown;
  return !failed;
}

interface Prepared extends Final {
  readonly lastChange: string | undefined;
  /** Puts what is known of lines that are not committed into the notes. */
  readonly tellUncommitted: () => Promise<void>;
}

// What is found out beside git's blame: the file as it finally is, the last change, and how to learn who owns what is not committed.
async function prepare(
  args: Arguments,
  around: Surroundings,
  input: Uint8Array | undefined,
  notes: NoteFeed,
): Promise<Prepared | undefined> {
  const final = await readFinal(args, around, input);
  if (!final) return undefined;
  const first = final.texts[0];
  const uncommitted = first && isZero(first.commit.oid) && !args.contents ? repoPath(first.path) : undefined;
  const lastChange = await findLastChange(final, around);
  if (lastChange) notes.want(lastChange); // tells whether the file still passes what it passed before
  await notes.settled();
  // Most files are as they were committed: only the others are asked for.
  const tellUncommitted = async (): Promise<void> => {
    const told = uncommitted === undefined ? undefined : await around.ownersOfUncommitted?.(uncommitted);
    if (first && told) notes.set(first.commit.oid, told);
  };
  return { ...final, lastChange, tellUncommitted };
}
