import { statSync } from 'node:fs';
import { join } from 'node:path';
import { bornAt, gitDirs, headLogs, type HeadLog, logSize, tablesOf } from '../../../git/history/reflogs.ts';
import { isOid, isZero, type Oid } from '../../../model/ids.ts';
import type { HeadMove } from './head-move.ts';

/** A commit that is new in this repository, from the reflog of a work tree's HEAD. */
export interface ObservedCommit {
  readonly commit: Oid;
  readonly gitDir: string;
  /** Seconds since the epoch. */
  readonly time: number;
  /** The reflog's message, such as `commit (amend): Fix`. */
  readonly message: string;
  /** Whether the time is that of this machine's clock, and so comparable with that of a step. */
  readonly timely?: boolean;
  /** HEAD before it; undefined without an earlier commit. */
  readonly old?: Oid;
  /** The rebase that made it: HEAD when the rebase began, and the commit that it was put on. */
  readonly rebase?: { readonly from: Oid; readonly onto: Oid };
}

/** A commit without a reflog entry of its own. */
export const observedNow = (commit: Oid, gitDir: string): ObservedCommit => ({
  commit,
  gitDir,
  time: Math.floor(Date.now() / 1000),
  message: '',
});

/** How far a reflog has been read: its length in bytes, and the last line without its message (one character a byte). */
export interface ReflogMark {
  readonly bytes: number;
  readonly last: string;
  /** Where reflogs are in reftables: the tables that were read; see `tablesOf`. */
  readonly tables?: string;
  /** When the linked work tree was made: another may have the name of a removed one. */
  readonly born?: number;
}

/** Operations that make a commit; the others only move to one. */
const MAKES =
  /^(?:commit(?: \([\w -]+\))?|cherry-pick|revert|am|rebase(?: \S+)*? \((?:pick|reword|squash|fixup|edit|continue)\)|pull(?: \S+)* \((?:pick|reword|squash|fixup|continue)\)|merge [^:]*: Merge made)/;
const STARTS = /^(?:rebase|pull)\b[^:]*\(start\)/;
const ENDS = /^(?:rebase|pull)\b[^:]*\((?:finish|abort)\)/;
/** Seconds that the two clocks may differ: the file's time is that of a disk. */
const CLOCK_SKEW_S = 5;
/** How far back the beginning of a rebase is searched for, in bytes. */
const LOOK_BACK_BYTES = 256 * 1024;
/** Name and address in a reflog entry, except in the entry of a push. */
const MOVER = /^[0-9a-f]{40,64} [0-9a-f]{40,64} (.*>) \d+ [+-]\d{4}(?!\tpush)/gm;
const ENTRY = /^([0-9a-f]+) ([0-9a-f]+) .*> (\d+) [+-]\d{4}\t?(.*)$/;

/**
 * The commits that were made since the last reading, in the order of each reflog, over all work trees of the repository.
 * @param read how much of each reflog was read, by git dir; brought up to date here
 * @param since seconds since the epoch: earlier entries are from before recording began
 * @param moves receives the moves of HEAD meanwhile, by git dir
 */
export function observedCommits(
  commonDir: string,
  read: Record<string, ReflogMark>,
  since: number,
  moves = new Map<string, HeadMove[]>(),
): ObservedCommit[] {
  const found: ObservedCommit[] = [];
  const marks = gitDirs(commonDir).map((gitDir) => [gitDir, markOf(commonDir, gitDir, read)] as const);
  for (const [gitDir, mark] of marks) if (mark) read[gitDir] ??= mark;
  for (const { gitDir, bytes, start, end, tables } of unread(commonDir, read)) {
    const born = bornAt(gitDir);
    read[gitDir] = {
      bytes: end,
      last: withoutWords(lastLine(bytes, end)),
      ...(tables !== undefined && { tables }),
      ...(born !== undefined && { born }),
    };
    const timely = isTimely(gitDir, bytes, end);
    moves.set(gitDir, movesIn(bytes, start, end, since, timely));
    let rebase = underWay(bytes, start);
    for (const { old, next, time, message } of entries(bytes, start, end)) {
      if (STARTS.test(message)) rebase = rebaseOf(old, next);
      else if (ENDS.test(message)) rebase = undefined;
      if (!isOid(next) || isZero(next) || old === next || time < since || !MAKES.test(message)) continue;
      found.push({
        commit: next,
        gitDir,
        time,
        message,
        ...(timely && { timely }),
        ...(isOid(old) && !isZero(old) && { old }),
        ...(rebase && { rebase }),
      });
    }
  }
  return found;
}

