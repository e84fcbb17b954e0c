import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOid, isZero, type Oid } from '../graph/ids.ts';

/** A commit that came to be in this repository, as the reflog of a work tree's HEAD tells it. */
export interface Landing {
  readonly commit: Oid;
  readonly gitDir: string;
  /** Seconds since the epoch. */
  readonly time: number;
  /** The reflog's message, such as `commit (amend): Fix`. */
  readonly message: string;
}

/** How far a reflog has been read: so many bytes, the last line of which is `last` (a character a byte). */
export interface ReflogMark {
  readonly bytes: number;
  readonly last: string;
}

/** Operations that make a commit; the others only go to one. */
const MAKES =
  /^(?:commit(?: \([\w -]+\))?|cherry-pick|revert|am|rebase(?: \S+)*? \((?:pick|reword|squash|fixup|edit|continue|start)\)|pull(?: \S+)* \((?:pick|reword|squash|fixup|continue)\)|merge [^:]*: Merge made)/;
const ENTRY = /^([0-9a-f]+) ([0-9a-f]+) .*> (\d+) [+-]\d{4}\t?(.*)$/;

/**
 * The commits that were made since the last look, in the order of each reflog, over all work trees of the repository.
 * @param read how much of each reflog was read, by git dir; brought up to date here
 * @param since seconds since the epoch: entries before it are from a time when nothing was watched
 */
export function landings(commonDir: string, read: Record<string, ReflogMark>, since: number): Landing[] {
  const found: Landing[] = [];
  for (const { gitDir, bytes, start, end } of unread(commonDir, read)) {
    read[gitDir] = { bytes: end, last: lastLine(bytes, end) };
    for (const { old, next, time, message } of entries(bytes, start, end))
      if (isOid(next) && !isZero(next) && old !== next && time >= since && MAKES.test(message))
        found.push({ commit: next, gitDir, time, message });
  }
  return found;
}

/** What HEAD was, by git dir, before what happened since the last look; only where something did. All zeros: nothing. */
export function headsBefore(
  commonDir: string,
  read: Readonly<Record<string, ReflogMark>>,
  since: number,
): Map<string, string> {
  const heads = new Map<string, string>();
  for (const { gitDir, bytes, start, end } of unread(commonDir, read)) {
    const first = entries(bytes, start, end).find(({ time }) => time >= since);
    if (first) heads.set(gitDir, first.old);
  }
  return heads;
}

interface Unread {
  readonly gitDir: string;
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

function unread(commonDir: string, read: Readonly<Record<string, ReflogMark>>): Unread[] {
  const all: Unread[] = [];
  for (const gitDir of gitDirs(commonDir)) {
    const file = join(gitDir, 'logs', 'HEAD');
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const mark = read[gitDir];
    if (size === (mark?.bytes ?? 0)) continue;
    const bytes = readFileSync(file);
    all.push({ gitDir, bytes, start: mark ? unreadFrom(bytes, mark) : 0, end: bytes.lastIndexOf(10) + 1 });
  }
  return all;
}

// Where a reflog goes on behind what was read. One that was expired or edited since is shorter before that place: the last
// entry that was read is looked for, and when it is gone too, the first one that is younger. What is older is never looked
// at again: it may be from before anything was recorded.
function unreadFrom(bytes: Buffer, { bytes: read, last }: ReflogMark): number {
  const line = Buffer.from(`${last}\n`, 'latin1');
  if (bytes.length >= read && bytes.subarray(read - line.length, read).equals(line)) return read;
  const at = bytes.lastIndexOf(line);
  if (last !== '' && at >= 0) return at + line.length;
  const time = Number(ENTRY.exec(last)?.[3] ?? 0);
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start);
    if (end < 0) return start;
    if (Number(ENTRY.exec(bytes.toString('latin1', start, end))?.[3] ?? 0) > time) return start;
    start = end + 1;
  }
  return bytes.length;
}

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

/** Whether commits may have been made that were not looked at. */
export const hasLandings = (commonDir: string, read: Readonly<Record<string, ReflogMark>>): boolean =>
  gitDirs(commonDir).some(
    (dir) => (statSync(join(dir, 'logs', 'HEAD'), { throwIfNoEntry: false })?.size ?? 0) !== (read[dir]?.bytes ?? 0),
  );

function gitDirs(commonDir: string): string[] {
  const linked = join(commonDir, 'worktrees');
  return [commonDir, ...(existsSync(linked) ? readdirSync(linked).map((name) => join(linked, name)) : [])];
}