// Git writes the committer's time, which any user may set. If the last time is that of the file, no user has set it.
function isTimely(gitDir: string, bytes: Buffer, end: number): boolean {
  const written = statSync(join(gitDir, 'logs', 'HEAD'), { throwIfNoEntry: false })?.mtimeMs;
  const seconds = Number(ENTRY.exec(lastLine(bytes, end))?.[3] ?? 0);
  return written !== undefined && Math.abs(written / 1000 - seconds) < CLOCK_SKEW_S;
}

const rebaseOf = (from: string, onto: string): ObservedCommit['rebase'] =>
  isOid(from) && !isZero(from) && isOid(onto) ? { from, onto } : undefined;

// A rebase that began before the last reading and has not ended since.
function underWay(bytes: Buffer, end: number): ObservedCommit['rebase'] {
  const last = entries(bytes, Math.max(0, end - LOOK_BACK_BYTES), end).findLast(
    ({ message }) => STARTS.test(message) || ENDS.test(message),
  );
  return last && STARTS.test(last.message) ? rebaseOf(last.old, last.next) : undefined;
}

/** HEAD before the first unread entry, by git dir; only where there is one. All zeros: no commit. */
export function headsBefore(
  commonDir: string,
  read: Readonly<Record<string, ReflogMark>>,
  since: number,
): Map<string, string> {
  const heads = new Map<string, string>();
  for (const { gitDir, bytes, start, end } of unread(commonDir, read)) {
    const first = entries(bytes, start, end).find(({ time }) => time >= since);
    // A linked work tree begins with the files of a commit.
    const begins = first && gitDir !== commonDir && isZero(first.old) && !MAKES.test(first.message);
    if (first) heads.set(gitDir, begins ? first.next : first.old);
  }
  return heads;
}

/** Operations that leave the files of the work tree as in the commit. A reset may leave them unchanged. */
const BRINGS = /^(?:checkout|pull|merge|rebase|cherry-pick|revert|am)\b/;
/** Operations that commit the work tree's own changes. */
const BY_HAND = /^commit\b|^(?:rebase|pull)\b[^:]*\(continue\)/;

/** The moves of HEAD since the last reading, by git dir. */
export function movesOf(
  commonDir: string,
  read: Readonly<Record<string, ReflogMark>>,
  since: number,
): Map<string, HeadMove[]> {
  const moves = new Map<string, HeadMove[]>();
  for (const { gitDir, bytes, start, end } of unread(commonDir, read)) {
    const found = movesIn(bytes, start, end, since, isTimely(gitDir, bytes, end));
    if (found.length > 0) moves.set(gitDir, found);
  }
  return moves;
}

function movesIn(bytes: Buffer, start: number, end: number, since: number, timely: boolean): HeadMove[] {
  const found: HeadMove[] = [];
  let last = ENTRY.exec(lastLine(bytes, start))?.[2];
  for (const { old: written, next, time, message } of entries(bytes, start, end)) {
    // jj writes zeros as the old commit where HEAD had one.
    const old = last !== undefined && isOid(written) && isZero(written) && !MAKES.test(message) ? last : written;
    last = next;
    if (time < since || old === next || !isOid(old) || isZero(old) || !isOid(next)) continue;
    const hand = BY_HAND.test(message);
    found.push({ from: old, to: next, brings: BRINGS.test(message), ...(hand && { hand }), ...(timely && { time }) });
  }
  return found;
}

interface Unread extends HeadLog {
  readonly start: number;
  readonly end: number;
}

function unread(commonDir: string, read: Readonly<Record<string, ReflogMark>>): Unread[] {
  const dirs = gitDirs(commonDir).filter((dir) => isUnread(dir, markOf(commonDir, dir, read)));
  return headLogs(commonDir, dirs).map(({ gitDir, bytes, tables }) => {
    const mark = markOf(commonDir, gitDir, read);
    const start = !mark || isReborn(gitDir, mark) ? 0 : unreadFrom(bytes, mark);
    return { gitDir, bytes, tables, start, end: bytes.lastIndexOf(10) + 1 };
  });
}

/** A linked work tree's git dir, below the one that all share. */
const LINKED = /[/\\]worktrees[/\\][^/\\]+$/;

// A repository that was moved or copied has the marks of its former place. Without them the commits from before recording began
// would count as new.
function markOf(commonDir: string, gitDir: string, read: Readonly<Record<string, ReflogMark>>): ReflogMark | undefined {
  if (read[gitDir] || read[commonDir]) return read[gitDir];
  const place = LINKED.exec(gitDir)?.[0];
  return Object.entries(read).find(([former]) => LINKED.exec(former)?.[0] === place)?.[1];
}

function isUnread(gitDir: string, mark: ReflogMark | undefined): boolean {
  if (mark && isReborn(gitDir, mark)) return true;
  const tables = tablesOf(gitDir);
  return tables === undefined ? logSize(gitDir) !== (mark?.bytes ?? 0) : tables !== mark?.tables;
}

function isReborn(gitDir: string, { born }: ReflogMark): boolean {
  const now = born === undefined ? undefined : bornAt(gitDir);
  return now !== undefined && now !== born;
}

// Where the unread part of a reflog begins. A reflog that was expired or edited since is shorter before that place: search for the
// last entry that was read, or if that was removed too, for the first younger one. Older entries are never read again: they may be
// from before anything was recorded.
function unreadFrom(bytes: Buffer, { bytes: read, last }: ReflogMark): number {
  const line = withoutWords(last);
  if (bytes.length >= read && withoutWords(lastLine(bytes, read)) === line) return read;
  const at = line === '' ? -1 : bytes.lastIndexOf(line, undefined, 'latin1');
  if (at >= 0) return bytes.indexOf(10, at) < 0 ? bytes.length : bytes.indexOf(10, at) + 1;
  const time = Number(ENTRY.exec(last)?.[3] ?? 0);
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start);
    if (end < 0) return start;
    if (Number(ENTRY.exec(bytes.toString('latin1', start, end))?.[3] ?? 0) > time) return start;
    start = end + 1;
  }
  return bytes.length;
}

// The message holds a commit's own words, which may contain a secret: it must not be kept here too.
const withoutWords = (line: string): string => line.split('\t', 1)[0]!;

const lastLine = (bytes: Buffer, end: number): string =>
  bytes.toString('latin1', end < 2 ? 0 : bytes.lastIndexOf(10, end - 2) + 1, Math.max(0, end - 1));

function entries(
  bytes: Buffer,
  start: number,
  end: number,
): { old: string; next: string; time: number; message: string }[] {
  return bytes
    .toString('utf8', start, end)
    .split('\n')
    .map((line) => ENTRY.exec(line))
    .filter((entry) => entry !== null)
    .map(([, old, next, time, message]) => ({ old: old!, next: next!, time: Number(time), message: message! }));
}

/** Names and addresses in the last reflog entries of HEAD, in the form of a commit's committer, one character a byte. */
export function moversIn(commonDir: string): Set<string> {
  const movers = new Set<string>();
  for (const { bytes } of headLogs(commonDir, gitDirs(commonDir))) {
    const text = bytes.toString('latin1', Math.max(0, bytes.length - LOOK_BACK_BYTES));
    for (const [, mover] of text.matchAll(MOVER)) movers.add(mover!);
  }
  return movers;
}

/** Whether there may be commits that were not examined yet. */
export const hasObservedCommits = (commonDir: string, read: Readonly<Record<string, ReflogMark>>): boolean =>
  gitDirs(commonDir).some((dir) => isUnread(dir, markOf(commonDir, dir, read)));
